//! Verifies a certificate. Each kind of proof has its own checker.

use base::budget::Budget;
use rules::ast::PlayConvention;
use rules::game::GameId;
use rules::world::World;

use crate::claim::{Certificate, CertificateClaim, CertificateProof};
use crate::embed::games_named;
use crate::error::CertificateError;
use crate::heap::{check_heap_period, check_quotient};
use crate::law::check_law;
use crate::method::check_method;
use crate::outcomes::check_outcomes;
use crate::partizan::check_partizan;
use crate::parts::{check_outcome_by_parts, check_parts};
use crate::period::check_period;
use crate::positions::check_positions_quotient;
use crate::report::CertificateReport;
use crate::values::{check_outcome_by_values, check_values};

/// Verifies a certificate about games of `world`. O(options of the listed positions).
///
/// # Panics
/// Panics if a component names a game that `world` did not return. A certificate that
/// [`parse`](crate::parse()) returned never panics with its own world.
///
/// # Errors
/// Returns a [`CertificateError`] with the first error found, or [`CertificateError::Stopped`] if
/// the budget runs out.
pub fn check(
    world: &World,
    certificate: &Certificate,
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    if let (CertificateClaim::Partizan(claim), CertificateProof::Partizan(proof)) =
        (&certificate.claim, &certificate.proof)
    {
        return check_partizan(world, claim, proof, budget);
    }
    let games = world.reachable_games(games_named(certificate));
    let is_partizan =
        |game: &GameId| world.rules(*game).conventions().play == PlayConvention::Partizan;
    if let Some(game) = games.into_iter().find(is_partizan) {
        let game = world.rules(game).title();
        return Err(CertificateError::Partizan { game });
    }
    match (&certificate.claim, &certificate.proof) {
        (CertificateClaim::Value { sum, value }, CertificateProof::Values(entries)) => {
            check_values(world, sum, *value, entries, budget)
        }
        (CertificateClaim::Value { sum, value }, CertificateProof::Parts(proof)) => {
            check_parts(world, sum, *value, proof, budget)
        }
        (
            CertificateClaim::Outcome {
                sum,
                conventions,
                outcome,
            },
            CertificateProof::Parts(proof),
        ) if conventions.is_plain() => check_outcome_by_parts(world, sum, *outcome, proof, budget),
        (
            CertificateClaim::Outcome {
                sum,
                conventions,
                outcome,
            },
            CertificateProof::Values(entries),
        ) if conventions.is_plain() => {
            check_outcome_by_values(world, sum, *outcome, entries, budget)
        }
        (
            CertificateClaim::Outcome {
                sum,
                conventions,
                outcome,
            },
            CertificateProof::Outcomes(entries),
        ) => check_outcomes(world, *conventions, sum, *outcome, entries, budget),
        (
            CertificateClaim::Period {
                game,
                preperiod,
                period,
            },
            CertificateProof::SubtractionPeriod { set, values },
        ) => check_period(world, *game, *preperiod, *period, set, values, budget),
        (CertificateClaim::HeapPeriod(claim), CertificateProof::HeapPeriod(proof)) => {
            check_heap_period(claim, proof, budget)
        }
        (CertificateClaim::Quotient(claim), CertificateProof::Quotient(proof)) => {
            check_quotient(claim, proof, budget)
        }
        (
            CertificateClaim::PositionsQuotient { sum, order },
            CertificateProof::PositionsQuotient(proof),
        ) => check_positions_quotient(world, sum, *order, proof, budget),
        (CertificateClaim::Law(claim), CertificateProof::Law(proof)) => {
            check_law(world, claim, proof, budget)
        }
        (CertificateClaim::AllValues(game), CertificateProof::Method(method)) => {
            check_method(world, *game, method, budget)
        }
        _ => Err(CertificateError::WrongProof),
    }
}
