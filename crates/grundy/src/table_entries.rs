//! Access to the bytes of a table: the bytes that an engine filled, and the layout from which a
//! program without knowledge of games can find a cell. A cell takes one, two, four or eight bytes;
//! the four largest codes of a width are not nimbers ([`crate::column`]). If no table was filled,
//! the cells are copied once, the last slot varying fastest. The cells are also copied if the
//! filled table contains only sorted positions or numbers positions consecutively.

use std::sync::Arc;

use base::budget::Budget;
use engines::dense::{DenseTable, TableBytes};
use engines::engine::AccessPattern;
use engines::oracle::EngineStats;
use rules::game::{GameId, Outcome};
use rules::ir::Int;
use rules::world::World;
use theory::value::Grundy;

use crate::answer::{TableAnswer, TableCells, Warning};
use crate::column::Column;
use crate::error::SolveError;
use crate::plan::conventions;
use crate::question::{PositionRanges, QuestionInput, RangePart};
use crate::session::Session;
use crate::status::AnswerStatus;
use crate::table::{filled_table, greatest_corner, is_plain, methods};

/// The meaning of the codes of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeMeaning {
    /// Grundy values; the four largest codes mean, in descending order: not a position, loony,
    /// goal, trap.
    Values,
    /// Outcomes: 0 for P, 1 for N, 2 for D, and the largest code if the cell is not a position.
    Outcomes,
}

/// A table as bytes.
#[derive(Clone)]
pub struct TableEntries {
    /// The ranges.
    pub asked: PositionRanges,
    /// The name and range of each slot.
    pub slots: Vec<(String, Int, Int)>,
    /// The bytes, little-endian. The bytes contain the requested cells, and perhaps other cells
    /// between the requested cells.
    pub bytes: Arc<dyn TableBytes>,
    /// Bytes per cell: 1, 2, 4 or 8.
    pub width: usize,
    /// The offset of the cell of the smallest numbers, in cells.
    pub start: usize,
    /// For each slot, the distance, in cells, between the cells of two consecutive numbers.
    pub strides: Vec<usize>,
    /// The meaning of the codes.
    pub meaning: CodeMeaning,
    /// Whether the bytes were filled by an engine and were not copied.
    pub as_filled: bool,
    /// The method by which the entries were computed.
    pub method: String,
    /// The status of the entries.
    pub status: AnswerStatus,
    /// Warnings if the rules may define another game than intended.
    pub warnings: Vec<Warning>,
    /// The numbers of positions evaluated and of options listed.
    pub stats: EngineStats,
}

impl TableEntries {
    /// Returns the code of the cell of these numbers; `None` if the numbers are outside the ranges.
    pub fn code(&self, numbers: &[Int]) -> Option<u64> {
        if numbers.len() != self.slots.len() {
            return None;
        }
        let mut place = self.start;
        for ((number, (_, low, high)), stride) in numbers.iter().zip(&self.slots).zip(&self.strides)
        {
            let above = (low..=high).contains(&number).then(|| number - low)?;
            place += stride * usize::try_from(above).ok()?;
        }
        let mut code = [0; 8];
        code[..self.width].copy_from_slice(
            self.bytes
                .bytes()
                .get(place * self.width..)?
                .get(..self.width)?,
        );
        Some(u64::from_le_bytes(code))
    }

    /// Returns the smallest code that is not a nimber, if the cells are values.
    pub fn first_special(&self) -> u64 {
        Column::absent(self.width) - 3
    }

    /// Returns the value of a code, if the cells are values; `None` if the code means that the cell
    /// is not a position.
    pub fn value(&self, code: u64) -> Option<Grundy> {
        match Column::absent(self.width) - code {
            0 => None,
            1 => Some(Grundy::LOONY),
            2 => Some(Grundy::GOAL),
            3 => Some(Grundy::TRAP),
            _ => Grundy::nimber(code),
        }
    }
}

