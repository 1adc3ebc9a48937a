//! Building blocks of statements: linear relations, congruences, digitwise relations, powers of the
//! base. All building blocks of statements ignore leading zeros.

use std::cmp::Ordering;

use base::budget::{Budget, StopReason};

use crate::track::union;
use crate::{Automaton, Track};

/// Relation of a sum to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinearRelation {
    /// The sum is zero.
    Equal,
    /// The sum is at most zero.
    AtMost,
}

/// Merges the terms of each track, in the order of the tracks, and omits terms that cancel. Returns
/// `None` if the weights are too large for an automaton.
fn collected(terms: &[(Track, i128)]) -> Option<Vec<(Track, i128)>> {
    const MAX_WEIGHT_SUM: i128 = 1 << 60;
    let mut sum: Vec<(Track, i128)> = Vec::new();
    for track in union([&terms.iter().map(|&(track, _)| track).collect::<Vec<_>>()[..]]) {
        let of_track = terms
            .iter()
            .filter(|&&(name, _)| name == track)
            .map(|&(_, factor)| factor);
        let factor = of_track.into_iter().try_fold(0i128, i128::checked_add)?;
        if factor != 0 {
            sum.push((track, factor));
        }
    }
    let weight = sum.iter().try_fold(0i128, |weight, &(_, factor)| {
        weight.checked_add(factor.checked_abs()?)
    })?;
    (weight <= MAX_WEIGHT_SUM).then_some(sum)
}

fn tracks_of(terms: &[(Track, i128)]) -> Vec<Track> {
    terms.iter().map(|&(track, _)| track).collect()
}

fn beyond(budget: &Budget<'_>) -> StopReason {
    StopReason::Memory(u64::MAX, budget.memory)
}

/// Result of a comparison of a linear form with the goal after the digits read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum LinearState {
    /// The value of the form.
    Sum(i128),
    /// The truth value of the relation is known, regardless of the digits that follow. The truth
    /// value changes once, after this number of letters; `u32::MAX` means that it never changes.
    Decided(bool, u32),
}

/// Accepts the words for which Σ factor · track + constant has the given relation to zero. A track
/// may occur more than once. The number of states is about s + s · d for the sum s of the factors
/// and the number d of digits of the constant.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out. Returns [`StopReason::Memory`] immediately if the
/// sum of the factors exceeds 2^60 or the constant exceeds 2^120.
pub fn linear(
    base: u8,
    terms: &[(Track, i128)],
    constant: i128,
    relation: LinearRelation,
    budget: &Budget<'_>,
) -> Result<Automaton, StopReason> {
    let terms = collected(terms).ok_or_else(|| beyond(budget))?;
    if constant.unsigned_abs() > 1 << 120 {
        return Err(beyond(budget));
    }
    // The number that the relation compares with the sum Σ factor · track.
    let goal = -constant;
    let holds = |sum: i128| {
        if relation == LinearRelation::Equal {
            sum == goal
        } else {
            sum <= goal
        }
    };
    let above: i128 = terms.iter().map(|&(_, factor)| factor.max(0)).sum();
    let below: i128 = terms.iter().map(|&(_, factor)| factor.min(0)).sum();
    let of_base = i128::from(base);
    // Minimum and maximum of the sum after m more letters: sum · k^m + (k^m - 1) · below, or above.
    let settle = |sum: i128| -> LinearState {
        let (mut least, mut most) = (sum, sum);
        let mut letters = 0u32;
        let mut held = holds(sum);
        // Number of letters after which the answer changed, if the answer changed at all.
        let mut change = None;
        loop {
            // If both bounds are above the goal or both are below it, and both move away from the
            // goal, the answer is final.
            let gone = (least > goal && sum + below >= 0) || (most < goal && sum + above <= 0);
            let far = most <= goal && sum + above <= 0 && relation == LinearRelation::AtMost;
            if gone || far {
                return match change {
                    None => LinearState::Decided(held, u32::MAX),
                    Some(letters) => LinearState::Decided(!held, letters),
                };
            }
            least = least
                .saturating_mul(of_base)
                .saturating_add(below.saturating_mul(of_base - 1));
            most = most
                .saturating_mul(of_base)
                .saturating_add(above.saturating_mul(of_base - 1));
            letters += 1;
            let now = match relation {
                LinearRelation::Equal if least > goal || most < goal => false,
                LinearRelation::AtMost if least > goal => false,
                LinearRelation::AtMost if most <= goal => true,
                _ => return LinearState::Sum(sum),
            };
            if now != held {
                if change.is_some() {
                    return LinearState::Sum(sum);
                }
                (held, change) = (now, Some(letters));
            }
        }
    };
    let count = terms.len();
    let step = |&reading: &LinearState, phase: usize, digit: u8| match reading {
        LinearState::Sum(sum) => {
            let sum =
                if phase == 0 { sum * of_base } else { sum } + terms[phase].1 * i128::from(digit);
            if phase + 1 == count {
                settle(sum)
            } else {
                LinearState::Sum(sum)
            }
        }
        LinearState::Decided(..) if phase + 1 < count => reading,
        LinearState::Decided(_, u32::MAX) => reading,
        LinearState::Decided(now, 1) => LinearState::Decided(!now, u32::MAX),
        LinearState::Decided(now, letters) => LinearState::Decided(now, letters - 1),
    };
    let accepts = |&reading: &LinearState| match reading {
        LinearState::Sum(sum) => holds(sum),
        LinearState::Decided(now, _) => now,
    };
    Automaton::build(base, tracks_of(&terms), settle(0), step, accepts, budget)
}

