//! `grundy heap`: tables, single values, periods and surveys of heap games, in words and files. The mathematics is the crate `heap`'s.

mod streams;

use std::cell::Cell;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args as ClapArgs, ValueEnum};
use dashu_int::UBig;
use grundy::{Error, heap as front};
use heap::code::Code;
use heap::machine::Halt;
use heap::period::Period;
use heap::sparse::Space;
use heap::stream::{KEPT, Stream};
use heap::table::{SETTLED, Table};
use rules::budget::Budget;
use rules::text;
use rules::text::Text;

use crate::limits::Limits;
use crate::run::{Face, put, put_by, write_parts, write_whole};

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
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// One value; where a period is proved, n may have a thousand digits
    #[arg(long, value_name = "N", value_parser = natural, conflicts_with_all = ["period", "sparse", "survey", "format"])]
    at: Option<UBig>,
    /// Period, preperiod, saltus, last exception, largest value
    #[arg(long, conflicts_with_all = ["sparse", "survey", "format"])]
    period: bool,
    /// The sparse space: mask, rare values, last rare heap
    #[arg(long, conflicts_with_all = ["survey", "format"])]
    sparse: bool,
    /// Every octal code of up to so many digits, as CSV
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u32).range(1..=5))]
    survey: Option<u32>,
    /// Where the survey goes; else to standard output
    #[arg(long, value_name = "FILE", requires = "survey")]
    csv: Option<PathBuf>,
    /// Write the certificate of the period to FILE, checked; with --survey a directory for all of them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["at", "sparse", "format"])]
    certificate: Option<PathBuf>,
    /// How values are written
    #[arg(long, value_enum, default_value = "text")]
    format: HeapFormat,
    /// Only the summary, no table
    #[arg(long, conflicts_with = "format")]
    summary: bool,
    /// Save the state of the work to FILE every half minute and at the end
    #[arg(long, value_name = "FILE", conflicts_with = "survey")]
    checkpoint: Option<PathBuf>,
    /// Threads for games with a sparse space: the others look for witnesses of rare values
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
    /// Go on from the checkpoint, if the file is there
    #[arg(long, requires = "checkpoint")]
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

/// How long values may lie unsaved.
const EVERY: Duration = Duration::from_secs(30);
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
    let mut table = match start(args, &code, budget)? {
        Begun::Table(table) => *table,
        Begun::Stream(stream) => return streams::resume(face, args, *stream, limits),
    };
    table.share(args.threads as usize);
    let to = wanted(args);
    let table_wanted = !(args.at.is_some() || args.period || args.sparse || args.summary) && args.format == HeapFormat::Text;
    if table_wanted && to > LONGEST_TABLE + 1 {
        return Err(Error::Usage(text!(
            "a table goes up to n = {LONGEST_TABLE}; --format csv or raw, or --summary, go further",
            "表格最多到 n = {LONGEST_TABLE}；更远请用 --format csv 或 raw，或 --summary"
        )));
    }
    let broken = Cell::new(false);
    let work = |table: &mut Table, to: usize| run(face, args, table, to as u64, limits, &broken);
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
        return values(args.format, &table, to);
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
        if !args.summary {
            json["values"] = (0..looked).map(|n| table.get(n)).collect();
        }
        face.print(&json, "");
        return Ok(());
    }
    let mut words = facts.words(face, proof.as_ref());
    if args.period || args.summary {
        put(&words);
        return Ok(());
    }
    words.push('\n');
    put_by(&mut |out| {
        out.write_all(words.as_bytes())?;
        rows(out, &table, to)
    });
    Ok(())
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
        Some(path) if args.resume && path.exists() => path,
        _ => return Ok(Begun::Table(Box::new(Table::new(code, seek)))),
    };
    let shown = path.display();
    let unread = |e: std::io::Error| Error::Usage(text!("{shown} cannot be read: {e}", "无法读取 {shown}：{e}"));
    let mut file = BufReader::new(File::open(path).map_err(unread)?);
    let begun = if Stream::begins(file.fill_buf().map_err(unread)?) {
        Stream::load(code, &mut file).map(|stream| Begun::Stream(Box::new(stream)))
    } else {
        Table::load(code, seek, &mut file, budget).map(|table| Begun::Table(Box::new(table)))
    };
    begun.map_err(|Text { en, zh }| Error::Usage(text!("{shown}: {en}", "{shown}：{zh}")))
}

