//! `heap`: tables, single values, periods and surveys of heap games. The mathematics is in the
//! crate `heap`; files and the clock belong to the host.

mod checkpoint;
mod facts;
mod options;
mod streams;
mod survey;
mod values;

use std::cell::RefCell;
use std::io::{self, Write};

use base::budget::Budget;
use base::text;
use base::text::Text;
use grundy::{SolveError, heap as front};
use heap::code::HeapCode;
use heap::machine::MachineError;
use heap::stream::{MAX_STORED_VALUES, NimberStream};
use heap::table::{HeapTable, MAX_TABLE_VALUES, SETTLED};
use serde_json::json;

use crate::host::{RequestHost, unreadable};
use crate::question::QuestionRequest;
use checkpoint::run_with_checkpoints;
pub use facts::{HeapFactsReply, SparseSpaceReply};
pub use options::{HeapFormat, HeapOptions, natural};
use options::{MAX_VALUES, required_values};
pub use survey::HeapSurvey;
use values::HeapValueWriter;

/// Maximum number of values for which a proof is checked automatically.
const CHECKED: usize = 200_000;
/// Maximum size of a heap in a table, because a longer table is of no use to a reader.
const MAX_TABLE_HEAP_SIZE: usize = 10_000_000;
/// The reply to `heap`.
pub enum HeapReply {
    /// A single value.
    Value {
        /// The code of the game.
        code: HeapCode,
        /// The size of the heap.
        n: String,
        /// G(n).
        value: String,
        /// A checkpoint that the value may depend on and that was not compared with the rules.
        rests_on: Option<String>,
    },
    /// The sparse space.
    Sparse(SparseSpaceReply),
    /// The facts about the game, with a table if one was requested.
    Facts(Box<HeapFactsReply>),
    /// The values were written to the host.
    Written {
        /// The code of the game.
        code: HeapCode,
        /// Number of values.
        known: u64,
    },
    /// A survey.
    Survey(HeapSurvey),
}

impl HeapReply {
    pub(crate) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let object = match self {
            HeapReply::Facts(facts) => return facts.json(out),
            HeapReply::Value {
                code,
                n,
                value,
                rests_on,
            } => {
                json!({ "code": code.to_string(), "n": n, "value": value, "depends_on": rests_on })
            }
            HeapReply::Sparse(sparse) => sparse.json(),
            HeapReply::Written { code, known } => {
                json!({ "code": code.to_string(), "computed": known })
            }
            HeapReply::Survey(survey) => survey.json(),
        };
        writeln!(out, "{object}")
    }
}

impl HeapFactsReply {
    /// Writes the rows of the table to the host, if a table was requested.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if the host does not accept the rows or the budget runs out.
    pub fn rows(&self, budget: &Budget<'_>, host: &dyn RequestHost) -> Result<(), SolveError> {
        match &self.rows {
            Some((table, to)) => write_values(HeapFormat::Text, table, *to, budget, host),
            None => Ok(()),
        }
    }
}

