//! Tables: the value of every position of a box, in an order in which each option comes before the
//! positions that have it. The box is measured, and refused, before anything is done; an entry
//! takes one byte where values are small. Cost: O(positions · options). What is valued is a
//! parameter, the [`Kernel`]. Three ways lead to the same table: the reference interpreter, the
//! interpreter of programs, and generated code.

mod fold;
mod kernel;
mod lone;
mod plain;
mod run;
mod space;
mod table;

use std::sync::Arc;

use base::budget::{Budget, Stop};
use base::text;
use rules::ir::Int;
use rules::play::Component;
use rules::rules::{Fault, GameId, Options};
use rules::world::World;
use theory::algebra::GrundyValues;
use theory::value::Grundy;

use crate::codegen;
use crate::machine::{Halted, Machine};
use crate::oracle::{EngineError, GrundyOracle, Stats};
use crate::prepared::Prepared;
use crate::program::Program;

use fold::{Best, Mex};
use table::Cell;

pub use kernel::{Fold, Kernel, Race};
pub(crate) use run::{Env, Fails, Line};
pub(crate) use space::may_be_boxed;
pub use space::{Order, Shape, Space};
pub use table::{Bytes, Table, Width};

/// The filled table of one game: of Grundy values where no other kernel is named.
pub struct Dense<K: Kernel = GrundyValues> {
    kernel: K,
    game: GameId,
    space: Space,
    table: Table,
    stats: Stats,
    filled: Filled,
}

/// Why a table was not filled.
enum Halt {
    /// The rules cannot be evaluated, or the budget is used up.
    Fault(Fault),
    /// A value does not fit in an entry.
    TooNarrow,
    /// An evaluation failed at this position; the reference interpreter says how.
    Fails(Vec<Int>),
    /// An option was not valued before its position.
    OutOfOrder,
    /// This way of filling does not take it.
    Declined,
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

/// How a table is filled. Each way takes all that the one before it takes, or leaves it to that
/// one.
#[derive(Clone, Copy, Default)]
pub enum Filler<'m> {
    /// By the reference interpreter.
    Plain,
    /// By interpreting a program.
    #[default]
    Program,
    /// By code generated from the program.
    Generated(&'m dyn Machine),
}

/// How a table was filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Filled {
    /// By the reference interpreter.
    Plain,
    /// By interpreting a program.
    Program,
    /// By generated code.
    Generated,
    /// Another time: it was read.
    Before,
}

impl Dense {
    /// Fills the table of a box. Nothing is kept when the budget ends before the table is full.
    ///
    /// # Errors
    /// Where a value fits in no entry, the rules cannot be evaluated or the budget ends.
    pub fn fill(
        world: &World,
        game: GameId,
        prepared: &Prepared,
        filler: Filler<'_>,
        budget: &Budget<'_>,
    ) -> Result<Dense, EngineError> {
        Dense::fold(
            GrundyValues,
            world,
            game,
            prepared,
            filler,
            Width::One,
            budget,
        )
    }

    /// A table that was filled before, over the same space.
    pub fn of_table(game: GameId, space: Space, table: Table, stats: Stats) -> Dense {
        Dense {
            kernel: GrundyValues,
            game,
            space,
            table,
            stats,
            filled: Filled::Before,
        }
    }
}

