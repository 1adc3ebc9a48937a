//! What an automaton reads: the digits of its tracks in turn, most significant first.

use dashu_int::UBig;

use crate::Track;

/// Digits of several tracks, all of one length.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DigitWord {
    base: u8,
    tracks: Vec<Track>,
    digits: Vec<u8>,
}

impl DigitWord {
    /// The word whose digits, the tracks in turn, are these.
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

    /// The word along the edges that lead to a place of a walk: for each place that which it was
    /// met from, and by what digit.
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

    /// The base that numbers are written in.
    pub fn base(&self) -> u8 {
        self.base
    }

    /// The tracks, in order.
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// How many digits each track has.
    pub fn letters(&self) -> usize {
        if self.tracks.is_empty() {
            0
        } else {
            self.digits.len() / self.tracks.len()
        }
    }

    /// All digits, the tracks in turn.
    pub fn interleaved(&self) -> &[u8] {
        &self.digits
    }

    /// The digits of a track, most significant first; `None` if the word has no such track.
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

    /// The number whose digits in base [`DigitWord::base`] a track holds; `None` if the word has no
    /// such track.
    pub fn number(&self, track: Track) -> Option<UBig> {
        let digits = self.digits(track)?;
        Some(
            digits
                .iter()
                .fold(UBig::ZERO, |number, &digit| number * self.base + digit),
        )
    }

    /// [`DigitWord::number`], if it is below 2^128.
    pub fn small(&self, track: Track) -> Option<u128> {
        u128::try_from(self.number(track)?).ok()
    }
}