impl Session {
    /// Returns a table over ranges as bytes: values if values decide, otherwise outcomes.
    ///
    /// # Errors
    /// Returns the errors of [`Session::table`]. A table that an engine fills is refused only if
    /// its own entries do not fit in memory.
    pub fn entries<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q, PositionRanges>>,
        outcomes: bool,
        budget: &Budget<'_>,
    ) -> Result<TableEntries, SolveError> {
        let (asked, _) = self.ranges(question)?;
        if let (false, Some(part)) = (outcomes, asked.lone())
            && is_plain(&self.world, part)
            && let Some(entries) = self.as_filled(&asked, part, budget)?
        {
            return Ok(entries);
        }
        let table = self.table(&asked, outcomes, budget)?;
        Ok(gathered(table))
    }

    /// Returns the table that an engine fills for a part. Returns `None` if no engine fills a
    /// table, or if constant strides cannot locate the requested cells in the table.
    fn as_filled(
        &mut self,
        asked: &PositionRanges,
        part: &RangePart,
        budget: &Budget<'_>,
    ) -> Result<Option<TableEntries>, SolveError> {
        let conventions = conventions(&self.world, &asked.games(), false, &self.settings, budget)?;
        self.ask(conventions, budget, |session, solver, budget| {
            if !solver.values_decide() {
                return Ok(None);
            }
            let ranges = part.numbers.as_deref().unwrap_or_default();
            let greatest = greatest_corner(&session.world, part);
            let one = std::slice::from_ref(&greatest);
            solver.plan(one, AccessPattern::Table, budget)?;
            let Some(dense) = filled_table(&greatest, solver, budget)? else {
                return Ok(None);
            };
            let Some((start, strides)) = in_rows(&session.world, part.game, &dense, ranges) else {
                return Ok(None);
            };
            let table = dense.table();
            Ok(Some(TableEntries {
                asked: asked.clone(),
                slots: asked.named_ranges(&session.world),
                bytes: table.shared(),
                width: table.width.bytes(),
                start,
                strides,
                meaning: CodeMeaning::Values,
                as_filled: true,
                method: methods(asked, solver),
                status: AnswerStatus::Computed,
                warnings: session.table_warnings(asked, false, solver.conventions.sum, budget),
                stats: solver.stats(),
            }))
        })
    }
}

/// Returns the offset of the smallest numbers of some ranges in a filled table, and the distance of
/// neighbors in each slot. Returns `None` if the table contains only sorted positions, numbers
/// positions consecutively, or does not contain all positions of the ranges.
fn in_rows(
    world: &World,
    game: GameId,
    dense: &DenseTable,
    ranges: &[(Int, Int)],
) -> Option<(usize, Vec<usize>)> {
    let space = dense.space();
    let lows: Vec<Int> = ranges.iter().map(|(low, _)| *low).collect();
    let highs: Vec<Int> = ranges.iter().map(|(_, high)| *high).collect();
    let strides = space.strides()?.to_vec();
    let mut slots = highs.clone();
    world.rules(game).canonicalise(&mut slots);
    // The position with the largest numbers has the largest weight. If the position with the
    // largest numbers is in the table, all positions of the ranges are in the table.
    (space.contains(&highs) && space.contains(&slots)).then_some(())?;
    Some((space.index(&lows)?, strides))
}

/// Copies the cells of a table in order.
fn gathered(table: TableAnswer) -> TableEntries {
    let TableAnswer {
        asked,
        slots,
        cells,
        method,
        status,
        warnings,
        stats,
    } = table;
    let (width, bytes, meaning) = match cells {
        TableCells::Values(column) => (column.width(), column.into_bytes(), CodeMeaning::Values),
        TableCells::Outcomes(list) => (
            1,
            list.into_iter().map(code).collect(),
            CodeMeaning::Outcomes,
        ),
        TableCells::Worths(..) => unreachable!("values or outcomes were asked for"),
    };
    let mut strides = vec![1; slots.len()];
    for i in (1..slots.len()).rev() {
        let (_, low, high) = &slots[i];
        strides[i - 1] = strides[i] * usize::try_from(high - low + 1).unwrap_or(0);
    }
    let bytes = Arc::new(bytes);
    TableEntries {
        asked,
        slots,
        bytes,
        width,
        start: 0,
        strides,
        meaning,
        as_filled: false,
        method,
        status,
        warnings,
        stats,
    }
}

/// Returns the byte of an outcome.
pub fn code(cell: Option<Outcome>) -> u8 {
    match cell {
        Some(Outcome::P) => 0,
        Some(Outcome::N) => 1,
        Some(Outcome::D) => 2,
        None => u8::MAX,
    }
}
