//! Leaves of a tree (Luogu P7864). A move removes any of the current leaves of a rooted tree, at
//! least one; the player who removes the root wins. A leaf chain goes from a leaf up as long as its
//! vertices have no siblings. The player to move loses exactly when every leaf chain has an even
//! number of vertices ([`law`]).
//!
//! A query names the links and the root, `treeleaves(r-a r-b b-c; root r)`. A query may also give a
//! list: `n m r` with the root r, and then m links. Only a vertex without children is a leaf: the
//! root is a leaf when no other vertex remains.

pub mod law;
mod player;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use player::TreeLeavesPlayer;
pub use rules::{KIND, TreeLeavesRules};
pub(crate) use theorem::THEOREM;
