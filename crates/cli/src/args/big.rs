//! The arguments of `grundy big`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use tablebase::TableKind;

use super::common::{named_file, seconds};

pub const EXAMPLES: &str = "\
Examples:
  grundy big plan 'ladders(60, 4)'
  grundy big solve 'ladders(60, 4)' --store l60
  grundy big solve 'wythoff[2000, 2000]' --entries values --store w2000
  grundy big solve 'quixo(4)' --store q4 --threads 2
  grundy solve 'ladders(60, 4)[59, 58, 57, 56]' --load l60
  grundy big status l60
  grundy big check l60 --sample 100000
  grundy big export l60 --tier 3 > tier3.csv
  grundy big jobs 'ladders(60, 4)' --for parallel --shares 4 --store l60 > job.sh
  grundy big share 2 --of 4 --store l60 'ladders(60, 4)'
  grundy big ray --address auto --shares 4 --store /shared/l60 'ladders(60, 4)'

To resume an interrupted table, run the same command again. See docs/big.md.";

/// Arguments of `big`.
#[derive(ClapArgs)]
pub struct BigArgs {
    #[command(subcommand)]
    pub command: BigCommand,
}

/// Subcommands of `big`.
#[derive(Subcommand)]
pub enum BigCommand {
    /// Estimate the tiers, positions, options, memory and messages of a table, without building it
    #[command(after_help = "Example: grundy big plan 'ladders(400, 4)' --shares 4,16")]
    Plan {
        #[command(flatten)]
        of: TableArgs,
        /// Numbers of shares per tier; for each number, messages, memory, objects, time and waiting
        /// are estimated
        #[arg(long, value_name = "N", value_delimiter = ',', default_value = "2,4,16", value_parser = clap::value_parser!(u32).range(1..=65_536))]
        shares: Vec<u32>,
    },
    /// Build a table, or resume building it
    #[command(after_help = "Example: grundy big solve 'ladders(60, 4)' --store l60")]
    Solve {
        #[command(flatten)]
        of: TableArgs,
        /// Store of the table: a folder or a URL
        #[arg(long, value_name = "STORE")]
        store: String,
        /// Minimum time between checkpoints of unfinished work
        #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
        checkpoint: f64,
        /// Number of shares per tier (default: one per thread, or more if these do not fit in
        /// memory)
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
        shares: Option<u32>,
        /// Number of threads on which the shares run
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4_096))]
        threads: u32,
    },
    /// Build one or several shares of every tier, while other processes build the others
    #[command(
        after_help = "Example: grundy big share 2 --of 4 --store /shared/l60 'ladders(60, 4)'"
    )]
    Share {
        /// Number of the share, starting at 0, or a range such as 0-3
        #[arg(value_name = "SHARE", value_parser = some_shares)]
        share: (u32, u32),
        #[command(flatten)]
        of_game: TableArgs,
        /// Number of shares per tier
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
        of: u32,
        /// Store shared by all processes: a folder or a URL
        #[arg(long, value_name = "STORE")]
        store: String,
        /// Number of threads on which the shares run
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4_096))]
        threads: u32,
        /// Exit with code 75 after waiting SECONDS seconds for another share
        #[arg(long, value_name = "SECONDS", value_parser = seconds)]
        patience: Option<f64>,
        /// Minimum time between checkpoints of unfinished work
        #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
        checkpoint: f64,
    },
    /// Run all shares on a Ray cluster, through Ray's Python client; the same command resumes the
    /// run
    #[command(
        after_help = "Example: grundy big ray --address auto --shares 16 --store s3://bucket/l60 'ladders(60, 4)'"
    )]
    Ray(RayArgs),
    /// Write a job that starts every share under a batch system
    #[command(
        after_help = "Example: grundy big jobs 'ladders(60, 4)' --for slurm --shares 16 --store /shared/l60 > job.sbatch"
    )]
    Jobs(JobsArgs),
    /// Report the progress of a table
    #[command(after_help = "Example: grundy big status l60")]
    Status {
        /// Store of the table: a folder or a URL
        #[arg(value_name = "STORE")]
        store: String,
    },
    /// Compare entries with those of their options, using the reference interpreter; a check of all
    /// entries is a proof
    #[command(
        after_help = "Examples:\n  grundy big check l60 --all\n  grundy big check l60 --sample 100000 --seed 7"
    )]
    Check {
        /// Store of the table: a folder or a URL
        #[arg(value_name = "STORE")]
        store: String,
        /// Check every entry
        #[arg(long, conflicts_with_all = ["sample", "seed"])]
        all: bool,
        /// Check about N entries
        #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
        sample: u64,
        /// Seed that selects the entries to check
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
    },
    /// Write the entries of a table, or of one tier
    #[command(
        after_help = "Examples:\n  grundy big export l60 --tier 3 > tier3.csv\n  grundy big export l60 --format raw > l60.bin"
    )]
    Export {
        /// Store of the table: a folder or a URL
        #[arg(value_name = "STORE")]
        store: String,
        /// Write only this tier; the first tier is 0
        #[arg(long, value_name = "T")]
        tier: Option<usize>,
        /// Output format
        #[arg(long, value_enum, default_value = "csv")]
        format: ExportFormatArg,
    },
}

