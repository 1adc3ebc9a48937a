//! `table`: values or outcomes over ranges. A table may have many cells, so its JSON is written
//! cell by cell.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Lang;
use grundy::answer::{self, CellKind, TableCells};
use grundy::column::Column;
use grundy::measure::Measure;
use grundy::question::PositionRanges;
use grundy::saved_table::BLOCK;
use grundy::{QuestionInput, Session, SolveError, position_text, question};
use rules::game::Outcome;
use rules::world::World;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::host::RequestHost;
use crate::json::{array, grundy, members, outcome, status, warnings, worth};
use crate::options::measure;
use crate::question::QuestionRequest;
use crate::reply::Reply;

/// The options of `table`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TableOptions {
    /// Whether to return outcomes instead of values.
    pub outcomes: bool,
    /// The quantity to measure. By default, the cells contain the value that decides sums, or the
    /// outcome if only a search can find this value.
    #[serde(deserialize_with = "measure")]
    pub value: Option<Measure>,
    /// An expression in the slots of the game, which is subtracted from each cell.
    pub minus: Option<String>,
    /// Whether to return the cells as bytes separately from the reply, instead of as a list in the
    /// reply.
    pub raw: bool,
    /// The format of the table as text.
    pub format: TableFormat,
    /// The file to which the complete computed table is written instead of a reply. The file can be
    /// loaded later.
    pub save: Option<PathBuf>,
}

/// The format of a table as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableFormat {
    /// Columns for a terminal.
    #[default]
    Text,
    /// Comma-separated values.
    Csv,
    /// The reply as JSON.
    Json,
    /// Values separated by commas, for a search of the OEIS.
    List,
    /// A b-file of the OEIS.
    Bfile,
    /// A LaTeX tabular.
    Latex,
    /// A Markdown table.
    Markdown,
}

/// A table.
#[derive(Clone, Debug)]
pub struct TableReply {
    /// The table.
    pub table: answer::TableAnswer,
    /// The world with the games of the table.
    pub world: Arc<World>,
    /// The format of the table as text.
    pub format: TableFormat,
    /// The cells as bytes; `None` if the reply contains the cells as a list.
    pub raw: Option<RawCells>,
}

/// Cells as bytes: numbers of equal width, little-endian, with the last slot varying fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawCells {
    /// Number of bytes per cell: 1, 2, 4 or 8.
    pub width: usize,
    /// The bytes of the cells.
    pub bytes: Vec<u8>,
}

impl RawCells {
    /// Converts the cells of a table to bytes; `None` for cells other than Grundy values and
    /// outcomes.
    fn from_cells(cells: &TableCells, budget: &Budget<'_>) -> Result<Option<RawCells>, SolveError> {
        let (width, count) = match cells {
            TableCells::Values(column) => (column.width(), column.len()),
            TableCells::Outcomes(list) => (1, list.len()),
            TableCells::Worths(..) => return Ok(None),
        };
        budget
            .allow_growth(0, (width * count) as u64)
            .map_err(SolveError::Stopped)?;
        let bytes = match cells {
            TableCells::Values(column) => column.bytes().to_vec(),
            TableCells::Outcomes(list) => list.iter().map(|cell| code(*cell)).collect(),
            TableCells::Worths(..) => return Ok(None),
        };
        Ok(Some(RawCells { width, bytes }))
    }

    /// Returns the format of the bytes: the width of a cell, the number of cells, and the codes of
    /// special cells. The codes are strings, because JavaScript would round the largest codes.
    fn json(&self, cells: &TableCells) -> Value {
        let absent = Column::absent(self.width);
        // The cells are counted in the table, because the bytes may already have been moved out of
        // the reply.
        let count = match cells {
            TableCells::Values(column) => column.len(),
            TableCells::Outcomes(list) => list.len(),
            TableCells::Worths(_, list) => list.len(),
        };
        let codes = match cells {
            TableCells::Outcomes(_) => {
                json!({ "P": "0", "N": "1", "D": "2", "absent": absent.to_string() })
            }
            _ => json!({
                "absent": absent.to_string(),
                "∞": (absent - 1).to_string(),
                "goal": (absent - 2).to_string(),
                "trap": (absent - 3).to_string(),
            }),
        };
        json!({ "width": self.width, "count": count, "codes": codes })
    }
}

/// Returns the byte of an outcome.
fn code(cell: Option<Outcome>) -> u8 {
    match cell {
        Some(Outcome::P) => 0,
        Some(Outcome::N) => 1,
        Some(Outcome::D) => 2,
        None => u8::MAX,
    }
}

/// A table that was written to a file.
#[derive(Clone, Debug)]
pub struct TableFileReply {
    /// The file.
    pub file: PathBuf,
    /// Number of positions.
    pub positions: u64,
    /// Size of the file in bytes.
    pub bytes: u64,
}

