//! The arguments of `grundy big`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use tablebase::TableKind;

use super::common::{graph, seconds};

pub const EXAMPLES: &str = "\
Examples:
  grundy big plan 'ladders(60, 4)'
  grundy big solve 'ladders(60, 4)' --store l60
  grundy big solve 'wythoff[2000, 2000]' --what values --store w2000
  grundy big solve 'quixo(4)' --store q4 --threads 2
  grundy solve 'ladders(60, 4)[59, 58, 57, 56]' --load l60
  grundy big status l60
  grundy big check l60 --sample 100000
  grundy big export l60 --tier 3 > tier3.csv
  grundy big jobs 'ladders(60, 4)' --for parallel --shares 4 --store l60 > job.sh
  grundy big share 2 --of 4 --store l60 'ladders(60, 4)'
  grundy big ray --address auto --shares 4 --store /shared/l60 'ladders(60, 4)'

A table that was interrupted goes on where it was by the same command. docs/big.md tells more.";

/// The arguments of `big`.
#[derive(ClapArgs)]
pub struct BigArgs {
    #[command(subcommand)]
    pub command: BigCommand,
}

/// What is done with a large table.
#[derive(Subcommand)]
pub enum BigCommand {
    /// Tiers, positions, options, memory and messages of a table; makes nothing
    #[command(after_help = "Example: grundy big plan 'ladders(400, 4)' --shares 4,16")]
    Plan {
        #[command(flatten)]
        of: TableArgs,
        /// For how many shares a tier messages, memory, objects, time and waiting are told
        #[arg(long, value_name = "N", value_delimiter = ',', default_value = "2,4,16", value_parser = clap::value_parser!(u32).range(1..=65_536))]
        shares: Vec<u32>,
    },
    /// Make the table, or go on with it
    #[command(after_help = "Example: grundy big solve 'ladders(60, 4)' --store l60")]
    Solve {
        #[command(flatten)]
        of: TableArgs,
        /// The folder that holds the table, or the URL of one
        #[arg(long, value_name = "STORE")]
        store: String,
        /// How often what is not whole yet is kept too, at the most
        #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
        checkpoint: f64,
        /// Cut each tier into N shares; else into one for each thread, or more where there is no
        /// memory for these
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
        shares: Option<u32>,
        /// Run the shares on N threads side by side
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4_096))]
        threads: u32,
    },
    /// Run one share, or some, of every tier, beside other processes that run the others
    #[command(
        after_help = "Example: grundy big share 2 --of 4 --store /shared/l60 'ladders(60, 4)'"
    )]
    Share {
        /// The share, from 0 on, or several as 0-3
        #[arg(value_name = "SHARE", value_parser = some_shares)]
        share: (u32, u32),
        #[command(flatten)]
        of_game: TableArgs,
        /// How many shares each tier has
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
        of: u32,
        /// The folder that all processes have in common, or the URL of one
        #[arg(long, value_name = "STORE")]
        store: String,
        /// Run them on N threads side by side
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4_096))]
        threads: u32,
        /// End with exit code 75 when another share was waited for as long as this
        #[arg(long, value_name = "SECONDS", value_parser = seconds)]
        patience: Option<f64>,
        /// How often what is not whole yet is kept too, at the most
        #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
        checkpoint: f64,
    },
    /// Run all shares on a Ray cluster, by Python with Ray's own client; the same command goes on
    /// with what is there
    #[command(
        after_help = "Example: grundy big ray --address auto --shares 16 --store s3://bucket/l60 'ladders(60, 4)'"
    )]
    Ray(RayArgs),
    /// Write what starts every share under a batch system
    #[command(
        after_help = "Example: grundy big jobs 'ladders(60, 4)' --for slurm --shares 16 --store /shared/l60 > job.sbatch"
    )]
    Jobs(JobsArgs),
    /// How far a table is
    #[command(after_help = "Example: grundy big status l60")]
    Status {
        /// The folder, or the URL
        #[arg(value_name = "STORE")]
        store: String,
    },
    /// Compare entries with those of their options by the reference interpreter; all of them are a
    /// proof
    #[command(
        after_help = "Examples:\n  grundy big check l60 --all\n  grundy big check l60 --sample 100000 --seed 7"
    )]
    Check {
        /// The folder, or the URL
        #[arg(value_name = "STORE")]
        store: String,
        /// Compare every entry
        #[arg(long, conflicts_with_all = ["sample", "seed"])]
        all: bool,
        /// Compare about N entries
        #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
        sample: u64,
        /// Which ones
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
    },
    /// Write the entries of a table or of a tier
    #[command(
        after_help = "Examples:\n  grundy big export l60 --tier 3 > tier3.csv\n  grundy big export l60 --format raw > l60.bin"
    )]
    Export {
        /// The folder, or the URL
        #[arg(value_name = "STORE")]
        store: String,
        /// Only this tier, the first is 0
        #[arg(long, value_name = "T")]
        tier: Option<usize>,
        /// How
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

/// The game and what is wanted of it.
#[derive(ClapArgs)]
pub struct TableArgs {
    /// The game, with a position up to whose numbers the table goes where its rules set no bound:
    /// 'ladders(60, 4)', 'wythoff[2000, 2000]'
    #[arg(value_name = "GAME")]
    pub game: String,
    /// What the table says; else remoteness for games that may go round, values for others
    #[arg(long, value_enum)]
    pub what: Option<TableKindArg>,
    /// Also read the games of this rule file
    #[arg(long = "file", short = 'f', value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The graph of a parameter, G=FILE: an edge in each line of the file, `a b`, or a path,
    /// `a-b-c`
    #[arg(long, value_name = "G=FILE", value_parser = graph)]
    pub graph: Vec<(String, PathBuf)>,
    /// Read lower tiers once, in order, where moves are turned round, instead of looking entries
    /// up: for those that do not fit in memory
    #[arg(long)]
    pub stream: bool,
}

impl TableArgs {
    /// Returns the options that must be the same for every share.
    pub fn ways(&self) -> impl Iterator<Item = &'static str> {
        self.stream.then_some("--stream").into_iter()
    }
}

