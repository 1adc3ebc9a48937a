//! `grundy heap`: tables, single values, periods and surveys of heap games, in words and files. The mathematics is the crate `heap`'s.

mod facts;
mod streams;
mod values;

use std::cell::Cell;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use base::budget::Budget;
use base::text;
use base::text::Text;
use clap::{Args as ClapArgs, ValueEnum};
use dashu_int::UBig;
use grundy::{Error, heap as front};
use heap::code::Code;
use heap::machine::Halt;
use heap::stream::{KEPT, Stream};
use heap::table::{SETTLED, Table};

use crate::limits::Limits;
use crate::run::{Face, expect_to_write, put, put_by, write_parts, write_whole};
use facts::{Facts, sparse};
use values::{Written, each};

pub const EXAMPLES: &str = "\
Examples:
  grundy heap 0.77 --to 40
  grundy heap 0.07 --at 1000000000000000000
  grundy heap 0.45 --period --certificate dawson.cert
  grundy heap 4.0 --to 1000000 --sparse
  grundy heap 0.6 --to 100000 --format bfile
  grundy heap 0.454 --period --checkpoint 454.state --resume
  grundy heap 'subtract{1,3,4}' --period
  grundy heap --survey 2 --to 2000 --csv octal.csv

Codes: octal 0.77, .77, 4.0; hexadecimal 0.8F; larger digits 0.{16}; repeating digits 0.1[03];
'subtract{1,3,4}', 'subtract all-but{2}', 'subtract powers{2}' (squares, cubes, triangular, primes,
fibonacci, factorials); grundy; 'split{2,3} unequal', 'split{2} equal', 'split{2} into{1,3,4}'.
Quote braces and brackets from the shell. docs/heap.md tells more.";

/// What is asked about a heap game.
#[derive(ClapArgs)]
pub struct HeapArgs {
    /// The code of the game, such as 0.77
    #[arg(value_name = "CODE", required_unless_present = "survey", conflicts_with = "survey")]
    code: Option<String>,
    /// Values up to this n; for --period, --at and --survey how far to look for a period (else up to 33,554,432 values, where they
    /// are slow to compute fewer)
    #[arg(long, value_name = "N", value_parser = bound)]
    to: Option<usize>,
    /// One value; where a period is proved, n may have a thousand digits
    #[arg(long, value_name = "N", value_parser = natural, conflicts_with_all = ["period", "sparse", "survey", "summary", "format"])]
    at: Option<UBig>,
    /// Period, preperiod, saltus, last exception, largest value
    #[arg(long, conflicts_with_all = ["sparse", "survey", "format"])]
    period: bool,
    /// The sparse space: mask, rare values, last rare heap
    #[arg(long, conflicts_with_all = ["survey", "summary", "format"])]
    sparse: bool,
    /// Every octal code of up to so many digits, as CSV
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u32).range(1..=5))]
    survey: Option<u32>,
    /// Where the survey goes; else to standard output
    #[arg(long, value_name = "FILE", requires = "survey", conflicts_with = "code")]
    csv: Option<PathBuf>,
    /// Write the certificate of the period to FILE, checked; with --survey a directory for all of them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["at", "sparse", "format"])]
    certificate: Option<PathBuf>,
    /// How values are written
    #[arg(long, value_enum, default_value = "text", conflicts_with = "survey")]
    format: HeapFormat,
    /// Only the summary, no table
    #[arg(long, conflicts_with_all = ["survey", "format"])]
    summary: bool,
    /// Save the state of the work to FILE every so often (--every), on Ctrl-C and at the end
    #[arg(long, value_name = "FILE", conflicts_with = "survey")]
    checkpoint: Option<PathBuf>,
    /// How long work may lie unsaved: at most 60
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = minute, requires = "checkpoint", conflicts_with = "survey")]
    every: Duration,
    /// Threads for games with a sparse space: the others look for witnesses of rare values
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=64), conflicts_with = "survey")]
    threads: u32,
    /// Go on from the checkpoint, if the file is there
    #[arg(long, requires = "checkpoint", conflicts_with = "survey")]
    resume: bool,
}

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HeapFormat {
    /// Rows for a terminal, after a summary
    Text,
    /// An OEIS b-file: n and G(n) in each line
    Bfile,
    /// Comma-separated values with a head
    Csv,
    /// One byte for each value, from G(0) on
    Raw,
}

fn natural(text: &str) -> Result<UBig, String> {
    const MOST: usize = 1100;
    if text.is_empty() || text.len() > MOST || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("expected a natural number of at most {MOST} digits"));
    }
    UBig::from_str_radix(text, 10).map_err(|e| e.to_string())
}

fn bound(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("expected a natural number of at most {}", usize::MAX))
}

fn minute(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=60.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected a number of seconds from 0.01 to 60".to_owned())
}

