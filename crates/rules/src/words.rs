//! Words in positions. A slot `w word of "x."` contains a sequence of letters. A position contains
//! the length of the word, followed by its letters, padded with 0 up to the maximum length. Each
//! letter is encoded as its index in the alphabet of the game, counted from 1. So all code that
//! supports arrays supports words. The maximum length is an optional argument of the game
//! (`letters`); by default, it is the length of the longest word in the query.

use std::sync::Arc;

use crate::ir::{Int, Slot, SlotShape};
use crate::quoted_text::QuotedTextError;
use base::text;

/// Maximum number of letters of a word.
pub(crate) const MAX_WORD_LETTERS: usize = 10_000;

/// A word in a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PositionWord {
    /// The name of the word.
    pub name: String,
    /// The slot of its length. The slots of its letters follow.
    pub first: usize,
    /// The alphabet of the word.
    pub letters: Arc<[char]>,
    /// The maximum number of letters of the word.
    pub room: usize,
    /// Number of words in the array that begins with this word (1 if no array begins with it), and
    /// the least index of that array.
    pub begins: (usize, Int),
}

impl PositionWord {
    /// Returns the slots that contain the word.
    pub fn slots(&self) -> std::ops::Range<usize> {
        self.first..self.first + 1 + self.room
    }

    /// Iterates over the slots that contain the word.
    pub(crate) fn to_slots(&self) -> impl Iterator<Item = Slot> {
        let cell = |i| {
            Slot::cell(
                &self.name,
                (self.first + 1, i),
                0,
                Some(self.letters.len() as Int),
            )
        };
        let (begins, from) = self.begins;
        let length = Slot::length(&self.name, self.room as Int, begins, from);
        [length].into_iter().chain((1..=self.room as Int).map(cell))
    }

    /// Returns whether the slots within the word's length contain letters, and all later slots
    /// contain 0.
    pub fn is_whole(&self, slots: &[Int]) -> bool {
        let [length, letters @ ..] = &slots[self.slots()] else {
            return false;
        };
        letters
            .iter()
            .enumerate()
            .all(|(at, &letter)| (letter > 0) == ((at as Int) < *length))
    }

    /// Iterates over the letters of the word in a position.
    pub fn letters_of(&self, slots: &[Int]) -> impl Iterator<Item = char> {
        self.spelled_letters(&slots[self.slots()])
    }

    /// Returns the letter with a number.
    pub(crate) fn letter(&self, number: Int) -> Option<char> {
        self.letters
            .get(usize::try_from(number).ok()?.checked_sub(1)?)
            .copied()
    }

    /// Formats the word that these numbers encode, as in a query. The first number is the length.
    pub fn render(&self, numbers: &[Int]) -> String {
        format!("\"{}\"", self.spelled_letters(numbers).collect::<String>())
    }

    /// Iterates over the letters that these numbers encode. The first number is the length.
    fn spelled_letters(&self, numbers: &[Int]) -> impl Iterator<Item = char> {
        numbers
            .iter()
            .skip(1)
            .map_while(|&letter| self.letter(letter))
    }

    /// Returns the numbers for a text.
    ///
    /// # Errors
    /// Returns [`QuotedTextError`] if the text has other letters than the word, or too many
    /// letters.
    pub fn read(&self, text: &str) -> Result<Vec<Int>, QuotedTextError> {
        let mut numbers = numbers(&self.letters, text)?;
        let (length, room) = (numbers.len(), self.room);
        if length > room {
            return Err(QuotedTextError::whole(text!(
                "expected at most {room} letters, found {length}",
                "最多 {room} 个字母，此处却有 {length} 个"
            )));
        }
        numbers.insert(0, length as Int);
        numbers.resize(1 + room, 0);
        Ok(numbers)
    }

    /// Converts an index outside the underlying array of numbers to the index of a word in its
    /// array. Returns the index of the word with its bounds, as written in the rules.
    pub(crate) fn meant_index(
        &self,
        (index, low, high): (Int, Int, Int),
        written: &str,
    ) -> Option<(Int, Int, Int)> {
        let ((words, from), each) = (self.begins, 1 + self.room as Int);
        let counted = from * each == low && low + words as Int * each - 1 == high;
        let name = self.name.split_once('[')?.0;
        let named = written
            .strip_prefix(name)
            .is_some_and(|rest| rest.trim_start().starts_with('['));
        (words > 1 && counted && named)
            .then(|| (index.div_euclid(each), from, from + words as Int - 1))
    }

    /// Returns an example word over these letters, for messages.
    pub fn example(&self) -> String {
        let two: String = self
            .letters
            .iter()
            .chain(&self.letters[..1])
            .take(2)
            .collect();
        format!("\"{two}\"")
    }
}

/// Returns the numbers of letters.
///
/// # Errors
/// Returns [`QuotedTextError`] if a character is not one of the letters.
pub(crate) fn numbers(letters: &[char], text: &str) -> Result<Vec<Int>, QuotedTextError> {
    let number = |(at, sign): (usize, char)| {
        let place = letters.iter().position(|letter| *letter == sign);
        place.map(|place| place as Int + 1).ok_or_else(|| {
            let all: String = letters.iter().collect();
            QuotedTextError::at_index(
                at,
                text!(
                    "unknown letter `{sign}`; the letters are `{all}`",
                    "未知的字母 `{sign}`；字母有 `{all}`"
                ),
            )
        })
    };
    text.chars().enumerate().map(number).collect()
}

/// Returns the maximum number of letters of the word whose length is in this slot; `None` if the
/// slot does not contain the length of a word.
pub(crate) fn room_at(slots: &[Slot], at: usize) -> Option<usize> {
    let slot = slots
        .get(at)
        .filter(|slot| matches!(slot.shape, SlotShape::Length { .. }))?;
    usize::try_from(slot.high?).ok()
}
