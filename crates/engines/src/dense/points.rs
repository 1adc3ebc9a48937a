//! Tables of scores: for each position of a box, the difference of the points of both players, and
//! the total of their points if every play gives the same total. An entry takes 16
//! bytes, or 8 bytes if ended positions have a payoff, because no total is known then.
//! Generated code or the interpreter of programs fills the table. If a program cannot be made, or
//! an evaluation fails, the reference interpreter fills the table and reports the error with its
//! location.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use rules::game::{GameId, OptionArena, PlayEnding};
use rules::ir::Int;
use rules::world::World;

use super::error::{FillError, out_of_order};
use super::fold::OptionCollector;
use super::kernel::CodeFold;
use super::kernel::stays_alone;
use super::points_entry::{ENTRY_MASK, UNKNOWN, entry_bytes};
use super::run;
use super::table::{EntryAccess, EntryWidth, TableBytes};
use super::table_box::TableBox;
use crate::error::EngineError;
use crate::machine::WasmMachine;
use crate::program::MoveProgram;
use crate::score::Score;
use crate::score_search::decline_endings;
use crate::stats::EngineStats;

/// An entry: the difference, and the total unless ended positions have a payoff.
struct PointsEntry<const PAYOFF: bool>;

impl<const PAYOFF: bool> PointsEntry<PAYOFF> {
    const BYTES: usize = entry_bytes(PAYOFF);

    fn half(table: &[u8], at: usize) -> Int {
        let bytes = &table[at..at + 8];
        Int::from_le_bytes(bytes.try_into().expect("8 bytes")) ^ ENTRY_MASK
    }
}

impl<const PAYOFF: bool> EntryAccess for PointsEntry<PAYOFF> {
    type Code = (Int, Int);

    #[inline(always)]
    fn get(table: &[u8], place: usize) -> (Int, Int) {
        let at = place * Self::BYTES;
        let total = match PAYOFF {
            true => UNKNOWN,
            false => Self::half(table, at + 8),
        };
        (Self::half(table, at), total)
    }

    #[inline(always)]
    fn set(table: &mut [u8], place: usize, (difference, total): (Int, Int)) {
        let at = place * Self::BYTES;
        table[at..at + 8].copy_from_slice(&(difference ^ ENTRY_MASK).to_le_bytes());
        if !PAYOFF {
            table[at + 8..at + 16].copy_from_slice(&(total ^ ENTRY_MASK).to_le_bytes());
        }
    }
}

/// Collects the scores of the options of one position.
#[derive(Default)]
struct PointsCollector<const PAYOFF: bool> {
    best: Option<Int>,
    /// The total of all options so far; `UNKNOWN` if they differ.
    total: Int,
    /// The component and the points of the current option.
    option: (Int, Int),
    points: Int,
    /// Whether a number exceeded 64 bits.
    overflows: bool,
}

impl<const PAYOFF: bool> PointsCollector<PAYOFF> {
    fn add_worth(&mut self, (difference, total): (Int, Int), points: Int) {
        let worth = points
            .checked_sub(difference)
            .filter(|&worth| worth != UNKNOWN);
        let Some(worth) = worth else {
            self.overflows = true;
            return;
        };
        let total = match total {
            UNKNOWN => UNKNOWN,
            total => total.checked_add(points).unwrap_or(UNKNOWN),
        };
        if self.best.is_none() {
            self.total = total;
        } else if self.total != total {
            self.total = UNKNOWN;
        }
        self.best = self.best.max(Some(worth));
    }
}

impl<const PAYOFF: bool> OptionCollector for PointsCollector<PAYOFF> {
    type Cell = PointsEntry<PAYOFF>;

    #[inline(always)]
    fn begin(&mut self) {
        self.best = None;
        self.total = 0;
    }

    #[inline(always)]
    fn open(&mut self) {
        (self.option, self.points) = ((0, 0), 0);
    }

    #[inline(always)]
    fn add(&mut self, code: (Int, Int)) -> Result<(), FillError> {
        if code.0 == UNKNOWN {
            return Err(out_of_order());
        }
        self.option = code;
        Ok(())
    }

    #[inline(always)]
    fn close(&mut self) -> Result<(), FillError> {
        self.add_worth(self.option, self.points);
        Ok(())
    }

