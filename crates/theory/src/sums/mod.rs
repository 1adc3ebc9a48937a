//! This module contains theorems about sums under conventions other than the plain one. A move may
//! be made in every component, in any number of components, or in at most K; play may be misère, or
//! end as soon as one component ends. A sum theorem computes the outcome of a sum from the values
//! of its components on their own. Sum theorems for play that must end are heap rules or sum
//! algebras; loopy play has its own theorems. A [`HeapRule`] applies to Nim heaps, or to components
//! that behave as Nim heaps. A [`SumAlgebra`] defines the value of a component, which an engine
//! folds over its positions, and how these values add. The algebra tests the condition of its
//! theorem during the fold, and a component has no value if the condition fails. The reference
//! implementation for all sum theorems searches the whole position.

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
