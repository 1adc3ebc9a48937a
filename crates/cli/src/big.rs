//! `grundy big`: large tables in a store. What is computed is `engines::tiers`, where it lies is `archive`, who works on it `cluster`; here are the words.

use std::cell::Cell;
use std::fmt::Write as _;
use std::io::{Write as _, stderr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use archive::manifest::Manifest;
use archive::{Fault, Place, Store, table_name};
use base::budget::{Budget, Stop};
use base::text;
use base::text::{Lang, Text};
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use cluster::{Failure, Job, Progress, missing, place, run_on};
use engines::tiers::{Halt, Plan, What};
use grundy::big::Big;
use grundy::{Error, Session};
use jit::Jit;
use requests::{Desk, How};
use serde_json::json;

use crate::big_check::check;
use crate::big_export::{Written, export};
use crate::big_jobs::{self, JobsArgs};
use crate::big_memory::{LOWER, chosen};
use crate::big_plan;
use crate::big_ray::{self, RayArgs};
use crate::files;
use crate::limits::Limits;
use crate::run::{Face, LIMIT, put};

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
        of: Of,
        /// For how many shares a tier messages, memory, objects, time and waiting are told
        #[arg(long, value_name = "N", value_delimiter = ',', default_value = "2,4,16", value_parser = clap::value_parser!(u32).range(1..=65_536))]
        shares: Vec<u32>,
    },
    /// Make the table, or go on with it
    #[command(after_help = "Example: grundy big solve 'ladders(60, 4)' --store l60")]
    Solve {
        #[command(flatten)]
        of: Of,
        /// The folder that holds the table, or the URL of one
        #[arg(long, value_name = "STORE")]
        store: String,
        /// How often what is not whole yet is kept too, at the most
        #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = crate::args::seconds)]
        checkpoint: f64,
        /// Cut each tier into N shares; else into one for each thread, or more where there is no memory for these
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
        shares: Option<u32>,
        /// Run the shares on N threads side by side
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4_096))]
        threads: u32,
    },
    /// Run one share, or some, of every tier, beside other processes that run the others
    #[command(after_help = "Example: grundy big share 2 --of 4 --store /shared/l60 'ladders(60, 4)'")]
    Share {
        /// The share, from 0 on, or several as 0-3
        #[arg(value_name = "SHARE", value_parser = some_shares)]
        share: (u32, u32),
        #[command(flatten)]
        of_game: Of,
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
    /// Run all shares on a Ray cluster, by Python with Ray's own client; the same command goes on with what is there
    #[command(after_help = "Example: grundy big ray --address auto --shares 16 --store s3://bucket/l60 'ladders(60, 4)'")]
    Ray(RayArgs),
    /// Write what starts every share under a batch system
    #[command(after_help = "Example: grundy big jobs 'ladders(60, 4)' --for slurm --shares 16 --store /shared/l60 > job.sbatch")]
    Jobs(JobsArgs),
    /// How far a table is
    #[command(after_help = "Example: grundy big status l60")]
    Status {
        /// The folder, or the URL
        #[arg(value_name = "STORE")]
        store: String,
    },
    /// Compare entries with those of their options by the reference interpreter; all of them are a proof
    #[command(after_help = "Examples:\n  grundy big check l60 --all\n  grundy big check l60 --sample 100000 --seed 7")]
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
    #[command(after_help = "Examples:\n  grundy big export l60 --tier 3 > tier3.csv\n  grundy big export l60 --format raw > l60.bin")]
    Export {
        /// The folder, or the URL
        #[arg(value_name = "STORE")]
        store: String,
        /// Only this tier, the first is 0
        #[arg(long, value_name = "T")]
        tier: Option<usize>,
        /// How
        #[arg(long, value_enum, default_value = "csv")]
        format: Written,
    },
}

/// The game and what is wanted of it.
#[derive(ClapArgs)]
pub struct Of {
    /// The game, with a position up to whose numbers the table goes where its rules set no bound: 'ladders(60, 4)', 'wythoff[2000, 2000]'
    #[arg(value_name = "GAME")]
    pub game: String,
    /// What the table says; else remoteness for games that may go round, values for others
    #[arg(long, value_enum)]
    pub what: Option<Wanted>,
    /// Also read the games of this rule file
    #[arg(long = "file", short = 'f', value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The graph of a parameter, G=FILE: an edge in each line of the file, `a b`, or a path, `a-b-c`
    #[arg(long, value_name = "G=FILE", value_parser = crate::args::graph)]
    pub graph: Vec<(String, PathBuf)>,
    /// Keep no moves: where they are not turned round, open positions look at theirs again in every round; little memory, more time
    #[arg(long)]
    pub sweep: bool,
    /// Read lower tiers once, in order, where moves are turned round, instead of looking entries up: for those that do not fit in memory
    #[arg(long)]
    pub stream: bool,
}

