//! Games whose positions are graphs and boards: how they are written, their rules, and what is known of them: theorems, algorithms
//! of their own, and players for whole games.

pub mod battle;
pub mod boi;
pub mod definition;
pub mod digraph;
pub mod geography;
pub mod hackenbush;
pub mod northcott;
pub mod sketch;

use rules::structure::Structure;
use theory::theorem::StructureTheorem;

/// Every kind, in the order in which they are shown.
pub const KINDS: &[&dyn Structure] =
    &[&hackenbush::Hackenbush, &geography::Geography, &digraph::Digraph, &northcott::Northcott, &battle::Battle, &boi::rules::Boi];

/// Every theorem on structures, in the order in which they are tried.
pub const REGISTRY: &[&dyn StructureTheorem] = &[
    &hackenbush::Fusion,
    &geography::Theorem,
    &digraph::BackwardInduction,
    &digraph::Retrograde,
    &northcott::Theorem,
    &boi::theorem::BoiRace,
];
