//! `grundy big`: large tables in a store. What is computed is `engines::tiers`, where it lies is
//! `archive`, who works on it `cluster`; what a face asks of it `large`; here are the words.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use archive::StoreError;
use archive::object_name::escape_name;
use base::budget::{Budget, StopReason};
use base::escaping::escape_line;
use base::text;
use base::text::{Lang, Text};
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use engines::tiers::TableKind;
use grundy::SolveError;
use jit::Jit;
use large::{Advice, TableBuildOptions, TableSpec};
use requests::{CommonOptions, RequestHandler};

use crate::args::memory_told;
use crate::big_export::{ExportFormatArg, export};
use crate::big_jobs::{self, JobsArgs};
use crate::big_ray::{self, RayArgs};
use crate::files;
use crate::limits::CommandLimits;
use crate::output::{print, print_error};
use crate::run::{FrontEnd, LIMIT};

/// Waited too long for another share: the job system may try again.
pub const AGAIN: u8 = 75;

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
    command: BigCommand,
}

/// What is done with a large table.
#[derive(Subcommand)]
enum BigCommand {
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
        #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = crate::args::seconds)]
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
        #[arg(long, value_name = "SECONDS", value_parser = crate::args::seconds)]
        patience: Option<f64>,
        /// How often what is not whole yet is kept too, at the most
        #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = crate::args::seconds)]
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
    #[arg(long, value_name = "G=FILE", value_parser = crate::args::graph)]
    pub graph: Vec<(String, PathBuf)>,
    /// Keep no moves: where they are not turned round, open positions look at theirs again in
    /// every round; little memory, more time
    #[arg(long)]
    pub sweep: bool,
    /// Read lower tiers once, in order, where moves are turned round, instead of looking entries
    /// up: for those that do not fit in memory
    #[arg(long)]
    pub stream: bool,
}