impl Of {
    /// Its options that each share must be given alike.
    pub fn ways(&self) -> impl Iterator<Item = &'static str> {
        [(self.sweep, "--sweep"), (self.stream, "--stream")].into_iter().filter_map(|(asked, option)| asked.then_some(option))
    }
}

/// What a table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Wanted {
    /// Who wins, or that nobody does; the smallest tables
    Outcomes,
    /// Who wins, and in how many moves; draws
    Remoteness,
    /// Grundy values, of games that end
    Values,
}

impl Wanted {
    /// In the words of the engine.
    pub fn what(self) -> What {
        match self {
            Wanted::Outcomes => What::Outcomes,
            Wanted::Remoteness => What::Remoteness,
            Wanted::Values => What::Values,
        }
    }

    /// As it is written on the command line and in manifests.
    pub fn word(self) -> &'static str {
        match self {
            Wanted::Outcomes => "outcomes",
            Wanted::Remoteness => "remoteness",
            Wanted::Values => "values",
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
pub enum Wrong {
    /// As everywhere.
    Error(Error),
    /// Another share was waited for too long.
    Again(Text),
    /// There is no room.
    Full(Text),
    /// An entry does not fit.
    Differs(Text),
    /// What was run said why, and ended with this code.
    Said(u8),
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Wrong {
        Wrong::Error(error)
    }
}

impl From<Fault> for Wrong {
    fn from(fault: Fault) -> Wrong {
        match fault {
            Fault::Full(text) => Wrong::Full(text),
            fault => Wrong::Error(Error::Usage(fault.text())),
        }
    }
}

/// What a command ends with.
pub type Done = Result<(), Wrong>;

/// Runs the command.
pub fn big(face: &Face<'_>, args: &BigArgs, (budget, limits): (&Budget<'_>, &Limits)) -> u8 {
    let told = match &args.command {
        BigCommand::Plan { of, shares } => opened(face, of, budget).map_err(Wrong::Error).and_then(|opened| {
            let plan = opened.plan(budget)?;
            big_plan::plan(face, &opened, &plan, (&manifest(&opened, &plan, 1), shares), budget)
        }),
        BigCommand::Solve { of, store, shares, threads, checkpoint } => {
            let working = Working { shares: None, of: *shares, threads: *threads, patience: None, checkpoint: *checkpoint };
            solve(face, of, store, &working, (budget, limits))
        }
        BigCommand::Share { share, of_game, of, store, threads, patience, checkpoint } => {
            let working = Working { shares: Some(*share), of: Some(*of), threads: *threads, patience: *patience, checkpoint: *checkpoint };
            solve(face, of_game, store, &working, (budget, limits))
        }
        BigCommand::Ray(args) => ray(face, args, (budget, limits)),
        BigCommand::Jobs(args) => opened(face, &args.of, budget).map_err(Wrong::Error).and_then(|game| {
            // What no share could do is said before any is started.
            game.plan(budget)?;
            put(&big_jobs::text(args, game.wanted));
            Ok(())
        }),
        BigCommand::Status { store } => status(face, store, budget),
        BigCommand::Check { store, all, sample, seed } => check(face, store, if *all { None } else { Some((*sample, *seed)) }, budget),
        BigCommand::Export { store, tier, format } => export(store, *tier, *format, budget),
    };
    limits.finish();
    match told {
        Ok(()) => 0,
        Err(Wrong::Error(error)) => face.complain(&error, None),
        Err(Wrong::Again(text)) => {
            face.complain(&Error::Usage(text), None);
            AGAIN
        }
        Err(Wrong::Full(text)) => {
            face.complain(&Error::Usage(text), None);
            LIMIT
        }
        Err(Wrong::Said(code)) => code,
        Err(Wrong::Differs(text)) => {
            match face.args.json {
                true => put(&format!("{}\n", json!({ "fits": false, "why": text.get(face.lang) }))),
                false => put(&format!("{}\n", text.get(face.lang))),
            }
            1
        }
    }
}

/// A game that was read, and what is wanted of it.
pub struct Opened {
    /// The game.
    pub big: Big,
    /// What is wanted of it.
    pub wanted: Wanted,
    /// No moves are kept.
    pub sweep: bool,
    /// Lower tiers are read in order.
    pub stream: bool,
}

impl Opened {
    /// The tiers of the table.
    fn plan(&self, budget: &Budget<'_>) -> Result<Plan<'_>, Error> {
        Ok(self.big.plan(self.wanted.what(), budget)?.sweeping(self.sweep).streaming(self.stream))
    }
}

fn opened(face: &Face<'_>, of: &Of, budget: &Budget<'_>) -> Result<Opened, Error> {
    let mut desk = Desk::new(Some(Arc::new(Jit::new(1))));
    let how = How { lang: face.lang, graphs: files::graphs(&of.graph, budget)?, ..How::default() };
    desk.settle(&how)?;
    files::open(&mut desk, &of.files, how, budget)?;
    let big = desk.session().big(&of.game, budget)?;
    let usual = if big.world.rules(big.game).conventions().plain() { Wanted::Values } else { Wanted::Remoteness };
    Ok(Opened { wanted: of.what.unwrap_or(usual), big, sweep: of.sweep, stream: of.stream })
}

fn manifest(opened: &Opened, plan: &Plan<'_>, shares: usize) -> Manifest {
    let Big { world, game, tops, title, rules, .. } = &opened.big;
    let ir = world.rules(*game).game().expect("large tables are made of rules");
    Manifest {
        game: title.clone(),
        tops: tops.clone(),
        what: opened.wanted.word().to_owned(),
        shares,
        measure: plan.measure().map_or("-".to_owned(), |measure| measure.text(ir).en),
        tiers: (0..plan.tiers()).map(|tier| plan.tier(tier).index.size()).collect(),
        rules: rules.clone(),
    }
}

/// The game that a store is of.
fn stored(place: &dyn Place, budget: &Budget<'_>) -> Result<(Opened, Manifest), Error> {
    let manifest = Manifest::read(place).map_err(|fault| Error::Usage(fault.text()))?.ok_or_else(|| {
        Error::Usage(text!(
            "there is no store of a large table; `grundy big solve GAME --store FOLDER` makes one",
            "此处没有大表的存储；`grundy big solve 游戏 --store 文件夹` 可生成"
        ))
    })?;
    let mut session = Session::new();
    session.load_rules(archive::MANIFEST, &manifest.rules)?;
    let big = session.big(&manifest.game, budget)?;
    let big = Big { tops: manifest.tops.clone(), ..big };
    let Some(wanted) = [Wanted::Outcomes, Wanted::Remoteness, Wanted::Values].into_iter().find(|wanted| wanted.word() == manifest.what)
    else {
        let what = &manifest.what;
        return Err(Error::Usage(text!(
            "the store is a table of `{what}`, which this program does not know",
            "该存储是 `{what}` 的表，本程序不认识"
        )));
    };
    Ok((Opened { big, wanted, sweep: false, stream: false }, manifest))
}

/// What a store holds, with its plan, which must be that of the manifest.
pub fn planned<'o>(opened: &'o Opened, manifest: &Manifest, budget: &Budget<'_>) -> Result<Plan<'o>, Error> {
    let plan = opened.plan(budget)?;
    match manifest.differs(&self::manifest(opened, &plan, manifest.shares)) {
        Some(text) => Err(Error::Usage(text)),
        None => Ok(plan),
    }
}

/// A store that is asked: where it lies, and what it is of.
pub struct Held {
    place: Box<dyn Place>,
    /// The game.
    pub opened: Opened,
    /// What the store says of itself.
    pub manifest: Manifest,
}

impl Held {
    /// The store that a person means.
    pub fn of(store: &str, budget: &Budget<'_>) -> Result<Held, Error> {
        let place = place(store).map_err(|fault| Error::Usage(fault.text()))?;
        let (opened, manifest) = stored(&*place, budget)?;
        Ok(Held { place, opened, manifest })
    }

