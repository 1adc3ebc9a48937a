//! Connected coins on a board (ZJOI 2009, colouring game; Luogu P2594). Every cell carries a coin.
//! A move picks a tail and a connected set of cells that contains it and otherwise only cells in
//! rows and columns that are not greater, and turns every coin of the set; cells are connected by
//! their sides. Who cannot move loses.
//!
//! A question draws the board: `patches(HHH / TTH)`, rows between slashes, `T` for tails and `H`
//! for heads. Values go up to 2^(rows + columns - 2), so those of a large board do not fit; who
//! wins and a winning move are known all the same.

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