impl<K: Kernel> Dense<K> {
    /// Fills the table of a box with the values of a kernel, in entries of at least this width.
    ///
    /// # Errors
    /// Where the kernel does not take the game, a value fits in no entry, the rules cannot be
    /// evaluated or the budget ends.
    pub fn fold(
        kernel: K,
        world: &World,
        game: GameId,
        prepared: &Prepared,
        filler: Filler<'_>,
        narrowest: Width,
        budget: &Budget<'_>,
    ) -> Result<Dense<K>, EngineError> {
        kernel
            .takes(world.rules(game))
            .map_err(EngineError::Declined)?;
        let program = match filler {
            Filler::Plain => None,
            _ => prepared.program(world, game).ok(),
        };
        let space = &prepared.space;
        let machine = match (filler, program) {
            (Filler::Generated(machine), Some(_)) => Some(machine),
            _ => None,
        };
        let filling = Filling {
            kernel,
            world,
            game,
            space,
            program,
            machine,
        };
        let mut way = match (machine, program) {
            (Some(_), _) => Filled::Generated,
            (None, Some(_)) => Filled::Program,
            (None, None) => Filled::Plain,
        };
        let mut width = narrowest;
        loop {
            match filling.narrow(way, width, budget) {
                Ok((table, stats)) => {
                    return Ok(Dense {
                        kernel,
                        game,
                        space: space.clone(),
                        table,
                        stats,
                        filled: way,
                    });
                }
                Err(Halt::TooNarrow) => match Width::ALL.into_iter().find(|w| *w > width) {
                    Some(wider) => width = wider,
                    None if way == Filled::Generated => way = Filled::Program,
                    None => {
                        return Err(EngineError::Declined(text!(
                            "a value of this table does not fit in its entries",
                            "表中有值超出表项的范围"
                        )));
                    }
                },
                Err(Halt::Fails(slots)) => {
                    filling.explain(&slots, budget)?;
                    way = Filled::Plain;
                }
                Err(Halt::Declined) if way == Filled::Generated => way = Filled::Program,
                Err(Halt::Fault(fault)) => return Err(fault.into()),
                Err(Halt::OutOfOrder | Halt::Declined) => {
                    return Err(EngineError::Declined(text!(
                        "an option was not valued before the position that has it",
                        "有选项在拥有它的局面之前尚未求值"
                    )));
                }
            }
        }
    }

    /// The space of the table.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// How the table was filled.
    pub fn filled(&self) -> Filled {
        self.filled
    }

    /// What was done.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// The table itself.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The value of a component in canonical form.
    ///
    /// # Errors
    /// Where it is not in the table.
    pub fn component(
        &self,
        world: &World,
        game: GameId,
        slots: &[Int],
    ) -> Result<K::Value, EngineError> {
        let value = if game == self.game {
            self.value(slots)
        } else {
            None
        };
        value.ok_or_else(|| {
            let position = world.show(game, slots);
            EngineError::Declined(text!(
                "{position} is not in the table",
                "{position} 不在表中"
            ))
        })
    }

    /// The value of every position of `space`, which this table covers, each after those it rests
    /// on; `None` if there are more than `limit`.
    pub fn rows(&self, space: &Space, limit: usize) -> Option<Vec<(Component, K::Value)>> {
        let mut rows = Vec::new();
        let walked = space.each_row(&mut |slots| match self.value(slots) {
            Some(_) if rows.len() == limit => Err(()),
            Some(value) => {
                rows.push((
                    Component {
                        game: self.game,
                        slots: slots.into(),
                    },
                    value,
                ));
                Ok(())
            }
            None => Ok(()),
        });
        walked.ok().map(|()| rows)
    }

    /// Calls `visit` for every position of the box in canonical form, each after those it rests on,
    /// with its value; `None` if the entry holds none.
    ///
    /// # Errors
    /// Returns the first error of `visit`.
    pub fn try_for_each<E>(
        &self,
        mut visit: impl FnMut(&[Int], Option<K::Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.space.each_row(&mut |slots| {
            if self.space.is_canonical(slots) {
                visit(slots, self.value(slots))
            } else {
                Ok(())
            }
        })
    }

    /// The value of a position in canonical form; `None` if it is not in the table.
    pub fn value(&self, slots: &[Int]) -> Option<K::Value> {
        let place = self
            .space
            .index(slots)
            .filter(|_| self.space.is_canonical(slots))?;
        self.kernel
            .unpack(self.table.width, self.table.code(place)?)
    }
}

/// Bytes that a machine takes to compile a module, about.
const COMPILING: u64 = 24 << 20;

/// What a table is filled from.
struct Filling<'a, K> {
    kernel: K,
    world: &'a World,
    game: GameId,
    space: &'a Space,
    program: Option<&'a Program>,
    machine: Option<&'a dyn Machine>,
}

