//! Laws: their output, and the positions that they cover.

use automata::{Automaton, LinearRelation, Track};
use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use dashu_int::UBig;

use crate::numerals::LawNumerals;

/// The output of a law for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LawOutput {
    /// The law gives the Grundy value, on an additional track.
    Values,
    /// The law gives 2 to the power of the Grundy value, on an additional track.
    PowersOfValues,
    /// The law states whether the player to move loses.
    Outcomes,
}

impl LawOutput {
    /// Returns the output as text.
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
    /// The output.
    pub kind: LawOutput,
    /// The numeration.
    pub numerals: LawNumerals,
    /// The least value of each slot. Track i contains slot i minus its least value.
    pub lows: Vec<i128>,
    /// The automaton. The automaton's tracks are the slots, in order, followed by the value, if the
    /// kind of law has a value.
    pub automaton: Automaton,
    /// For laws of values of one slot whose moves leave runs of components: an automaton for
    /// nim-sums. Track 0 contains a number minus its least value, track 1 the nim-sum of the values
    /// of all smaller numbers.
    pub prefix: Option<Automaton>,
}

impl Law {
    /// Returns the track of the value.
    pub fn value_track(&self) -> Track {
        self.lows.len() as Track
    }

    /// Returns the law with the slots on the tracks of a component, and the value on another given
    /// track.
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

    /// Returns the automaton with the nim-sum, on one track, of the values before the number on
    /// another track; `None` if the law has no such automaton.
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

    /// Returns the P-positions, that is, the positions of value 0.
    ///
    /// # Errors
    /// Returns an error if the budget runs out.
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

    /// Returns the number on the value track that belongs to these digits of a position. The search
    /// uses only nodes from which an accepted word continues, according to `open`. Returns `None`
    /// if no word with the given number of letters is accepted. The time is linear in the number of
    /// letters.
    pub(crate) fn track_beside(
        &self,
        digits: &[Vec<u8>],
        letters: usize,
        open: impl Fn(u32) -> bool,
    ) -> Option<UBig> {
        let law = &self.automaton;
        // The nodes before each letter, each node with the index of its predecessor and the digit
        // of the value.
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

    /// Returns the value that the law gives to a position. A law of outcomes gives 0 to a
    /// P-position and 1 to any other position. Returns `None` if a number is below its least value,
    /// or the law gives no value. The time is linear in the number of digits. A forward pass visits
    /// the nodes that the digits of the position and any digits of the value lead to; a backward
    /// pass then reads the value.
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
        // Values may be longer than the numbers of the position; one extra letter for each state of
        // the automaton suffices.
        let value = self.track_beside(&digits, longest + self.automaton.states(), |_| true)?;
        Some(match self.kind {
            LawOutput::PowersOfValues => {
                UBig::from(dashu_int::ops::BitTest::bit_len(&value).checked_sub(1)?)
            }
            LawOutput::Values | LawOutput::Outcomes => value,
        })
    }
}
