//! Periods of the pretending function Φ of a heap game. A move takes at most k tokens and leaves at
//! most t heaps. Suppose that Φ(n + p) = Φ(n) whenever n0 ≤ n and n + p < t (n0 + p) + k, and that
//! the outcomes of these heaps are proved. Then Φ(n + p) = Φ(n) holds for all n ≥ n0, and the
//! monoid does not grow.
//!
//! *Proof*: suppose n + p ≥ t (n0 + p) + k. Then the largest heap left by any move from n + p has
//! at least n0 + p tokens. This largest heap can therefore be replaced by a heap with p tokens
//! fewer. So the option values of n + p are those of n, and the pair of n + p is known (Guy and
//! Smith 1956, Plambeck 2005).

use heap::code::{CodeKind, HeapCode};

/// A period: Φ(n + period) = Φ(n) for all n ≥ preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotientPeriod {
    /// The smallest heap size from which values repeat, at least 1.
    pub preperiod: u64,
    /// Length of the period.
    pub period: u64,
}

/// Limits of the moves of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveReach {
    /// Maximum number of tokens that a move takes.
    pub taken: u64,
    /// Maximum number of heaps that a move leaves, at least 1.
    pub heaps: u64,
}

impl MoveReach {
    /// Returns the limits of the moves of a code; `None` if moves are unbounded.
    pub fn from_code(code: &HeapCode) -> Option<MoveReach> {
        match code.kind() {
            CodeKind::Digits(digits) if digits.is_finite() => Some(MoveReach {
                taken: digits.head().len() as u64 - 1,
                heaps: u64::from(digits.most_heaps()).max(1),
            }),
            _ => None,
        }
    }

    /// Returns the number of heaps, starting with heap 1, whose values are required to prove a
    /// period; `None` if this number exceeds 64 bits.
    pub fn needed(self, period: QuotientPeriod) -> Option<u64> {
        let QuotientPeriod { preperiod, period } = period;
        (preperiod.checked_add(period)?.checked_mul(self.heaps)?)
            .checked_add(self.taken)?
            .checked_sub(1)
    }
}

/// Returns the least period, with its least preperiod, that the values of the heaps 1, 2, … prove,
/// or `None` if they prove no period. O(n²) for n values.
pub fn find(values: &[u32], reach: MoveReach) -> Option<QuotientPeriod> {
    (1..values.len()).find_map(|period| {
        let differs = (0..values.len() - period)
            .rev()
            .find(|&at| values[at] != values[at + period]);
        let found = QuotientPeriod {
            preperiod: differs.map_or(1, |at| at as u64 + 2),
            period: period as u64,
        };
        reach
            .needed(found)
            .is_some_and(|needed| needed <= values.len() as u64)
            .then_some(found)
    })
}
