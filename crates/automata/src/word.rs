//! Words that an automaton reads: the digits of its tracks in turn, most significant first.

use dashu_int::UBig;

use crate::Track;

/// Digits of several tracks, all of the same length.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DigitWord {
    base: u8,
    tracks: Vec<Track>,
    digits: Vec<u8>,
}

impl DigitWord {
    /// Creates the word with the given digits: the tracks take turns, with one digit of each track
    /// per letter.
    pub(crate) fn new(base: u8, tracks: Vec<Track>, digits: Vec<u8>) -> DigitWord {
        debug_assert!(if tracks.is_empty() {
            digits.is_empty()
        } else {
            digits.len().is_multiple_of(tracks.len())
        });
        DigitWord {
            base,
            tracks,
            digits,
        }
    }

    /// Creates the word along the path to a node of a search. `met` contains, for each node, its
    /// predecessor and the digit that leads from the predecessor to the node.
    pub(crate) fn of_walk(
        base: u8,
        tracks: Vec<Track>,
        met: &[(u32, u8)],
        mut at: u32,
    ) -> DigitWord {
        let mut digits = Vec::new();
        while at != 0 {
            let (from, digit) = met[at as usize];
            digits.push(digit);
            at = from;
        }
        digits.reverse();
        DigitWord::new(base, tracks, digits)
    }

    /// Returns the base of the digits.
    pub fn base(&self) -> u8 {
        self.base
    }

    /// Returns the tracks, in order.
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// Returns the number of digits of each track.
    pub fn letters(&self) -> usize {
        if self.tracks.is_empty() {
            0
        } else {
            self.digits.len() / self.tracks.len()
        }
    }

    /// Returns all digits, in which the tracks take turns.
    pub fn interleaved(&self) -> &[u8] {
        &self.digits
    }

    /// Returns the digits of a track, most significant first; `None` if the word lacks this track.
    pub fn digits(&self, track: Track) -> Option<Vec<u8>> {
        let place = self.tracks.binary_search(&track).ok()?;
        Some(
            self.digits[place.min(self.digits.len())..]
                .iter()
                .step_by(self.tracks.len())
                .copied()
                .collect(),
        )
    }

    /// Returns the number on a track, read in base [`DigitWord::base`]; `None` if the word lacks
    /// this track.
    pub fn number(&self, track: Track) -> Option<UBig> {
        let digits = self.digits(track)?;
        Some(
            digits
                .iter()
                .fold(UBig::ZERO, |number, &digit| number * self.base + digit),
        )
    }

    /// Returns [`DigitWord::number`] if it is below 2^128.
    pub fn small(&self, track: Track) -> Option<u128> {
        u128::try_from(self.number(track)?).ok()
    }
}
