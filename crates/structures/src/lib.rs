//! Games whose positions are graphs and boards, and heaps of a code: how they are written, their
//! rules, and what is known of them: theorems, algorithms of their own, and players for whole
//! games.

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
mod is_structure;
pub mod new_stone;
pub mod northcott;
pub mod paint_row;
pub mod patches;
pub mod rabbit;
pub mod sets;
pub mod sketch;
pub mod stone_walk;
#[cfg(test)]
mod tests;
pub mod tree;
pub mod tree_coins;
pub mod tree_leaves;
pub mod tree_paint;
pub mod tree_parts;
pub mod zigzag;

use std::sync::Arc;

use ::rules::structure::Structure;
use theory::theorem::Theorems;

/// Every kind, in the order in which they are shown.
pub const KINDS: &[&dyn Structure] = &[
    &hackenbush::Hackenbush,
    &tree_coins::TreeCoins,
    &tree_parts::TreeParts,
    &tree_leaves::TreeLeaves,
    &tree_paint::TreePaint,
    &stone_walk::StoneWalk,
    &patches::Patches,
    &geography::Geography,
    &digraph::Digraph,
    &election::Election,
    &northcott::Northcott,
    &approach::Approach,
    &paint_row::PaintRow,
    &battle::Battle,
    &rabbit::Rabbit,
    &new_stone::NewStone,
    &boi::rules::Boi,
    &zigzag::Zigzag,
];

/// Every theorem on structures, in the order in which they are tried.
pub fn theorems() -> Theorems {
    vec![
        Arc::new(hackenbush::Fusion),
        Arc::new(tree_coins::TreeCoinsTheorem),
        Arc::new(tree_parts::TreePartsTheorem),
        Arc::new(tree_leaves::TreeLeavesTheorem),
        Arc::new(tree_paint::TreePaintTheorem),
        Arc::new(stone_walk::StoneWalkTheorem),
        Arc::new(patches::PatchesTheorem),
        Arc::new(geography::GeographyTheorem),
        Arc::new(digraph::BackwardInduction),
        Arc::new(digraph::RetrogradeAnalysis),
        Arc::new(election::ElectionTheorem),
        Arc::new(northcott::NorthcottTheorem),
        Arc::new(approach::ApproachTheorem),
        Arc::new(paint_row::PaintRowTheorem),
        Arc::new(rabbit::RabbitTheorem),
        Arc::new(new_stone::NewStoneTheorem),
        Arc::new(boi::theorem::BoiTheorem),
        Arc::new(zigzag::ZigzagTheorem),
        Arc::new(heaps::HeapValues),
        Arc::new(sets::SetValues),
    ]
}
