//! Tables that were read from files.

use std::sync::Arc;

use engines::dense::DenseTable;
use rules::game::GameId;

/// A table that a session has read.
#[derive(Clone)]
pub struct LoadedTable {
    /// Its game.
    pub game: GameId,
    /// Its table.
    pub table: Arc<DenseTable>,
    /// The file.
    pub name: String,
}

impl LoadedTable {
    /// Whether this is the same table.
    pub(crate) fn is(&self, other: &LoadedTable) -> bool {
        Arc::ptr_eq(&self.table, &other.table)
    }
}