    /// Its objects.
    pub fn store(&self) -> Store<'_> {
        Store::new(&*self.place, &self.manifest)
    }
}

/// Bytes as a person reads them.
pub fn human(bytes: f64) -> String {
    const UNITS: [&str; 6] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
    let (mut bytes, mut unit) = (bytes, 0);
    while bytes >= 1024.0 && unit + 1 < UNITS.len() {
        bytes /= 1024.0;
        unit += 1;
    }
    format!("{bytes:.1} {}", UNITS[unit])
}

/// Seconds as a person reads them.
pub fn duration(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.1} s"),
        ..7_200.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.1} h", seconds / 3_600.0),
        _ => format!("{:.0} d", seconds / 86_400.0),
    }
}

/// Writes the manifest of a store, where there is none.
fn begun(opened: &Opened, plan: &Plan<'_>, place: &dyn Place, shares: u32) -> Result<Manifest, Wrong> {
    if shares > 1 && plan.is_one_share() && plan.largest() > plan.block() {
        return Err(Error::Unsupported(text!(
            "the values of these positions are found in the order of a measure, and each tier is one share: not {shares}",
            "这些局面的值按度量的次序求出，每层只能是一份，不能是 {shares} 份"
        ))
        .into());
    }
    let manifest = manifest(opened, plan, shares as usize);
    manifest.write(place)?;
    Ok(manifest)
}

