//! Painting a tree (SPOJ COT3). The vertices of a rooted tree are white or black. A move chooses a
//! white vertex and paints all vertices from it up to the root black; a player who finds no white
//! vertex loses. The position after a move is the sum of the subtrees off the painted path. The
//! values of subtrees are computed from the leaves to the root ([`values`]).
//!
//! A query names the edges, the root and the white vertices: `treepaint(r-a r-b b-c; root r; white
//! a c)`; without `white` every vertex is white. A query may also give a list: `n m r` with the
//! root r, and then m links.

mod player;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;
mod trie;
pub mod values;

pub use player::TreePaintPlayer;
pub use rules::{KIND, TreePaintRules};
pub(crate) use theorem::THEOREM;
