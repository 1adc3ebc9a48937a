//! This module computes outcomes of loopy games by definition. A position is lost if every option
//! is won for the opponent, and won if some option is lost for the opponent. A position that is
//! never decided is a draw. This module is the reference implementation for theorems about loopy
//! games.

use base::budget::{Budget, StopReason};
use rules::game::Outcome;

/// Returns the outcome of each of `count` positions, numbered from 0, under normal play. The
/// function `options` writes the numbers of the options of a position. Iterates over all positions
/// until no outcome changes: O(positions · moves · longest forced win).
///
/// # Errors
/// Returns [`StopReason`] if the budget does not allow the time or memory.
pub fn outcomes(
    count: usize,
    options: impl Fn(usize, &mut Vec<usize>),
    budget: &Budget<'_>,
) -> Result<Vec<Outcome>, StopReason> {
    budget.allow_growth(0, count as u64)?;
    let mut known = vec![Outcome::D; count];
    let mut list = Vec::new();
    loop {
        let mut changed = false;
        for position in 0..count {
            if known[position] != Outcome::D {
                continue;
            }
            list.clear();
            options(position, &mut list);
            budget.steps(list.len())?;
            if list.iter().any(|&option| known[option] == Outcome::P) {
                known[position] = Outcome::N;
                changed = true;
            } else if list.iter().all(|&option| known[option] == Outcome::N) {
                known[position] = Outcome::P;
                changed = true;
            }
        }
        if !changed {
            return Ok(known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_that_nobody_has_to_leave_is_a_draw() {
        // Positions 0 and 1 lead to each other, and 1 leads to 2, which leads to the end 3.
        // Positions 4 and 5 lead only to each other.
        let arcs: [&[usize]; 6] = [&[1], &[0, 2], &[3], &[], &[5], &[4]];
        let known = outcomes(6, |v, list| list.extend(arcs[v]), &Budget::generous()).unwrap();
        assert_eq!(
            known,
            [
                Outcome::D,
                Outcome::D,
                Outcome::N,
                Outcome::P,
                Outcome::D,
                Outcome::D
            ]
        );
    }
}
