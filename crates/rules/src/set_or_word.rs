//! What several slots of a position hold together: a set or a word, which people write and read as
//! one thing.

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
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            SetOrWord::Set(holder) => &holder.name,
            SetOrWord::Word(word) => &word.name,
        }
    }

    /// The slots that hold it.
    pub fn slots(&self) -> std::ops::Range<usize> {
        match self {
            SetOrWord::Set(holder) => holder.slots(),
            SetOrWord::Word(word) => word.slots(),
        }
    }

    /// The same in slots from another one on.
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

    /// Its numbers as a question writes them.
    pub fn render(&self, numbers: &[Int]) -> String {
        match self {
            SetOrWord::Set(holder) => holder.render(numbers),
            SetOrWord::Word(word) => word.render(numbers),
        }
    }

    /// One that it may be, as a question writes it.
    pub fn example(&self) -> String {
        match self {
            SetOrWord::Set(holder) => holder.render(&holder.full_set()),
            SetOrWord::Word(word) => word.example(),
        }
    }
}

impl Game {
    /// The sets and words of a position, in the order of their slots.
    pub fn sets_and_words(&self) -> Vec<SetOrWord> {
        let sets = self.sets.iter().cloned().map(SetOrWord::Set);
        let mut held: Vec<SetOrWord> = sets
            .chain(self.words.iter().cloned().map(SetOrWord::Word))
            .collect();
        held.sort_by_key(|held| held.slots().start);
        held
    }

    /// The sets and words among the items of a question, which writes each as one item: of a
    /// complete position, or of what stands free in its start where as many items are given as
    /// that takes. Their slots are counted in what the question gives.
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

    /// How many numbers a question gives where it gives no set and no word; `None` if one of them
    /// stands free in the start.
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

    /// Whether positions hold sets or words, which are not told as numbers.
    pub fn holds_more(&self) -> bool {
        !self.sets.is_empty() || !self.words.is_empty()
    }
}
