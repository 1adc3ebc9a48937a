//! Words in positions. A slot `w word of "x."` holds letters one behind another. A position tells
//! its length, then each letter as its place among the letters of the game, from 1; up to the
//! longest word of the game 0 follows, which is no letter. So what works on arrays works on
//! words. How long a word may be is an argument of the game that nobody need give (`letters`): a
//! question says it by its longest word.

use std::sync::Arc;

use crate::ir::{Int, Slot, SlotShape};
use crate::quoted_text::QuotedTextError;
use base::text;

/// The most letters of a word.
pub(crate) const MAX_WORD_LETTERS: usize = 10_000;

/// A word of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PositionWord {
    /// Its name.
    pub name: String,
    /// The slot of its length; those of its letters follow.
    pub first: usize,
    /// The letters that it may have.
    pub letters: Arc<[char]>,
    /// The most letters that it has.
    pub room: usize,
    /// How many words stand in the array that begins with it, 1 if it begins none, and the least
    /// index of that array.
    pub begins: (usize, Int),
}

impl PositionWord {
    /// The slots that hold it.
    pub fn slots(&self) -> std::ops::Range<usize> {
        self.first..self.first + 1 + self.room
    }

    /// What these slots are.
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

    /// Whether letters stand where the length says so, and nowhere else.
    pub fn is_whole(&self, slots: &[Int]) -> bool {
        let [length, letters @ ..] = &slots[self.slots()] else {
            return false;
        };
        letters
            .iter()
            .enumerate()
            .all(|(at, &letter)| (letter > 0) == ((at as Int) < *length))
    }

    /// The letters of a position.
    pub fn letters_of(&self, slots: &[Int]) -> impl Iterator<Item = char> {
        self.spelled_letters(&slots[self.slots()])
    }

    /// The letter with a number.
    pub(crate) fn letter(&self, number: Int) -> Option<char> {
        self.letters
            .get(usize::try_from(number).ok()?.checked_sub(1)?)
            .copied()
    }

    /// These numbers, from its length on, as a question writes them.
    pub fn render(&self, numbers: &[Int]) -> String {
        format!("\"{}\"", self.spelled_letters(numbers).collect::<String>())
    }

    /// The letters among these numbers, from its length on.
    fn spelled_letters(&self, numbers: &[Int]) -> impl Iterator<Item = char> {
        numbers
            .iter()
            .skip(1)
            .map_while(|&letter| self.letter(letter))
    }

    /// The numbers that a text means.
    ///
    /// # Errors
    /// Returns [`QuotedTextError`] if the text has other letters than the word, or too many.
    pub fn read(&self, text: &str) -> Result<Vec<Int>, QuotedTextError> {
        let mut numbers = numbers(&self.letters, text)?;
        let (length, room) = (numbers.len(), self.room);
        if length > room {
            return Err(QuotedTextError::whole(text!(
                "{length} letters, where at most {room} are meant",
                "{length} 个字母，此处最多 {room} 个"
            )));
        }
        numbers.insert(0, length as Int);
        numbers.resize(1 + room, 0);
        Ok(numbers)
    }

    /// Which word of its array was meant, of which indices, where an index outside the array counts
    /// its numbers, as it is written.
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

    /// A word of these letters, for messages.
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

/// The numbers of letters.
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
                    "`{sign}` is no letter here; the letters are `{all}`",
                    "`{sign}` 不是此处的字母；字母有 `{all}`"
                ),
            )
        })
    };
    text.chars().enumerate().map(number).collect()
}

/// How many letters the word may have whose length stands in this slot; `None` if it is no such
/// slot.
pub(crate) fn room_at(slots: &[Slot], at: usize) -> Option<usize> {
    let slot = slots
        .get(at)
        .filter(|slot| matches!(slot.shape, SlotShape::Length { .. }))?;
    usize::try_from(slot.high?).ok()
}
