//! Words that are cut at places: each move depends on the letters of a bounded window, and leaves
//! two pieces that keep every move whose window lies inside them, and no new one. The law with its
//! reasons is in `law`, the values in `values`; `rules` reads the moves off rules, `symbols`
//! evaluates their expressions for all places at once, `recognise` is the theorem.

mod law;
pub(crate) mod recognise;
mod rules;
mod symbols;
mod values;

pub use law::*;