/// What is computed in pieces and saved between them.
trait Work {
    fn advance(&mut self, to: u64, budget: &Budget<'_>) -> Result<(), Halt>;
    fn save(&self, out: &mut dyn Write) -> std::io::Result<()>;
}

impl Work for Table {
    fn advance(&mut self, to: u64, budget: &Budget<'_>) -> Result<(), Halt> {
        Table::advance(self, usize::try_from(to).unwrap_or(MOST), budget)
    }

    fn save(&self, out: &mut dyn Write) -> std::io::Result<()> {
        Table::save(self, out)
    }
}

/// Computes as far as is wanted, with checkpoints. Stops where `broken` becomes true, of which the caller knows what it means.
fn run(face: &Face<'_>, args: &HeapArgs, work: &mut dyn Work, to: u64, limits: &Limits, broken: &Cell<bool>) -> Result<(), Error> {
    let save = |work: &dyn Work| match &args.checkpoint {
        Some(path) => write_parts(path, &mut |mut file| work.save(&mut file).map(|()| None)),
        None => Ok(()),
    };
    let whole = (to < MOST as u64).then_some(to);
    let progress = |done, _| limits.progress(done, whole);
    let held = || limits.held();
    loop {
        let due = Instant::now() + EVERY;
        let stop = || {
            let pause = broken.get() || args.checkpoint.is_some() && Instant::now() >= due;
            limits.stop().or(pause.then_some(rules::budget::Stop::Cancelled))
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
                if broken.get() {
                    return Ok(());
                }
                if args.checkpoint.is_none() || reason != rules::budget::Stop::Cancelled {
                    return Err(Error::Stopped(reason));
                }
            }
        }
    }
}

/// Checks the period of a table where that is asked for or soon done, and writes its certificate.
fn prove(args: &HeapArgs, table: &Table, budget: &Budget<'_>) -> Result<Option<certificate::Checked>, Error> {
    let soon = table.period().is_some_and(|period| period.values <= CHECKED) && table.code().digits().is_some();
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

/// What is known of a game and its values.
struct Facts<'a> {
    code: &'a Code,
    period: Option<&'a Period>,
    /// Among how many values a period was looked for.
    looked: u64,
    /// The largest value, and the least n that has it.
    largest: Option<(u32, u64)>,
    /// How many values were computed.
    known: u64,
}

