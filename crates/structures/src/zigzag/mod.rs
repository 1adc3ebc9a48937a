//! The Zigzag Game (Codeforces 1147 F) on the complete bipartite graph of n rows and n columns,
//! whose edges have distinct weights. Alice chooses whether she is increasing or decreasing, and
//! the node on which the token begins; Bob is the opposite of Alice. Bob moves the token along any
//! edge. After Bob's first move, the players alternate: Alice moves first, and each move takes the
//! token to an unvisited node. The increasing player must use an edge heavier than the last one;
//! the decreasing player must use a lighter edge. A player who cannot move loses.
//!
//! Bob wins, by a stable matching ([`ZigzagLaw`]); positions that do not arise from this strategy
//! are searched. Nodes are numbered as in the judge's format: the rows 1 to n, the columns n + 1 to
//! 2n.

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
