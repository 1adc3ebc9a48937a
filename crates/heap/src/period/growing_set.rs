//! Periods of games that take a number of a growing set S. Let H be p numbers, continued with the
//! period p, and let S' be a finite part of S with the largest member k. If
//!
//! 1. G(n) = H(n) for n < k,
//! 2. no two numbers H(x), H(y) are equal if x - y is congruent modulo p to a member of S,
//! 3. for every x and every v < H(x), some member s of S' has H(x - s) = v,
//!
//! then G = H. *Proof* by induction: for n ≥ k all members of S' can be taken, so by condition 3
//! every smaller value occurs. By condition 2, no option of n has the value H(n). The residues
//! modulo p are known for each named set: powers, squares, cubes, triangular and Fibonacci numbers
//! and factorials repeat modulo p, and a prime divides p or is coprime to it. An example is {1, 2,
//! 4, 8, …}: no power of 2 is divisible by 3, so G(n) = n mod 3.

use base::budget::{Budget, StopReason};

use super::{HeapPeriod, PeriodTheorem, StoredNimber};
use crate::code::NumberSet;

/// Maximum period in the search, because residues of a set are not computed for larger moduli.
const MAX_PERIOD: usize = 512;

/// Returns the smallest period that the theorem proves from these values; `None` if the theorem
/// proves no period.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn find<T: StoredNimber>(
    set: &NumberSet,
    values: &[T],
    budget: &Budget<'_>,
) -> Result<Option<HeapPeriod>, StopReason> {
    let members = set.up_to(u32::try_from(values.len().saturating_sub(1)).unwrap_or(u32::MAX));
    for period in 1..=MAX_PERIOD.min(values.len() / 2) {
        budget.tick()?;
        if (period..values.len()).any(|n| values[n] != values[n - period]) {
            continue;
        }
        if let Some(largest) = proof(set, &members, &values[..period]) {
            return Ok(Some(HeapPeriod {
                preperiod: 0,
                period,
                saltus: 0,
                values: largest.max(period),
                theorem: PeriodTheorem::Growing,
            }));
        }
    }
    Ok(None)
}

/// Returns the largest member of a finite part with which the conditions 2 and 3 hold for the given
/// values of one period. Returns `None` if the conditions do not hold.
fn proof<T: StoredNimber>(set: &NumberSet, members: &[u32], values: &[T]) -> Option<usize> {
    let period = values.len();
    let residues = set.residues(period as u32)?;
    let before = |x: usize, taken: usize| values[(x + period - taken % period) % period];
    for (residue, _) in residues.iter().enumerate().filter(|(_, met)| **met) {
        if (0..period).any(|x| before(x, residue) == values[x]) {
            return None;
        }
    }
    let mut largest = 0;
    for (x, &value) in values.iter().enumerate() {
        for smaller in 0..value.into() {
            let taken = members
                .iter()
                .find(|&&taken| before(x, taken as usize).into() == smaller)?;
            largest = largest.max(*taken as usize);
        }
    }
    Some(largest)
}
