//! A set or a word of a position, each of which is encoded in several slots.

use crate::ir::{Game, Int};
use crate::sets::PositionSet;
use crate::words::PositionWord;

/// A set or a word of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SetOrWord {
    /// A set.
    Set(PositionSet),
    /// A word.
    Word(PositionWord),
}

impl SetOrWord {
    /// Returns the name of the set or word.
    pub fn name(&self) -> &str {
        match self {
            SetOrWord::Set(holder) => &holder.name,
            SetOrWord::Word(word) => &word.name,
        }
    }

    /// Returns the slots that contain the set or word.
    pub fn slots(&self) -> std::ops::Range<usize> {
        match self {
            SetOrWord::Set(holder) => holder.slots(),
            SetOrWord::Word(word) => word.slots(),
        }
    }

    /// Returns this set or word with another first slot.
    fn moved(&self, first: usize) -> SetOrWord {
        match self {
            SetOrWord::Set(holder) => SetOrWord::Set(PositionSet {
                first,
                ..holder.clone()
            }),
            SetOrWord::Word(word) => SetOrWord::Word(PositionWord {
                first,
                ..word.clone()
            }),
        }
    }

    /// Formats numbers of the set or word as in a query.
    pub fn render(&self, numbers: &[Int]) -> String {
        match self {
            SetOrWord::Set(holder) => holder.render(numbers),
            SetOrWord::Word(word) => word.render(numbers),
        }
    }

    /// Returns a possible value as written in a query.
    pub fn example(&self) -> String {
        match self {
            SetOrWord::Set(holder) => holder.render(&holder.full_set()),
            SetOrWord::Word(word) => word.example(),
        }
    }
}

impl Game {
    /// Returns the sets and words of a position, in the order of their slots.
    pub fn sets_and_words(&self) -> Vec<SetOrWord> {
        let sets = self.sets.iter().cloned().map(SetOrWord::Set);
        let mut held: Vec<SetOrWord> = sets
            .chain(self.words.iter().cloned().map(SetOrWord::Word))
            .collect();
        held.sort_by_key(|held| held.slots().start);
        held
    }

    /// Returns the sets and words among the items of a query, where each set or word is one item.
    /// If `items` is the number of items for the start but not for a complete position, the result
    /// contains the free sets and words of the start. For any other value of `items`, the result
    /// contains all sets and words of a position. The slots of the returned sets and words are
    /// indices into the numbers of the query.
    pub fn held_among(&self, items: usize) -> Vec<SetOrWord> {
        let held = self.sets_and_words();
        let complete = held.iter().fold(self.slots.len(), |items, held| {
            items + 1 - held.slots().len()
        });
        let Some(start) = self.start.as_ref().filter(|_| items != complete) else {
            return held;
        };
        let (mut free, mut count) = (Vec::new(), start.free.len());
        for one in held.iter() {
            if let Some(at) = start
                .free
                .iter()
                .position(|slot| *slot == one.slots().start)
            {
                count = (count + 1).saturating_sub(one.slots().len());
                free.push(one.moved(at));
            }
        }
        free.sort_by_key(|held| held.slots().start);
        if count == items { free } else { held }
    }

    /// Returns the number of items in a query apart from sets and words; `None` if a set or word is
    /// free in the start.
    pub fn given_alone(&self) -> Option<usize> {
        let held: Vec<usize> = self
            .sets_and_words()
            .iter()
            .flat_map(SetOrWord::slots)
            .collect();
        match &self.start {
            None => Some(self.slots.len() - held.len()),
            Some(start) if start.free.iter().any(|slot| held.contains(slot)) => None,
            Some(start) => Some(start.free.len()),
        }
    }

    /// Returns whether positions contain sets or words, which are not written as numbers.
    pub fn holds_more(&self) -> bool {
        !self.sets.is_empty() || !self.words.is_empty()
    }
}
