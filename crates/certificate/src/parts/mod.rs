//! Grundy values of positions on a set or a word, part by part, where the moves are a fixed list
//! and take cells, as `clauses` tells them: elements that are there, or are not, or letters that do
//! not come back. A move *may be made* as long as all cells are there that it needs, even where
//! others bar it that may go. What no such move depends on is left out; what none joins are
//! summands, and stay so, for there are never more such moves. The value of a part is shown from
//! those of the parts of its options (Sprague 1935, Grundy 1939), or no more than that it is not a
//! certain number (Lemoine and Viennot 2012), or by a mirror. Parts are alike where a map takes the
//! moves of one to those of the other: each time that is tested. The checker makes the options by
//! the rules, divides them and finds what they are alike to by itself, so that a row need only name
//! its part.

mod element_set;
mod moves;
mod proof;
mod symmetry;
pub(crate) mod syntax;
pub(crate) mod verified_parts;

use base::budget::Budget;
use rules::game::{Conventions, Outcome};
use rules::play::SumPosition;
use rules::world::World;

pub use element_set::ElementSet;
pub use proof::{GameParts, PartClaim, PartRow, PartsProof};
pub use symmetry::PartSymmetry;

use crate::error::CertificateError;
use crate::report::CertificateReport;
use crate::values::{check_claimed_outcome, check_claimed_value, check_component};
use crate::verified_rows::VerifiedRows;
use crate::words;
use crate::work_limits::shifted;

/// All rows, verified, and how many there are.
fn verified(
    world: &World,
    sum: &SumPosition,
    proof: &PartsProof,
    budget: &Budget<'_>,
) -> Result<(VerifiedRows, usize), CertificateError> {
    for component in &sum.0 {
        check_component(world, component, budget)?;
    }
    let mut verified = VerifiedRows::default();
    // The rows of other games come last.
    let lines = |game: &GameParts| game.alike.lines() + game.rows.len() + 1;
    shifted(budget, proof.games.iter().map(lines).sum(), |budget| {
        verified.extend(world, &proof.others, budget)
    })?;
    let mut line = 1;
    for game in &proof.games {
        shifted(budget, line, |budget| {
            verified.extend_parts(world, game, budget)
        })?;
        line += lines(game);
    }
    let rows = proof
        .games
        .iter()
        .map(|game| game.rows.len())
        .sum::<usize>();
    Ok((verified, rows + proof.others.len()))
}

/// Verifies that a sum has this Grundy value under normal play.
///
/// # Panics
/// If a component names a game that `world` did not return.
///
/// # Errors
/// [`CertificateError`] with the first thing that is wrong, or if the budget ends.
pub fn check_parts(
    world: &World,
    sum: &SumPosition,
    value: u64,
    proof: &PartsProof,
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    let (verified, entries) = verified(world, sum, proof, budget)?;
    let expected = verified.value(world, sum)?;
    check_claimed_value(world, sum, value, expected)?;
    Ok(CertificateReport {
        claim: words::value(world, sum, value),
        rests_on: words::rests_on_parts(),
        entries,
    })
}

/// Verifies that a disjunctive sum has this outcome under normal play: P exactly when its value
/// is 0.
///
/// # Panics
/// If a component names a game that `world` did not return.
///
/// # Errors
/// [`CertificateError`] with the first thing that is wrong, or if the budget ends.
pub fn check_outcome_by_parts(
    world: &World,
    sum: &SumPosition,
    outcome: Outcome,
    proof: &PartsProof,
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    let (verified, entries) = verified(world, sum, proof, budget)?;
    let expected = if verified.is_not_zero(world, sum)? {
        Outcome::N
    } else {
        Outcome::P
    };
    check_claimed_outcome(world, sum, outcome, expected)?;
    Ok(CertificateReport {
        claim: words::outcome(world, sum, Conventions::default(), outcome),
        rests_on: words::rests_on_parts(),
        entries,
    })
}
