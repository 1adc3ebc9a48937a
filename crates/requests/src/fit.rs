//! `fit`: conjectures a formula for a table of values from a file, without rules. The format is
//! strict: numbers, or P and N, separated by commas, or by spaces in a line without commas. There
//! are three forms:
//!
//! - one number per line, or a single line: the values of n = 0, 1, 2, …
//! - several numbers per line, the same number in each line: a grid, where line a and column b,
//!   both starting at 0, contain the value of (a, b);
//! - a first line of names: each further line contains a position and then its value. A single name
//!   is the title of the values of n = 0, 1, 2, …

use base::budget::Budget;
use base::text;
use base::text::Text;
use grundy::SolveError;
use grundy::laws::{Conjecture, ConjectureTable, LawOutput, SampleCell, conjecture, constants};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::open::NoOptions;
use crate::options::RequestOptions;

/// Maximum number of cells.
const MAX_CELLS: usize = 100_000;

/// Maximum number of slots of a position.
const MAX_SLOTS: usize = 8;

/// The request `fit`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FitRequest {
    /// The text of the table.
    pub text: String,
    /// The common options.
    pub options: RequestOptions<NoOptions>,
}

/// The conjecture for a given table.
#[derive(Clone, Debug)]
pub struct FitReply {
    /// The names of the slots of a position.
    pub slots: Vec<String>,
    /// Whether the cells of the table are outcomes (P and N) instead of numbers.
    pub outcomes: bool,
    /// Number of cells.
    pub cells: usize,
    /// The conjecture.
    pub conjecture: Conjecture,
}

/// Searches for a formula that fits a table.
///
/// # Errors
/// Returns [`SolveError::Usage`] with the line and the column if the table cannot be read, and
/// [`SolveError::Stopped`] if the budget runs out.
pub fn fit_table(text: &str, budget: &Budget<'_>) -> Result<FitReply, SolveError> {
    let (slots, kind, mut cells) = read(text)?;
    let least = |slot: usize| cells.iter().map(|cell| cell.slots[slot]).min().unwrap_or(0);
    let lows: Vec<i64> = (0..slots.len()).map(least).collect();
    let reach = |cell: &SampleCell| {
        cell.slots
            .iter()
            .zip(&lows)
            .map(|(n, low)| n.saturating_sub(*low))
            .max()
            .unwrap_or(0)
    };
    cells.sort_by_key(|cell| (reach(cell), cell.slots.clone()));
    // Cells are sorted by their largest coordinate. The search uses neither the last two fifths,
    // nor earlier cells with the same largest coordinate.
    let edge = cells.get(cells.len() * 3 / 5).map_or(0, reach);
    let near = cells.partition_point(|cell| reach(cell) < edge);
    let (used, further) = cells.split_at(near);
    let table = ConjectureTable {
        slots: &slots,
        lows: &lows,
        kind,
        used,
        further,
        constants: constants(None, &[]),
    };
    let conjecture = conjecture(&table, budget).map_err(SolveError::Stopped)?;
    Ok(FitReply {
        outcomes: kind == LawOutput::Outcomes,
        cells: cells.len(),
        conjecture,
        slots,
    })
}

impl FitReply {
    /// Returns the reply as JSON.
    pub fn json(&self) -> Value {
        json!({
            "slots": self.slots,
            "contents": if self.outcomes { "outcomes" } else { "values" },
            "cells": self.cells,
            "conjecture": crate::law::conjecture(&self.conjecture),
        })
    }
}

/// A field with its location: line and column, both starting at 1. Columns count characters.
struct TableField<'t> {
    text: &'t str,
    line: usize,
    column: usize,
}

impl TableField<'_> {
    fn refused(&self, en: &str, zh: &str) -> SolveError {
        let (line, column, found) = (self.line, self.column, self.text);
        SolveError::Usage(Text {
            en: format!("table: line {line}, column {column}: expected {en}, found {found:?}"),
            zh: format!("表：第 {line} 行第 {column} 列：应为{zh}，却是 {found:?}"),
        })
    }

    fn number(&self) -> Result<i64, SolveError> {
        let digits = self.text.strip_prefix('-').unwrap_or(self.text);
        let plain = !digits.is_empty() && digits.bytes().all(|sign| sign.is_ascii_digit());
        let number = self
            .text
            .parse::<i64>()
            .ok()
            .filter(|number| plain && number.unsigned_abs() < 1 << 40);
        number.ok_or_else(|| {
            self.refused(
                "an integer with absolute value below 2^40",
                "绝对值小于 2^40 的整数",
            )
        })
    }

    fn is_name(&self) -> bool {
        let mut signs = self.text.chars();
        signs.next().is_some_and(char::is_alphabetic)
            && signs.all(|sign| sign.is_alphanumeric() || "_[]".contains(sign))
            && !self.is_letter()
    }

    fn is_letter(&self) -> bool {
        matches!(self.text, "P" | "N")
    }
}