/// Values up to which a proof is checked without being asked for.
const CHECKED: usize = 200_000;
/// How far a table goes that nobody bounds.
const SHOWN: usize = 100;
/// Nobody reads longer tables.
const LONGEST_TABLE: usize = 10_000_000;
/// Beyond any table.
const MOST: usize = usize::MAX / 8;
/// Nobody waits for so many values one by one.
const FAR: usize = 1 << 40;

/// Runs the command.
pub fn heap(face: &Face<'_>, args: &HeapArgs, (budget, limits): (&Budget<'_>, &Limits)) -> u8 {
    let done = match args.survey {
        Some(digits) => survey(face, args, digits, (budget, limits)),
        None => one(face, args, (budget, limits)),
    };
    limits.finish();
    match done {
        Ok(()) => 0,
        Err(error) => face.complain(&error),
    }
}

/// One game.
fn one(face: &Face<'_>, args: &HeapArgs, (budget, limits): (&Budget<'_>, &Limits)) -> Result<(), Error> {
    let code = front::read(args.code.as_deref().unwrap_or_default())?;
    if face.args.json && args.format != HeapFormat::Text {
        return Err(Error::Usage(text!(
            "--json and --format say both how values are written; leave one of them out",
            "--json 与 --format 都规定值的写法；请去掉其中一个"
        )));
    }
    if let (Some(one), Some(other)) = (&args.checkpoint, &args.certificate)
        && one == other
    {
        let shown = one.display();
        return Err(Error::Usage(text!("{shown} cannot hold both the checkpoint and the certificate", "{shown} 不能同时存放检查点和证书")));
    }
    let mut table = match start(args, &code, budget)? {
        Begun::Table(table) => *table,
        Begun::Stream(stream) => return streams::resume(face, args, *stream, limits),
    };
    for path in [&args.checkpoint, &args.certificate].into_iter().flatten() {
        expect_to_write(path)?;
    }
    table.share(args.threads as usize);
    let to = wanted(args);
    let table_wanted = !(args.at.is_some() || args.period || args.sparse || args.summary) && args.format == HeapFormat::Text;
    if table_wanted && to > LONGEST_TABLE + 1 {
        return Err(Error::Usage(text!(
            "a table goes up to n = {LONGEST_TABLE}; --format csv or raw, or --summary, go further",
            "表格最多到 n = {LONGEST_TABLE}；更远请用 --format csv 或 raw，或 --summary"
        )));
    }
    let work = |table: &mut Table, to: usize| run(face, args, table, to as u64, limits, &|| false);
    if args.at.is_some() || args.period && args.to.is_none() {
        // A period is worth more than values one by one, but not for ever.
        let known = |table: &Table| args.to.map_or_else(|| table.patience(), |n| Some(n.saturating_add(1)));
        for most in [SETTLED, MOST] {
            let bound = known(&table).unwrap_or(0);
            work(&mut table, bound.min(most).min(to))?;
        }
        table.look(budget).map_err(Error::Stopped)?;
    }
    if let (Some(n), true) = (&args.at, table.period().is_none() && to > FAR) {
        let known = table.known();
        return Err(Error::Unsupported(text!(
            "{code}: no period is proved from {known} values, and n = {n} is too far to compute all values up to it; --to looks further for a period",
            "{code}：由 {known} 个值未能证明周期，而 n = {n} 太远，无法逐个计算；可用 --to 继续寻找周期"
        )));
    }
    let unproved = table.period().is_none();
    if unproved && streams::serve(args) {
        work(&mut table, to.min(KEPT))?;
        table.look(budget).map_err(Error::Stopped)?;
        if table.known() < to && table.period().is_none() && table.space().is_some() {
            return streams::go_on(face, args, table, to, limits);
        }
    }
    if !(args.period && args.to.is_none()) {
        work(&mut table, to)?;
    }
    if args.period {
        table.look(budget).map_err(Error::Stopped)?;
    }
    limits.finish();
    if let Some(n) = &args.at {
        let value = table.value(n).ok_or_else(|| Error::Bug(text!("no value", "没有值")))?;
        tell_value(face, &code, &n.to_string(), &value.to_string());
        return Ok(());
    }
    if args.sparse {
        let space = table.space().ok_or_else(|| {
            Error::Unsupported(text!(
                "{code}: a sparse space is looked for in games whose moves leave at most two heaps",
                "{code}：只有每步至多留下两堆的游戏才寻找稀疏空间"
            ))
        })?;
        sparse(face, &code, space, table.known() as u64);
        return Ok(());
    }
    if args.format != HeapFormat::Text {
        return written(args.format, &table, to, limits);
    }
    if args.period && table.period().is_none() {
        let known = table.known();
        if known == 0 {
            return Err(Error::Unsupported(text!(
                "{code}: no theorem proves a period of such a game; --to N looks at the values up to N",
                "{code}：没有定理能证明此类游戏的周期；可用 --to N 查看 N 以内的值"
            )));
        }
        return Err(Error::Unsupported(text!(
            "{code}: no period is proved from {known} values; --to looks further",
            "{code}：由 {known} 个值未能证明周期；可用 --to 继续"
        )));
    }
    let proof = prove(args, &table, budget)?;
    limits.finish();
    let looked = to.min(table.known());
    // Of a periodic game all values are known; of others those that were computed.
    let all = table.period().map(|period| period.preperiod + period.period);
    let facts = Facts {
        code: &code,
        period: table.period(),
        looked: table.known() as u64,
        largest: table.largest(all.unwrap_or(looked)).map(|(value, n)| (value, n as u64)),
        known: table.known() as u64,
    };
    if face.args.json {
        let mut json = facts.json(proof.as_ref());
        if table_wanted {
            json["values"] = each(&table, to).collect();
        }
        face.print(&json, "");
        return Ok(());
    }
    put(&facts.words(face, proof.as_ref()));
    if table_wanted {
        put("\n");
        written(HeapFormat::Text, &table, to, limits)?;
    }
    Ok(())
}

