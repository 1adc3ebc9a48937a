//! Tables: the value of every position of a box, in an order in which each option comes before the
//! positions that have it. The box is measured, and refused, before anything is done; an entry
//! takes one byte where values are small. Cost: O(positions · options). What is valued is a
//! parameter, the [`TableKernel`]. Three ways lead to the same table: the reference interpreter,
//! the interpreter of programs, and generated code.

mod error;
mod fold;
mod interpreter;
mod kernel;
mod outcome_oracles;
mod run;
mod table;
mod table_box;

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use rules::game::{GameId, OptionArena, RulesError};
use rules::ir::Int;
use rules::play::Component;
use rules::world::World;
use theory::algebra::GrundyAlgebra;
use theory::value::Grundy;

use crate::codegen;
use crate::error::EngineError;
use crate::machine::{WasmError, WasmMachine};
use crate::oracle::GrundyOracle;
use crate::prepared_table::PreparedTable;
use crate::program::MoveProgram;
use crate::stats::EngineStats;

use error::FillError;
use fold::{BestCollector, MexCollector};
use table::EntryAccess;

pub(crate) use error::EvaluationError;
pub use kernel::{CodeFold, OutcomeFold, TableKernel};
pub(crate) use run::{CompiledAffine, ProgramEnv};

pub use table::{EntryTable, EntryWidth, TableBytes};
pub(crate) use table_box::may_be_boxed;
pub use table_box::{BoxShape, FillOrder, TableBox};

/// The filled table of one game: of Grundy values where no other kernel is named.
pub struct DenseTable<K: TableKernel = GrundyAlgebra> {
    kernel: K,
    game: GameId,
    space: TableBox,
    table: EntryTable,
    stats: EngineStats,
    filled: FillOrigin,
}

/// How a table is filled. Each way takes all that the one before it takes, or leaves it to that
/// one.
#[derive(Clone, Copy, Default)]
pub enum FillMethod<'m> {
    /// By the reference interpreter.
    Plain,
    /// By interpreting a program.
    #[default]
    Program,
    /// By code generated from the program.
    Generated(&'m dyn WasmMachine),
}

/// How a table was filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FillOrigin {
    /// By the reference interpreter.
    Plain,
    /// By interpreting a program.
    Program,
    /// By generated code.
    Generated,
    /// Another time: it was read.
    Before,
}

impl DenseTable {
    /// Fills the table of a box. Nothing is kept when the budget ends before the table is full.
    ///
    /// # Errors
    /// Where a value fits in no entry, the rules cannot be evaluated or the budget ends.
    pub fn fill(
        world: &World,
        game: GameId,
        prepared: &PreparedTable,
        filler: FillMethod<'_>,
        budget: &Budget<'_>,
    ) -> Result<DenseTable, EngineError> {
        DenseTable::fold(
            GrundyAlgebra,
            world,
            game,
            prepared,
            filler,
            EntryWidth::One,
            budget,
        )
    }

    /// A table that was filled before, over the same space.
    pub fn of_table(
        game: GameId,
        space: TableBox,
        table: EntryTable,
        stats: EngineStats,
    ) -> DenseTable {
        DenseTable {
            kernel: GrundyAlgebra,
            game,
            space,
            table,
            stats,
            filled: FillOrigin::Before,
        }
    }
}

impl<K: TableKernel> DenseTable<K> {
    /// Fills the table of a box with the values of a kernel, in entries of at least this width.
    ///
    /// # Errors
    /// Where the kernel does not take the game, a value fits in no entry, the rules cannot be
    /// evaluated or the budget ends.
    pub fn fold(
        kernel: K,
        world: &World,
        game: GameId,
        prepared: &PreparedTable,
        filler: FillMethod<'_>,
        narrowest: EntryWidth,
        budget: &Budget<'_>,
    ) -> Result<DenseTable<K>, EngineError> {
        kernel
            .check_rules(world.rules(game))
            .map_err(EngineError::Declined)?;
        let program = match filler {
            FillMethod::Plain => None,
            _ => prepared.program(world, game).ok(),
        };
        let space = &prepared.space;
        let machine = match (filler, program) {
            (FillMethod::Generated(machine), Some(_)) => Some(machine),
            _ => None,
        };
        let filling = FillContext {
            kernel,
            world,
            game,
            space,
            program,
            machine,
        };
        let mut way = match (machine, program) {
            (Some(_), _) => FillOrigin::Generated,
            (None, Some(_)) => FillOrigin::Program,
            (None, None) => FillOrigin::Plain,
        };
        let mut width = narrowest;
        loop {
            match filling.narrow(way, width, budget) {
                Ok((table, stats)) => {
                    return Ok(DenseTable {
                        kernel,
                        game,
                        space: space.clone(),
                        table,
                        stats,
                        filled: way,
                    });
                }
                Err(FillError::TooNarrow) => match EntryWidth::ALL.into_iter().find(|w| *w > width)
                {
                    Some(wider) => width = wider,
                    None if way == FillOrigin::Generated => way = FillOrigin::Program,
                    None => {
                        return Err(EngineError::Declined(text!(
                            "a value of this table does not fit in its entries",
                            "表中有值超出表项的范围"
                        )));
                    }
                },
                Err(FillError::Fails(slots)) => {
                    filling.explain(&slots, budget)?;
                    way = FillOrigin::Plain;
                }
                Err(FillError::Declined) if way == FillOrigin::Generated => {
                    way = FillOrigin::Program
                }
                Err(FillError::Fault(fault)) => return Err(fault.into()),
                Err(FillError::OutOfOrder | FillError::Declined) => {
                    return Err(EngineError::Declined(text!(
                        "an option was not valued before the position that has it",
                        "有选项在拥有它的局面之前尚未求值"
                    )));
                }
            }
        }
    }

