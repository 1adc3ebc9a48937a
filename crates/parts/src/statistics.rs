//! The counters of a solver.

/// The work done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartStatistics {
    /// Number of cached parts.
    pub entries: u64,
    /// Number of times the options of a part were listed; under misère play, those of a complete
    /// position.
    pub expanded: u64,
    /// Number of queries.
    pub asked: u64,
    /// Number of replaced entries.
    pub replaced: u64,
}
