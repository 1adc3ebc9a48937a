//! Words that are cut at places. Each move depends on the letters of a bounded window, and leaves
//! two pieces that retain every move whose window is inside them, and no new one. The law and its
//! proof are in `law`, the values in `values`. `rules` reads the moves from rules, `symbols`
//! evaluates their expressions for all places at once, and `recognise` is the theorem.

mod law;
pub(crate) mod recognise;
mod rules;
mod symbols;
mod values;

pub use law::*;
