//! The slots, that is, the numbers of a position.

use super::Int;

/// One number of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// `n`, or `a[2]`.
    pub name: String,
    /// The role of the slot in the state.
    pub shape: SlotShape,
    /// The minimum value of the slot.
    pub low: Int,
    /// The maximum value of the slot; `None` if the slot is unbounded.
    pub high: Option<Int>,
}

/// The role of a slot in the state that declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotShape {
    /// A single number: `n`.
    Number,
    /// The length of a word, `size(w)`; the letters of the word are in the next slots.
    Length {
        /// Number of words in the array of words that begins with this slot; 1 if no array begins
        /// here.
        begins: usize,
        /// The least index of the array of words.
        from: Int,
    },
    /// A cell of an array: `a[2]`.
    Cell {
        /// The slot of the array's first cell, which identifies the array.
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

    /// Creates the slot for the length of a word of at most `room` letters. If an array of words
    /// begins with this word, `begins` is its length and `from` its least index; otherwise `begins`
    /// is 1.
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

    /// Returns whether the slot is a cell of an array.
    pub fn is_cell(&self) -> bool {
        match self.shape {
            SlotShape::Cell { .. } => true,
            SlotShape::Number | SlotShape::Length { .. } => false,
        }
    }
}
