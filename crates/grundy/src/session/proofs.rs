//! Proofs of answers. The functions of this module build evidence automatically if a proof costs
//! little, or on request. An automatic proof reports only the number of rows; a requested proof is
//! printed as a certificate.

use base::budget::Budget;
use base::text;
use certificate::{Certificate, CertificateClaim, CertificateProof, PartsProof, check};
use parts::EvidenceGoal;
use rules::ast::PlayConvention;
use rules::game::Outcome;
use rules::play::{Component, SumPosition};
use rules::world::World;
use theory::theorem;
use theory::value::Grundy;

use super::Session;
use crate::answer::{Answer, AnswerEvidence};
use crate::error::SolveError;
use crate::evidence::{GamePartsResult, UNASKED_ROWS};
use crate::partizan_answer::{self, PartizanCache};
use crate::partizan_proofs;
use crate::question::{Position, QuestionInput};
use crate::solve_options::SolveOptions;
use crate::solver::Solver;
use crate::status::AnswerStatus;
use crate::value_method::ValueMethod;

/// Maximum number of options that were listed for an answer that is proved automatically. The
/// checker lists these options again.
const UNASKED_OPTIONS: u64 = 100_000;

/// Maximum number of budget polls for building an automatic certificate if a theorem computed the
/// answer.
const UNASKED_LOOKS: u32 = 400;

/// Maximum number of options that the checker compares for each row that the row limit allows.
const MAX_OPTIONS_PER_ROW: u64 = 1_000;

/// Maximum rows of a certificate that is requested.
const MAX_CERTIFICATE_ROWS: usize = 5_000_000;

