//! In games on explicit digraphs, a token is on a vertex and moves along arcs; several tokens are
//! several components of the same game. A query is `digraph(a>b b>c c>a; at a)`, or a list `n m`
//! with its arcs.

mod graph;
mod loopy;
mod player;
#[cfg(test)]
mod reference;
mod retrograde;
mod rules;
pub mod sums;
mod theorem;
mod values;

pub use self::rules::{DigraphRules, KIND};
pub use graph::{DirectedGraph, TopologicalOrder};
pub use loopy::LoopyValues;
pub use player::{SingleTokenPlayer, TokenSumPlayer};
pub(crate) use theorem::{BACKWARD_INDUCTION, RETROGRADE};
pub use values::{fold, grundy};