pub(crate) fn table(
    session: &mut Session,
    asked: &QuestionRequest<TableOptions>,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<Reply, SolveError> {
    let (question, own) = (asked.ranges()?, &asked.options.own);
    let wanted = own.cell_kind();
    let Some(file) = &own.save else {
        check_compatible(own.outcomes, &wanted)?;
        if let QuestionInput::Text(text) = question
            && question::told_by_sets(session.world_mut(), text, budget)
        {
            return Err(SolveError::Usage(text!(
                "a table has no cell for a position of sets or words; use `grundy solve` for its value and `grundy draw` for a picture",
                "表格中没有集合与单词的局面的格：`grundy solve` 给出它的值，`grundy draw` 把它画出"
            )));
        }
        let mut told = TableReply::new(
            cells(session, question, own.outcomes, &wanted, budget)?,
            session,
        );
        told.format = own.format;
        told.raw = if own.raw {
            RawCells::from_cells(&told.table.cells, budget)?
        } else {
            None
        };
        return Ok(Reply::Table(told));
    };
    if own.outcomes || wanted != CellKind::default() {
        return Err(SolveError::Usage(text!(
            "only tables of Grundy values can be saved",
            "只能保存 SG 值的表"
        )));
    }
    let mut bytes = 0;
    let stats = session.save(question, budget, &mut |head, table| {
        bytes = (head.len() + table.len()) as u64;
        host.write(file, &mut |out| {
            out.write_all(head)?;
            for block in table.chunks(BLOCK) {
                if let Err(stop) = budget.ask() {
                    return Ok(Some(stop));
                }
                out.write_all(block)?;
            }
            Ok(None)
        })
    })?;
    Ok(Reply::Saved(TableFileReply {
        file: file.clone(),
        positions: stats.positions,
        bytes,
    }))
}

/// Returns an error for options that exclude each other. The command line rejects such options
/// already when it parses its arguments.
pub(crate) fn check_compatible(outcomes: bool, wanted: &CellKind) -> Result<(), SolveError> {
    if outcomes && *wanted != CellKind::default() {
        return Err(SolveError::Usage(text!(
            "outcomes cannot be combined with value or minus",
            "outcomes 不能与 value 或 minus 同时使用"
        )));
    }
    Ok(())
}

/// Computes the cells of a table or of a picture.
pub(crate) fn cells(
    session: &mut Session,
    question: QuestionInput<'_, PositionRanges>,
    outcomes: bool,
    wanted: &CellKind,
    budget: &Budget<'_>,
) -> Result<answer::TableAnswer, SolveError> {
    if *wanted == CellKind::default() {
        session.table(question, outcomes, budget)
    } else {
        session.measured_table(question, wanted, budget)
    }
}

impl TableOptions {
    fn cell_kind(&self) -> CellKind {
        CellKind {
            measure: self.value,
            minus: self.minus.clone(),
        }
    }
}

impl TableFileReply {
    /// Returns the reply as JSON.
    pub fn json(&self) -> Value {
        json!({ "file": self.file.display().to_string(), "positions": self.positions, "bytes": self.bytes })
    }
}

impl TableReply {
    pub(crate) fn new(table: answer::TableAnswer, session: &Session) -> TableReply {
        TableReply {
            table,
            world: session.world.clone(),
            format: TableFormat::Text,
            raw: None,
        }
    }
}

/// Writes a table with its cells in one list, the last slot varying fastest; `null` for a cell that
/// is not a position.
///
/// # Errors
/// Returns the error of `out`.
pub fn json(table: &TableReply, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    with(table, &Value::Null, lang, out)
}

/// Writes a table as [`json`] does, and appends the members of `more` to the object.
pub(crate) fn with(
    TableReply {
        table, world, raw, ..
    }: &TableReply,
    more: &Value,
    lang: Lang,
    out: &mut dyn Write,
) -> io::Result<()> {
    let slots: Vec<Value> = table
        .slots
        .iter()
        .map(|(name, low, high)| json!({ "name": name, "low": low, "high": high }))
        .collect();
    let before = json!({ "game": position_text::ranges(world, &table.asked), "slots": slots });
    let mut after = json!({
        "method": table.method,
        "status": status(table.status),
        "work": { "positions": table.stats.positions, "options": table.stats.options },
    });
    if !table.warnings.is_empty() {
        after["warnings"] = warnings(&table.warnings, lang);
    }
    write!(out, "{{")?;
    members(out, before.as_object().into_iter().flatten())?;
    match &table.cells {
        cells if let Some(raw) = raw => write!(out, ",\"cells\":{}", raw.json(cells))?,
        TableCells::Values(list) => {
            write!(out, ",\"values\":")?;
            array(out, list.iter().map(|value| json!(value.map(grundy))))?;
        }
        TableCells::Outcomes(list) => {
            write!(out, ",\"outcomes\":")?;
            array(out, list.iter().map(|o| json!(o.map(outcome))))?;
        }
        TableCells::Worths(wanted, list) => {
            let mut told = serde_json::Map::new();
            told.insert(
                "measure".to_owned(),
                json!(wanted.measure.map(Measure::name)),
            );
            if let Some(minus) = &wanted.minus {
                told.insert("minus".to_owned(), json!(minus));
            }
            write!(out, ",")?;
            members(out, told.iter())?;
            write!(out, ",\"values\":")?;
            array(out, list.iter().map(|cell| json!(cell.as_ref().map(worth))))?;
        }
    }
    write!(out, ",")?;
    members(
        out,
        after
            .as_object()
            .into_iter()
            .chain(more.as_object())
            .flatten(),
    )?;
    writeln!(out, "}}")
}
