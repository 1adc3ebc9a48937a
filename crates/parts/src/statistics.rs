//! The counters of a solver.

/// What was done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartStatistics {
    /// Parts of which something is remembered.
    pub entries: u64,
    /// How often the options of a part were listed, or under misère play those of a whole
    /// position.
    pub expanded: u64,
    /// How many questions were asked.
    pub asked: u64,
    /// Entries that gave way to others.
    pub replaced: u64,
}
