//! One tier of a table.

use rules::ir::Int;

use crate::index::PositionIndex;

/// The positions of one level of the measure, or of several consecutive levels.
#[derive(Debug)]
pub struct Tier {
    /// The lowest level.
    pub level: Int,
    /// The highest level.
    pub last: Int,
    /// The index of the positions of the tier.
    pub index: PositionIndex,
}
