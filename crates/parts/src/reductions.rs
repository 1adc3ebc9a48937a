//! The reductions of positions.

/// The reductions that are applied to a position before it is searched. Each reduction can be
/// switched off without changing the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// Whether parts that no move connects are valued separately.
    pub split: bool,
    /// Whether cells that no move needs are removed.
    pub dead: bool,
    /// Whether two equal parts are removed, because their sum has the value 0.
    pub cancel: bool,
    /// Whether only one of several positions that are equivalent under a symmetry is searched.
    pub symmetry: bool,
    /// Whether positions that differ by a shift are treated as equivalent, in games with the same
    /// moves everywhere.
    pub shifts: bool,
    /// Whether the value 0 is assigned to a part that the second player wins by answering each move
    /// with its image under a symmetry.
    pub mirror: bool,
    /// Whether the values of small parts are looked up, in games with the same moves everywhere.
    pub tables: bool,
    /// Whether options that are likely to decide a position are searched first.
    pub order: bool,
}

impl Default for Reductions {
    fn default() -> Self {
        Reductions {
            split: true,
            dead: true,
            cancel: true,
            symmetry: true,
            shifts: true,
            mirror: true,
            tables: true,
            order: true,
        }
    }
}