    #[inline(always)]
    fn add_option(&mut self, mut codes: impl Iterator<Item = (Int, Int)>) -> Result<(), FillError> {
        self.open();
        codes.try_for_each(|code| self.add(code))?;
        self.close()
    }

    fn sweep<const N: usize>(
        &mut self,
        table: &[u8],
        mut cursors: [(usize, isize); N],
        count: usize,
    ) -> Result<usize, FillError> {
        for _ in 0..count {
            self.add_option(
                cursors
                    .iter()
                    .map(|(place, _)| Self::Cell::get(table, *place)),
            )?;
            for (place, step) in &mut cursors {
                *place = place.wrapping_add_signed(*step);
            }
        }
        Ok(count)
    }

    #[inline(always)]
    fn is_decided(&self) -> bool {
        false
    }

    #[inline(always)]
    fn value(&self) -> Result<(Int, Int), FillError> {
        match self.best {
            Some(best) if !self.overflows => Ok((best, self.total)),
            _ => Err(FillError::TooNarrow),
        }
    }

    fn ending_code(&self, _: PlayEnding) -> (Int, Int) {
        unreachable!("games with goals or traps are declined")
    }

    #[inline(always)]
    fn gain(&mut self, points: Int) {
        self.points = points;
    }

    fn awaits_payoff(&self) -> bool {
        self.best.is_none()
    }

    fn set_payoff(&mut self, points: Int) {
        self.overflows |= points == UNKNOWN;
        self.best = Some(points);
        self.total = if PAYOFF { UNKNOWN } else { 0 };
    }
}

/// The scores of all positions of a box.
pub struct PointsTable {
    game: GameId,
    space: TableBox,
    /// Whether ended positions have a payoff.
    has_payoff: bool,
    table: Arc<dyn TableBytes>,
    stats: EngineStats,
}

impl PointsTable {
    /// Returns the reason why a game has no table of scores.
    ///
    /// # Errors
    /// Returns [`EngineError::Declined`] with the reason.
    pub fn check_rules(world: &World, game: GameId) -> Result<(), EngineError> {
        decline_endings(world, game)?;
        stays_alone(world.rules(game)).map_err(EngineError::Declined)
    }

    /// Fills the table of a box.
    ///
    /// # Errors
    /// Returns [`EngineError`] if the rules cannot be evaluated, the order of the box does not fit
    /// the moves, or the budget runs out. A number that exceeds 64 bits is declined, because a
    /// search reports its location.
    pub fn fill(
        world: &World,
        game: GameId,
        space: &TableBox,
        machine: Option<&dyn WasmMachine>,
        budget: &Budget<'_>,
    ) -> Result<PointsTable, EngineError> {
        PointsTable::check_rules(world, game)?;
        let ir = world.rules(game).game();
        let program = ir.and_then(|ir| MoveProgram::with_points(ir, game, &space.ranges()).ok());
        let mut table = PointsTable {
            game,
            space: space.clone(),
            has_payoff: world.rules(game).has_payoff(),
            table: Arc::new(Vec::new()),
            stats: EngineStats::default(),
        };
        let mut filled = Err(FillError::Declined);
        if let (Some(program), Some(machine)) = (&program, machine) {
            filled = table.by_code(program, machine, budget);
        }
        if let (Some(program), Err(FillError::Declined)) = (&program, &filled) {
            filled = match table.has_payoff {
                true => table.by_program::<true>(program, budget),
                false => table.by_program::<false>(program, budget),
            };
        }
        // The rules may fail at positions of the box that are no options; the reference
        // interpreter finds the location.
        if matches!(filled, Err(FillError::Declined | FillError::Fails(_))) {
            filled = match table.has_payoff {
                true => table.by_rules::<true>(world, budget),
                false => table.by_rules::<false>(world, budget),
            };
        }
        match filled {
            Ok(()) => Ok(table),
            Err(FillError::Fault(fault)) => Err(fault.into()),
            Err(FillError::TooNarrow) => Err(EngineError::Declined(text!(
                "the points of some position of the box exceed 64 bits",
                "区域中有局面的得分超过 64 位"
            ))),
            Err(FillError::OutOfOrder | FillError::Declined | FillError::Fails(_)) => {
                Err(EngineError::Declined(text!(
                    "the table visits a position before one of its options, so the value of that option was not available",
                    "表先处理某局面，后处理它的一个选项，因此该选项的值尚不可用"
                )))
            }
        }
    }

