//! Tables that were loaded from files.

use std::sync::Arc;

use engines::dense::DenseTable;
use rules::game::GameId;

/// A table that a session has loaded.
#[derive(Clone)]
pub struct LoadedTable {
    /// The game of the table.
    pub game: GameId,
    /// The loaded table.
    pub table: Arc<DenseTable>,
    /// The name of the file.
    pub name: String,
}

impl LoadedTable {
    /// Returns whether two loaded tables are the same table.
    pub(crate) fn is(&self, other: &LoadedTable) -> bool {
        Arc::ptr_eq(&self.table, &other.table)
    }
}
