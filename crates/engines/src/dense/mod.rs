//! Tables that contain the value of every position of a box, filled in an order in which each
//! option precedes the positions that have this option. The size of the box is checked before the
//! table is filled, and a box that is too large is declined. An entry takes one byte if all values
//! are small. Cost: O(positions · options). The kind of values is a type parameter, the
//! [`TableKernel`]. Three fill methods produce the same table: the reference interpreter, the
//! interpreter of programs, and generated code.

mod error;
mod fold;
mod interpreter;
mod kernel;
mod outcome_oracles;
pub mod points;
pub(crate) mod points_entry;
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
use table::NarrowEntry;

pub(crate) use error::EvaluationError;
pub use kernel::{CodeFold, OutcomeFold, TableKernel};
pub(crate) use run::{CompiledAffine, ProgramEnv};

pub use table::{EntryTable, EntryWidth, TableBytes};
pub(crate) use table_box::may_be_boxed;
pub use table_box::{BoxShape, FillOrder, TableBox};

/// The filled table of one game. The values are Grundy values unless another kernel is given.
pub struct DenseTable<K: TableKernel = GrundyAlgebra> {
    kernel: K,
    game: GameId,
    space: TableBox,
    table: EntryTable,
    stats: EngineStats,
    filled: FillOrigin,
}

/// The method of filling a table. If a method does not support a table, the previous method in this
/// list is used.
#[derive(Clone, Copy, Default)]
pub enum FillMethod<'m> {
    /// The reference interpreter.
    Plain,
    /// Interpretation of a program.
    #[default]
    Program,
    /// Code generated from the program.
    Generated(&'m dyn WasmMachine),
}

/// The method by which a table was filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FillOrigin {
    /// The reference interpreter.
    Plain,
    /// Interpretation of a program.
    Program,
    /// Generated code.
    Generated,
    /// The table was filled earlier and loaded.
    Before,
}

impl DenseTable {
    /// Fills the table of a box with Grundy values. No entry is cached if the budget runs out
    /// before the table is full.
    ///
    /// # Errors
    /// Returns [`EngineError`] if a value does not fit in the widest entry, the rules cannot be
    /// evaluated or the budget runs out.
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

    /// Wraps a table that was filled earlier, over the same box.
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
    /// Fills the table of a box with the values of a kernel, in entries of at least the width
    /// `narrowest`.
    ///
    /// # Errors
    /// Returns [`EngineError`] if the kernel does not support the game, a value does not fit in the
    /// widest entry, the rules cannot be evaluated or the budget runs out.
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
                        "the table visits a position before one of its options, so the value of that option was not available",
                        "表先处理某局面，后处理它的一个选项，因此该选项的值尚不可用"
                    )));
                }
            }
        }
    }

    /// Returns the box of the table.
    pub fn space(&self) -> &TableBox {
        &self.space
    }

    /// Returns how the table was filled.
    pub fn filled(&self) -> FillOrigin {
        self.filled
    }

    /// Returns the counters of valued positions and listed options.
    pub fn stats(&self) -> EngineStats {
        self.stats
    }

    /// Returns the entries.
    pub fn table(&self) -> &EntryTable {
        &self.table
    }

    /// Returns the value of a component in canonical form.
    ///
    /// # Errors
    /// Returns [`EngineError::Declined`] if the component is not in the table.
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

    /// Returns the value of every position of `space`, each after the positions on which it
    /// depends; `None` if `space` has more than `limit` positions. The table must cover `space`.
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

    /// Calls `visit` with every position of the box in canonical form, and its value. Each position
    /// comes after the positions on which its value depends; the value is `None` if the entry is
    /// empty.
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

    /// Returns the value of a position in canonical form; `None` if it is not in the table.
    pub fn value(&self, slots: &[Int]) -> Option<K::Value> {
        let place = self
            .space
            .index(slots)
            .filter(|_| self.space.is_canonical(slots))?;
        self.kernel
            .unpack(self.table.width, self.table.code(place)?)
    }
}

/// Approximate number of bytes that a machine uses to compile a module.
const COMPILING: u64 = 24 << 20;

/// Fills a table by generated code.
fn generated(
    space: &TableBox,
    program: &MoveProgram,
    machine: &dyn WasmMachine,
    width: EntryWidth,
    fold: CodeFold,
    budget: &Budget<'_>,
) -> Result<(Arc<dyn TableBytes>, EngineStats), FillError> {
    let waves = space.waves(machine.workers(), program.most_options);
    let workers = waves
        .iter()
        .map(Vec::len)
        .max()
        .unwrap_or(1)
        .clamp(1, machine.workers() as usize);
    let module = codegen::module(program, space, width, fold, workers as u32)
        .map_err(|_| FillError::Declined)?;
    // If there is not enough memory for compilation, the table is filled by another method.
    if (module.map.pages() << 16) + COMPILING > budget.memory {
        return Err(FillError::Declined);
    }
    match machine.run(&module, &waves, space.rows_in_all(), budget) {
        Ok(run) => Ok((run.table, run.stats)),
        Err(WasmError::Stopped(stop)) => Err(stop.into()),
        Err(WasmError::TooNarrow) => Err(FillError::TooNarrow),
        Err(WasmError::Failed(slots)) => Err(FillError::Fails(slots)),
        Err(WasmError::Unable(_)) => Err(FillError::Declined),
    }
}

/// The input for filling a table.
struct FillContext<'a, K> {
    kernel: K,
    world: &'a World,
    game: GameId,
    space: &'a TableBox,
    program: Option<&'a MoveProgram>,
    machine: Option<&'a dyn WasmMachine>,
}

impl<K: TableKernel> FillContext<'_, K> {
    /// Fills a table with entries of one width.
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

    fn interpreted<C: NarrowEntry>(
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
        let fold = self.kernel.fold();
        let (table, stats) = generated(self.space, program, machine, width, fold, budget)?;
        Ok((EntryTable::new(table, width), stats))
    }

    /// Evaluates the position with the reference interpreter, to get the error of the evaluation.
    /// Returns `Ok` if the evaluation succeeds.
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
