//! When the pretending function of a heap game is periodic for ever. A move takes at most k tokens
//! and leaves at most t heaps. If Φ(n + p) = Φ(n) for n0 ≤ n with n + p < t (n0 + p) + k, and the
//! proof holds for these heaps, then it holds for all with the same monoid: of the heaps that a
//! move leaves of n + p ≥ t (n0 + p) + k tokens the largest has at least n0 + p, and may be p
//! smaller; so n + p has the same set of values of options as n, and its pair is known (Guy and
//! Smith 1956, Plambeck 2005).

use heap::code::{CodeKind, HeapCode};

/// Φ(n + period) = Φ(n) for all n ≥ preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotientPeriod {
    /// The n from which values repeat, at least 1.
    pub preperiod: u64,
    /// After how many.
    pub period: u64,
}

/// What a move takes at most, and how many heaps it leaves at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveReach {
    /// The most tokens that a move takes.
    pub taken: u64,
    /// The most heaps that it leaves, at least 1.
    pub heaps: u64,
}

impl MoveReach {
    /// The reach of the moves of a code; `None` if no move is the largest.
    pub fn from_code(code: &HeapCode) -> Option<MoveReach> {
        match code.kind() {
            CodeKind::Digits(digits) if digits.is_finite() => Some(MoveReach {
                taken: digits.head().len() as u64 - 1,
                heaps: u64::from(digits.most_heaps()).max(1),
            }),
            _ => None,
        }
    }

    /// How many heaps, from 1 on, must be known for a proof of a period.
    pub fn needed(self, period: QuotientPeriod) -> Option<u64> {
        let QuotientPeriod { preperiod, period } = period;
        (preperiod.checked_add(period)?.checked_mul(self.heaps)?)
            .checked_add(self.taken)?
            .checked_sub(1)
    }
}

/// The least period, with its least preperiod, that these values of the heaps 1, 2, … prove. O(n²)
/// for n values.
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
