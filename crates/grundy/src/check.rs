//! `check`: runs every expectation of a rule file and searches for counterexamples to every claim.
//! A claim that holds at every position tested is *bounded*, not proved. One counterexample refutes
//! a claim. The reported counterexample has the smallest sum of numbers among those found.

mod claims;
mod expectations;
mod lint;

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use base::thread_limit;
use rules::ast::{ClaimDecl as WrittenClaim, ExpectDecl, GameItemKind};
use rules::game::GameId;
use rules::printer::claim_text;
use rules::world::{Declaration, InstantiationError, SourceError};

use crate::error::SolveError;
use crate::problem;
use crate::session::Session;
use crate::status::AnswerStatus;
use crate::turns::QuestionScope;

use claims::{ClaimProof, ClaimTester};
use expectations::{ExpectationError, ExpectationRunner, kept_turn};
use lint::lint;

/// Approximate number of positions on which claims are tested by default.
pub const CLAIM_POSITIONS: usize = 3_000;

/// The result of one line of a rule file.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The game.
    pub game: String,
    /// `expect` or `claim`.
    pub kind: &'static str,
    /// The location of the line.
    pub span: Span,
    /// The status (computed or bounded) if the line holds; otherwise a diagnostic.
    pub verdict: Result<AnswerStatus, Diagnostic>,
    /// The reason why a claim that holds on all positions tested is not proved, if a proof was
    /// requested.
    pub unproved: Option<Text>,
}

/// The options for checking claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// Approximate number of positions on which claims are tested.
    pub positions: usize,
    /// Whether claims are proved, or refuted, for all positions.
    pub prove: bool,
}

impl Default for CheckOptions {
    fn default() -> CheckOptions {
        CheckOptions {
            positions: CLAIM_POSITIONS,
            prove: false,
        }
    }
}

/// The report on one rule file.
#[derive(Clone, Debug, Default)]
pub struct CheckReport {
    /// Every `expect` and `claim`, in order.
    pub findings: Vec<Finding>,
    /// Suspicious rules that are not errors.
    pub warnings: Vec<Diagnostic>,
}

impl CheckReport {
    /// Returns whether every expectation and claim holds.
    pub fn passes(&self) -> bool {
        self.findings.iter().all(|f| f.verdict.is_ok())
    }
}

impl Session {
    /// Instantiates the games with these names that a source declared, with default values of their
    /// parameters, and resolves the names in their rules.
    ///
    /// # Errors
    /// Returns [`SolveError`] if rules are refused, with the locations in all games named, or if a
    /// parameter has no default value.
    pub fn make(&mut self, names: &[String]) -> Result<Vec<GameId>, SolveError> {
        let mut games = Vec::new();
        let mut refused: Option<SourceError> = None;
        for name in names {
            thread_limit::allow(0)?;
            let made = self.world_mut().instantiate(name, Vec::new());
            let is_problem = self
                .world
                .declared(name)
                .is_some_and(|declared| problem::is_checked(declared.decl()));
            let made = match made {
                Ok(game) if is_problem => self.world_mut().check_problem(name).map(|()| game),
                made => made,
            };
            match (made, &mut refused) {
                (Ok(game), _) => games.push(game),
                (Err(InstantiationError::Here(text)), _) => return Err(SolveError::Usage(text)),
                (Err(InstantiationError::There(refusal)), Some(first))
                    if first.source == refusal.source =>
                {
                    first.diagnostics.extend(refusal.diagnostics);
                }
                (Err(InstantiationError::There(refusal)), first) => {
                    *first = first.take().or(Some(refusal))
                }
            }
        }
        refused.map_or(Ok(games), |refusal| Err(SolveError::Refused(refusal)))
    }

