//! The numbers that make up a position.

use super::Int;

/// One number of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// `n`, or `a[2]`.
    pub name: String,
    /// What it is in the state.
    pub shape: SlotShape,
    /// The least value.
    pub low: Int,
    /// The greatest value, if there is one.
    pub high: Option<Int>,
}

/// What a slot is in the state that declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotShape {
    /// A number by itself: `n`.
    Number,
    /// The length of a word whose letters follow: `size(w)`.
    Length {
        /// How many words stand in the array of words that begins here; 1 if none does.
        begins: usize,
        /// The least index of that array.
        from: Int,
    },
    /// A cell of an array: `a[2]`.
    Cell {
        /// The slot of the first cell; it tells the arrays of a state from each other.
        array: usize,
        /// The index, as rules write it.
        index: Int,
    },
}

impl Slot {
    /// A number by itself.
    pub fn number(name: impl Into<String>, low: Int, high: Option<Int>) -> Slot {
        Slot {
            name: name.into(),
            shape: SlotShape::Number,
            low,
            high,
        }
    }

    /// The length of a word of at most `room` letters. An array of `begins` words begins with it, 1
    /// if none does, whose least index follows.
    pub fn length(word: &str, room: Int, begins: usize, from: Int) -> Slot {
        Slot {
            name: format!("size({word})"),
            shape: SlotShape::Length { begins, from },
            low: 0,
            high: Some(room),
        }
    }

    /// The cell at an index of the array whose first cell is the slot `array`.
    pub fn cell(name: &str, (array, index): (usize, Int), low: Int, high: Option<Int>) -> Slot {
        Slot {
            name: format!("{name}[{index}]"),
            shape: SlotShape::Cell { array, index },
            low,
            high,
        }
    }

    /// Whether it is a cell of an array.
    pub fn is_cell(&self) -> bool {
        match self.shape {
            SlotShape::Cell { .. } => true,
            SlotShape::Number | SlotShape::Length { .. } => false,
        }
    }
}
