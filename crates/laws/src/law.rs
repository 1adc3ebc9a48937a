//! A law: what it says, and of which positions.

use automata::{Automaton, LinearRelation, Track};
use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use dashu_int::UBig;

use crate::numerals::LawNumerals;

/// What a law tells of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LawOutput {
    /// Its Grundy value, on one more track.
    Values,
    /// 2 to the power of its Grundy value, on one more track.
    PowersOfValues,
    /// Whether the player to move loses.
    Outcomes,
}

impl LawOutput {
    /// What it tells, in words.
    pub fn text(self) -> Text {
        match self {
            LawOutput::Values => text!("Grundy values", "Grundy 值"),
            LawOutput::PowersOfValues => {
                text!("Grundy values, as powers of 2", "Grundy 值（写作 2 的幂）")
            }
            LawOutput::Outcomes => text!("P-positions", "P 局面"),
        }
    }
}

/// A law, whether or not it is proved.
#[derive(Clone, Debug)]
pub struct Law {
    /// What it tells.
    pub kind: LawOutput,
    /// How its numbers are written.
    pub numerals: LawNumerals,
    /// The least value of each slot: track i holds slot i less this.
    pub lows: Vec<i128>,
    /// The tracks are the slots, in their order, and after them the value, if the kind has one.
    pub automaton: Automaton,
    /// Of values of one slot, where moves leave runs of components: the nim-sum, on track 1, of
    /// the values of all numbers before one on track 0, which is less its least value.
    pub prefix: Option<Automaton>,
}

impl Law {
    /// The track of the value.
    pub fn value_track(&self) -> Track {
        self.lows.len() as Track
    }

    /// The law about the tracks of a component, its value on another track.
    pub(crate) fn on_tracks(
        &self,
        slots: &[Track],
        value: Track,
        budget: &Budget<'_>,
    ) -> Result<Automaton, StopReason> {
        let own = self.value_track();
        self.automaton.renamed(
            |track| {
                if track == own {
                    value
                } else {
                    slots[track as usize]
                }
            },
            budget,
        )
    }

    /// The nim-sum, on a track, of the values before the number on another; `None` if it tells
    /// none.
    pub(crate) fn sum_before(
        &self,
        number: Track,
        sum: Track,
        budget: &Budget<'_>,
    ) -> Result<Option<Automaton>, StopReason> {
        self.prefix
            .as_ref()
            .map(|prefix| prefix.renamed(|track| if track == 0 { number } else { sum }, budget))
            .transpose()
    }

    /// The P-positions: those of value 0.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn lost(&self, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
        let of_lost = match self.kind {
            LawOutput::Outcomes => return Ok(self.automaton.clone()),
            LawOutput::Values => 0,
            LawOutput::PowersOfValues => -1,
        };
        let value = self.value_track();
        let lost = self
            .numerals
            .linear(&[(value, 1)], of_lost, LinearRelation::Equal, budget)?;
        self.automaton.and(&lost, budget)?.project(value, budget)
    }

    /// What stands on the track of the value beside these digits of a position, by nodes from which
    /// `open` says that some accepted word goes on; `None` if no word of that many letters is
    /// accepted. Linear in the letters.
    pub(crate) fn track_beside(
        &self,
        digits: &[Vec<u8>],
        letters: usize,
        open: impl Fn(u32) -> bool,
    ) -> Option<UBig> {
        let law = &self.automaton;
        // The nodes before each letter, with the place of the one before and the digit of the
        // value.
        let mut layers: Vec<Vec<(u32, u32, u8)>> = vec![vec![(law.start(), 0, 0)]];
        for letter in 0..letters {
            let mut then: Vec<(u32, u32, u8)> = Vec::new();
            for (place, &(node, ..)) in layers[letter].iter().enumerate() {
                let read = |node: u32, word: &Vec<u8>| {
                    law.next(
                        node,
                        (letter + word.len())
                            .checked_sub(letters)
                            .map_or(0, |read| word[read]),
                    )
                };
                let at = digits.iter().fold(node, read);
                let nexts = (0..law.base()).map(|digit| (law.next(at, digit), place as u32, digit));
                then.extend(nexts.filter(|&(node, ..)| open(node)));
            }
            then.sort_unstable_by_key(|&(node, ..)| node);
            then.dedup_by_key(|(node, ..)| *node);
            layers.push(then);
        }
        let mut place = layers[letters]
            .iter()
            .position(|&(node, ..)| law.accepts(node))?;
        let mut value = Vec::with_capacity(letters);
        for layer in layers[1..].iter().rev() {
            let (_, before, digit) = layer[place];
            value.push(digit);
            place = before as usize;
        }
        value.reverse();
        Some(self.numerals.number(&value))
    }

    /// The value that the law tells of a position with these numbers, in time linear in their
    /// digits: nodes that the digits of the position and any of the value lead to, forwards,
    /// then one way back. A law of outcomes tells 0 of a P-position and 1 of another; `None` if
    /// a number lies below its least value, or the law tells nothing.
    pub fn value(&self, slots: &[dashu_int::IBig]) -> Option<UBig> {
        let shifted: Option<Vec<UBig>> = slots
            .iter()
            .zip(&self.lows)
            .map(|(slot, &low)| UBig::try_from(slot - dashu_int::IBig::from(low)).ok())
            .collect();
        let digits: Vec<Vec<u8>> = shifted?
            .iter()
            .map(|number| self.numerals.digits(number))
            .collect();
        let longest = digits.iter().map(Vec::len).max().unwrap_or(0);
        if self.kind == LawOutput::Outcomes {
            let words: Vec<(Track, &[u8])> = digits
                .iter()
                .enumerate()
                .map(|(slot, word)| (slot as Track, &word[..]))
                .collect();
            return Some(UBig::from(u8::from(!self.automaton.accepts_digits(&words))));
        }
        // Values may be longer than the numbers of the position: as many letters more as there are
        // states are enough.
        let value = self.track_beside(&digits, longest + self.automaton.states(), |_| true)?;
        Some(match self.kind {
            LawOutput::PowersOfValues => {
                UBig::from(dashu_int::ops::BitTest::bit_len(&value).checked_sub(1)?)
            }
            LawOutput::Values | LawOutput::Outcomes => value,
        })
    }
}
