//! Theorems about sums under other conventions than the plain one: a move in every component, in
//! any number of them, in at most K, misère play, or an end with the first component. A sum theorem
//! finds the outcome of a sum from what each component is worth by itself. There are two kinds, and
//! one for play that goes round. A [`HeapRule`] speaks of Nim heaps, or of components that behave
//! as such. A [`SumAlgebra`] says what a component is worth, folded over its positions by an
//! engine, and how these values add; it tests its condition on the way, and has no value where that
//! fails. The naive twin of all of them is the search of the whole position.

mod algebra;
pub mod choices;
mod conjunctive;
mod diminished;
mod few_components;
mod heap_like;
mod heap_rule;
mod misere_nim;
mod moore;
mod selective;
mod shortened;
mod sj;
mod suspense;
mod tame;
mod theorems;

#[cfg(test)]
pub(crate) mod brute_force;

pub use algebra::{ComponentTableValue, SumAlgebra};
pub use conjunctive::RemotenessAlgebra;
pub use diminished::DiminishedAlgebra;
pub use few_components::FewComponentsAlgebra;
pub use heap_like::HeapLikeAlgebra;
pub use heap_rule::{HeapMove, HeapMoves, HeapRule};
pub use misere_nim::MisereNimRule;
pub use moore::{MooreRule, digit_counts};
pub use selective::SelectiveAlgebra;
pub use shortened::ShortenedAlgebra;
pub use sj::SjAlgebra;
pub use suspense::SuspenseAlgebra;
pub use tame::TameAlgebra;
pub use theorems::{REGISTRY, SumRule, SumTheorem};
