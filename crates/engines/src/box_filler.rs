//! The data for filling a table over a box of positions.

use std::sync::Arc;

use base::budget::Budget;
use rules::game::GameId;
use rules::world::World;

use crate::dense::{DenseTable, EntryWidth, FillMethod, TableKernel};
use crate::error::EngineError;
use crate::machine::WasmMachine;
use crate::prepared_table::PreparedTable;

/// The program that fills a table, and the machine that runs it as generated code. Without a
/// machine, the program is interpreted.
#[derive(Clone)]
pub struct BoxFiller {
    pub(crate) prepared: Arc<PreparedTable>,
    pub(crate) machine: Option<Arc<dyn WasmMachine>>,
}

impl BoxFiller {
    /// Fills the table with the values of a kernel.
    pub(crate) fn fill<K: TableKernel>(
        &self,
        kernel: K,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<DenseTable<K>, EngineError> {
        let filler = self
            .machine
            .as_deref()
            .map_or(FillMethod::Program, FillMethod::Generated);
        DenseTable::fold(
            kernel,
            world,
            game,
            &self.prepared,
            filler,
            EntryWidth::One,
            budget,
        )
    }
}
