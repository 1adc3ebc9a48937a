//! Coins on a rooted tree (seed 002, coin turning, the legible text of example 4). Every vertex has
//! a coin. A move turns a coin from heads to tails, and may also turn any coins on the path from
//! this coin to the root. A player who cannot move loses.
//!
//! A query names the edges, the root and the heads: `treecoins(r-a r-b b-c; root r; heads a c)`;
//! without `heads` every coin shows heads. A query may also give a list in the format of online
//! judges: `n m r` with the root r, and then m edges. The following rules apply to a drawing:
//!
//! - links may be written in either direction; a link that closes a cycle, a loop and a second link
//!   between two vertices are errors;
//! - all vertices must be connected to the root; a tree without vertices needs no root and has the
//!   value 0;
//! - no vertex is deeper than [`MAX_DEPTH`]: up to this depth, values are nimbers below 2^64.

mod rules;
#[cfg(test)]
mod tests;
mod theorem;
mod tree;

pub use rules::{KIND, TreeCoinsRules};
pub(crate) use theorem::THEOREM;
pub use tree::{MAX_DEPTH, TreeDepthError, TreeDepths};
