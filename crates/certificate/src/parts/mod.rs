//! Grundy values of positions on a set or a word, part by part. The moves are a fixed list and
//! remove cells, as `clauses` lists them: elements that are present or absent, or letters that do
//! not reappear. A move *may be made* as long as all cells that it needs are present, even if cells
//! that can still disappear block it. Cells are left out if no move that may still be made depends
//! on them. Two groups of cells are summands if no move that may still be made connects them; they
//! remain summands because no move becomes available again. The value of a part is proved from the
//! values of the parts that its moves leave (Sprague 1935, Grundy 1939). A weaker claim is that the
//! value of a part is not a certain number (Lemoine and Viennot 2012). A mirror of a part proves
//! that the value of the part is 0. Two parts are isomorphic if a map takes the moves of one part
//! to the moves of the other; the checker tests every map that is used. The checker generates the
//! options by the rules, divides them into parts and finds isomorphic parts on its own. Therefore a
//! row of a proof only needs to name its part.

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

/// Verifies all rows, and returns them with their number.
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
    // The rows of other games are at the end of the proof.
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
/// Panics if a component names a game that `world` did not return.
///
/// # Errors
/// Returns a [`CertificateError`] with the first error found, or if the budget runs out.
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

/// Verifies that a disjunctive sum has this outcome under normal play. The outcome of a sum is P
/// exactly if its Grundy value is 0.
///
/// # Panics
/// Panics if a component names a game that `world` did not return.
///
/// # Errors
/// Returns a [`CertificateError`] with the first error found, or if the budget runs out.
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
