//! Games with a closed form, or with an algorithm of their own: pure functions on numbers, one file a family. Each file says the
//! statement, its source and its cost, and tests it against the definition of the game. For every game there are: who wins, all
//! winning moves (described exactly where there are too many to list), and a player for a whole game ([`Online`]).

pub mod again_stone;
pub mod coins;
pub mod differences;
pub mod ed;
pub mod ends;
pub mod rows;
pub mod sum;
#[cfg(test)]
mod testing;

use rules::text::Text;

/// A player that prepares once and then answers each move of the opponent in the cost that its game states.
pub trait Online {
    /// A move of either player.
    type Move;
    /// Makes a move of either player on the position; the error says why it is not legal.
    fn play(&mut self, made: &Self::Move) -> Result<(), Text>;
    /// A winning move, if the player to move has one.
    fn winning_move(&mut self) -> Option<Self::Move>;
    /// Some legal move, none at the end of the play.
    fn any_move(&mut self) -> Option<Self::Move>;
}
