//! What a listing module says of a position.

/// What a position is, as [`WorkerCounter::Positions`](super::WorkerCounter) says after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionStatus {
    /// A position whose options are listed: of each the number of its components in eight bytes,
    /// then their numbers.
    Open,
    /// No position.
    Hole,
    /// Play was just won.
    Goal,
    /// Play was just lost.
    Trap,
}

impl PositionStatus {
    /// All, in the order of the numbers that code writes.
    pub const ALL: [PositionStatus; 4] = [
        PositionStatus::Open,
        PositionStatus::Hole,
        PositionStatus::Goal,
        PositionStatus::Trap,
    ];
}
