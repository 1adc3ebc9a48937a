//! What a question requests.

use rules::ast::Player;

/// The results that a question requests about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveOptions {
    /// Whether every winning move is requested.
    pub moves: bool,
    /// Whether only the outcome is requested, so that the value need not be computed.
    pub winner_only: bool,
    /// If the players have different moves: the player who begins. By default, the answer is about
    /// both players.
    pub to_move: Option<Player>,
}

impl SolveOptions {
    /// The value.
    pub const VALUE: SolveOptions = SolveOptions {
        moves: false,
        winner_only: false,
        to_move: None,
    };

    /// The value and every winning move.
    pub const MOVES: SolveOptions = SolveOptions {
        moves: true,
        winner_only: false,
        to_move: None,
    };

    /// The outcome only, without moves and values.
    pub const WINNER: SolveOptions = SolveOptions {
        moves: false,
        winner_only: true,
        to_move: None,
    };
}