    /// Checks the games with these names that a source declared.
    ///
    /// # Errors
    /// Returns [`SolveError`] if rules are refused or cannot be evaluated, or the budget runs out.
    /// Failing expectations and claims are listed in the report and are not errors.
    pub fn check(
        &mut self,
        names: &[String],
        care: CheckOptions,
        budget: &Budget<'_>,
    ) -> Result<CheckReport, SolveError> {
        let mut report = CheckReport::default();
        // Every game is instantiated first, so that the errors of all games are reported at once.
        let games: Vec<_> = names.iter().zip(self.make(names)?).collect();
        for (name, game) in games {
            let declared = self
                .world
                .declared(name)
                .expect("names come from loading")
                .clone();
            for item in &declared.decl().items {
                let (kind, verdict) = match &item.kind {
                    GameItemKind::Expect(expect) => {
                        ("expect", self.expect(&declared, expect, item.span, budget)?)
                    }
                    GameItemKind::Sample(sample) => {
                        let wrong = self.wrong_sample(name, sample, item.span, budget)?;
                        let computed = self.settings.computed();
                        ("sample", wrong.map_or(Ok(computed), Err))
                    }
                    _ => continue,
                };
                report.findings.push(Finding {
                    game: name.clone(),
                    kind,
                    span: item.span,
                    verdict,
                    unproved: None,
                });
            }
            let written = declared.decl().items.iter().filter_map(|i| match &i.kind {
                GameItemKind::Claim(claim) => Some((claim, i.span)),
                _ => None,
            });
            let claims: Vec<(&WrittenClaim, Span)> = written.collect();
            let lowered = self
                .world
                .rules(game)
                .game()
                .map(|g| g.claims.clone())
                .unwrap_or_default();
            for ((claimed, span), (claim, _)) in claims.iter().zip(&lowered) {
                if let Some(refused) = kept_turn(
                    &self.world,
                    QuestionScope::Games {
                        games: &[game],
                        is_sum: false,
                    },
                    &self.settings,
                    *span,
                    budget,
                ) {
                    let verdict = Err(refused);
                    report.findings.push(Finding {
                        game: name.clone(),
                        kind: "claim",
                        span: *span,
                        verdict,
                        unproved: None,
                    });
                    continue;
                }
                let mut tester =
                    ClaimTester::new(&self.world, game, &self.settings, care.positions, budget)?;
                let mut verdict = tester.claim(claim, *span, budget)?;
                let mut unproved = None;
                if let (true, Ok(status)) = (care.prove, &mut verdict) {
                    match tester.proof(claim, *span, budget)? {
                        ClaimProof::Found => *status = AnswerStatus::Proved,
                        ClaimProof::Refuted(refuted) => verdict = Err(refuted),
                        ClaimProof::Outside(why) => unproved = Some(why),
                    }
                }
                verdict =
                    verdict.map_err(|refuted| as_read(refuted, claimed, &declared.source.text));
                report.findings.push(Finding {
                    game: name.clone(),
                    kind: "claim",
                    span: *span,
                    verdict,
                    unproved,
                });
            }
            report
                .warnings
                .extend(lint(&self.world, game, &declared, budget)?);
        }
        Ok(report)
    }

    fn expect(
        &mut self,
        declared: &Declaration,
        expect: &ExpectDecl,
        span: Span,
        budget: &Budget<'_>,
    ) -> Result<Result<AnswerStatus, Diagnostic>, SolveError> {
        let (game, expectation) = self
            .world_mut()
            .expectation(declared, expect)
            .map_err(SolveError::Refused)?;
        let runner = ExpectationRunner {
            world: &self.world,
            settings: &self.settings,
            budget,
        };
        match runner.expectation(game, &expectation, span) {
            Ok(()) => Ok(Ok(self.settings.computed())),
            Err(ExpectationError::Fails(diagnostic)) => Ok(Err(*diagnostic)),
            Err(ExpectationError::Solve(error)) => Err(*error),
        }
    }
}

/// Adds a label that shows with parentheses how a refuted claim was parsed, if the label is clearer
/// than the source.
#[cold]
fn as_read(refuted: Diagnostic, claim: &WrittenClaim, source: &str) -> Diagnostic {
    let read = claim_text(claim);
    let opened = |text: &str| text.matches('(').count();
    let written = source.get(refuted.span.range()).unwrap_or_default();
    if refuted.label.is_some() || opened(&read) <= opened(written) {
        return refuted;
    }
    refuted.label(text!("parsed as `{read}`", "读作 `{read}`"))
}