    /// Returns the score of a position; `None` if the position is not in the table.
    pub fn score(&self, game: GameId, slots: &[Int]) -> Option<Score> {
        let place = self.space.index(slots).filter(|_| game == self.game)?;
        let bytes = self.table.bytes();
        let (difference, total) = match self.has_payoff {
            true => PointsEntry::<true>::get(bytes, place),
            false => PointsEntry::<false>::get(bytes, place),
        };
        (self.space.is_canonical(slots) && difference != UNKNOWN).then_some(Score {
            difference,
            total: (total != UNKNOWN).then_some(total),
        })
    }

    /// Calls `visit` with every row of numbers of the box, and its score; `None` if the row is not
    /// a position.
    pub fn for_each(&self, mut visit: impl FnMut(&[Int], Option<Score>)) {
        let walked = self
            .space
            .each_row::<std::convert::Infallible>(&mut |slots| {
                visit(slots, self.score(self.game, slots));
                Ok(())
            });
        walked.unwrap_or_else(|never| match never {});
    }

    /// Returns the counters of evaluated positions and listed options.
    pub fn stats(&self) -> EngineStats {
        self.stats
    }

    /// Returns the number of bytes of the entries.
    pub fn bytes(&self) -> u64 {
        self.table.bytes().len() as u64
    }

    fn entry_bytes(&self) -> usize {
        entry_bytes(self.has_payoff)
    }

    /// Returns an empty table.
    fn empty(&mut self, budget: &Budget<'_>) -> Result<Vec<u8>, StopReason> {
        let size = self.space.size.saturating_mul(self.entry_bytes());
        budget.allow_memory(size as u64)?;
        self.stats = EngineStats::default();
        let mut table = Vec::new();
        table
            .try_reserve_exact(size)
            .map_err(|_| StopReason::Memory(size as u64, budget.memory))?;
        table.resize(size, u8::MAX);
        Ok(table)
    }

    fn by_code(
        &mut self,
        program: &MoveProgram,
        machine: &dyn WasmMachine,
        budget: &Budget<'_>,
    ) -> Result<(), FillError> {
        budget.allow_memory(self.space.size.saturating_mul(self.entry_bytes()) as u64)?;
        let fold = CodeFold::Points {
            has_payoff: self.has_payoff,
        };
        // The width of codes has no meaning for points.
        let width = EntryWidth::One;
        (self.table, self.stats) =
            super::generated(&self.space, program, machine, width, fold, budget)?;
        Ok(())
    }

    fn by_program<const PAYOFF: bool>(
        &mut self,
        program: &MoveProgram,
        budget: &Budget<'_>,
    ) -> Result<(), FillError> {
        let mut table = self.empty(budget)?;
        run::fill(
            PointsCollector::<PAYOFF>::default(),
            program,
            &self.space,
            &mut table,
            &mut self.stats,
            budget,
        )?;
        self.table = Arc::new(table);
        Ok(())
    }

    /// Fills the table with the options that the rules list.
    fn by_rules<const PAYOFF: bool>(
        &mut self,
        world: &World,
        budget: &Budget<'_>,
    ) -> Result<(), FillError> {
        let mut table = self.empty(budget)?;
        let mut fold = PointsCollector::<PAYOFF>::default();
        let mut options = OptionArena::new();
        let PointsTable {
            game, space, stats, ..
        } = self;
        space.walk::<FillError>(budget, &mut |slots| {
            if !world.contains(*game, slots, budget)? {
                return Ok(());
            }
            world.options(*game, slots, &mut options, budget)?;
            fold.begin();
            for option in options.iter() {
                fold.open();
                for (_, part) in option.components() {
                    let place = space.index(part).ok_or_else(out_of_order)?;
                    fold.add(PointsEntry::<PAYOFF>::get(&table, place))?;
                }
                fold.gain(option.gain);
                fold.close()?;
            }
            if fold.awaits_payoff() {
                fold.set_payoff(world.payoff(*game, slots, budget)?);
            }
            let place = space.index(slots).ok_or_else(out_of_order)?;
            PointsEntry::<PAYOFF>::set(&mut table, place, fold.value()?);
            stats.positions += 1;
            stats.options += options.len() as u64;
            Ok(())
        })?;
        self.table = Arc::new(table);
        Ok(())
    }
}
