//! The order in which the slots of a game are read: the order of the rules, or permuted and shifted
//! to match a model.

use rules::ir::Int;

/// A permutation and shifts. Slot `i` of the game is slot `order[i]` of the reader's position, plus
/// `shifts[i]`.
#[derive(Clone, Debug)]
pub struct SlotMapping {
    /// Index of each slot in the reader's position.
    pub order: Vec<usize>,
    /// The number that is added to each slot of the reader's position.
    pub shifts: Vec<Int>,
    /// Whether the reader's positions and the resulting components are sorted, largest first.
    pub sorted: bool,
}

impl SlotMapping {
    /// Creates the identity mapping.
    pub fn as_written(slots: usize) -> SlotMapping {
        SlotMapping {
            order: (0..slots).collect(),
            shifts: vec![0; slots],
            sorted: false,
        }
    }
}
