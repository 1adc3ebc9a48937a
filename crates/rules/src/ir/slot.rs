//! The slots, that is, the numbers of a position.

use super::Int;

/// One number of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// `n`, or `a[2]`.
    pub name: String,
    /// Its role in the state.
    pub shape: SlotShape,
    /// The least value.
    pub low: Int,
    /// The maximum value, if there is one.
    pub high: Option<Int>,
}

/// The role of a slot in the state that declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotShape {
    /// A single number: `n`.
    Number,
    /// The length of a word whose letters follow: `size(w)`.
    Length {
        /// Number of words in the array of words that begins here; 1 if none does.
        begins: usize,
        /// The least index of that array.
        from: Int,
    },
    /// A cell of an array: `a[2]`.
    Cell {
        /// The slot of the first cell; it identifies the array.
        array: usize,
        /// The index, as in rules.
        index: Int,
    },
}

impl Slot {
    /// Creates a single number.
    pub fn number(name: impl Into<String>, low: Int, high: Option<Int>) -> Slot {
        Slot {
            name: name.into(),
            shape: SlotShape::Number,
            low,
            high,
        }
    }

    /// Creates the length of a word of at most `room` letters. It begins an array of `begins` words
    /// with the least index `from`; `begins` is 1 if there is no array.
    pub fn length(word: &str, room: Int, begins: usize, from: Int) -> Slot {
        Slot {
            name: format!("size({word})"),
            shape: SlotShape::Length { begins, from },
            low: 0,
            high: Some(room),
        }
    }

    /// Creates the cell with an index of the array whose first cell is the slot `array`.
    pub fn cell(name: &str, (array, index): (usize, Int), low: Int, high: Option<Int>) -> Slot {
        Slot {
            name: format!("{name}[{index}]"),
            shape: SlotShape::Cell { array, index },
            low,
            high,
        }
    }

    /// Returns whether it is a cell of an array.
    pub fn is_cell(&self) -> bool {
        match self.shape {
            SlotShape::Cell { .. } => true,
            SlotShape::Number | SlotShape::Length { .. } => false,
        }
    }
}
