//! This module contains games in which a move cuts a word at a place. Each move depends on the
//! letters of a bounded window around its place, and leaves pieces of the word. A piece retains
//! exactly the moves whose windows are inside it. The law and its proof are in `law`, and `values`
//! computes the values. `rules` reads the moves from rules, `symbols` evaluates the expressions of
//! the moves for all places at once, and `recognise` is the theorem.

mod law;
pub(crate) mod recognise;
mod rules;
mod symbols;
mod values;

pub use law::*;