impl BigCommand {
    /// Returns the path or URL of the store; empty for `plan`, which has no store.
    pub fn store(&self) -> &str {
        match self {
            BigCommand::Plan { .. } => "",
            BigCommand::Ray(args) => &args.store,
            BigCommand::Jobs(args) => &args.store,
            BigCommand::Solve { store, .. }
            | BigCommand::Share { store, .. }
            | BigCommand::Status { store }
            | BigCommand::Check { store, .. }
            | BigCommand::Export { store, .. } => store,
        }
    }
}

/// The table: its game, kind of content and source of the rules.
#[derive(ClapArgs)]
pub struct TableArgs {
    /// The game, such as 'ladders(60, 4)'. If its rules set no bounds, give the position with
    /// the largest numbers of the table, such as 'wythoff[2000, 2000]'.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Content of the table (default: remoteness for loopy games, values for others)
    #[arg(long, value_enum)]
    pub entries: Option<TableKindArg>,
    /// Also load the games of this rule file
    #[arg(long = "file", short = 'f', value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Read the value of parameter G from FILE (`-` is standard input): a graph (each line is an
    /// edge, `a b`, or a path, `a-b-c`), numbers, a table or text
    #[arg(long, alias = "graph", value_name = "G=FILE", value_parser = named_file)]
    pub data: Vec<(String, PathBuf)>,
    /// Read lower tiers once, in order, instead of looking up their entries. Use this option if the
    /// lower tiers do not fit in memory and moves can be inverted.
    #[arg(long)]
    pub stream: bool,
}

impl TableArgs {
    /// Returns the options that must be the same for every share.
    pub fn ways(&self) -> impl Iterator<Item = &'static str> {
        self.stream.then_some("--stream").into_iter()
    }
}

/// Kinds of content of a large table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableKindArg {
    /// The winner, or a draw (gives the smallest tables)
    Outcomes,
    /// The winner and the number of moves to the end of play with best play, or a draw
    Remoteness,
    /// Grundy values, for games that always end
    Values,
}

impl TableKindArg {
    /// Returns the [`TableKind`] of this argument.
    pub fn what(self) -> TableKind {
        match self {
            TableKindArg::Outcomes => TableKind::Outcomes,
            TableKindArg::Remoteness => TableKind::Remoteness,
            TableKindArg::Values => TableKind::Values,
        }
    }
}

/// Parses the number of a single share, such as `3`, or a range of shares, such as `0-3`.
fn some_shares(text: &str) -> Result<(u32, u32), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok((first, last)),
        _ => {
            Err("expected the number of a share, starting at 0, or a range such as 0-3".to_owned())
        }
    }
}

/// Arguments of `big jobs`.
#[derive(ClapArgs)]
pub struct JobsArgs {
    #[command(flatten)]
    pub of: TableArgs,
    /// Batch system
    #[arg(long = "for", value_enum, value_name = "SYSTEM")]
    pub system: BatchSystemArg,
    /// Number of shares per tier: at most the number of processes that can run at the same time,
    /// because shares wait for each other
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub shares: u32,
    /// Store shared by all machines: a folder or a URL
    #[arg(long, value_name = "STORE")]
    pub store: String,
}

/// Batch systems of `big jobs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BatchSystemArg {
    /// GNU parallel, on this machine or on the machines of a host file
    Parallel,
    /// A Slurm job array; jobs that do not finish are queued again
    Slurm,
    /// A Kubernetes Indexed Job
    Kubernetes,
}

/// Arguments of `big ray`.
#[derive(ClapArgs)]
pub struct RayArgs {
    #[command(flatten)]
    pub of: TableArgs,
    /// Address of the cluster: auto for the cluster of this machine, HOST:PORT of its head node, or
    /// local for this machine only
    #[arg(long, value_name = "ADDRESS", default_value = "auto")]
    pub address: String,
    /// Number of shares per tier: at most the number of processors of the cluster, because shares
    /// wait for each other
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub shares: u32,
    /// Store shared by all machines: a folder or a URL
    #[arg(long, value_name = "STORE")]
    pub store: String,
    /// Number of processors of the cluster per share
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = processors)]
    pub cpus: f64,
    /// Python interpreter with Ray installed
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    pub python: PathBuf,
}

fn processors(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(count) if (0.001..=1e4).contains(&count) => Ok(count),
        _ => Err("expected a number of processors, for example 1 or 0.5".to_owned()),
    }
}

/// Output formats of `big export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormatArg {
    /// Comma-separated values with a header: the numbers of each position, and its entry
    Csv,
    /// Binary, little-endian, in order of the index: two bytes per entry, or four bytes for values
    Raw,
    /// Apache Parquet with a column for each number, then `winner` and `moves`, or `value`
    #[cfg(feature = "parquet")]
    Parquet,
}
