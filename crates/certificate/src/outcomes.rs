//! Verifies the outcomes of complete sums, row by row, under any convention. The conventions decide
//! a position that ends at once or has no move. At least one option of an N position must be P.
//! Every option of a P position must be N. The options that a row needs must precede the row, so a
//! winning strategy always terminates, even under rules with which play can cycle.

use base::budget::Budget;
use rules::game::{Conventions, Outcome};
use rules::play::{SumMove, SumPosition, TurnState, ended_at_once, resolve_turn};
use rules::world::World;
use rustc_hash::FxHashMap;

use crate::error::CertificateError;
use crate::report::CertificateReport;
use crate::values::{check_claimed_outcome, check_component};
use crate::words;

/// Maximum number of components of a sum in a list of outcomes. The generation of moves recurses
/// over the components.
pub const MAX_COMPONENTS: usize = 1000;

/// Approximate number of bytes that the table of verified rows takes per row.
const ROW: u64 = 24;

/// Verifies that a sum has this outcome.
///
/// # Panics
/// Panics if a component names a game that `world` did not return.
///
/// # Errors
/// Returns a [`CertificateError`] with the first error found, or if the budget runs out.
pub fn check_outcomes(
    world: &World,
    conventions: Conventions,
    sum: &SumPosition,
    outcome: Outcome,
    entries: &[(SumPosition, Outcome)],
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    budget.allow_memory(entries.len() as u64 * ROW)?;
    let mut table: FxHashMap<&SumPosition, Outcome> = FxHashMap::default();
    for (index, (position, got)) in entries.iter().enumerate() {
        let entry = index + 1;
        budget.item(entry);
        budget.steps(1 + position.0.len())?;
        check_sum(world, position, budget)?;
        if *got == Outcome::D {
            return Err(CertificateError::Draw {
                position: position.show(world),
            });
        }
        let expected = match resolve_turn(world, position, conventions, budget)
            .map_err(|fault| CertificateError::fault(world, fault))?
        {
            TurnState::Over(outcome) => outcome,
            TurnState::Open(moves) => {
                outcome_by_options(world, position, &moves, entry, &table, budget)?
            }
        };
        if *got != expected {
            return Err(CertificateError::WrongOutcome {
                entry,
                position: position.show(world),
                expected,
                got: *got,
            });
        }
        if table.insert(position, *got).is_some() {
            return Err(CertificateError::Repeated {
                entry,
                position: position.show(world),
            });
        }
        budget.report(entry as u64, Some(entries.len() as u64));
    }
    let expected = *table.get(sum).ok_or_else(|| CertificateError::NotListed {
        position: sum.show(world),
    })?;
    check_claimed_outcome(world, sum, outcome, expected)?;
    Ok(CertificateReport {
        claim: words::outcome(world, sum, conventions, outcome),
        rests_on: words::rests_on_outcomes(),
        entries: entries.len(),
    })
}

fn check_sum(
    world: &World,
    sum: &SumPosition,
    budget: &Budget<'_>,
) -> Result<(), CertificateError> {
    if sum.0.len() > MAX_COMPONENTS {
        return Err(CertificateError::TooManyComponents {
            components: sum.0.len(),
            most: MAX_COMPONENTS,
        });
    }
    for component in &sum.0 {
        check_component(world, component, budget)?;
    }
    if SumPosition::canonical(sum.0.clone(), world) != *sum {
        return Err(CertificateError::NotCanonical {
            position: sum.show(world),
        });
    }
    Ok(())
}

/// Returns the outcome that the earlier rows give to a position in which play continues with the
/// moves in `moves`. If the earlier rows do not decide the outcome, returns an error that names the
/// first missing option.
fn outcome_by_options(
    world: &World,
    position: &SumPosition,
    moves: &[SumMove],
    entry: usize,
    table: &FxHashMap<&SumPosition, Outcome>,
    budget: &Budget<'_>,
) -> Result<Outcome, CertificateError> {
    let mut missing = None;
    for option in moves {
        budget.steps(1 + option.leaves.0.len())?;
        let ended = ended_at_once(world, &option.leaves, budget)
            .map_err(|fault| CertificateError::fault(world, fault))?;
        match ended.or_else(|| table.get(&option.leaves).copied()) {
            Some(Outcome::P) => return Ok(Outcome::N),
            Some(_) => {}
            None => missing = missing.or(Some(&option.leaves)),
        }
    }
    match missing {
        None => Ok(Outcome::P),
        Some(option) => Err(CertificateError::NotEarlier {
            entry,
            position: position.show(world),
            option: option.show(world),
        }),
    }
}