/// Accepts the words for which Σ factor · track + constant is a multiple of the modulus.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out. Returns [`StopReason::Memory`] immediately if the
/// modulus is zero, or if the modulus or the sum of the factors exceeds 2^60.
pub fn congruence(
    base: u8,
    terms: &[(Track, i128)],
    constant: i128,
    modulus: u64,
    budget: &Budget<'_>,
) -> Result<Automaton, StopReason> {
    if modulus == 0 || modulus >= 1 << 60 {
        return Err(beyond(budget));
    }
    let modulus = i128::from(modulus);
    let terms = collected(terms).ok_or_else(|| beyond(budget))?;
    let step = |&rest: &i128, phase: usize, digit: u8| {
        let rest = if phase == 0 {
            rest * i128::from(base)
        } else {
            rest
        };
        (rest + terms[phase].1 * i128::from(digit)).rem_euclid(modulus)
    };
    let accepts = |&rest: &i128| (rest + constant.rem_euclid(modulus)) % modulus == 0;
    Automaton::build(base, tracks_of(&terms), 0, step, accepts, budget)
}

/// Accepts the words for which `holds` is true of the digits of these tracks at every position, in
/// the given order. The construction evaluates `holds` for all base^tracks letters.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn digitwise(
    base: u8,
    tracks: &[Track],
    holds: impl Fn(&[u8]) -> bool,
    budget: &Budget<'_>,
) -> Result<Automaton, StopReason> {
    let sorted = union([tracks]);
    let places: Vec<usize> = tracks
        .iter()
        .map(|track| sorted.partition_point(|other| other < track))
        .collect();
    let count = sorted.len();
    let step = |read: &Option<Vec<u8>>, phase: usize, digit: u8| {
        let mut read = read.clone()?;
        read.push(digit);
        if phase + 1 < count {
            return Some(read);
        }
        holds(&places.iter().map(|&place| read[place]).collect::<Vec<u8>>()).then(Vec::new)
    };
    Automaton::build(
        base,
        sorted,
        Some(Vec::new()),
        step,
        Option::is_some,
        budget,
    )
}

/// Accepts the words for which the digits of these tracks add up to a multiple of the base at every
/// position. In base 2, the nim-sum of the tracks is zero. A track that occurs twice counts twice.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn nim_sum(base: u8, tracks: &[Track], budget: &Budget<'_>) -> Result<Automaton, StopReason> {
    let sorted = union([tracks]);
    let times: Vec<usize> = sorted
        .iter()
        .map(|track| tracks.iter().filter(|&other| other == track).count())
        .collect();
    let count = sorted.len();
    let step = |rest: &Option<usize>, phase: usize, digit: u8| {
        let rest = (*rest)? + times[phase] * usize::from(digit);
        let rest = rest % usize::from(base);
        (phase + 1 < count || rest == 0).then_some(rest)
    };
    Automaton::build(base, sorted, Some(0), step, Option::is_some, budget)
}

/// Accepts the words for which the first number has the given order relative to the second. The
/// first different digit of the two numbers decides, so the automaton works in every numeration
/// system whose greedy digits are ordered this way. If both tracks are the same, the order must be
/// equality.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn order(
    base: u8,
    x: Track,
    y: Track,
    order: Ordering,
    budget: &Budget<'_>,
) -> Result<Automaton, StopReason> {
    if x == y {
        return Ok(Automaton::truth(base, order == Ordering::Equal));
    }
    let order = if x < y { order } else { order.reverse() };
    let tracks = union([&[x, y][..]]);
    let step = |&(first, found): &(u8, Ordering), phase: usize, digit: u8| {
        if phase == 0 {
            (digit, found)
        } else {
            (0, found.then(first.cmp(&digit)))
        }
    };
    Automaton::build(
        base,
        tracks,
        (0, Ordering::Equal),
        step,
        |&(_, found)| found == order,
        budget,
    )
}

