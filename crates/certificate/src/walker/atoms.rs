//! The atoms of statements as step functions: linear forms by partial sums, congruences by
//! remainders, orders and relations of digits.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use base::budget::Budget;
use base::text;

use super::refuse;
use super::table::{AutomatonTable, Track};
use crate::error::CertificateError;

/// Maximum sum of the absolute factors, and maximum absolute constant.
pub(crate) const MAX_COEFFICIENT_SUM: i128 = 1 << 60;

/// The relation of a sum to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomRelation {
    /// The sum is zero.
    Equal,
    /// The sum is zero or negative.
    AtMost,
}

pub(crate) type Terms = BTreeMap<Track, i128>;

pub(crate) fn too_large<T>() -> Result<T, CertificateError> {
    refuse(text!(
        "a statement contains numbers that are too large",
        "其中的数过大"
    ))
}

/// The state of a linear form after the digits read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum AtomState {
    /// The partial sum of the digits read so far.
    Sum(i128),
    /// The partial sum no longer affects the truth value of the relation. The relation has the
    /// given truth value until the given number of further letters is read, and the opposite truth
    /// value afterwards. If the number of further letters is `u32::MAX`, the truth value never
    /// changes.
    Until(bool, u32),
}

/// Returns the table that accepts iff Σ factor · track + constant has the given relation to zero.
pub(crate) fn linear(
    base: u8,
    terms: &Terms,
    constant: i128,
    relation: AtomRelation,
    budget: &Budget<'_>,
) -> Result<AutomatonTable, CertificateError> {
    let factors: Vec<i128> = terms.values().copied().collect();
    let weight = factors
        .iter()
        .try_fold(0i128, |sum, factor| sum.checked_add(factor.checked_abs()?));
    if weight.is_none_or(|weight| weight > MAX_COEFFICIENT_SUM)
        || constant
            .checked_abs()
            .is_none_or(|constant| constant > MAX_COEFFICIENT_SUM)
    {
        return too_large();
    }
    let (goal, k) = (-constant, i128::from(base));
    let most: i128 = factors.iter().filter(|factor| **factor > 0).sum();
    let least: i128 = factors.iter().filter(|factor| **factor < 0).sum();
    let holds = |sum: i128| {
        if relation == AtomRelation::Equal {
            sum == goal
        } else {
            sum <= goal
        }
    };
    // After `letters` further letters the sum is between `low` and `high`.
    let settled = |sum: i128| {
        let (mut low, mut high, first) = (sum, sum, holds(sum));
        for letters in 0..u32::MAX {
            // Whether the sum remains above the goal after all further letters, and whether it
            // remains below the goal.
            let (above, below) = (
                low > goal && sum + least >= 0,
                high < goal && sum + most <= 0,
            );
            let always = relation == AtomRelation::AtMost && high <= goal && sum + most <= 0;
            let now = match relation {
                AtomRelation::Equal if low > goal || high < goal || low == high => {
                    low == goal && high == goal
                }
                AtomRelation::AtMost if low > goal => false,
                AtomRelation::AtMost if high <= goal => true,
                _ => return AtomState::Sum(sum),
            };
            match (now == first, above || below || always) {
                (true, true) => return AtomState::Until(first, u32::MAX),
                (false, true) => return AtomState::Until(first, letters),
                (true, false) => {}
                // The truth value of the relation changed and may change again, so the partial sum
                // is stored.
                (false, false) => return AtomState::Sum(sum),
            }
            low = low
                .saturating_mul(k)
                .saturating_add(least.saturating_mul(k - 1));
            high = high
                .saturating_mul(k)
                .saturating_add(most.saturating_mul(k - 1));
        }
        AtomState::Sum(sum)
    };
    let count = factors.len();
    let step = |&read: &AtomState, phase: usize, digit: u8| {
        let last = phase + 1 == count;
        let read = match read {
            AtomState::Sum(sum) => {
                let sum =
                    if phase == 0 { sum * k } else { sum } + factors[phase] * i128::from(digit);
                if last {
                    settled(sum)
                } else {
                    AtomState::Sum(sum)
                }
            }
            AtomState::Until(now, 1) if last => AtomState::Until(!now, u32::MAX),
            AtomState::Until(now, letters) if last && letters < u32::MAX => {
                AtomState::Until(now, letters - 1)
            }
            read => read,
        };
        (read != AtomState::Until(false, u32::MAX)).then_some(read)
    };
    let accepts = |&read: &AtomState| match read {
        AtomState::Sum(sum) => holds(sum),
        AtomState::Until(now, _) => now,
    };
    let start = if count == 0 {
        AtomState::Sum(0)
    } else {
        settled(0)
    };
    AutomatonTable::build(
        base,
        &terms.keys().copied().collect(),
        Some(start),
        step,
        accepts,
        budget,
    )
}