/// Writes the values of a table.
fn written(format: HeapFormat, table: &Table, to: usize, limits: &Limits) -> Result<(), Error> {
    let large = Cell::new(None);
    let mut written = Written::new(format, table, to, &large);
    let done = written.table(table, to, limits);
    written.end();
    done
}

/// One more than the last n that is wanted.
fn wanted(args: &HeapArgs) -> usize {
    match (&args.at, args.to, args.period) {
        (Some(n), ..) => usize::try_from(n).map_or(MOST, |n| n.saturating_add(1)).min(MOST),
        (None, Some(n), _) => n.saturating_add(1).min(MOST),
        (None, None, true) => MOST,
        (None, None, false) => SHOWN + 1,
    }
}

/// Prints one value.
fn tell_value(face: &Face<'_>, code: &Code, n: &str, value: &str) {
    face.print(&serde_json::json!({ "code": code.to_string(), "n": n, "value": value }), &format!("{value}\n"));
}

/// Where one begins.
enum Begun {
    Table(Box<Table>),
    Stream(Box<Stream>),
}

/// A table without values, or what stands in the checkpoint.
fn start(args: &HeapArgs, code: &Code, budget: &Budget<'_>) -> Result<Begun, Error> {
    let seek = !args.sparse;
    let path = match &args.checkpoint {
        Some(path) if path.exists() => path,
        _ => return Ok(Begun::Table(Box::new(Table::new(code, seek)))),
    };
    let shown = path.display();
    if !args.resume {
        return Err(Error::Usage(text!(
            "{shown} is there already: --resume goes on from it; to begin anew take it away",
            "{shown} 已存在：可用 --resume 从中继续；要重新开始请先移走它"
        )));
    }
    let unread = |e: std::io::Error| Error::Usage(text!("{shown} cannot be read: {e}", "无法读取 {shown}：{e}"));
    let mut file = BufReader::new(File::open(path).map_err(unread)?);
    let begun = if Stream::begins(file.fill_buf().map_err(unread)?) {
        Stream::load(code, &mut file).map(|stream| Begun::Stream(Box::new(stream))).map_err(Halt::Unfit)
    } else {
        Table::load(code, seek, &mut file, budget).map(|table| Begun::Table(Box::new(table)))
    };
    begun.map_err(|halt| match halt {
        Halt::Stop(stop) => Error::Stopped(stop),
        Halt::Unfit(Text { en, zh }) => {
            Error::Usage(text!("{shown}: {en}; without this file one begins anew", "{shown}：{zh}；移走该文件即可重新开始"))
        }
    })
}

/// What is computed in pieces and saved between them.
trait Work {
    /// How many values there are.
    fn known(&self) -> u64;
    fn advance(&mut self, to: u64, budget: &Budget<'_>) -> Result<(), Halt>;
    fn save(&self, out: &mut dyn Write) -> std::io::Result<()>;
}

impl Work for Table {
    fn known(&self) -> u64 {
        Table::known(self) as u64
    }

    fn advance(&mut self, to: u64, budget: &Budget<'_>) -> Result<(), Halt> {
        Table::advance(self, usize::try_from(to).unwrap_or(MOST), budget)
    }