/// Lets a Ray cluster run the shares, and says how far the table is then.
fn ray(face: &Face<'_>, args: &RayArgs, (budget, limits): (&Budget<'_>, &Limits)) -> Done {
    let opened = opened(face, &args.of, budget)?;
    begun(&opened, &opened.plan(budget)?, &*place(&args.store)?, args.shares)?;
    limits.finish();
    big_ray::run(face, args, opened.wanted)?;
    status(face, &args.store, budget)
}

/// Says on stderr what was chosen.
pub fn told(face: &Face<'_>, text: Text) {
    let _ = writeln!(stderr(), "{}", text.get(face.lang));
}

/// What this process does of a table, and how.
struct Working {
    /// The first and the last of its shares, if not all.
    shares: Option<(u32, u32)>,
    /// How many there are, if that is said.
    of: Option<u32>,
    threads: u32,
    /// Seconds that another share is waited for.
    patience: Option<f64>,
    /// Seconds between two checkpoints.
    checkpoint: f64,
}

fn solve(face: &Face<'_>, of: &Of, store: &str, working: &Working, (budget, limits): (&Budget<'_>, &Limits)) -> Done {
    let Working { shares, of: said, threads, patience, checkpoint } = *working;
    if let (Some((_, last)), Some(of_shares)) = (shares, said)
        && last >= of_shares
    {
        let greatest = of_shares - 1;
        return Err(Error::Usage(text!(
            "share {last}: with --of {of_shares} shares are 0 to {greatest}",
            "第 {last} 份：--of {of_shares} 时各份为 0 至 {greatest}"
        ))
        .into());
    }
    let opened = opened(face, of, budget)?;
    let place = place(store)?;
    let mut plan = opened.plan(budget)?;
    let alone = shares.is_none_or(|(first, last)| (first, Some(last + 1)) == (0, said));
    let mut of_shares = said.unwrap_or(1);
    if alone {
        (plan, of_shares) = chosen(face, (&opened, plan, &*place), (said, threads), budget)?;
    }
    let (first, last) = shares.unwrap_or((0, of_shares - 1));
    let manifest = begun(&opened, &plan, &*place, of_shares)?;
    let whole = plan.places();
    let (said, rested) = (Cell::new(Instant::now()), Cell::new(false));
    let tell = |progress: Progress| {
        limits.progress(progress.done, Some(whole));
        if progress.rests && !rested.replace(true) {
            told(
                face,
                text!(
                    "there is no memory for all shares at once: one works at a time, and the others rest in the store between rounds",
                    "内存不足以同时容纳所有份：每次只有一份工作，其余各份在两轮之间存放在存储中"
                ),
            );
        }
        if let Some((share, since)) = progress.waits.filter(|(_, since)| *since > Duration::from_secs(10))
            && said.get().elapsed() > Duration::from_secs(30)
        {
            said.set(Instant::now());
            let (tier, round, seconds) = (progress.tier, progress.round, since.as_secs());
            told(
                face,
                text!(
                    "tier {tier}, round {round}: waiting for share {share} for {seconds} s",
                    "第 {tier} 层第 {round} 轮：等待第 {share} 份已 {seconds} 秒"
                ),
            );
        }
    };
    let job = Job {
        plan: &plan,
        store: Store::new(&*place, &manifest),
        of: of_shares as usize,
        mine: first as usize..last as usize + 1,
        patience: patience.map(Duration::from_secs_f64),
        memory: budget.memory / LOWER,
        checkpoints: Some(Duration::from_secs_f64(checkpoint)),
        rests: false,
    };
    match run_on(&job, threads as usize, &tell, budget) {
        Ok(()) => {}
        Err(Failure::Store(fault)) => return Err(fault.into()),
        Err(Failure::Waited(text)) => return Err(Wrong::Again(text)),
        Err(Failure::Table(halt)) => {
            if let Halt::Fault(rules::rules::Fault::Stopped(stop)) = &halt {
                let kept = text!("what is in {store} stays: the same command goes on with it", "{store} 中已有的内容保留：同一命令可继续");
                if *stop != Stop::Cancelled || !face.args.json {
                    let _ = writeln!(stderr(), "{}", kept.get(face.lang));
                }
                if let Stop::Memory(needed, given) = *stop {
                    // A share holds its part of a tier; more than there are blocks hold nothing.
                    let shares = needed.div_ceil(given.max(1)).saturating_mul(of_shares.into()).max(2);
                    let shares = shares.min(plan.largest().div_ceil(plan.block()));
                    if shares > of_shares.into() {
                        let more = text!(
                            "less is needed by shares in processes of their own, on one machine or several: {shares} or more, in another --store (`grundy big jobs`)",
                            "各份分别在自己的进程中（一台或多台机器）所需较少：{shares} 份或更多，用另一个 --store（`grundy big jobs`）"
                        );
                        let _ = writeln!(stderr(), "{}", more.get(face.lang));
                    }
                    if plan.sorts() && !plan.sweeps() {
                        let sweep =
                            text!("with `--sweep`, in another --store, no moves are kept", "加 `--sweep`（用另一个 --store）则不保存着法");
                        let _ = writeln!(stderr(), "{}", sweep.get(face.lang));
                    }
                }
            }
            return Err(opened.big.error(halt).into());
        }
        Err(_) => return Err(Error::Bug(text!("a run ended without a reason", "运行无故中止")).into()),
    }
    limits.finish();
    status(face, store, budget)
}

