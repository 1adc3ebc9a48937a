//! What statements are made of: linear relations, congruences, relations that hold digit by digit,
//! powers of the base. All of them read leading zeros as nothing.

use std::cmp::Ordering;

use base::budget::{Budget, StopReason};

use crate::track::union;
use crate::{Automaton, Track};

/// How a sum stands to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinearRelation {
    /// It is zero.
    Equal,
    /// It is zero or below.
    AtMost,
}

/// The terms of one track each, in order, without those that cancel; `None` if their weights are
/// beyond what an automaton can hold.
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

/// What the digits read so far say of a linear form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum LinearState {
    /// Their sum.
    Sum(i128),
    /// Whatever follows, the relation holds if and only if at most, or (with `false`) at least,
    /// this number of letters follows.
    Decided(bool, u32),
}

/// Σ factor · track + constant stands to zero as the relation says. A track may be named more than
/// once. The states are about as many as the factors' sum, and as much again for each digit of the
/// constant.
///
/// # Errors
/// If the budget ends; [`StopReason::Memory`] at once, if the factors' sum is beyond 2^60 or the
/// constant beyond 2^120.
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
    // The sum of what is read stands to this number.
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
    // The least and the greatest sum once more letters are read: sum · k^m + (k^m - 1) · below, or
    // above.
    let settle = |sum: i128| -> LinearState {
        let (mut least, mut most) = (sum, sum);
        let mut letters = 0u32;
        let mut held = holds(sum);
        // The number of letters at which the answer changed, if it did.
        let mut change = None;
        loop {
            // Bounds that have passed the goal, both on one side and moving away, decide all that
            // follows.
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

/// Σ factor · track + constant is a multiple of the modulus.
///
/// # Errors
/// If the budget ends; [`StopReason::Memory`] at once, if the modulus is zero, or it or the
/// factors' sum is beyond 2^60.
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

/// At every place the digits of these tracks, in the order in which they are named, satisfy
/// `holds`. Letters are made one by one: base^tracks of them.
///
/// # Errors
/// If the budget ends.
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

/// The digits of these tracks add up to a multiple of the base at every place: in base 2, their
/// nim-sum is zero. A track that is named twice counts twice.
///
/// # Errors
/// If the budget ends.
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

/// The first number stands to the second as `order` says: by their first digit that differs, so in
/// every numeration system whose greedy digits are compared so. Of one track with itself, whether
/// `order` is equality.
///
/// # Errors
/// If the budget ends.
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

/// A track has these digits, most significant first, after zeros if any.
///
/// # Errors
/// If the budget ends.
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

/// A track is a power of the base: 1, k, k², …
///
/// # Errors
/// If the budget ends.
pub fn power(base: u8, track: Track, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
    let step = |&seen: &u8, _: usize, digit: u8| (seen + digit).min(2);
    Automaton::build(base, vec![track], 0, step, |&seen| seen == 1, budget)
}

/// The digits of a track add up to `rest` modulo `modulus`: with 2, in base 2, the parity of the
/// bits that are set.
///
/// # Errors
/// If the budget ends; [`StopReason::Memory`] at once, if the modulus is zero.
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

/// `y` is the greatest power of the base that divides `x`, which is not zero: in base 2, 2 **
/// ctz(x).
///
/// # Errors
/// If the budget ends.
pub fn lowest_power(
    base: u8,
    x: Track,
    y: Track,
    budget: &Budget<'_>,
) -> Result<Automaton, StopReason> {
    if x == y {
        return power(base, x, budget);
    }
    // Whether the 1 of `y` was read, and the first digit within a letter; `None` once it cannot be.
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

/// `y` has the digits of `x` and then a zero: in base k it is k·x.
///
/// # Errors
/// If the budget ends.
///
/// # Panics
/// If the two are one track.
pub fn shifted(base: u8, x: Track, y: Track, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
    assert_ne!(x, y, "a number is not its own multiple");
    // The last digit of `y`, which the next of `x` has to be, and the first digit within a letter;
    // `None` once it is not.
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