pub(crate) fn heap(
    asked: &QuestionRequest<HeapOptions>,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<HeapReply, SolveError> {
    let options = &asked.options.own;
    options.check_compatible()?;
    match options.survey {
        Some(digits) => Ok(HeapReply::Survey(survey::survey(
            options, digits, budget, host,
        )?)),
        None => solve_code(
            &front::read(asked.question.as_deref().unwrap_or_default())?,
            options,
            budget,
            host,
        ),
    }
}

/// Answers a request about one game.
fn solve_code(
    code: &HeapCode,
    asked: &HeapOptions,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<HeapReply, SolveError> {
    let mut table = match start(asked, code, budget, host)? {
        HeapStart::Table(table) => *table,
        HeapStart::Stream(stream) => return streams::resume(asked, *stream, budget, host),
    };
    let read = asked
        .checkpoint
        .as_ref()
        .filter(|_| table.value_count() > 0)
        .map(|file| file.display().to_string());
    if let Some(file) = &asked.checkpoint {
        host.expect(file)?;
    }
    #[cfg(feature = "threads")]
    table.share(asked.threads(host));
    let to = required_values(asked);
    let table_wanted = !(asked.at.is_some() || asked.period || asked.sparse || asked.summary)
        && asked.format == HeapFormat::Text;
    if table_wanted && to > MAX_TABLE_HEAP_SIZE + 1 {
        return Err(SolveError::Usage(text!(
            "a table ends at n = {MAX_TABLE_HEAP_SIZE}; for larger n, use --format csv, --format raw or --summary",
            "表格最多到 n = {MAX_TABLE_HEAP_SIZE}；更大的 n 请用 --format csv、--format raw 或 --summary"
        )));
    }
    let work = |table: &mut HeapTable, to: usize| {
        run_with_checkpoints(asked, table, to as u64, budget, host, &|| false)
    };
    if asked.at.is_some() || asked.period && asked.to.is_none() {
        // A proved period determines every value, so the program first searches for a period. The
        // search is bounded.
        let known = |table: &HeapTable| {
            asked
                .to
                .map_or_else(|| table.patience(), |n| Some(n.saturating_add(1)))
        };
        for most in [SETTLED, MAX_VALUES] {
            let bound = known(&table).unwrap_or(0);
            work(&mut table, bound.min(most).min(to))?;
        }
        table.search_period(budget).map_err(SolveError::Stopped)?;
    }
    if let (Some(n), true) = (&asked.at, table.period().is_none() && to > MAX_TABLE_VALUES) {
        let known = table.value_count();
        return Err(SolveError::Unsupported(text!(
            "{code}: no period is proved from {known} values, and n = {n} is too large to compute every value up to it; use --to N to search further for a period",
            "{code}：由 {known} 个值未能证明周期，而 n = {n} 太大，无法逐个计算；可用 --to 继续寻找周期"
        )));
    }
    let unproved = table.period().is_none();
    if unproved && streams::serve(asked) {
        work(&mut table, to.min(MAX_STORED_VALUES))?;
        table.search_period(budget).map_err(SolveError::Stopped)?;
        if table.value_count() < to && table.period().is_none() && table.space().is_some() {
            return streams::continue_from_table(asked, table, read, to, budget, host);
        }
    }
    if !(asked.period && asked.to.is_none()) {
        work(&mut table, to)?;
    }
    if asked.period {
        table.search_period(budget).map_err(SolveError::Stopped)?;
    }
    if let Some(n) = &asked.at {
        let value = table
            .value(n)
            .ok_or_else(|| SolveError::Bug(text!("no value", "没有值")))?;
        return Ok(HeapReply::Value {
            code: code.clone(),
            n: n.to_string(),
            value: value.to_string(),
            rests_on: read,
        });
    }
    if asked.sparse {
        let space = table.space().ok_or_else(|| {
            SolveError::Unsupported(text!(
                "{code}: the search for a sparse space requires a game whose moves leave at most two heaps",
                "{code}：只有每步至多留下两堆的游戏才寻找稀疏空间"
            ))
        })?;
        return Ok(HeapReply::Sparse(SparseSpaceReply::new(
            code.clone(),
            space,
            table.value_count() as u64,
        )));
    }
    if asked.format != HeapFormat::Text {
        write_values(asked.format, &table, to, budget, host)?;
        return Ok(HeapReply::Written {
            code: code.clone(),
            known: to as u64,
        });
    }
    if asked.period && table.period().is_none() {
        let known = table.value_count();
        if known == 0 {
            return Err(SolveError::Unsupported(text!(
                "{code}: no theorem proves a period for this kind of game; use --to N to examine the values up to N",
                "{code}：没有定理能证明此类游戏的周期；可用 --to N 查看 N 以内的值"
            )));
        }
        return Err(SolveError::Unsupported(text!(
            "{code}: no period is proved from {known} values; use --to N to search further",
            "{code}：由 {known} 个值未能证明周期；可用 --to 继续寻找"
        )));
    }
    let proved = prove(asked, &table, budget).map_err(|error| match (error, &read) {
        (SolveError::Bug(Text { en, zh }), Some(file)) => SolveError::WrongFile(text!(
            "{file} disagrees with the rules: {en}; remove this file to start over",
            "{file} 与规则不符：{zh}；移走该文件即可重新开始"
        )),
        (error, _) => error,
    });
    let (certificate, proof) = proved?.unzip();
    let looked = to.min(table.value_count());
    // If a period is proved, all values are known. Without a proved period, only the computed
    // values are known.
    let all = table
        .period()
        .map(|period| period.preperiod + period.period);
    Ok(HeapReply::Facts(Box::new(HeapFactsReply {
        code: code.clone(),
        period: table.period().cloned(),
        looked: table.value_count() as u64,
        largest: table
            .largest(all.unwrap_or(looked))
            .map(|(value, n)| (value, n as u64)),
        known: table.value_count() as u64,
        rests_on: read.filter(|_| proof.is_none()),
        proof,
        certificate: certificate.filter(|_| asked.certificate),
        rows: table_wanted.then_some((table, to)),
    })))
}

/// Writes the values of a table to the host.
fn write_values(
    format: HeapFormat,
    table: &HeapTable,
    to: usize,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<(), SolveError> {
    let ended = RefCell::new(None);
    let mut written = HeapValueWriter::new(format, table, to, host, &ended);
    let done = written.table(table, to, budget);
    written.end();
    done.and(ended.into_inner().map_or(Ok(()), Err))
}

enum HeapStart {
    Table(Box<HeapTable>),
    Stream(Box<NimberStream>),
}

/// Returns the state in the checkpoint, or an empty table.
fn start(
    asked: &HeapOptions,
    code: &HeapCode,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<HeapStart, SolveError> {
    let seek = !asked.sparse;
    let begun = match &asked.checkpoint {
        Some(file) => host.read(file)?.map(|there| (file, there)),
        None => None,
    };
    let Some((file, mut there)) = begun else {
        return Ok(HeapStart::Table(Box::new(HeapTable::new(code, seek))));
    };
    let shown = file.display();
    if !asked.resume {
        return Err(SolveError::Usage(text!(
            "{shown} already exists; use --resume to continue from it, or remove it to start over",
            "{shown} 已存在：可用 --resume 从中继续；要重新开始请先移走它"
        )));
    }
    let head = there
        .fill_buf()
        .map_err(|e| unreadable(file, &e.to_string()))?;
    let begun = if NimberStream::begins(head) {
        NimberStream::load(code, &mut there)
            .map(|stream| HeapStart::Stream(Box::new(stream)))
            .map_err(MachineError::Unfit)
    } else {
        HeapTable::load(code, seek, &mut there, budget)
            .map(|table| HeapStart::Table(Box::new(table)))
    };
    begun.map_err(|halt| match halt {
        MachineError::Stop(stop) => SolveError::Stopped(stop),
        MachineError::Unfit(Text { en, zh }) => SolveError::Usage(text!(
            "{shown}: {en}; remove this file to start over",
            "{shown}：{zh}；移走该文件即可重新开始"
        )),
    })
}

/// Checks the period of a table if a certificate is requested or if the check is quick. Returns the
/// certificate and the report of the checker.
fn prove(
    asked: &HeapOptions,
    table: &HeapTable,
    budget: &Budget<'_>,
) -> Result<Option<(String, certificate::CertificateReport)>, SolveError> {
    let soon = table
        .period()
        .is_some_and(|period| period.values <= CHECKED);
    if !asked.certificate && !soon {
        return Ok(None);
    }
    if table.period().is_none() {
        let known = table.value_count();
        return Err(SolveError::Unsupported(text!(
            "no period is proved from {known} values, so there is no certificate",
            "由 {known} 个值未能证明周期，故没有证书"
        )));
    }
    front::certify(table, budget).map(Some)
}
