//! This crate contains games whose positions are graphs or boards, and heap games that are defined
//! by an octal or similar code. For each game, the crate contains the notation, the rules, theorems
//! and specialized algorithms, and players for complete games.

pub mod battle;
mod bits;
pub mod boi;
pub mod definition;
pub mod digraph;
pub mod geography;
pub mod grid;
pub mod hackenbush;
pub mod heaps;
pub mod northcott;
pub mod sets;
pub mod sketch;
mod structure_kind;
mod structure_theorem;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod trial;

use std::sync::Arc;

use ::rules::structure::Structure;
use theory::partizan_theorem::PartizanTheorems;
use theory::theorem::Theorems;

/// All kinds of games, in the order in which they are listed.
pub const KINDS: &[&dyn Structure] = &[
    &hackenbush::KIND,
    &geography::KIND,
    &digraph::KIND,
    &northcott::KIND,
    &battle::KIND,
    &boi::rules::KIND,
];

/// Returns all theorems on structures in which the players have different moves, in the order in
/// which they are tried.
pub fn partizan_theorems() -> PartizanTheorems {
    vec![&hackenbush::ColonTheorem]
}

/// Returns all theorems on structures with the same moves for both players, in the order in which
/// they are tried.
pub fn theorems() -> Theorems {
    vec![
        Arc::new(hackenbush::THEOREM),
        Arc::new(geography::THEOREM),
        Arc::new(digraph::BACKWARD_INDUCTION),
        Arc::new(digraph::RETROGRADE),
        Arc::new(northcott::NorthcottTheorem),
        Arc::new(boi::theorem::THEOREM),
        Arc::new(heaps::THEOREM),
        Arc::new(sets::THEOREM),
    ]
}
