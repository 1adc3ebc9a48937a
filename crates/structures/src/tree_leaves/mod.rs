//! Leaves of a tree (Luogu P7864). A move removes any of the leaves that a rooted tree has now, at
//! least one; who removes the root wins. A leaf chain goes from a leaf up as long as there is no
//! other vertex beside it; the player to move loses exactly when every leaf chain has an even
//! number of vertices ([`law`]).
//!
//! A question names the links and the root, `treeleaves(r-a r-b b-c; root r)`, or gives a list, `n
//! m r` with the root r and then m links. Only a vertex without others below it is a leaf: the root
//! is one when it stands alone.

pub mod law;
mod player;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use player::TreeLeavesPlayer;
pub use rules::{KIND, TreeLeavesRules};
pub(crate) use theorem::THEOREM;