impl Facts<'_> {
    /// In words, a line each.
    fn words(&self, face: &Face<'_>, proof: Option<&certificate::Checked>) -> String {
        let Facts { code, period, looked, known, .. } = self;
        let mut lines: Vec<(Text, Text)> = vec![(text!("code", "代码"), Text::same(code.to_string()))];
        let standard = code.standard();
        if let Some(standard) = &standard {
            let (form, shift) = (&standard.code, standard.shift);
            if shift > 0 {
                let words = text!("{form}, whose H(n) has G(n) = H(n - {shift})", "{form}，其值 H 满足 G(n) = H(n - {shift})");
                lines.push((text!("standard form", "标准形式"), words));
            }
        }
        match period {
            Some(Period { preperiod, period, saltus, values, .. }) => {
                let plus = if *saltus > 0 { format!(" + {saltus}") } else { String::new() };
                let law = format!("G(n + {period}) = G(n){plus}");
                lines.push((
                    text!("period", "周期"),
                    text!("{period}: {law} for every n ≥ {preperiod}", "{period}：对一切 n ≥ {preperiod} 有 {law}"),
                ));
                lines.push((text!("preperiod", "前段长"), Text::same(preperiod.to_string())));
                lines.push((text!("saltus", "公差"), Text::same(saltus.to_string())));
                let last = match preperiod.checked_sub(1) {
                    Some(last) => Text::same(format!("n = {last}")),
                    None => text!("none", "无"),
                };
                lines.push((text!("last exception", "最后例外"), last));
                let status = match proof {
                    Some(checked) => {
                        let rows = checked.entries;
                        text!("proved (a certificate of {rows} values was checked)", "已证明（已核验含 {rows} 个值的证书）")
                    }
                    None if code.digits().is_none() => {
                        text!("computed (the {values} values that the theorem asks for)", "已计算（定理所需的 {values} 个值）")
                    }
                    None => text!(
                        "computed (the {values} values that the theorem asks for; --certificate has them checked)",
                        "已计算（定理所需的 {values} 个值；--certificate 可另行核验）"
                    ),
                };
                lines.push((text!("status", "状态"), status));
            }
            None if *looked == 0 => lines.push((text!("period", "周期"), text!("not looked for", "未寻找"))),
            None => lines.push((text!("period", "周期"), text!("none proved from {looked} values", "由 {looked} 个值未能证明"))),
        }
        if let Some((value, n)) = self.bounded() {
            lines.push((text!("largest value", "最大值"), text!("{value}, first at n = {n}", "{value}，首次出现于 n = {n}")));
        }
        let last = known.saturating_sub(1);
        lines.push((text!("computed", "已计算"), text!("G(0) to G({last})", "G(0) 至 G({last})")));
        let width = lines.iter().map(|(name, _)| unicode_width::UnicodeWidthStr::width(name.get(face.lang))).max().unwrap_or(0);
        let mut words = String::new();
        for (name, value) in &lines {
            let name = name.get(face.lang);
            let gap = " ".repeat(width - unicode_width::UnicodeWidthStr::width(name));
            words += &format!("{name}:{gap} {}\n", value.get(face.lang));
        }
        words
    }

    /// The largest value of all, where there is one.
    fn bounded(&self) -> Option<(u32, u64)> {
        self.largest.filter(|_| self.period.is_none_or(|period| period.saltus == 0))
    }

    /// As JSON, without the values.
    fn json(&self, proof: Option<&certificate::Checked>) -> serde_json::Value {
        serde_json::json!({
            "code": self.code.to_string(),
            "standard": self.code.standard().map(|s| serde_json::json!({ "code": s.code.to_string(), "shift": s.shift })),
            "period": self.period.map(|p| serde_json::json!({
                "preperiod": p.preperiod,
                "period": p.period,
                "saltus": p.saltus,
                "values": p.values,
                "certificate": proof.is_some(),
            })),
            "looked": self.looked,
            "largest": self.bounded().map(|(value, n)| serde_json::json!({ "value": value, "n": n })),
            "computed": self.known,
        })
    }
}

/// The values from 0 on, one after the other: those of the table, then by the period.
fn each(table: &Table, to: usize) -> impl Iterator<Item = u64> + '_ {
    let known = table.known();
    let period = table.period().map(|period| (period.preperiod, period.period, u64::from(period.saltus)));
    (0..to).map_while(move |n| match (table.get(n), period) {
        (Some(value), _) => Some(u64::from(value)),
        (None, Some((preperiod, length, saltus))) => {
            let (rounds, index) = ((n - preperiod) / length, preperiod + (n - preperiod) % length);
            debug_assert!(index < known);
            table.get(index).map(|value| u64::from(value) + rounds as u64 * saltus)
        }
        (None, None) => None,
    })
}

/// Rows of twenty for a terminal.
fn rows(out: &mut dyn Write, table: &Table, to: usize) -> std::io::Result<()> {
    const ROW: usize = 20;
    let first = to.saturating_sub(1).to_string().len();
    let width = each(table, to).max().unwrap_or(0).to_string().len();
    for (n, value) in each(table, to).enumerate() {
        if n % ROW == 0 {
            write!(out, "{}{n:>first$} |", if n > 0 { "\n" } else { "" })?;
        }
        write!(out, " {value:>width$}")?;
    }
    writeln!(out)
}

