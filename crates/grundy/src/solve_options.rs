//! What a question requests.

/// The results that a question requests about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveOptions {
    /// Whether every winning move is requested.
    pub moves: bool,
    /// Whether only the outcome is requested, so that the value need not be computed.
    pub winner_only: bool,
}

impl SolveOptions {
    /// The value.
    pub const VALUE: SolveOptions = SolveOptions {
        moves: false,
        winner_only: false,
    };

    /// The value and every winning move.
    pub const MOVES: SolveOptions = SolveOptions {
        moves: true,
        winner_only: false,
    };

    /// The outcome only, without moves and values.
    pub const WINNER: SolveOptions = SolveOptions {
        moves: false,
        winner_only: true,
    };
}