fn status(face: &Face<'_>, store: &str, budget: &Budget<'_>) -> Done {
    let place = place(store)?;
    let Some(manifest) = Manifest::read(&*place)? else { return Ok(stored(&*place, budget).map(drop)?) };
    let Manifest { game, what, shares, measure, tiers, .. } = &manifest;
    let (mut done, mut bytes) = (0, 0);
    let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
    for (tier, size) in tiers.iter().enumerate() {
        let absent = missing(&*place, tier, *shares)?;
        for share in (0..*shares).filter(|share| !absent.contains(share)) {
            bytes += place.size(&table_name(tier, share))?.unwrap_or(0);
        }
        match absent.is_empty() {
            true => done += size,
            false => open.push((tier, absent)),
        }
    }
    let all: u64 = tiers.iter().sum();
    if face.args.json {
        let open: Vec<_> = open.iter().map(|(tier, shares)| json!({ "tier": tier, "shares": shares })).collect();
        let told = json!({
            "game": game, "what": what, "shares": shares, "measure": measure, "tiers": tiers.len(), "positions": all, "done": done, "bytes": bytes, "open": open,
        });
        put(&format!("{told}\n"));
        return Ok(());
    }
    let (count, whole) = (tiers.len(), tiers.len() - open.len());
    let cut = if *shares == 1 { "one share each".to_owned() } else { format!("{shares} shares each") };
    let each = bytes as f64 / done.max(1) as f64;
    let volume = human(bytes as f64);
    let mut out = match face.lang {
        Lang::En => format!(
            "game:    {game}\ntable:   {what}, {count} tiers of {cut}, by {measure}\nwhole:   {whole} tiers, {done} of {all} places\nstore:   {volume}, {each:.4} bytes a place\n"
        ),
        Lang::Zh => format!(
            "游戏：  {game}\n表：    {what}，{count} 层，每层 {shares} 份，按 {measure} 分层\n完整：  {whole} 层，{all} 个位置中的 {done} 个\n存储：  {volume}，每个位置 {each:.4} 字节\n"
        ),
    };
    if let Some((tier, shares)) = open.first() {
        let list = shares.iter().take(12).map(usize::to_string).collect::<Vec<_>>().join(", ");
        let more = if shares.len() > 12 { ", …" } else { "" };
        let _ = match face.lang {
            Lang::En => writeln!(out, "next:    tier {tier}, shares {list}{more}"),
            Lang::Zh => writeln!(out, "下一步：第 {tier} 层，第 {list}{more} 份"),
        };
    }
    put(&out);
    Ok(())
}
