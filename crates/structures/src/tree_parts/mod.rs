//! In the game of tree parts, a move keeps one part of a tree (Luogu P8347). A move removes a
//! vertex with its links and keeps one of the remaining parts; the other parts vanish. A player who
//! leaves a single vertex loses at once. The player to move loses exactly when every vertex has an
//! odd number of neighbours ([`law`]).
//!
//! A query names the links, `treeparts(a-b b-c b-d)`, or gives a list in the format of online
//! judges, `n m` and then m links.

pub mod law;
mod player;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use player::TreePartsPlayer;
pub use rules::{KIND, TreePartsRules};
pub(crate) use theorem::THEOREM;
