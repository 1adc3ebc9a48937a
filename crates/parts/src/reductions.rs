//! The reductions of positions. Each can be switched off.

/// The reductions that are applied to a position before it is searched. Each can be switched off;
/// the answers do not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// Parts that no move connects are valued separately.
    pub split: bool,
    /// Cells that no move needs are removed.
    pub dead: bool,
    /// Two equal parts have the value 0.
    pub cancel: bool,
    /// Of positions that are equivalent under a symmetry, one is searched.
    pub symmetry: bool,
    /// Positions that differ by a shift are equivalent, in games with the same moves everywhere.
    pub shifts: bool,
    /// A part that the second player wins by answering each move by its image has the value 0.
    pub mirror: bool,
    /// Values of small parts are looked up, in games with the same moves everywhere.
    pub tables: bool,
    /// Options that are likely to decide are searched first.
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