fn fields(line: usize, text: &str) -> Vec<TableField<'_>> {
    let commas = text.contains(',');
    let mut column = 1;
    let mut all = Vec::new();
    for part in text.split(|sign: char| {
        if commas {
            sign == ','
        } else {
            sign.is_whitespace()
        }
    }) {
        let before = part.chars().take_while(|sign| sign.is_whitespace()).count();
        all.push(TableField {
            text: part.trim(),
            line,
            column: column + before,
        });
        column += part.chars().count() + 1;
    }
    // Adjacent spaces count as a single separator.
    all.retain(|field| commas || !field.text.is_empty());
    all
}

/// Parses a table. Returns the names of the slots, the kind of the cells, and the cells.
fn read(text: &str) -> Result<(Vec<String>, LawOutput, Vec<SampleCell>), SolveError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut rows: Vec<Vec<TableField<'_>>> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(line, text)| fields(line, text))
        .collect();
    let empty = || {
        SolveError::Usage(text!(
            "table: no values found; expected numbers separated by commas or spaces",
            "表：没有数值；应为逗号或空格分隔的数"
        ))
    };
    let first = rows.first().ok_or_else(empty)?;
    let headed = first[0].is_name();
    let header = if headed { Some(rows.remove(0)) } else { None };
    let width = header.as_ref().or(rows.first()).ok_or_else(empty)?.len();
    if let Some(header) = &header {
        for (place, field) in header.iter().enumerate() {
            if !field.is_name() || header[..place].iter().any(|other| other.text == field.text) {
                return Err(field.refused(
                    "a name that differs from the others",
                    "与其他名称不同的名称",
                ));
            }
        }
    }
    if rows.is_empty() {
        return Err(empty());
    }
    for row in &rows {
        if row.len() != width {
            let last = &row[row.len().min(width + 1) - 1];
            return Err(last.refused(
                &format!("{width} fields in this line, as in the first"),
                &format!("该行有 {width} 个字段，与首行相同"),
            ));
        }
    }
    if rows.len().saturating_mul(width) > MAX_CELLS {
        return Err(SolveError::Usage(text!(
            "table: more than {MAX_CELLS} fields",
            "表：字段多于 {MAX_CELLS} 个"
        )));
    }
    let outcomes = rows[0][width - 1].is_letter();
    let told = |field: &TableField<'_>| match (outcomes, field.text) {
        (true, "P") => Ok(1),
        (true, "N") => Ok(0),
        (true, _) => Err(field.refused(
            "P or N, as in the first line of values",
            "P 或 N，与首行的值相同",
        )),
        (false, _) => field.number(),
    };
    let mut cells = Vec::new();
    let names = match (&header, width) {
        (_, 1) => {
            for (n, row) in (0..).zip(&rows) {
                cells.push(SampleCell {
                    slots: vec![n],
                    told: told(&row[0])?,
                });
            }
            vec!["n".to_owned()]
        }
        (None, _) if rows.len() == 1 => {
            for (n, field) in (0..).zip(&rows[0]) {
                cells.push(SampleCell {
                    slots: vec![n],
                    told: told(field)?,
                });
            }
            vec!["n".to_owned()]
        }
        (None, _) => {
            for (a, row) in (0..).zip(&rows) {
                for (b, field) in (0..).zip(row) {
                    cells.push(SampleCell {
                        slots: vec![a, b],
                        told: told(field)?,
                    });
                }
            }
            vec!["a".to_owned(), "b".to_owned()]
        }
        (Some(header), _) => {
            if width - 1 > MAX_SLOTS {
                return Err(header[MAX_SLOTS]
                    .refused("at most 8 numbers before the value", "值之前至多 8 个数"));
            }
            let mut seen = std::collections::HashSet::new();
            for row in &rows {
                let slots = row[..width - 1]
                    .iter()
                    .map(TableField::number)
                    .collect::<Result<Vec<i64>, SolveError>>()?;
                if !seen.insert(slots.clone()) {
                    return Err(row[0].refused(
                        "a position that does not occur in an earlier line",
                        "前面各行中未出现的局面",
                    ));
                }
                cells.push(SampleCell {
                    slots,
                    told: told(&row[width - 1])?,
                });
            }
            header[..width - 1]
                .iter()
                .map(|field| field.text.to_owned())
                .collect()
        }
    };
    Ok((
        names,
        if outcomes {
            LawOutput::Outcomes
        } else {
            LawOutput::Values
        },
        cells,
    ))
}