    fn save(&self, out: &mut dyn Write) -> std::io::Result<()> {
        Table::save(self, out)
    }
}

/// Computes as far as is wanted, with checkpoints. Stops where `broken` becomes true, of which the caller knows what it means.
fn run(face: &Face<'_>, args: &HeapArgs, work: &mut dyn Work, to: u64, limits: &Limits, broken: &dyn Fn() -> bool) -> Result<(), Error> {
    let save = |work: &dyn Work| match &args.checkpoint {
        Some(path) => write_parts(path, &mut |file| {
            work.save(file)?;
            file.flush()?;
            // Only then it takes the place of the one before.
            file.get_ref().sync_data().map(|()| None)
        }),
        None => Ok(()),
    };
    let whole = (to < MOST as u64).then_some(to);
    let progress = |done, _| limits.progress(done, whole);
    let held = || limits.held();
    let (mut every, mut saved) = (args.every, work.known());
    loop {
        let due = Instant::now() + every;
        let stop = || {
            let pause = broken() || args.checkpoint.is_some() && Instant::now() >= due;
            limits.stop().or(pause.then_some(base::budget::Stop::Cancelled))
        };
        let budget = Budget::new(face.args.memory, &stop, &progress).beside(&held);
        match work.advance(to, &budget) {
            Ok(()) => return save(work),
            Err(Halt::Unfit(why)) => return Err(Error::Unsupported(why)),
            Err(Halt::Stop(reason)) => {
                save(work)?;
                if let Some(reason) = limits.stop() {
                    return Err(Error::Stopped(reason));
                }
                if broken() {
                    return Ok(());
                }
                if args.checkpoint.is_none() || reason != base::budget::Stop::Cancelled {
                    return Err(Error::Stopped(reason));
                }
                // A look for a period begins again where it was stopped: it gets more time, for there is nothing new to lose.
                every = if work.known() > saved { args.every } else { 2 * every };
                saved = work.known();
            }
        }
    }
}

/// Checks the period of a table where that is asked for or soon done, and writes its certificate.
fn prove(args: &HeapArgs, table: &Table, budget: &Budget<'_>) -> Result<Option<certificate::Checked>, Error> {
    let soon = table.period().is_some_and(|period| period.values <= CHECKED);
    if args.certificate.is_none() && !soon {
        return Ok(None);
    }
    if table.period().is_none() {
        let known = table.known();
        return Err(Error::Unsupported(text!(
            "no period is proved from {known} values, so there is no certificate",
            "由 {known} 个值未能证明周期，故没有证书"
        )));
    }
    let (certificate, checked) = front::certify(table, budget)?;
    if let Some(path) = &args.certificate {
        write_whole(path, certificate)?;
    }
    Ok(Some(checked))
}

/// Every octal code of up to so many digits.
fn survey(face: &Face<'_>, args: &HeapArgs, digits: u32, (budget, limits): (&Budget<'_>, &Limits)) -> Result<(), Error> {
    let to = args.to.unwrap_or(5000).saturating_add(1);
    if let Some(folder) = &args.certificate {
        let shown = folder.display();
        std::fs::create_dir_all(folder).map_err(|e| Error::Usage(text!("{shown} cannot be made: {e}", "无法创建 {shown}：{e}")))?;
    }
    if let Some(path) = &args.csv {
        expect_to_write(path)?;
    }
    let quiet = |_, _| ();
    let (stop, held) = (|| limits.stop(), || limits.held());
    let single = Budget::new(face.args.memory, &stop, &quiet).beside(&held);
    let mut lines = String::from("code,standard,shift,preperiod,period,saltus,largest,largest_at,computed,certificate\n");
    let all: Vec<Code> = (1..=digits).flat_map(front::codes).collect();
    let mut proved = 0;
    for (done, code) in all.iter().enumerate() {
        budget.report(done as u64, Some(all.len() as u64));
        let front::Surveyed { table, certificate } = front::survey(code, to, &single)?;
        let form = code.standard().map_or_else(|| ",".to_owned(), |standard| format!("{},{}", standard.code, standard.shift));
        let law = table.period().map_or_else(|| ",,".to_owned(), |p| format!("{},{},{}", p.preperiod, p.period, p.saltus));
        let largest = table.largest(table.known()).map_or_else(|| ",".to_owned(), |(value, n)| format!("{value},{n}"));
        let status = if certificate.is_some() { "checked" } else { "" };
        lines += &format!("{code},{form},{law},{largest},{},{status}\n", table.known());
        proved += usize::from(certificate.is_some());
        if let (Some(folder), Some(text)) = (&args.certificate, certificate) {
            write_whole(&folder.join(format!("{code}.cert")), text)?;
        }
    }
    limits.finish();
    let Some(path) = &args.csv else {
        put_by(&mut |out| out.write_all(lines.as_bytes()));
        return Ok(());
    };
    write_whole(path, &lines)?;
    let (count, shown) = (all.len(), path.display());
    let words = text!("{shown}: {count} codes, {proved} periods proved\n", "{shown}：{count} 个代码，{proved} 个周期已证明\n");
    face.print(&serde_json::json!({ "file": shown.to_string(), "codes": count, "proved": proved }), words.get(face.lang));
    Ok(())
}