impl<K: Kernel> Filling<'_, K> {
    /// Fills a table of one width.
    fn narrow(
        &self,
        way: Filled,
        width: Width,
        budget: &Budget<'_>,
    ) -> Result<(Table, Stats), Halt> {
        let size = self.space.size.saturating_mul(width.bytes());
        budget.allow_memory(size as u64)?;
        if let (Filled::Generated, Some(program), Some(machine)) = (way, self.program, self.machine)
        {
            return self.generated(program, machine, width, budget);
        }
        let mut table = Vec::new();
        table
            .try_reserve_exact(size)
            .map_err(|_| Stop::Memory(size as u64, budget.memory))?;
        table.resize(size, u8::MAX);
        let mut stats = Stats::default();
        match width {
            Width::One => self.interpreted::<u8>(way, &mut table, &mut stats, budget),
            Width::Two => self.interpreted::<u16>(way, &mut table, &mut stats, budget),
            Width::Four => self.interpreted::<u32>(way, &mut table, &mut stats, budget),
        }?;
        Ok((Table::new(Arc::new(table), width), stats))
    }

    fn interpreted<C: Cell>(
        &self,
        way: Filled,
        table: &mut [u8],
        stats: &mut Stats,
        budget: &Budget<'_>,
    ) -> Result<(), Halt> {
        match (self.program, self.kernel.fold()) {
            (Some(program), Fold::Mex) if way > Filled::Plain => run::fill(
                Mex::<C>::new(budget, table.len() as u64),
                program,
                self.space,
                table,
                stats,
                budget,
            ),
            (Some(program), Fold::Race(race)) if way > Filled::Plain => run::fill(
                Best::<C>::new(race, program),
                program,
                self.space,
                table,
                stats,
                budget,
            ),
            _ => plain::fill::<C, K>(
                self.kernel,
                self.world,
                self.game,
                self.space,
                table,
                stats,
                budget,
            ),
        }
    }

    fn generated(
        &self,
        program: &Program,
        machine: &dyn Machine,
        width: Width,
        budget: &Budget<'_>,
    ) -> Result<(Table, Stats), Halt> {
        let waves = self.space.waves(machine.workers(), program.most_options);
        let workers = waves
            .iter()
            .map(Vec::len)
            .max()
            .unwrap_or(1)
            .clamp(1, machine.workers() as usize);
        let module = codegen::module(
            program,
            self.space,
            width,
            self.kernel.fold(),
            workers as u32,
        )
        .map_err(|_| Halt::Declined)?;
        // What compiling takes is not worth being refused for.
        if (module.map.pages() << 16) + COMPILING > budget.memory {
            return Err(Halt::Declined);
        }
        match machine.run(&module, &waves, self.space.rows_in_all(), budget) {
            Ok(run) => Ok((Table::new(run.table, width), run.stats)),
            Err(Halted::Stopped(stop)) => Err(stop.into()),
            Err(Halted::TooNarrow) => Err(Halt::TooNarrow),
            Err(Halted::Failed(slots)) => Err(Halt::Fails(slots)),
            Err(Halted::Unable(_)) => Err(Halt::Declined),
        }
    }

    /// Evaluates this position by the reference interpreter, for the error that the evaluation ends
    /// in; `Ok` if it ends in none.
    fn explain(&self, slots: &[Int], budget: &Budget<'_>) -> Result<(), Fault> {
        if self.world.contains(self.game, slots, budget)?
            && self.world.ending(self.game, slots, budget)?.is_none()
        {
            self.world
                .options(self.game, slots, &mut Options::new(), budget)?;
        }
        Ok(())
    }
}

impl GrundyOracle for Dense {
    fn grundy(
        &mut self,
        world: &World,
        game: GameId,
        slots: &[Int],
        _: &Budget<'_>,
    ) -> Result<Grundy, EngineError> {
        self.component(world, game, slots)
    }

    fn takes(&self, game: GameId, slots: &[Int]) -> bool {
        game == self.game && self.space.contains(slots)
    }

    fn bytes(&self) -> u64 {
        self.table.bytes().len() as u64
    }

    fn is_table(&self) -> bool {
        true
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn evidence(&self, limit: usize) -> Option<Vec<(Component, Grundy)>> {
        self.rows(&self.space, limit)
    }
}
