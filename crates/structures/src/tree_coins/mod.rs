//! Coins on a rooted tree (seed 002, coin turning, example 4, as far as it can be read). Every
//! vertex carries a coin; a move turns a coin from heads to tails, and with it any of the coins
//! above it on the way to the root. Who cannot move loses.
//!
//! A question names the edges, the root and the heads: `treecoins(r-a r-b b-c; root r; heads a c)`;
//! without `heads` every coin shows heads. Or it gives a list as judges have it, `n m r` with the
//! root r and then m edges. Of what can be drawn:
//!
//! - links may be written in any direction; a link that closes a circle, a loop and a second link
//!   between two vertices are errors;
//! - all vertices hang on the root; a tree without vertices needs no root and is worth 0;
//! - no vertex is deeper than [`MAX_DEPTH`]: the values there are nimbers below 2^64.

mod rules;
#[cfg(test)]
mod tests;
mod theorem;
mod tree;

pub use rules::{KIND, TreeCoinsRules};
pub(crate) use theorem::THEOREM;
pub use tree::{MAX_DEPTH, TreeDepthError, TreeDepths};
