//! Connected coins on a board (ZJOI 2009, colouring game; Luogu P2594). Every cell has a coin. A
//! move chooses a tail and a connected set of cells that contains the tail, and turns every coin of
//! the set. No cell of the set has a larger row or column than the tail. Cells are adjacent if they
//! share a side. A player who cannot move loses.
//!
//! A query draws the board: `patches(HHH / TTH)`, rows between slashes, `T` for tails and `H` for
//! heads. Values go up to 2^(rows + columns - 2), so the values of a large board do not fit in 64
//! bits. For a large board, the outcome and a winning move are still known.

mod law;
mod player;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use law::PatchesBoard;
pub use player::PatchesPlayer;
pub use rules::{KIND, PatchesRules};
pub(crate) use theorem::THEOREM;