/// Accepts the words in which a track has these digits, most significant first, after any number of
/// zeros.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn digits(
    base: u8,
    track: Track,
    digits: &[u8],
    budget: &Budget<'_>,
) -> Result<Automaton, StopReason> {
    let zeros = digits.iter().take_while(|&&digit| digit == 0).count();
    let digits = &digits[zeros..];
    let step = |read: &Option<usize>, _: usize, digit: u8| match *read {
        Some(0) if digit == 0 => Some(0),
        Some(read) if digits.get(read) == Some(&digit) => Some(read + 1),
        _ => None,
    };
    Automaton::build(
        base,
        vec![track],
        Some(0),
        step,
        |&read| read == Some(digits.len()),
        budget,
    )
}

/// Accepts the words in which a track is a power of the base: 1, k, k², …
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn power(base: u8, track: Track, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
    let step = |&seen: &u8, _: usize, digit: u8| (seen + digit).min(2);
    Automaton::build(base, vec![track], 0, step, |&seen| seen == 1, budget)
}

/// Accepts the words in which the digits of a track add up to `rest` modulo `modulus`. With base
/// and modulus 2, `rest` is the parity of the number of ones.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out. Returns [`StopReason::Memory`] immediately if the
/// modulus is zero.
pub fn digit_sum(
    base: u8,
    track: Track,
    modulus: u32,
    rest: u32,
    budget: &Budget<'_>,
) -> Result<Automaton, StopReason> {
    if modulus == 0 {
        return Err(beyond(budget));
    }
    let step = |&sum: &u64, _: usize, digit: u8| (sum + u64::from(digit)) % u64::from(modulus);
    Automaton::build(
        base,
        vec![track],
        0,
        step,
        |&sum| sum == u64::from(rest) % u64::from(modulus),
        budget,
    )
}

/// Accepts the words in which `y` is the largest power of the base that divides `x`, and `x` is not
/// zero. In base 2, y = 2 ** ctz(x).
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn lowest_power(
    base: u8,
    x: Track,
    y: Track,
    budget: &Budget<'_>,
) -> Result<Automaton, StopReason> {
    if x == y {
        return power(base, x, budget);
    }
    // The state contains whether the 1 of `y` was read, and the first digit within a letter; it is
    // `None` if the word cannot be accepted.
    type PowerScan = Option<(bool, u8)>;
    let step = |read: &PowerScan, phase: usize, digit: u8| -> PowerScan {
        let (one, first) = (*read)?;
        if phase == 0 {
            return Some((one, digit));
        }
        match (
            one,
            if x < y {
                (first, digit)
            } else {
                (digit, first)
            },
        ) {
            (false, (_, 0)) => Some((false, 0)),
            (false, (1.., 1)) | (true, (0, 0)) => Some((true, 0)),
            _ => None,
        }
    };
    let accepts = |read: &PowerScan| read.is_some_and(|(one, _)| one);
    Automaton::build(
        base,
        union([&[x, y][..]]),
        Some((false, 0)),
        step,
        accepts,
        budget,
    )
}

/// Accepts the words in which `y` has the digits of `x`, followed by a zero. In base k, y = k·x.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
///
/// # Panics
/// Panics if `x` and `y` are the same track.
pub fn shifted(base: u8, x: Track, y: Track, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
    assert_ne!(x, y, "a number is not its own multiple");
    // The state contains the last digit of `y`, which must be the next digit of `x`, and the first
    // digit within a letter. The state is `None` if the digits differ.
    type ShiftScan = Option<(u8, u8)>;
    let step = |read: &ShiftScan, phase: usize, digit: u8| -> ShiftScan {
        let (last, first) = (*read)?;
        if phase == 0 {
            return Some((last, digit));
        }
        let (of_x, of_y) = if x < y {
            (first, digit)
        } else {
            (digit, first)
        };
        (of_x == last).then_some((of_y, 0))
    };
    Automaton::build(
        base,
        union([&[x, y][..]]),
        Some((0, 0)),
        step,
        |read: &ShiftScan| matches!(read, Some((0, _))),
        budget,
    )
}
