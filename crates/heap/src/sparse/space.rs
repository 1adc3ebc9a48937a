//! The sparse space of a game as currently known, and statistics of the computation.

use super::mask::RareMask;

/// The sparse space of a game, as far as the machine has determined the space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparseSpace {
    /// The mask; `None` if no mask pays off.
    pub mask: Option<RareMask>,
    /// The rare heaps with their values; empty without a mask.
    pub rare: Vec<(u64, u16)>,
}

/// Statistics of the computation, for tuning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SparseStatistics {
    /// Number of common heaps that are currently tried.
    pub helpers: u64,
    /// Number of values that currently occur.
    pub active: u64,
    /// Number of successful searches for a value.
    pub found: u64,
    /// Number of pairs of heaps compared in successful searches for a value.
    pub pairs: u64,
    /// Number of unsuccessful searches for a value.
    pub missing: u64,
    /// Number of times that the lists were rebuilt.
    pub rebuilt: u64,
    /// Number of blocks that were computed under the assumption of a settled space.
    pub settled: u64,
    /// Number of invalid blocks among the blocks that were computed under the assumption of a
    /// settled space.
    pub refused: u64,
}