/// What a table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableKindArg {
    /// Who wins, or that nobody does; the smallest tables
    Outcomes,
    /// Who wins, and in how many moves; draws
    Remoteness,
    /// Grundy values, of games that end
    Values,
}

impl TableKindArg {
    /// Returns the corresponding kind of the engine.
    pub fn what(self) -> TableKind {
        match self {
            TableKindArg::Outcomes => TableKind::Outcomes,
            TableKindArg::Remoteness => TableKind::Remoteness,
            TableKindArg::Values => TableKind::Values,
        }
    }
}

/// `3`, or `0-3`.
fn some_shares(text: &str) -> Result<(u32, u32), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok((first, last)),
        _ => Err("expected the number of a share, from 0 on, or several as 0-3".to_owned()),
    }
}

/// The arguments of `big jobs`.
#[derive(ClapArgs)]
pub struct JobsArgs {
    #[command(flatten)]
    pub of: TableArgs,
    /// The batch system
    #[arg(long = "for", value_enum, value_name = "SYSTEM")]
    pub system: BatchSystemArg,
    /// How many shares each tier has: no more than processes can run at once, for they wait for
    /// each other
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub shares: u32,
    /// The folder that all machines have in common, or the URL of one
    #[arg(long, value_name = "STORE")]
    pub store: String,
}

/// A batch system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BatchSystemArg {
    /// GNU parallel, on this machine or on those of a file of hosts
    Parallel,
    /// A Slurm array that is requeued
    Slurm,
    /// A Kubernetes Indexed Job
    Kubernetes,
}

/// The arguments of `big ray`.
#[derive(ClapArgs)]
pub struct RayArgs {
    #[command(flatten)]
    pub of: TableArgs,
    /// The cluster: auto for the one that this machine belongs to, HOST:PORT of its head, or local
    /// for this machine alone
    #[arg(long, value_name = "ADDRESS", default_value = "auto")]
    pub address: String,
    /// How many shares each tier has: no more than the cluster has processors, for they wait for
    /// each other
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub shares: u32,
    /// The folder that all machines have in common, or the URL of one
    #[arg(long, value_name = "STORE")]
    pub store: String,
    /// How many processors of the cluster a share takes
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = processors)]
    pub cpus: f64,
    /// The Python that has Ray
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    pub python: PathBuf,
}

fn processors(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(count) if (0.001..=1e4).contains(&count) => Ok(count),
        _ => Err("expected a number of processors, for example 1 or 0.5".to_owned()),
    }
}

/// How entries are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormatArg {
    /// The numbers of each position and its entry, with a head
    Csv,
    /// Two bytes an entry, four of values, the lowest first, in the order of the places
    Raw,
    /// A file of Apache Parquet: a column for each number, `winner` and `moves`, or `value`
    #[cfg(feature = "parquet")]
    Parquet,
}
