//! A table handed out as it lies: the bytes that an engine filled, and how a program that knows
//! nothing of games finds a cell in them. A cell takes one, two, four or eight bytes; the four
//! greatest codes of a width are no nimbers ([`crate::column`]). Where the filled table lies sorted
//! or numbered, or no table was filled, the cells are gathered once, the last slot running fastest.

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

/// What the codes of cells mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeMeaning {
    /// Grundy values; the four greatest codes mean, from the greatest down: no position, loony,
    /// goal, trap.
    Values,
    /// Who wins: 0 for P, 1 for N, 2 for D, and the greatest code where there is no position.
    Outcomes,
}

/// A table as it lies.
#[derive(Clone)]
pub struct TableEntries {
    /// What it is of.
    pub asked: PositionRanges,
    /// The name and range of each slot.
    pub slots: Vec<(String, Int, Int)>,
    /// The bytes, little-endian: of the cells asked for, and perhaps of others between them.
    pub bytes: Arc<dyn TableBytes>,
    /// Bytes a cell: 1, 2, 4 or 8.
    pub width: usize,
    /// Where the cell of the least numbers begins, in cells.
    pub start: usize,
    /// How many cells the next number of each slot lies farther.
    pub strides: Vec<usize>,
    /// What the codes mean.
    pub meaning: CodeMeaning,
    /// Whether these are the bytes that an engine filled, and not gathered from them.
    pub as_filled: bool,
    /// How they were found.
    pub method: String,
    /// How far they may be trusted.
    pub status: AnswerStatus,
    /// Where the rules may say another game than their writer means.
    pub warnings: Vec<Warning>,
    /// What was done.
    pub stats: EngineStats,
}

impl TableEntries {
    /// The code of the cell of some numbers; `None` outside the ranges.
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

    /// The least code that is no nimber, where the cells are values.
    pub fn first_special(&self) -> u64 {
        Column::absent(self.width) - 3
    }

    /// What a code means, where the cells are values; `None` for no position.
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
    /// A table over ranges as it lies: values where they decide, else who wins.
    ///
    /// # Errors
    /// As for [`Session::table`]. A table that an engine fills is refused only where its own
    /// entries do not fit in memory.
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

    /// The table that an engine fills of a part, if one does and its cells lie in rows.
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

/// Where the least numbers of some ranges lie in a filled table, and how far apart neighbours do;
/// `None` where the table keeps sorted positions only, or numbers them, or does not hold all.
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
    // The greatest numbers weigh most: where they are in the table all others are.
    (space.contains(&highs) && space.contains(&slots)).then_some(())?;
    Some((space.index(&lows)?, strides))
}

/// The cells of a table, one after the other.
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

/// The byte of an outcome.
pub fn code(cell: Option<Outcome>) -> u8 {
    match cell {
        Some(Outcome::P) => 0,
        Some(Outcome::N) => 1,
        Some(Outcome::D) => 2,
        None => u8::MAX,
    }
}
