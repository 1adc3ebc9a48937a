//! Games whose positions are graphs and boards: how they are written, their rules, and what is known of them: theorems, algorithms
//! of their own, and players for whole games.

pub mod boi;
pub mod sketch;

use rules::structure::Structure;
use theory::theorems::StructureTheorem;

/// Every kind, in the order in which they are shown.
pub const KINDS: &[&dyn Structure] = &[&boi::rules::Boi];

/// Every theorem on structures, in the order in which they are tried.
pub const REGISTRY: &[&dyn StructureTheorem] = &[&boi::theorem::BoiRace];
