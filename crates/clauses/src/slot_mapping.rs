//! How the slots of a game are read: as they stand, or in another order and shifted, as the
//! positions of a model.

use rules::ir::Int;

/// Slot `i` of the game is slot `order[i]` of the reader's position plus `shifts[i]`.
#[derive(Clone, Debug)]
pub struct SlotMapping {
    /// Which slot of the reader each slot is.
    pub order: Vec<usize>,
    /// What is added to it.
    pub shifts: Vec<Int>,
    /// The reader's positions are sorted, largest first, and so are the components left.
    pub sorted: bool,
}

impl SlotMapping {
    /// The slots as they stand.
    pub fn as_written(slots: usize) -> SlotMapping {
        SlotMapping {
            order: (0..slots).collect(),
            shifts: vec![0; slots],
            sorted: false,
        }
    }
}