impl TableArgs {
    /// Its options that each share must be given alike.
    pub fn ways(&self) -> impl Iterator<Item = &'static str> {
        [(self.sweep, "--sweep"), (self.stream, "--stream")]
            .into_iter()
            .filter_map(|(asked, option)| asked.then_some(option))
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
    /// In the words of the engine.
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

/// Why there is no answer, and with which exit code.
pub enum BigError {
    /// As for every face.
    Large(large::LargeTableError),
    /// It was said why; the code to end with.
    Said(u8),
}

impl<E: Into<large::LargeTableError>> From<E> for BigError {
    fn from(error: E) -> BigError {
        BigError::Large(error.into())
    }
}

impl BigCommand {
    /// Returns the path or URL of the store; empty for `plan`, which has no store.
    fn store(&self) -> &str {
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

/// What a command ends with.
pub type BigResult = Result<(), BigError>;

/// Runs the command.
pub fn big(
    face: &FrontEnd<'_>,
    args: &BigArgs,
    (budget, limits): (&Budget<'_>, &CommandLimits),
) -> u8 {
    let told = match &args.command {
        BigCommand::Plan { of, shares } => plan(face, of, shares, budget),
        BigCommand::Solve {
            of,
            store,
            shares,
            threads,
            checkpoint,
        } => {
            let working = TableBuildOptions {
                shares: *shares,
                threads: *threads,
                checkpoint: Duration::from_secs_f64(*checkpoint),
                ..TableBuildOptions::default()
            };
            solve(face, of, store, &working, (budget, limits))
        }
        BigCommand::Share {
            share,
            of_game,
            of,
            store,
            threads,
            patience,
            checkpoint,
        } => {
            let working = TableBuildOptions {
                mine: Some(*share),
                shares: Some(*of),
                threads: *threads,
                patience: patience.map(Duration::from_secs_f64),
                checkpoint: Duration::from_secs_f64(*checkpoint),
            };
            solve(face, of_game, store, &working, (budget, limits))
        }
        BigCommand::Ray(args) => ray(face, args, (budget, limits)),
        BigCommand::Jobs(args) => jobs(face, args, budget),
        BigCommand::Status { store } => status(face, store),
        BigCommand::Check {
            store,
            all,
            sample,
            seed,
        } => check(
            face,
            store,
            if *all { None } else { Some((*sample, *seed)) },
            (budget, limits),
        ),
        BigCommand::Export {
            store,
            tier,
            format,
        } => export(face, store, *tier, *format, budget),
    };
    limits.finish();
    match told {
        Ok(()) => 0,
        Err(BigError::Said(code)) => code,
        Err(BigError::Large(wrong)) => {
            let code = match &wrong {
                large::LargeTableError::Again(_) => Some(AGAIN),
                large::LargeTableError::Store(StoreError::Full(_)) => Some(LIMIT),
                _ => None,
            };
            let own = face.complain(&refused(args.command.store(), wrong), None);
            code.unwrap_or(own)
        }
    }
}

/// Converts the failure of a command about a store into an error that names the store.
pub fn refused(store: &str, wrong: large::LargeTableError) -> SolveError {
    let Text { en, zh } = match wrong {
        large::LargeTableError::Absent => text!(
            "there is no store of a large table; `grundy big solve GAME --store FOLDER` makes one",
            "此处没有大表的存储；`grundy big solve 游戏 --store 文件夹` 可生成"
        ),
        large::LargeTableError::Store(fault) => fault.text(),
        wrong => return wrong.into_error(),
    };
    let shown = escape_name(store);
    SolveError::Usage(text!("{shown}: {en}", "{shown}：{zh}"))
}

fn opened(
    face: &FrontEnd<'_>,
    of: &TableArgs,
    budget: &Budget<'_>,
) -> Result<TableSpec, SolveError> {
    let mut desk = RequestHandler::new(Some(Arc::new(Jit::new(1))));
    let how = CommonOptions {
        lang: face.lang,
        graphs: files::graphs(&of.graph, budget)?,
        ..CommonOptions::default()
    };
    desk.settle(&how)?;
    files::open(&mut desk, &of.files, how, budget)?;
    let big = desk.session().big(&of.game, budget)?;
    Ok(TableSpec::new(
        big,
        of.what.map(TableKindArg::what),
        of.sweep,
        of.stream,
    ))
}

fn plan(face: &FrontEnd<'_>, of: &TableArgs, shares: &[u32], budget: &Budget<'_>) -> BigResult {
    let found = large::estimate(&opened(face, of, budget)?, shares, budget)?;
    match face.args.json {
        true => print(&format!("{}\n", found.json())),
        false => print(found.words().get(face.lang)),
    }
    Ok(())
}

fn jobs(face: &FrontEnd<'_>, args: &JobsArgs, budget: &Budget<'_>) -> BigResult {
    let game = opened(face, &args.of, budget)?;
    // What no share could do is said before any is started.
    large::divisible(&game, args.shares(), budget)?;
    if let Some(text) = args.hidden() {
        let text = escape_line(&text).into_owned();
        return Err(SolveError::Usage(text!(
            "`{text}` cannot be part of a job: it holds control characters; rename the file or folder",
            "`{text}` 不能写入作业：含有控制字符；请重命名该文件或文件夹"
        ))
        .into());
    }
    if let Some(store) = args.lost_store() {
        return Err(SolveError::Usage(text!(
            "--store {store}: a container has no such folder; write where the store is mounted, as /shared/{store}, or a URL",
            "--store {store}：容器中没有这个文件夹；请写出存储挂载的位置，如 /shared/{store}，或 URL"
        ))
        .into());
    }
    print(&big_jobs::text(
        args,
        large::kind_name(game.what),
        memory_told(face.args.memory).as_deref(),
    ));
    Ok(())
}

/// Lets a Ray cluster run the shares, and says how far the table is then.
fn ray(
    face: &FrontEnd<'_>,
    args: &RayArgs,
    (budget, limits): (&Budget<'_>, &CommandLimits),
) -> BigResult {
    let opened = opened(face, &args.of, budget)?;
    large::begin(&opened, &args.store, args.shares, budget)?;
    limits.finish();
    big_ray::run(face, args, large::kind_name(opened.what))?;
    status(face, &args.store)
}

fn solve(
    face: &FrontEnd<'_>,
    of: &TableArgs,
    store: &str,
    working: &TableBuildOptions,
    (budget, limits): (&Budget<'_>, &CommandLimits),
) -> BigResult {
    if let (Some((_, last)), Some(of_shares)) = (working.mine, working.shares)
        && last >= of_shares
    {
        let greatest = of_shares - 1;
        return Err(SolveError::Usage(text!(
            "share {last}: with --of {of_shares} shares are 0 to {greatest}",
            "第 {last} 份：--of {of_shares} 时各份为 0 至 {greatest}"
        ))
        .into());
    }
    let tell = |text: Text| print_error(text.get(face.lang));
    if let Err(wrong) = large::make(&opened(face, of, budget)?, store, working, &tell, budget) {
        if let large::LargeTableError::Stopped(SolveError::Stopped(stop), advice) = &wrong {
            // Who reads JSON reads the error alone.
            let silent = *stop == StopReason::Cancelled && face.args.json;
            advice
                .iter()
                .filter(|_| !silent)
                .for_each(|advice| tell(advised(*advice, store)));
        }
        return Err(wrong.into());
    }
    limits.finish();
    status(face, store)
}

/// What may be done where the work was stopped.
fn advised(advice: Advice, store: &str) -> Text {
    match advice {
        Advice::Shares(shares) => text!(
            "less is needed by shares in processes of their own, on one machine or several: {shares} or more, in another --store (`grundy big jobs`)",
            "各份分别在自己的进程中（一台或多台机器）所需较少：{shares} 份或更多，用另一个 --store（`grundy big jobs`）"
        ),
        Advice::Sweep => {
            text!(
                "with `--sweep`, in another --store, no moves are kept",
                "加 `--sweep`（用另一个 --store）则不保存着法"
            )
        }
        _ => text!(
            "what is in {store} stays: the same command goes on with it",
            "{store} 中已有的内容保留：同一命令可继续"
        ),
    }
}

/// Lists on standard error what is in a store and not of it.
pub fn warn_of_foreign(lang: Lang, store: &str, foreign: &[String]) {
    if let Some(words) = large::foreign_words(store, foreign) {
        print_error(words.get(lang));
    }
}

fn status(face: &FrontEnd<'_>, store: &str) -> BigResult {
    let found = large::status(store)?;
    warn_of_foreign(face.lang, store, &found.foreign);
    match face.args.json {
        true => print(&format!("{}\n", found.json())),
        false => print(found.words().get(face.lang)),
    }
    Ok(())
}

fn check(
    face: &FrontEnd<'_>,
    store: &str,
    sample: Option<(u64, u64)>,
    (budget, limits): (&Budget<'_>, &CommandLimits),
) -> BigResult {
    let found = large::check(store, sample, budget)?;
    limits.finish();
    warn_of_foreign(face.lang, store, &found.foreign);
    let words = found.words();
    let more = match (found.fits() && !found.is_proved(), found.shown) {
        (false, _) => Text {
            en: String::new(),
            zh: String::new(),
        },
        (true, true) => text!("; --all proves the table", "；--all 可证明全表"),
        (true, false) => text!(
            ": `--what remoteness` can be proved",
            "：`--what remoteness` 可以证明"
        ),
    };
    match face.args.json {
        true => print(&format!("{}\n", found.json(face.lang))),
        false => print(&format!(
            "{}{}\n",
            words.get(face.lang),
            more.get(face.lang)
        )),
    }
    if found.fits() {
        Ok(())
    } else {
        Err(BigError::Said(1))
    }
}
