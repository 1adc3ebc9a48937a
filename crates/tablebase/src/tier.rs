//! One tier of a table.

use rules::ir::Int;

use crate::index::PositionIndex;

/// The positions of one level of the measure, or of some levels one after the other.
#[derive(Debug)]
pub struct Tier {
    /// The least level.
    pub level: Int,
    /// The greatest.
    pub last: Int,
    /// Their places.
    pub index: PositionIndex,
}