/// Returns the table that accepts iff Σ factor · track + constant is a multiple of the modulus.
pub(crate) fn congruent(
    base: u8,
    terms: &Terms,
    constant: i128,
    modulus: i128,
    budget: &Budget<'_>,
) -> Result<AutomatonTable, CertificateError> {
    if !(1..=MAX_COEFFICIENT_SUM).contains(&modulus) {
        return too_large();
    }
    let factors: Vec<i128> = terms
        .values()
        .map(|factor| factor.rem_euclid(modulus))
        .collect();
    let step = |&rest: &i128, phase: usize, digit: u8| {
        let rest = if phase == 0 {
            rest * i128::from(base)
        } else {
            rest
        };
        Some((rest + factors[phase] * i128::from(digit)) % modulus)
    };
    let accepts = |&rest: &i128| (rest + constant.rem_euclid(modulus)) % modulus == 0;
    AutomatonTable::build(
        base,
        &terms.keys().copied().collect(),
        Some(0),
        step,
        accepts,
        budget,
    )
}

/// Returns the table that accepts iff the order of two numbers satisfies `wanted`. The order of two
/// numbers is the order of their first digits that differ.
pub(crate) fn order(
    base: u8,
    x: Track,
    y: Track,
    wanted: fn(Ordering) -> bool,
    budget: &Budget<'_>,
) -> Result<AutomatonTable, CertificateError> {
    if x == y {
        let start = wanted(Ordering::Equal).then_some(());
        return AutomatonTable::build(
            base,
            &BTreeSet::new(),
            start,
            |_, _, _| None,
            |_| true,
            budget,
        );
    }
    let step = |&found: &Ordering, digits: &[u8]| Some(found.then(digits[0].cmp(&digits[1])));
    AutomatonTable::letters(
        base,
        &[x, y],
        Ordering::Equal,
        step,
        |&found| wanted(found),
        budget,
    )
}

/// Returns the table that accepts iff a track has the given digits, after any number of zeros. The
/// first of the given digits must not be zero.
pub(crate) fn digits(
    base: u8,
    track: Track,
    digits: &[u8],
    budget: &Budget<'_>,
) -> Result<AutomatonTable, CertificateError> {
    let step = |&read: &usize, _: usize, digit: u8| match digit {
        0 if read == 0 => Some(0),
        _ => (digits.get(read) == Some(&digit)).then_some(read + 1),
    };
    AutomatonTable::build(
        base,
        &BTreeSet::from([track]),
        Some(0),
        step,
        |&read| read == digits.len(),
        budget,
    )
}

/// Returns the table that accepts iff a track is a one followed by zeros, possibly after leading
/// zeros. In base k, a one followed by zeros is a power of k.
pub(crate) fn power(
    base: u8,
    track: Track,
    budget: &Budget<'_>,
) -> Result<AutomatonTable, CertificateError> {
    let step = |&ones: &u8, _: usize, digit: u8| (ones + digit <= 1).then_some(ones + digit);
    AutomatonTable::build(
        base,
        &BTreeSet::from([track]),
        Some(0),
        step,
        |&ones| ones == 1,
        budget,
    )
}

/// Returns the table that accepts iff a track has an odd (or even) number of digits 1 in base 2.
pub(crate) fn odd_ones(
    track: Track,
    odd: bool,
    budget: &Budget<'_>,
) -> Result<AutomatonTable, CertificateError> {
    let step = |&read: &bool, _: usize, digit: u8| Some(read ^ (digit == 1));
    AutomatonTable::build(
        2,
        &BTreeSet::from([track]),
        Some(false),
        step,
        |&read| read == odd,
        budget,
    )
}

/// Returns the table that accepts iff in every letter the digits of the tracks satisfy a predicate.
pub(crate) fn digitwise(
    base: u8,
    tracks: &[Track],
    wanted: impl Fn(&[u8]) -> bool,
    budget: &Budget<'_>,
) -> Result<AutomatonTable, CertificateError> {
    AutomatonTable::letters(
        base,
        tracks,
        (),
        |(), digits| wanted(digits).then_some(()),
        |()| true,
        budget,
    )
}

/// Returns the table that accepts iff the nim-sum of the tracks, in base 2, is zero.
pub(crate) fn nim_sum(
    tracks: &[Track],
    budget: &Budget<'_>,
) -> Result<AutomatonTable, CertificateError> {
    digitwise(
        2,
        tracks,
        |digits| digits.iter().fold(0, |sum, digit| sum ^ digit) == 0,
        budget,
    )
}

/// Returns the table that accepts iff `x` is not zero and `y` is the largest power of 2 that
/// divides `x`.
pub(crate) fn lowest_bit(
    x: Track,
    y: Track,
    budget: &Budget<'_>,
) -> Result<AutomatonTable, CertificateError> {
    let step = |&seen: &bool, digits: &[u8]| match (seen, digits[0], digits[1]) {
        (false, _, 0) => Some(false),
        (false, 1, 1) | (true, 0, 0) => Some(true),
        _ => None,
    };
    AutomatonTable::letters(2, &[x, y], false, step, |&seen| seen, budget)
}
