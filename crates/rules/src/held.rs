//! What several slots of a position hold together: a set or a word, which people write and read as one thing.

use crate::ir::{Game, Int};
use crate::sets::Holder;
use crate::words::Word;

/// A set or a word of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Held {
    /// A set.
    Set(Holder),
    /// A word.
    Word(Word),
}

impl Held {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Held::Set(holder) => &holder.name,
            Held::Word(word) => &word.name,
        }
    }

    /// The slots that hold it.
    pub fn slots(&self) -> std::ops::Range<usize> {
        match self {
            Held::Set(holder) => holder.slots(),
            Held::Word(word) => word.slots(),
        }
    }

    /// Its numbers as a question writes them.
    pub fn shown(&self, numbers: &[Int]) -> String {
        match self {
            Held::Set(holder) => holder.shown(numbers),
            Held::Word(word) => word.shown(numbers),
        }
    }

    /// One that it may be, as a question writes it.
    pub fn example(&self) -> String {
        match self {
            Held::Set(holder) => holder.shown(&holder.whole()),
            Held::Word(word) => word.example(),
        }
    }
}

impl Game {
    /// The sets and words of a position, in the order of their slots.
    pub fn held(&self) -> Vec<Held> {
        let sets = self.sets.iter().cloned().map(Held::Set);
        let mut held: Vec<Held> = sets.chain(self.words.iter().cloned().map(Held::Word)).collect();
        held.sort_by_key(|held| held.slots().start);
        held
    }

    /// Whether positions hold sets or words, which are not told as numbers.
    pub fn holds_more(&self) -> bool {
        !self.sets.is_empty() || !self.words.is_empty()
    }
}
