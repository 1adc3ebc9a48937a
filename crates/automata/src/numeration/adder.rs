//! Construction and verification of the adder of a numeration system. The adder reads x, y and z in
//! parallel, and its state is the remainder of x + y - z modulo the recurrence. A remainder that no
//! further digits can bring to zero is dropped.
//!
//! The construction of the adder is not proved correct; instead, the constructed adder is verified.
//! The adder must be a function, with x + 0 = x and (x + y) + 1 = x + (y + 1) for all numbers.

use std::cmp::Ordering;

use base::budget::{Budget, StopReason};

use super::{Numeration, NumerationError};
use crate::{Automaton, CoverResult, atoms, conjunction, cover, none};

/// Maximum number of remaining digits for which a remainder is tested. Up to this number of digits,
/// all weights are below 2^100.
const LOOKAHEAD_DIGITS: usize = 24;

/// Builds the automaton for track 0 + track 1 = track 2.
pub(super) fn adder(
    expansion: &[u8],
    valid: &Automaton,
    budget: &Budget<'_>,
) -> Result<Automaton, StopReason> {
    let base = valid.base();
    let degree = expansion.len();
    let mut weights: Vec<i128> = Vec::new();
    while weights.len() < LOOKAHEAD_DIGITS + degree {
        let before: i128 = weights
            .iter()
            .rev()
            .zip(expansion)
            .map(|(weight, &digit)| weight * i128::from(digit))
            .sum();
        weights.push(before + i128::from(weights.len() < degree));
    }
    // Returns the number that coefficients, highest first, represent if `ahead` digits remain.
    let worth = |rest: &[i64], ahead: usize| -> i128 {
        rest.iter()
            .zip(0..)
            .map(|(&part, place)| i128::from(part) * weights[ahead + degree - 1 - place])
            .sum()
    };
    let greatest = i128::from(base - 1);
    let hopeful = |rest: &[i64]| {
        let mut to_come = 0;
        (0..=LOOKAHEAD_DIGITS).any(|ahead| {
            let worth = worth(rest, ahead);
            let within = -2 * greatest * to_come <= worth && worth <= greatest * to_come;
            to_come += weights[ahead];
            within
        })
    };
    let step = |rest: &Option<Vec<i64>>, phase: usize, digit: u8| {
        let mut rest = rest.clone()?;
        if phase == 0 {
            let first = rest[0];
            rest.rotate_left(1);
            rest[degree - 1] = 0;
            rest.iter_mut()
                .zip(expansion)
                .for_each(|(part, &digit)| *part += first * i64::from(digit));
        }
        rest[degree - 1] += if phase == 2 {
            -i64::from(digit)
        } else {
            i64::from(digit)
        };
        (phase < 2 || hopeful(&rest)).then_some(rest)
    };
    let accepts = |rest: &Option<Vec<i64>>| rest.as_ref().is_some_and(|rest| worth(rest, 0) == 0);
    let sums = Automaton::build(
        base,
        vec![0, 1, 2],
        Some(vec![0; degree]),
        step,
        accepts,
        budget,
    )?;
    (0..3).try_fold(sums, |sums, track| {
        sums.and(&valid.with_tracks(vec![track]), budget)
    })
}

/// Builds the automaton for: track 1 is the next valid word after track 0.
pub(super) fn successor(valid: &Automaton, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
    let on = |track| valid.with_tracks(vec![track]);
    let less = |x, y| atoms::order(valid.base(), x, y, Ordering::Less, budget);
    let between = conjunction(&[&on(2), &less(0, 2)?, &less(2, 1)?], &[2], budget)?;
    conjunction(
        &[&on(0), &on(1), &less(0, 1)?, &between.complement()],
        &[],
        budget,
    )
}

impl Numeration {
    /// Verifies the successor and the adder of the system. Users of the system rely only on the
    /// tested statements.
    ///
    /// # Errors
    /// Returns the first statement that the system does not satisfy, or
    /// [`NumerationError::Stopped`] if the budget runs out.
    pub fn verify(&self, budget: &Budget<'_>) -> Result<(), NumerationError> {
        let base = self.base;
        let valid = |track| self.valid_on(track);
        let order = |x, y, how| atoms::order(base, x, y, how, budget);
        let next = |x, y| {
            self.successor
                .renamed(|track| if track == 0 { x } else { y }, budget)
        };
        let sum = |x, y, z| {
            self.adder
                .renamed(|track| [x, y, z][track as usize], budget)
        };
        // Both words are valid and in order, no valid word is between them, and every valid word
        // has a successor.
        for statement in [
            vec![next(0, 1)?, valid(0).complement()],
            vec![next(0, 1)?, valid(1).complement()],
            vec![next(0, 1)?, order(0, 1, Ordering::Less)?.complement()],
            vec![
                next(0, 1)?,
                valid(2),
                order(0, 2, Ordering::Less)?,
                order(2, 1, Ordering::Less)?,
            ],
        ] {
            if none(&statement.iter().collect::<Vec<_>>(), budget)?.is_some() {
                return Err(NumerationError::Successor);
            }
        }
        if matches!(
            cover(&self.valid, &[vec![&self.successor]], budget)?,
            CoverResult::Fails(_)
        ) {
            return Err(NumerationError::Last);
        }
        for statement in [
            vec![sum(0, 1, 2)?, valid(0).complement()],
            vec![sum(0, 1, 2)?, valid(1).complement()],
            vec![sum(0, 1, 2)?, valid(2).complement()],
            vec![
                sum(0, 1, 2)?,
                sum(0, 1, 3)?,
                order(2, 3, Ordering::Equal)?.complement(),
            ],
        ] {
            if none(&statement.iter().collect::<Vec<_>>(), budget)?.is_some() {
                return Err(NumerationError::Sums);
            }
        }
        let zero = atoms::digits(base, 1, &[], budget)?;
        let zero = [
            valid(0),
            zero,
            order(0, 2, Ordering::Equal)?,
            sum(0, 1, 2)?.complement(),
        ];
        if none(&zero.each_ref(), budget)?.is_some() {
            return Err(NumerationError::Zero);
        }
        let step = [
            sum(0, 1, 2)?,
            next(1, 3)?,
            next(2, 4)?,
            sum(0, 3, 4)?.complement(),
        ];
        match none(&step.each_ref(), budget)? {
            Some(_) => Err(NumerationError::Step),
            None => Ok(()),
        }
    }
}