/// The values alone.
fn values(format: HeapFormat, table: &Table, to: usize) -> Result<(), Error> {
    if format == HeapFormat::Raw {
        return raw(table, to);
    }
    put_by(&mut |out| {
        let head = if format == HeapFormat::Csv { "n,value".to_owned() } else { format!("# Grundy values of {}", table.code()) };
        writeln!(out, "{head}")?;
        let mark = if format == HeapFormat::Csv { ',' } else { ' ' };
        each(table, to).enumerate().try_for_each(|(n, value)| writeln!(out, "{n}{mark}{value}"))
    });
    Ok(())
}

/// A value that is no byte.
fn too_large(large: u64) -> Error {
    Error::Usage(text!(
        "a value is {large}, which does not fit in a byte; --format csv writes it",
        "有值为 {large}，一个字节放不下；可用 --format csv"
    ))
}

/// One byte for each value; after the preperiod the same block of whole periods again and again.
fn raw(table: &Table, to: usize) -> Result<(), Error> {
    let plain = table.period().filter(|period| period.saltus == 0);
    let first = plain.map_or(to, |period| to.min(period.preperiod + period.period));
    if let Some(large) = each(table, first).find(|&value| value > 255) {
        return Err(too_large(large));
    }
    let bytes: Vec<u8> = each(table, first).map(|value| value as u8).collect();
    let cycle = plain.map_or(&[][..], |period| bytes.get(period.preperiod..).unwrap_or(&[]));
    let block = cycle.repeat((1 << 16) / cycle.len().max(1) + 1);
    put_by(&mut |out| {
        out.write_all(&bytes)?;
        let mut left = to - first;
        while left > 0 {
            let now = left.min(block.len());
            out.write_all(&block[..now])?;
            left -= now;
        }
        Ok(())
    });
    Ok(())
}

/// The sparse space as tables of such games print it.
fn sparse(face: &Face<'_>, code: &Code, space: &Space, known: u64) {
    let Some(mask) = space.mask else {
        let words = text!("{code}: no sparse space among {known} values\n", "{code}：前 {known} 个值中没有稀疏空间\n");
        face.print(&serde_json::json!({ "code": code.to_string(), "computed": known, "mask": null }), words.get(face.lang));
        return;
    };
    // The machine may be a block ahead of the table.
    let rare: Vec<(u64, u16)> = space.rare.iter().copied().take_while(|&(n, _)| n < known).collect();
    let mut kinds: Vec<u16> = rare.iter().map(|(_, value)| *value).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let (bits, count, last) = (mask.bits, rare.len(), rare.last().map(|(n, _)| *n));
    let turned = match mask.parity {
        None => text!("", ""),
        Some(0) => text!(", the parity of n added", "，再加 n 的奇偶"),
        Some(_) => text!(", the parity of n + 1 added", "，再加 n + 1 的奇偶"),
    };
    let shown = last.map_or_else(|| "-".to_owned(), |n| n.to_string());
    let list: Vec<String> = kinds.iter().map(u16::to_string).collect();
    let (list, turned_en, turned_zh) = (list.join(" "), turned.en, turned.zh);
    let words = text!(
        "code:        {code}\ncomputed:    {known} values\nmask:        {bits} = {bits:b} in binary{turned_en}; common values have an odd number of its bits\nrare heaps:  {count}\nlast rare:   {shown}\nrare values: {list}\n",
        "代码：    {code}\n已计算：  {known} 个值\n掩码：    {bits} = 二进制 {bits:b}{turned_zh}；常见值含其奇数位\n稀有堆数：{count}\n最后稀有：{shown}\n稀有值：  {list}\n"
    );
    let json = serde_json::json!({
        "code": code.to_string(), "computed": known, "mask": bits, "parity": mask.parity,
        "rare": rare, "last_rare": last, "rare_values": kinds,
    });
    face.print(&json, words.get(face.lang));
}

/// Every octal code of up to so many digits.
fn survey(face: &Face<'_>, args: &HeapArgs, digits: u32, (budget, limits): (&Budget<'_>, &Limits)) -> Result<(), Error> {
    let to = args.to.unwrap_or(5000).saturating_add(1);
    if let Some(folder) = &args.certificate {
        let shown = folder.display();
        std::fs::create_dir_all(folder).map_err(|e| Error::Usage(text!("{shown} cannot be made: {e}", "无法创建 {shown}：{e}")))?;
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