impl Session {
    /// Returns the answer, without winning moves, and its checked certificate as text.
    ///
    /// # Errors
    /// Returns the errors of [`Session::solve`], and an error if no certificate can be built for
    /// the answer.
    pub fn certify<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        winner_only: bool,
        budget: &Budget<'_>,
    ) -> Result<(Answer, String), SolveError> {
        let (position, conventions) = self.position_under_any_play(question, budget)?;
        let asked = SolveOptions {
            moves: false,
            winner_only,
            to_move: None,
        };
        if conventions.play == PlayConvention::Partizan {
            let certified =
                |world: &World, cache: &mut PartizanCache, may_retry, budget: &Budget<'_>| {
                    let question = partizan_answer::answer;
                    let mut answer = question(
                        world,
                        cache,
                        &position,
                        conventions,
                        asked,
                        may_retry,
                        budget,
                    )?;
                    let text = partizan_proofs::certify(
                        world,
                        cache,
                        &mut answer,
                        MAX_CERTIFICATE_ROWS,
                        budget,
                    )?;
                    Ok((answer, text))
                };
            return self.with_partizan_cache(certified, budget);
        }
        self.ask(conventions, budget, |session, solver, budget| {
            session.certified(&position, asked, solver, budget)
        })
    }

    fn certified(
        &self,
        position: &Position,
        asked: SolveOptions,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<(Answer, String), SolveError> {
        let mut answer = self.answer_without_proof(position, asked, solver, budget)?;
        self.add_warnings(position, solver, &mut answer, budget)?;
        if answer.score.is_some() {
            return Err(SolveError::Unsupported(text!(
                "there are no certificates for games that are played for points",
                "按得分进行的游戏没有证书"
            )));
        }
        let certificate =
            self.certificate(position, &answer, solver, MAX_CERTIFICATE_ROWS, budget)?;
        let Some(certificate) = certificate else {
            let by_theorem = solver.plans().find_map(|(_, plan)| {
                plan.method
                    .as_ref()
                    .filter(|method| matches!(method, ValueMethod::Theorem(..)))
            });
            return Err(SolveError::Unsupported(
                match by_theorem.map(ValueMethod::name) {
                    Some(name) => text!(
                        "cannot make a certificate for this answer by {name}; with --without {name}, a table may provide a certificate",
                        "无法为 {name} 给出的答案生成证书；用 --without {name} 或可由表生成"
                    ),
                    None => text!(
                        "cannot make a certificate for this answer",
                        "无法为此答案生成证书"
                    ),
                },
            ));
        };
        self.confirm(&mut answer, &certificate, budget)?;
        if answer.status != AnswerStatus::Proved {
            return Err(SolveError::Unsupported(text!(
                "the checker cannot read the period from rules in this form; write moves as `move k in S : [n - k]`",
                "检验器无法从这种写法的规则中读出周期；请写成 `move k in S : [n - k]`"
            )));
        }
        let written = certificate::write(&self.world, &certificate)
            .map_err(|refused| SolveError::Unsupported(refused.text()))?;
        Ok((answer, written))
    }

    /// Proves an answer, if a proof costs little.
    pub(super) fn prove(
        &self,
        position: &Position,
        answer: &mut Answer,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        self.prove_by_rows(position, answer, solver, budget)?;
        if answer.status == AnswerStatus::Computed
            && answer.evidence != AnswerEvidence::PlayIsOver
            && let Some(lines) = solver.by_laws(answer, budget)?
        {
            (answer.status, answer.evidence) =
                (AnswerStatus::Proved, AnswerEvidence::Law { lines });
        }
        Ok(())
    }

    fn prove_by_rows(
        &self,
        position: &Position,
        answer: &mut Answer,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        let sum = position.sum(&self.world);
        let cheap = answer.stats.positions <= UNASKED_ROWS as u64
            && answer.stats.options <= UNASKED_OPTIONS;
        if solver.is_too_costly(&sum, !cheap) {
            return Ok(());
        }
        if let Some(value) = self.provable_value(answer, &sum, solver)
            && let Some(rows) = solver.verify_values(&sum, value, UNASKED_ROWS, budget)?
        {
            proved(answer, rows);
            return Ok(());
        }
        // A theorem may compute the outcome without listing the moves. The position may have too
        // many moves for a certificate.
        let by_theorem = matches!(
            answer.evidence,
            AnswerEvidence::OutcomeTheorem | AnswerEvidence::Found(_)
        );
        let looks = if by_theorem { UNASKED_LOOKS } else { u32::MAX };
        let make = |budget: &Budget<'_>| {
            self.without_values(position, answer, solver, UNASKED_ROWS, budget)
        };
        let made = match budget.limited(looks, make) {
            (Err(SolveError::Stopped(_)), true) => None,
            (made, _) => made?,
        };
        if let Some(certificate) = made {
            self.confirm(answer, &certificate, budget)?;
        }
        Ok(())
    }

    /// Builds a certificate of at most `limit` rows for an answer, if possible.
    fn certificate(
        &self,
        position: &Position,
        answer: &Answer,
        solver: &mut Solver,
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<Certificate>, SolveError> {
        let sum = position.sum(&self.world);
        if let Some(value) = self.provable_value(answer, &sum, solver)
            && let Some(proof) = solver.value_proof(&sum.0, limit, budget)?
        {
            let proof = match proof.games.is_empty() {
                true => CertificateProof::Values(proof.others),
                false => CertificateProof::Parts(proof),
            };
            return Ok(Some(Certificate {
                claim: CertificateClaim::Value { sum, value },
                proof,
            }));
        }
        self.without_values(position, answer, solver, limit, budget)
    }

    /// Returns the value of an answer if rows of values can prove it, that is, if values decide and
    /// no component can end play.
    fn provable_value(&self, answer: &Answer, sum: &SumPosition, solver: &Solver) -> Option<u64> {
        let can_end = |component: &Component| self.world.rules(component.game).can_end();
        let value = answer.value.and_then(Grundy::as_nimber);
        value.filter(|_| solver.values_decide() && !sum.0.iter().any(can_end))
    }

    /// Builds a certificate other than a list of values: a strategy, or a period.
    fn without_values(
        &self,
        position: &Position,
        answer: &Answer,
        solver: &mut Solver,
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<Certificate>, SolveError> {
        let sum = position.sum(&self.world);
        if let ([component], None, Outcome::P | Outcome::N) =
            (&sum.0[..], answer.value, answer.outcome)
            && solver.values_decide()
        {
            let claimed = if answer.outcome == Outcome::P {
                EvidenceGoal::Values
            } else {
                EvidenceGoal::IsNot(0)
            };
            let game = component.game;
            if let GamePartsResult::Found(parts) =
                solver.parts_of(game, &sum.0, claimed, limit, budget)?
            {
                let claim = CertificateClaim::Outcome {
                    sum,
                    conventions: answer.conventions,
                    outcome: answer.outcome,
                };
                return Ok(Some(Certificate {
                    claim,
                    proof: CertificateProof::Parts(PartsProof {
                        games: vec![parts],
                        others: Vec::new(),
                    }),
                }));
            }
        }
        let can_end = sum.0.iter().any(|c| self.world.rules(c.game).can_end());
        // The checker does not support conventions under which values determine when play stops.
        let stops = answer.conventions.play == PlayConvention::Stop;
        let affordable = (!solver.values_decide() || can_end)
            && !stops
            && sum.0.len() <= certificate::MAX_COMPONENTS;
        if affordable
            && answer.outcome != Outcome::D
            && let Some(rows) = solver.outcome_rows(&sum, limit, budget)?
        {
            let claim = CertificateClaim::Outcome {
                sum,
                conventions: answer.conventions,
                outcome: answer.outcome,
            };
            return Ok(Some(Certificate {
                claim,
                proof: CertificateProof::Outcomes(rows),
            }));
        }
        if let [component] = &position.components[..]
            && let Some(ValueMethod::Theorem(_, form)) = solver.plan_of(component.game).and_then(|p| p.method.as_ref())
            && let Some(theorem::ClosedFormEvidence::SubtractionPeriod { set, preperiod, period, values }) = form.evidence()
            // The checker compares each value with the values of all its options.
            && (set.len() as u64).saturating_mul(values.len() as u64) <= (limit as u64).saturating_mul(MAX_OPTIONS_PER_ROW)
        {
            let claim = CertificateClaim::Period {
                game: component.game,
                preperiod,
                period,
            };
            return Ok(Some(Certificate {
                claim,
                proof: CertificateProof::SubtractionPeriod { set, values },
            }));
        }
        Ok(None)
    }

    /// Checks a certificate with the independent checker. A rejection is a bug of this program.
    fn confirm(
        &self,
        answer: &mut Answer,
        certificate: &Certificate,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        match check(&self.world, certificate, budget) {
            Ok(checked) => {
                proved(answer, checked.entries);
                Ok(())
            }
            Err(certificate::CertificateError::Stopped(stop)) => Err(SolveError::Stopped(stop)),
            // The checker reads subtraction games only in one form; a game in another form is not
            // rejected.
            Err(certificate::CertificateError::NotSubtraction { .. }) => Ok(()),
            Err(refused) => Err(SolveError::Bug(refused.text())),
        }
    }
}

/// Marks an answer as proved.
fn proved(answer: &mut Answer, rows: usize) {
    answer.status = AnswerStatus::Proved;
    answer.evidence = AnswerEvidence::CertificateChecked { rows };
}
