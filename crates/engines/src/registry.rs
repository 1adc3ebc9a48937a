//! The list of all engines.

use crate::engine::Engine;

/// All engines, in the order in which they are tried.
pub const ENGINES: &[&dyn Engine] = &[
    &crate::parts::PartsEngine,
    &crate::table_engines::CodegenEngine,
    &crate::table_engines::DenseEngine,
    &crate::tier_engine::TierEngine,
    &crate::fixed_parity::FixedParityEngine,
    &crate::search::SearchEngine,
    &crate::reference::ReferenceEngine,
];
