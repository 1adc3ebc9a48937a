//! The counters of a solver.

/// The numbers of parts, queries and table entries that a solver has processed so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartStatistics {
    /// Number of cached parts.
    pub entries: u64,
    /// Number of times that the options of a part or, under misère play, of a complete position
    /// were listed.
    pub expanded: u64,
    /// Number of queries.
    pub asked: u64,
    /// Number of replaced entries of the table.
    pub replaced: u64,
}
