//! Connected coins on a board (ZJOI 2009, colouring game; Luogu P2594). Every cell has a coin. A
//! move chooses a tail and a connected set of cells that contains it and otherwise only cells in
//! rows and columns that are not greater, and turns every coin of the set. Cells are connected by
//! their sides. A player who cannot move loses.
//!
//! A query draws the board: `patches(HHH / TTH)`, rows between slashes, `T` for tails and `H` for
//! heads. Values go up to 2^(rows + columns - 2), so those of a large board do not fit; the outcome
//! and a winning move are known nevertheless.

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
