//! The reductions of positions, each of which can be switched off.

/// What may be done to a position before it is searched. Each can be switched off; the answers stay
/// the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// Parts that no move joins are valued one by one.
    pub split: bool,
    /// Cells that no move needs are left out.
    pub dead: bool,
    /// Two equal parts are worth 0.
    pub cancel: bool,
    /// Of positions that are alike by a symmetry, one is searched.
    pub symmetry: bool,
    /// Positions that differ by where they lie are alike, in games with the same moves everywhere.
    pub shifts: bool,
    /// A part that the second player wins by answering with the image of each move is worth 0.
    pub mirror: bool,
    /// Values of small parts are looked up; only in games with the same moves everywhere.
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
