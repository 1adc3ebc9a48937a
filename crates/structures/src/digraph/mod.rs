//! Explicit digraphs: a token stands on a vertex and is moved along an arc; several tokens are
//! several components of the same game. `digraph(a>b b>c c>a; at a)`, or a list `n m` with its
//! arcs.

#[cfg(test)]
mod brute;
mod graph;
mod loopy;
mod player;
mod retrograde;
mod rules;
pub mod sums;
mod theorem;
mod values;

pub use self::rules::{Digraph, Token};
pub use graph::Graph;
pub use loopy::LoopyValues;
pub use player::{Runner, Tokens};
pub use retrograde::Verdicts;
pub use theorem::{BackwardInduction, Retrograde};
pub use values::{fold, grundy};
