//! This crate contains games whose positions are graphs or boards, and heap games that are defined
//! by an octal or similar code. For each game, the crate contains the notation, the rules, theorems
//! and specialized algorithms, and players for complete games.

pub mod approach;
pub mod battle;
mod bits;
pub mod boi;
pub mod definition;
pub mod digraph;
pub mod election;
pub mod geography;
pub mod grid;
pub mod hackenbush;
pub mod heaps;
pub mod new_stone;
pub mod northcott;
pub mod paint_row;
pub mod patches;
pub mod rabbit;
pub mod sets;
pub mod sketch;
pub mod stone_walk;
mod structure_kind;
mod structure_theorem;
#[cfg(test)]
mod tests;
pub mod tree;
pub mod tree_coins;
pub mod tree_leaves;
pub mod tree_paint;
pub mod tree_parts;
#[cfg(test)]
mod trial;
pub mod zigzag;

use std::sync::Arc;

use ::rules::structure::Structure;
use theory::theorem::Theorems;

/// All kinds of games, in the order in which they are listed.
pub const KINDS: &[&dyn Structure] = &[
    &hackenbush::KIND,
    &tree_coins::KIND,
    &tree_parts::KIND,
    &tree_leaves::KIND,
    &tree_paint::KIND,
    &stone_walk::KIND,
    &patches::KIND,
    &geography::KIND,
    &digraph::KIND,
    &election::KIND,
    &northcott::KIND,
    &approach::KIND,
    &paint_row::KIND,
    &battle::KIND,
    &rabbit::KIND,
    &new_stone::KIND,
    &boi::rules::KIND,
    &zigzag::KIND,
];

/// Returns all theorems on structures, in the order in which they are tried.
pub fn theorems() -> Theorems {
    vec![
        Arc::new(hackenbush::THEOREM),
        Arc::new(tree_coins::THEOREM),
        Arc::new(tree_parts::THEOREM),
        Arc::new(tree_leaves::THEOREM),
        Arc::new(tree_paint::THEOREM),
        Arc::new(stone_walk::THEOREM),
        Arc::new(patches::THEOREM),
        Arc::new(geography::THEOREM),
        Arc::new(digraph::BACKWARD_INDUCTION),
        Arc::new(digraph::RETROGRADE),
        Arc::new(election::THEOREM),
        Arc::new(northcott::NorthcottTheorem),
        Arc::new(approach::THEOREM),
        Arc::new(paint_row::THEOREM),
        Arc::new(rabbit::THEOREM),
        Arc::new(new_stone::THEOREM),
        Arc::new(boi::theorem::THEOREM),
        Arc::new(zigzag::THEOREM),
        Arc::new(heaps::THEOREM),
        Arc::new(sets::THEOREM),
    ]
}