    /// The space of the table.
    pub fn space(&self) -> &TableBox {
        &self.space
    }

    /// How the table was filled.
    pub fn filled(&self) -> FillOrigin {
        self.filled
    }

    /// What was done.
    pub fn stats(&self) -> EngineStats {
        self.stats
    }

    /// The table itself.
    pub fn table(&self) -> &EntryTable {
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
    pub fn rows(&self, space: &TableBox, limit: usize) -> Option<Vec<(Component, K::Value)>> {
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
struct FillContext<'a, K> {
    kernel: K,
    world: &'a World,
    game: GameId,
    space: &'a TableBox,
    program: Option<&'a MoveProgram>,
    machine: Option<&'a dyn WasmMachine>,
}

impl<K: TableKernel> FillContext<'_, K> {
    /// Fills a table of one width.
    fn narrow(
        &self,
        way: FillOrigin,
        width: EntryWidth,
        budget: &Budget<'_>,
    ) -> Result<(EntryTable, EngineStats), FillError> {
        let size = self.space.size.saturating_mul(width.bytes());
        budget.allow_memory(size as u64)?;
        if let (FillOrigin::Generated, Some(program), Some(machine)) =
            (way, self.program, self.machine)
        {
            return self.generated(program, machine, width, budget);
        }
        let mut table = Vec::new();
        table
            .try_reserve_exact(size)
            .map_err(|_| StopReason::Memory(size as u64, budget.memory))?;
        table.resize(size, u8::MAX);
        let mut stats = EngineStats::default();
        match width {
            EntryWidth::One => self.interpreted::<u8>(way, &mut table, &mut stats, budget),
            EntryWidth::Two => self.interpreted::<u16>(way, &mut table, &mut stats, budget),
            EntryWidth::Four => self.interpreted::<u32>(way, &mut table, &mut stats, budget),
        }?;
        Ok((EntryTable::new(Arc::new(table), width), stats))
    }

    fn interpreted<C: EntryAccess>(
        &self,
        way: FillOrigin,
        table: &mut [u8],
        stats: &mut EngineStats,
        budget: &Budget<'_>,
    ) -> Result<(), FillError> {
        match (self.program, self.kernel.fold()) {
            (Some(program), CodeFold::Mex) if way > FillOrigin::Plain => run::fill(
                MexCollector::<C>::new(budget, table.len() as u64),
                program,
                self.space,
                table,
                stats,
                budget,
            ),
            (Some(program), CodeFold::Race(race)) if way > FillOrigin::Plain => run::fill(
                BestCollector::<C>::new(race, program),
                program,
                self.space,
                table,
                stats,
                budget,
            ),
            _ => interpreter::fill::<C, K>(
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
        program: &MoveProgram,
        machine: &dyn WasmMachine,
        width: EntryWidth,
        budget: &Budget<'_>,
    ) -> Result<(EntryTable, EngineStats), FillError> {
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
        .map_err(|_| FillError::Declined)?;
        // What compiling takes is not worth being refused for.
        if (module.map.pages() << 16) + COMPILING > budget.memory {
            return Err(FillError::Declined);
        }
        match machine.run(&module, &waves, self.space.rows_in_all(), budget) {
            Ok(run) => Ok((EntryTable::new(run.table, width), run.stats)),
            Err(WasmError::Stopped(stop)) => Err(stop.into()),
            Err(WasmError::TooNarrow) => Err(FillError::TooNarrow),
            Err(WasmError::Failed(slots)) => Err(FillError::Fails(slots)),
            Err(WasmError::Unable(_)) => Err(FillError::Declined),
        }
    }

    /// Evaluates this position by the reference interpreter, for the error that the evaluation ends
    /// in; `Ok` if it ends in none.
    fn explain(&self, slots: &[Int], budget: &Budget<'_>) -> Result<(), RulesError> {
        if self.world.contains(self.game, slots, budget)?
            && self.world.ending(self.game, slots, budget)?.is_none()
        {
            self.world
                .options(self.game, slots, &mut OptionArena::new(), budget)?;
        }
        Ok(())
    }
}

impl GrundyOracle for DenseTable {
    fn grundy(
        &mut self,
        world: &World,
        game: GameId,
        slots: &[Int],
        _: &Budget<'_>,
    ) -> Result<Grundy, EngineError> {
        self.component(world, game, slots)
    }

    fn covers(&self, game: GameId, slots: &[Int]) -> bool {
        game == self.game && self.space.contains(slots)
    }

    fn bytes(&self) -> u64 {
        self.table.bytes().len() as u64
    }

    fn is_table(&self) -> bool {
        true
    }

    fn stats(&self) -> EngineStats {
        self.stats
    }

    fn evidence(&self, limit: usize) -> Option<Vec<(Component, Grundy)>> {
        self.rows(&self.space, limit)
    }
}
