//! The Zigzag Game (Codeforces 1147 F): on the complete bipartite graph of n rows and n columns,
//! whose edges have different weights, Alice chooses whether she is increasing or decreasing, and
//! where the token begins; Bob is the other. Bob moves it along any edge; from then on,
//! Alice first, each moves it to a node on which it has not been, the increasing player along an
//! edge heavier than the last one, the decreasing player along a lighter one. Who cannot move
//! loses.
//!
//! Bob wins, by a stable matching ([`ZigzagLaw`]); positions in the middle of play that his play
//! does not lead to are searched. Nodes are numbered as the judge has them: the rows 1 to n, the
//! columns n + 1 to 2n.

mod law;
mod player;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use law::{MAX_ROWS, ZigzagLaw, ZigzagMemo, ZigzagPosition};
pub use player::{ZigzagMove, ZigzagPlayer};
pub use rules::{KIND, ZigzagRules};
pub(crate) use theorem::THEOREM;
