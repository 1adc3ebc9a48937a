//! Proofs of the values of sums in which the players have different moves. A proof is built and
//! checked automatically if it takes no more steps than the values took.

use base::budget::{Budget, StopReason};
use base::text;
use certificate::{Certificate, CertificateClaim, CertificateError, CertificateProof, check};
use rules::play::SumPosition;
use rules::world::World;
use rustc_hash::FxHashMap;

use crate::alternating;
use crate::answer::{Answer, AnswerEvidence, Warning};
use crate::error::SolveError;
use crate::partizan_answer::PartizanCache;
use crate::partizan_rows::partizan_proof;
use crate::status::AnswerStatus;

/// Number of steps that every automatic proof may take.
const MIN_STEPS: u64 = 200_000;

/// Number of steps that all automatic proofs of a session may take in addition to the steps of its
/// values, so that a batch of questions is not slowed down by more than this.
const SESSION_STEPS: u64 = 5_000_000;

/// Approximate number of steps of a proof for each of its rows.
const STEPS_PER_ROW: u64 = 300;

/// Minimum number of steps of a proof for each option that the computation of the value listed. A
/// proof that would take more steps than it may is not begun.
const STEPS_PER_OPTION: u64 = 20;

/// Approximate number of bytes of the cached number of rows of a sum.
const ENTRY_BYTES: u64 = 96;

/// The sums whose values were proved, with the numbers of rows of the proofs.
#[derive(Default)]
pub(crate) struct PartizanProofCache {
    proved: FxHashMap<SumPosition, usize>,
    /// Approximate number of steps of all automatic proofs so far.
    spent: u64,
}

impl PartizanProofCache {
    /// Returns the approximate number of bytes of the cache.
    pub fn bytes(&self) -> u64 {
        self.proved.len() as u64 * ENTRY_BYTES
    }
}

/// Proves the value of a sum, if the proof takes no more steps than the computation of the value.
/// `options` and `work` are the numbers of options that this computation listed and of its steps.
///
/// # Errors
/// Returns an error if the user stops the work, or the checker refuses the proof, which is a bug.
pub(crate) fn prove(
    world: &World,
    cache: &mut PartizanCache,
    sum: &SumPosition,
    answer: &mut Answer,
    (options, work): (u64, u64),
    budget: &Budget<'_>,
) -> Result<(), SolveError> {
    if game_without_rules(world, sum).is_some() {
        return Ok(());
    }
    if let Some(&rows) = cache.proofs.proved.get(sum) {
        mark(answer, rows);
        return Ok(());
    }
    let limit = work.max(MIN_STEPS);
    let of_session = cache.work() + SESSION_STEPS;
    let is_too_costly = options.saturating_mul(STEPS_PER_OPTION) > limit;
    if is_too_costly || cache.proofs.spent.saturating_add(limit) > of_session {
        return Ok(());
    }
    let make = |budget: &Budget<'_>| made(world, cache, sum, usize::MAX, budget);
    match budget.stepped(limit, make) {
        (Err(SolveError::Stopped(_)), true) => cache.proofs.spent += limit,
        // The answer is known and is returned even if a limit stops its proof.
        (Err(SolveError::Stopped(stop)), false) if stop != StopReason::Cancelled => {
            answer.warnings.push(Warning::ProofStopped { stop });
        }
        (made, _) => {
            if let Some((_, rows)) = made? {
                cache.proofs.proved.insert(sum.clone(), rows);
                cache.proofs.spent += rows as u64 * STEPS_PER_ROW;
                mark(answer, rows);
            }
        }
    }
    Ok(())
}

/// Returns the title of a game of a sum that is not written in the rule language.
fn game_without_rules(world: &World, sum: &SumPosition) -> Option<String> {
    let games = world.reachable_games(sum.0.iter().map(|component| component.game));
    let mut rules = games.into_iter().map(|game| world.rules(game));
    let found = rules.find(|rules| rules.game().is_none())?;
    Some(found.title())
}

/// Builds and checks a certificate of an answer, and returns its text.
///
/// # Errors
/// Returns the errors of [`made`], and an error if the proof needs more than `limit` rows or a game
/// has no rule text.
pub(crate) fn certify(
    world: &World,
    cache: &mut PartizanCache,
    answer: &mut Answer,
    limit: usize,
    budget: &Budget<'_>,
) -> Result<String, SolveError> {
    let sum = SumPosition::canonical(answer.position.clone(), world);
    if alternating::only_component(world, &sum)?.is_some() {
        return Err(SolveError::Unsupported(text!(
            "certificates prove values, and a game of two players with goals, ties or `loopy` has only an outcome",
            "证书证明的是值，而有胜负条件、和棋或 `loopy` 的双方着法不同的游戏只有胜负"
        )));
    }
    if let Some(title) = game_without_rules(world, &sum) {
        return Err(SolveError::Unsupported(text!(
            "{title} is not written in the rule language, so no certificate can prove its values; `hackenbushstring` and `hackenbushtree` are Hackenbush in the rule language",
            "{title} 不是用规则语言写的，其值没有证书；`hackenbushstring` 与 `hackenbushtree` 是用规则语言写的 Hackenbush"
        )));
    }
    let Some((certificate, rows)) = made(world, cache, &sum, limit, budget)? else {
        return Err(SolveError::Unsupported(text!(
            "the certificate would need more than {limit} rows",
            "证书需超过 {limit} 行"
        )));
    };
    mark(answer, rows);
    cache.proofs.proved.insert(sum, rows);
    certificate::write(world, &certificate)
        .map_err(|refused| SolveError::Unsupported(refused.text()))
}

/// Builds and checks a certificate of the value of a sum; `None` if it needs more than `limit`
/// rows. Returns the certificate and the number of its rows.
///
/// # Errors
/// Returns an error if a value cannot be computed, the budget runs out, or the checker refuses the
/// proof, which is a bug.
pub(crate) fn made(
    world: &World,
    cache: &mut PartizanCache,
    sum: &SumPosition,
    limit: usize,
    budget: &Budget<'_>,
) -> Result<Option<(Certificate, usize)>, SolveError> {
    let Some((claim, proof)) = partizan_proof(world, &mut cache.values, sum, limit, budget)? else {
        return Ok(None);
    };
    let certificate = Certificate {
        claim: CertificateClaim::Partizan(claim),
        proof: CertificateProof::Partizan(proof),
    };
    match check(world, &certificate, budget) {
        Ok(checked) => Ok(Some((certificate, checked.entries))),
        Err(CertificateError::Stopped(stop)) => Err(SolveError::Stopped(stop)),
        Err(refused) => Err(SolveError::Bug(refused.text())),
    }
}

/// Marks an answer as proved.
pub(crate) fn mark(answer: &mut Answer, rows: usize) {
    answer.status = AnswerStatus::Proved;
    answer.evidence = AnswerEvidence::CertificateChecked { rows };
}
