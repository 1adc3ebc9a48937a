//! What is known of the sparse space of a game, and what was done to find it.

use super::mask::RareMask;

/// What the machine knows of its game's sparse space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparseSpace {
    /// The mask, if there is one that pays.
    pub mask: Option<RareMask>,
    /// The rare heaps with their values; empty without a mask.
    pub rare: Vec<(u64, u16)>,
}

/// What was done so far, for tuning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SparseStatistics {
    /// Common heaps that are tried now.
    pub helpers: u64,
    /// Values that occur now.
    pub active: u64,
    /// Values that were searched for and found.
    pub found: u64,
    /// Pairs looked at until they were found.
    pub pairs: u64,
    /// Values that were searched for in vain.
    pub missing: u64,
    /// How often the lists were made anew.
    pub rebuilt: u64,
    /// Blocks that were computed as in a settled space.
    pub settled: u64,
    /// How many of these did not stand.
    pub refused: u64,
}
