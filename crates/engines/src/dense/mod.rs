//! Tables: the value of every position of a box, in an order in which each option comes before the positions that have it. The
//! box is measured, and refused, before anything is done; an entry takes one byte where values are small. Cost: O(positions ·
//! options). Three ways lead to the same table: the reference interpreter, the interpreter of programs, and generated code.

mod plain;
mod run;
mod space;
mod table;

use rules::budget::{Budget, Stop};
use rules::ir::Int;
use rules::play::Component;
use rules::rules::{Fault, GameId};
use rules::text;
use rules::world::World;
use theory::value::Grundy;

use crate::oracle::{EngineError, GrundyOracle, Stats};
use crate::program::Program;

pub use space::Space;
pub use table::{Bytes, Table, Width};

/// The filled table of one game.
pub struct Dense<'w> {
    world: &'w World,
    game: GameId,
    space: Space,
    table: Table,
    stats: Stats,
}

/// Why a table was not filled.
enum Halt {
    /// The rules cannot be evaluated, or the budget is used up.
    Fault(Fault),
    /// A value does not fit in an entry.
    TooNarrow,
    /// An evaluation failed; the reference interpreter says how.
    Fails,
    /// An option was not valued before its position.
    OutOfOrder,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Fault(Fault::Stopped(stop))
    }
}

/// The facts promised an order in which this does not happen.
fn out_of_order() -> Halt {
    Halt::OutOfOrder
}

/// How a table is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filler {
    /// By the reference interpreter.
    Plain,
    /// By interpreting a program, where the rules can be made one.
    Program,
}

impl<'w> Dense<'w> {
    /// Fills the table of a box. Nothing is kept when the budget ends before the table is full.
    pub fn fill(world: &'w World, game: GameId, space: Space, filler: Filler, budget: &Budget<'_>) -> Result<Dense<'w>, EngineError> {
        let program = match (filler, world.rules(game).game()) {
            (Filler::Program, Some(ir)) => Program::new(ir, game, &space.ranges()).ok(),
            _ => None,
        };
        let mut program = program.as_ref();
        let mut widths = Width::ALL.into_iter();
        let mut width = Width::One;
        loop {
            let mut stats = Stats::default();
            match narrow(world, game, &space, program, width, &mut stats, budget) {
                Ok(bytes) => return Ok(Dense { world, game, space, table: Table::new(Box::new(bytes), width), stats }),
                Err(Halt::TooNarrow) => match widths.find(|w| *w > width) {
                    Some(wider) => width = wider,
                    None => {
                        return Err(EngineError::Declined(text!(
                            "a value of this table does not fit in its entries",
                            "表中有值超出表项的范围"
                        )));
                    }
                },
                // The reference interpreter tells what is wrong, or does it more slowly.
                Err(Halt::Fails) if program.is_some() => program = None,
                Err(Halt::Fault(fault)) => return Err(fault.into()),
                Err(Halt::OutOfOrder | Halt::Fails) => {
                    return Err(EngineError::Declined(text!(
                        "an option was not valued before the position that has it",
                        "有选项在拥有它的局面之前尚未求值"
                    )));
                }
            }
        }
    }

    fn look_up(&self, slots: &[Int]) -> Option<Grundy> {
        let place = self.space.index(slots).filter(|_| self.space.is_canonical(slots))?;
        self.table.get(place)
    }
}

/// Fills a table of one width.
fn narrow(
    world: &World,
    game: GameId,
    space: &Space,
    program: Option<&Program>,
    width: Width,
    stats: &mut Stats,
    budget: &Budget<'_>,
) -> Result<Vec<u8>, Halt> {
    let size = space.size.saturating_mul(width.bytes());
    budget.allow_memory(size as u64)?;
    let mut table = Vec::new();
    table.try_reserve_exact(size).map_err(|_| Stop::Memory(size as u64, budget.memory))?;
    table.resize(size, u8::MAX);
    match (program, width) {
        (None, Width::One) => plain::fill::<u8>(world, game, space, &mut table, stats, budget),
        (None, Width::Two) => plain::fill::<u16>(world, game, space, &mut table, stats, budget),
        (None, Width::Four) => plain::fill::<u32>(world, game, space, &mut table, stats, budget),
        (Some(program), Width::One) => run::fill::<u8>(program, space, &mut table, stats, budget),
        (Some(program), Width::Two) => run::fill::<u16>(program, space, &mut table, stats, budget),
        (Some(program), Width::Four) => run::fill::<u32>(program, space, &mut table, stats, budget),
    }?;
    Ok(table)
}

impl GrundyOracle for Dense<'_> {
    fn grundy(&mut self, game: GameId, slots: &[Int], _: &Budget<'_>) -> Result<Grundy, EngineError> {
        let value = if game == self.game { self.look_up(slots) } else { None };
        value.ok_or_else(|| {
            let position = self.world.show(game, slots);
            EngineError::Declined(text!("{position} is not in the table", "{position} 不在表中"))
        })
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn evidence(&self, limit: usize) -> Option<Vec<(Component, Grundy)>> {
        if self.stats.positions > limit as u64 {
            return None;
        }
        let mut rows = Vec::new();
        let walked: Result<(), ()> = self.space.each_row(&mut |slots| {
            if let Some(value) = self.look_up(slots) {
                rows.push((Component { game: self.game, slots: slots.into() }, value));
            }
            Ok(())
        });
        walked.ok().map(|()| rows)
    }
}
