//! `check`: runs every expectation of a rule file and looks for counterexamples to every claim. A
//! claim that stands on every position tested is *bounded*, not proved; one counterexample, that
//! with the least sum of its numbers that is found, refutes it.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;
use std::sync::Arc;

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use base::thread_limit;
use rules::ast::{ClaimDecl as WrittenClaim, ExpectDecl, GameItemKind};
use rules::eval::EvalContext;
use rules::game::{Conventions, GameId, OptionArena, Outcome, Rules, RulesError, SumKind};
use rules::ir::{Game, Int, RuleClaim};
use rules::lower::Expectation;
use rules::play::{Component, SumPosition};
use rules::printer::claim_text;
use rules::world::{Declaration, InstantiationError, SourceError, World};
use theory::value::Grundy;

use crate::error::SolveError;
use crate::laws::{ClaimVerdict, prove_claim};
use crate::narrow_ranges;
use crate::plan::conventions;
use crate::question::complete;
use crate::row_walk::each_row;
use crate::session::Session;
use crate::settings::SessionSettings;
use crate::solver::{Solver, SolverCache};
use crate::status::AnswerStatus;
use crate::table::CELL_STEPS;
use crate::turns::{self, QuestionScope};
use engines::engine::AccessPattern;

/// About how many positions claims are tested on unless the user says otherwise.
pub const CLAIM_POSITIONS: usize = 3_000;

/// The number of options listed for a claim after which no further box is tried.
const CLAIM_OPTIONS: u64 = 60_000;

/// What became of one line of a rule file.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The game.
    pub game: String,
    /// `expect` or `claim`.
    pub kind: &'static str,
    /// Where it stands.
    pub span: Span,
    /// Holds (computed or bounded), or fails with a diagnostic.
    pub verdict: Result<AnswerStatus, Diagnostic>,
    /// Why a claim that holds as far as it was tested is not proved, where a proof was asked for.
    pub unproved: Option<Text>,
}

/// How claims are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// About how many positions they are tested on.
    pub positions: usize,
    /// Whether they are proved, or refuted, for all positions.
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
    /// What looks suspicious without being wrong.
    pub warnings: Vec<Diagnostic>,
}

impl CheckReport {
    /// True when nothing fails.
    pub fn passes(&self) -> bool {
        self.findings.iter().all(|f| f.verdict.is_ok())
    }
}

impl Session {
    /// The games that a source declared under these names, with the usual values of their
    /// parameters: what names in their rules mean is looked up.
    ///
    /// # Errors
    /// Where the rules are refused, with the places in all of these games; where a parameter has no
    /// usual value.
    pub fn make(&mut self, names: &[String]) -> Result<Vec<GameId>, SolveError> {
        let mut games = Vec::new();
        let mut refused: Option<SourceError> = None;
        for name in names {
            thread_limit::allow(0).map_err(SolveError::Stopped)?;
            match (self.world_mut().instantiate(name, Vec::new()), &mut refused) {
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

    /// Checks the games that a source declared under these names.
    ///
    /// # Errors
    /// Where the rules themselves are refused or cannot be evaluated, or the budget ends. What
    /// merely fails is in the report.
    pub fn check(
        &mut self,
        names: &[String],
        care: CheckOptions,
        budget: &Budget<'_>,
    ) -> Result<CheckReport, SolveError> {
        let mut report = CheckReport::default();
        // Every game is made first, so that the errors of all of them are told at once.
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
                        ProofOutcome::Found => *status = AnswerStatus::Proved,
                        ProofOutcome::Refuted(refuted) => verdict = Err(refuted),
                        ProofOutcome::Outside(why) => unproved = Some(why),
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
            Err(ExpectationError::Expectation(diagnostic)) => Ok(Err(*diagnostic)),
            Err(ExpectationError::Error(error)) => Err(*error),
        }
    }
}

/// Says how a refuted claim was read, where parentheses show that better than its source.
#[cold]
fn as_read(refuted: Diagnostic, claim: &WrittenClaim, source: &str) -> Diagnostic {
    let read = claim_text(claim);
    let opened = |text: &str| text.matches('(').count();
    let written = source.get(refuted.span.range()).unwrap_or_default();
    if refuted.label.is_some() || opened(&read) <= opened(written) {
        return refuted;
    }
    refuted.label(text!("read as `{read}`", "读作 `{read}`"))
}

/// Why an expectation does not hold, or cannot be looked at.
enum ExpectationError {
    Expectation(Box<Diagnostic>),
    Error(Box<SolveError>),
}

impl From<SolveError> for ExpectationError {
    fn from(error: SolveError) -> ExpectationError {
        ExpectationError::Error(Box::new(error))
    }
}

struct ExpectationRunner<'w> {
    world: &'w Arc<World>,
    settings: &'w SessionSettings,
    budget: &'w Budget<'w>,
}

impl<'w> ExpectationRunner<'w> {
    fn solver(&self, games: &[GameId]) -> Result<Solver, SolveError> {
        Ok(Solver::new(
            self.world,
            SolverCache::new(
                self.settings,
                conventions(self.world, games, false, self.settings, self.budget)?,
            ),
        ))
    }

    /// A solver for Grundy values: they are those of normal play, whatever the game says of the
    /// whole.
    fn value_solver(&self) -> Solver {
        Solver::new(
            self.world,
            SolverCache::new(self.settings, Conventions::default()),
        )
    }

    fn position(
        &self,
        game: GameId,
        numbers: &[Int],
        span: Span,
    ) -> Result<Component, ExpectationError> {
        complete(self.world, game, Some(numbers), self.budget)?
            .map_err(|why| ExpectationError::Expectation(Box::new(Diagnostic::error(span, why))))
    }

    /// Refuses positions in which several components would keep turns of their own.
    fn allow(&self, asked: QuestionScope<'_>, span: Span) -> Result<(), ExpectationError> {
        let refused = kept_turn(self.world, asked, self.settings, span, self.budget);
        refused.map_or(Ok(()), |refused| {
            Err(ExpectationError::Expectation(Box::new(refused)))
        })
    }

    fn expectation(
        &self,
        game: GameId,
        expectation: &Expectation,
        span: Span,
    ) -> Result<(), ExpectationError> {
        let others = match expectation {
            Expectation::Same { other, .. } => Some(*other),
            _ => None,
        };
        for game in [game].into_iter().chain(others) {
            self.allow(
                QuestionScope::Games {
                    games: &[game],
                    is_sum: false,
                },
                span,
            )?;
        }
        match expectation {
            Expectation::Values(ranges, values) => {
                let cells = self.cells(game, ranges, span)?;
                let mut solver = self.value_solver();
                solver.plan(&cells, AccessPattern::Table, self.budget)?;
                for (cell, (expected, span)) in cells.iter().zip(values) {
                    let got = solver.value(cell, self.budget)?;
                    if !is_nimber(got, *expected) {
                        return Err(self.unequal(
                            &format!("SG({})", self.show(cell)),
                            &got.to_string(),
                            &expected.to_string(),
                            *span,
                        ));
                    }
                }
                Ok(())
            }
            Expectation::Outcomes(ranges, letters) => {
                let cells = self.cells(game, ranges, span)?;
                let Some(first) = cells.first() else {
                    return Ok(());
                };
                let mut solver = self.solver(&[first.game])?;
                if solver.by_values() {
                    solver.plan(&cells, AccessPattern::Table, self.budget)?;
                }
                for (cell, (expected, span)) in cells.iter().zip(letters) {
                    let got = solver.outcome(&SumPosition(vec![cell.clone()]), self.budget)?;
                    if got != *expected {
                        return Err(self.unequal(
                            &self.show(cell),
                            &got.letter().to_string(),
                            &expected.letter().to_string(),
                            *span,
                        ));
                    }
                }
                Ok(())
            }
            Expectation::Value(numbers, expected) => {
                let cell = self.position(game, numbers, span)?;
                let got = self.value_solver().value(&cell, self.budget)?;
                if !is_nimber(got, *expected) {
                    return Err(self.unequal(
                        &format!("SG({})", self.show(&cell)),
                        &got.to_string(),
                        &expected.to_string(),
                        span,
                    ));
                }
                Ok(())
            }
            Expectation::Sum(list, expected) => {
                let components: Result<Vec<Component>, ExpectationError> = list
                    .iter()
                    .map(|(game, numbers)| self.position(*game, numbers, span))
                    .collect();
                let games: Vec<GameId> = list.iter().map(|(game, _)| *game).collect();
                let sum = SumPosition::canonical(components?, self.world);
                self.allow(QuestionScope::Position(&sum.0), span)?;
                let got = self.solver(&games)?.outcome(&sum, self.budget)?;
                if got != *expected {
                    return Err(self.unequal(
                        &sum.show(self.world),
                        &got.letter().to_string(),
                        &expected.letter().to_string(),
                        span,
                    ));
                }
                Ok(())
            }
            Expectation::Same {
                value,
                other,
                ranges,
            } => self.same(game, *other, *value, ranges, span),
        }
    }

    fn same(
        &self,
        game: GameId,
        other: GameId,
        value: bool,
        ranges: &[(Int, Int)],
        span: Span,
    ) -> Result<(), ExpectationError> {
        let (mine, theirs) = (
            self.cells(game, ranges, span)?,
            self.cells(other, ranges, span)?,
        );
        let Some((first, second)) = mine.first().zip(theirs.first()) else {
            return Ok(());
        };
        if value {
            let mut solver = self.value_solver();
            solver.plan(
                &[mine.clone(), theirs.clone()].concat(),
                AccessPattern::Table,
                self.budget,
            )?;
            for (a, b) in mine.iter().zip(&theirs) {
                let (x, y) = (solver.value(a, self.budget)?, solver.value(b, self.budget)?);
                if x != y {
                    return Err(self.unequal(
                        &format!("SG({})", self.show(a)),
                        &x.to_string(),
                        &format!("{y} = SG({})", self.show(b)),
                        span,
                    ));
                }
            }
            return Ok(());
        }
        let (mut left, mut right) = (self.solver(&[first.game])?, self.solver(&[second.game])?);
        for (a, b) in mine.iter().zip(&theirs) {
            let x = left.outcome(&SumPosition(vec![a.clone()]), self.budget)?;
            let y = right.outcome(&SumPosition(vec![b.clone()]), self.budget)?;
            if x != y {
                return Err(self.unequal(
                    &self.show(a),
                    &x.letter().to_string(),
                    &format!("{} = {}", y.letter(), self.show(b)),
                    span,
                ));
            }
        }
        Ok(())
    }

    fn cells(
        &self,
        game: GameId,
        ranges: &[(Int, Int)],
        span: Span,
    ) -> Result<Vec<Component>, ExpectationError> {
        let mut cells = Vec::new();
        let mut refused = None;
        each_row(ranges, &mut |numbers| {
            match complete(self.world, game, Some(numbers), self.budget)? {
                Ok(cell) => cells.push(cell),
                Err(why) => refused = refused.take().or(Some(why)),
            }
            self.budget.steps(CELL_STEPS).map_err(SolveError::Stopped)?;
            // One refusal is enough to tell.
            Ok(if refused.is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })?;
        match refused {
            Some(why) => Err(ExpectationError::Expectation(Box::new(Diagnostic::error(
                span, why,
            )))),
            None => Ok(cells),
        }
    }

    fn show(&self, component: &Component) -> String {
        self.world.show(component.game, &component.slots)
    }

    fn unequal(&self, what: &str, got: &str, expected: &str, span: Span) -> ExpectationError {
        let message = text!(
            "{what} is {got}, the file expects {expected}",
            "{what} 为 {got}，文件期望 {expected}"
        );
        ExpectationError::Expectation(Box::new(Diagnostic::error(span, message)))
    }
}

/// Returns an error about a turn that several components would keep.
fn kept_turn(
    world: &World,
    asked: QuestionScope<'_>,
    settings: &SessionSettings,
    span: Span,
    budget: &Budget<'_>,
) -> Option<Diagnostic> {
    let own = match asked {
        QuestionScope::Position(components) => components.first().map(|component| component.game),
        QuestionScope::Games { games, .. } => games.first().copied(),
    };
    let sum = settings
        .sum
        .or_else(|| own.map(|game| world.rules(game).conventions().sum))
        .unwrap_or(SumKind::One);
    match turns::refuse(world, asked, sum, budget) {
        Err(SolveError::Usage(why)) => Some(Diagnostic::error(span, why)),
        _ => None,
    }
}

/// How many rows of numbers are looked at for each position that a claim may be tested on: not all
/// are positions.
const ROWS_A_POSITION: usize = 100;

/// The positions of a box.
struct TestedPositions {
    /// Those with small numbers first.
    positions: Vec<Component>,
    /// Whether the game has no others.
    whole: bool,
    /// Whether the box has more rows than were looked at.
    cut: bool,
}

/// What came of proving a claim.
enum ProofOutcome {
    Found,
    Refuted(Diagnostic),
    Outside(Text),
}

/// Tests the claims of one game.
struct ClaimTester<'w> {
    world: &'w World,
    game: GameId,
    ir: &'w Game,
    solver: Solver,
    positions: usize,
}

impl<'w> ClaimTester<'w> {
    fn new(
        world: &'w Arc<World>,
        game: GameId,
        settings: &'w SessionSettings,
        positions: usize,
        budget: &Budget<'_>,
    ) -> Result<ClaimTester<'w>, SolveError> {
        let ir = world
            .rules(game)
            .game()
            .expect("claims are written in the language");
        let solver = Solver::new(
            world,
            SolverCache::new(
                settings,
                conventions(world, &[game], false, settings, budget)?,
            ),
        );
        Ok(ClaimTester {
            world,
            game,
            ir,
            solver,
            positions,
        })
    }

    fn claim(
        &mut self,
        claim: &RuleClaim,
        span: Span,
        budget: &Budget<'_>,
    ) -> Result<Result<AnswerStatus, Diagnostic>, SolveError> {
        if let RuleClaim::Value(_) | RuleClaim::Period(..) = claim
            && !self.solver.by_values()
        {
            let why = text!(
                "Grundy values are of normal play, one component a move",
                "SG 值只在正常规则、每次走一个部分时有意义"
            );
            return Ok(Err(Diagnostic::error(span, why)));
        }
        let mut tested = 0;
        let mut reach: Int = 2;
        loop {
            let TestedPositions {
                positions,
                whole,
                cut,
            } = self.box_of(reach, budget)?;
            let enough = cut
                || positions.len() > self.positions
                || self.solver.stats().options > CLAIM_OPTIONS;
            if tested > 0 && enough {
                return Ok(Ok(AnswerStatus::Bounded(tested)));
            }
            tested = positions.len() as u64;
            if self.solver.by_values() {
                self.solver.plan(&positions, AccessPattern::Table, budget)?;
            }
            for position in &positions {
                if let Some(refuted) = self.refuted(claim, position, span, budget)? {
                    // Of a box that is cut not every row was looked at.
                    let looked_at = if cut { -1 } else { reach };
                    let smaller = if whole {
                        None
                    } else {
                        self.smaller(claim, position, looked_at, span, budget)?
                    };
                    return Ok(Err(smaller.unwrap_or(refuted)));
                }
            }
            if whole {
                // Every slot has a bound, and all positions were tested.
                return Ok(Ok(self.solver.settings().computed()));
            }
            if cut {
                return Ok(Ok(AnswerStatus::Bounded(tested)));
            }
            reach = reach.saturating_add(reach / 2 + 1);
        }
    }

    /// Proves a claim that stood on every position tested, or finds a position further out where it
    /// is wrong.
    fn proof(
        &mut self,
        claim: &RuleClaim,
        span: Span,
        budget: &Budget<'_>,
    ) -> Result<ProofOutcome, SolveError> {
        let world = self.world;
        let (statement, slots) =
            match prove_claim(world, self.game, claim, &mut self.solver, budget)? {
                ClaimVerdict::Yes => return Ok(ProofOutcome::Found),
                ClaimVerdict::Outside(why) => return Ok(ProofOutcome::Outside(why)),
                ClaimVerdict::No(statement, slots) => (statement, slots),
            };
        // What fails shows that the claim is wrong there, or at an option.
        let mut near = Vec::new();
        if let &RuleClaim::Period(period, ..) = claim {
            // What breaks a period is said of where it begins.
            near.extend(slots[0].checked_sub(period).map(|begin| Component {
                game: self.game,
                slots: [begin].into(),
            }));
        }
        near.push(Component {
            game: self.game,
            slots: slots.clone().into(),
        });
        if world
            .contains(self.game, &slots, budget)
            .map_err(|fault| SolveError::of_fault(world, &fault))?
        {
            let mut options = OptionArena::new();
            world
                .options(self.game, &slots, &mut options, budget)
                .map_err(|fault| SolveError::of_fault(world, &fault))?;
            let left = options.iter().flat_map(|option| {
                option
                    .components()
                    .map(|(game, slots)| (game, slots.to_vec()))
                    .collect::<Vec<_>>()
            });
            near.extend(
                left.filter(|(game, _)| *game == self.game)
                    .map(|(game, slots)| Component {
                        game,
                        slots: slots.into(),
                    }),
            );
            for position in &near {
                match budget.limited(CONFIRMED, |budget| {
                    self.refuted(claim, position, span, budget)
                }) {
                    (Ok(Some(refuted)), _) => return Ok(ProofOutcome::Refuted(refuted)),
                    (Ok(None), _) => {}
                    (Err(SolveError::Stopped(_)), true) => {
                        let (at, en, zh) =
                            (world.show(self.game, &slots), &statement.en, &statement.zh);
                        return Ok(ProofOutcome::Outside(Text {
                            en: format!(
                                "a statement of the proof fails at {at} ({en}), which is too far out for a search to confirm that the claim is wrong"
                            ),
                            zh: format!(
                                "证明中的一条命题在 {at} 处不成立（{zh}），该处太远，无法用搜索确认断言有误"
                            ),
                        }));
                    }
                    (Err(error), _) => return Err(error),
                }
            }
        }
        let (at, en, zh) = (world.show(self.game, &slots), &statement.en, &statement.zh);
        Ok(ProofOutcome::Outside(Text {
            en: format!(
                "a statement of the proof fails at {at} ({en}), where the claim is not seen to be wrong"
            ),
            zh: format!("证明中的一条命题在 {at} 处不成立（{zh}），但未见断言在该处出错"),
        }))
    }

    /// The positions whose slots are at most `reach` above their least values, those with small
    /// numbers first.
    fn box_of(&self, reach: Int, budget: &Budget<'_>) -> Result<TestedPositions, SolveError> {
        let ranges: Vec<(Int, Int)> = self
            .ir
            .slots
            .iter()
            .map(|slot| {
                let high = slot.low.saturating_add(reach);
                (slot.low, slot.high.map_or(high, |h| h.min(high)))
            })
            .collect();
        let all = self
            .ir
            .slots
            .iter()
            .zip(&ranges)
            .all(|(slot, (_, high))| slot.high == Some(*high));
        let most = self.positions.saturating_mul(ROWS_A_POSITION);
        let mut positions = Vec::new();
        let mut seen = 0usize;
        each_row(&ranges, &mut |numbers| {
            seen += 1;
            budget.tick().map_err(SolveError::Stopped)?;
            if seen > most {
                // Enough rows, though few of them may be positions.
                return Ok(ControlFlow::Break(()));
            }
            let mut canonical = numbers.to_vec();
            self.world.rules(self.game).canonicalise(&mut canonical);
            let admitted = canonical == numbers
                && self
                    .world
                    .contains(self.game, numbers, budget)
                    .map_err(|f| SolveError::of_fault(self.world, &f))?;
            if admitted {
                positions.push(Component {
                    game: self.game,
                    slots: numbers.into(),
                });
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let cut = seen > most;
        if cut {
            positions.truncate(self.positions);
        }
        positions.sort_by_key(|c| c.slots.iter().map(|&n| i128::from(n)).sum::<i128>());
        Ok(TestedPositions {
            positions,
            whole: all && !cut,
            cut,
        })
    }

    /// A counterexample outside the box of positions up to `reach`, with a smaller sum of its
    /// numbers than one within: the smallest, if there are few enough rows of numbers to look
    /// at; `None` if there is none, or one cannot be looked at.
    fn smaller(
        &mut self,
        claim: &RuleClaim,
        found: &Component,
        reach: Int,
        span: Span,
        budget: &Budget<'_>,
    ) -> Result<Option<Diagnostic>, SolveError> {
        let world = self.world;
        let rules = world.rules(self.game);
        let spans: Vec<Int> = self
            .ir
            .slots
            .iter()
            .map(|slot| {
                slot.high
                    .map_or(Int::MAX, |high| high.saturating_sub(slot.low))
            })
            .collect();
        let sum = self
            .ir
            .slots
            .iter()
            .zip(&*found.slots)
            .fold(0, |sum: Int, (slot, &at)| {
                sum.saturating_add(at.saturating_sub(slot.low))
            });
        let mut positions = Vec::new();
        let mut rows_left = self.positions.saturating_mul(ROWS_A_POSITION);
        for total in reach.saturating_add(1)..sum {
            let mut admit = |row: &[Int]| {
                budget.tick().map_err(SolveError::Stopped)?;
                rows_left = rows_left.saturating_sub(1);
                let slots: Vec<Int> = row
                    .iter()
                    .zip(&self.ir.slots)
                    .map(|(&at, slot)| slot.low.saturating_add(at))
                    .collect();
                let mut canonical = slots.clone();
                rules.canonicalise(&mut canonical);
                let outside = row.iter().any(|&at| at > reach);
                if outside
                    && canonical == slots
                    && world
                        .contains(self.game, &slots, budget)
                        .map_err(|f| SolveError::of_fault(world, &f))?
                {
                    positions.push(Component {
                        game: self.game,
                        slots: slots.into(),
                    });
                }
                Ok(if rows_left == 0 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            };
            if each_of_sum(&spans, total, &mut Vec::new(), &mut admit)?.is_break() {
                break;
            }
        }
        if self.solver.by_values() && !positions.is_empty() {
            self.solver.plan(&positions, AccessPattern::Table, budget)?;
        }
        for position in &positions {
            if let Ok(Some(refuted)) = self.refuted(claim, position, span, budget) {
                return Ok(Some(refuted));
            }
        }
        Ok(None)
    }

    /// A diagnostic if the claim is false of this position.
    fn refuted(
        &mut self,
        claim: &RuleClaim,
        position: &Component,
        span: Span,
        budget: &Budget<'_>,
    ) -> Result<Option<Diagnostic>, SolveError> {
        let world = self.world;
        let fault = |f: RulesError| SolveError::of_fault(world, &with_game(f, position.game));
        let tick = || Ok(budget.steps(self.ir.extra_steps)?);
        let mut env = EvalContext::new(&position.slots, self.ir.locals, &tick);
        let shown = world.show(position.game, &position.slots);
        let (got, claimed) = match claim {
            RuleClaim::Value(expr) => {
                let claimed = env.eval(expr).map_err(fault)?;
                let value = self.solver.value(position, budget)?;
                if is_nimber(value, claimed) {
                    return Ok(None);
                }
                (format!("SG = {value}"), claimed.to_string())
            }
            RuleClaim::Outcome(expr) => {
                let claimed = if env.holds(expr).map_err(fault)? {
                    Outcome::P
                } else {
                    Outcome::N
                };
                let got = self
                    .solver
                    .outcome(&SumPosition(vec![position.clone()]), budget)?;
                if (got == Outcome::P) == (claimed == Outcome::P) {
                    return Ok(None);
                }
                (got.letter().to_string(), claimed.letter().to_string())
            }
            RuleClaim::Period(period, from, saltus) => {
                let n = position.slots[0];
                if n < *from {
                    return Ok(None);
                }
                let Some(next) = n.checked_add(*period) else {
                    return Ok(None);
                };
                let Ok(later) = complete(world, position.game, Some(&[next]), budget)? else {
                    return Ok(None);
                };
                let (here, there) = (
                    self.solver.value(position, budget)?,
                    self.solver.value(&later, budget)?,
                );
                let claimed = here
                    .as_nimber()
                    .and_then(|v| i128::from(v).checked_add((*saltus).into()));
                if there.as_nimber().map(i128::from) == claimed && claimed.is_some() {
                    return Ok(None);
                }
                (
                    format!("SG[{next}] = {there}"),
                    format!(
                        "SG[{n}] + {saltus} = {}",
                        claimed.map_or("∞".to_owned(), |c| c.to_string())
                    ),
                )
            }
        };
        let message = text!(
            "claim refuted at {shown}: {got}, the claim says {claimed}",
            "断言被否定，反例 {shown}：{got}，而断言为 {claimed}"
        );
        Ok(Some(
            Diagnostic::error(span, message).help(self.options_of(position, budget)?),
        ))
    }

    /// The options of a position with their values or outcomes, as help for a refuted claim.
    fn options_of(
        &mut self,
        position: &Component,
        budget: &Budget<'_>,
    ) -> Result<Text, SolveError> {
        const MAX_SHOWN_OPTIONS: usize = 8;
        let mut options = OptionArena::new();
        self.world
            .options(position.game, &position.slots, &mut options, budget)
            .map_err(|f| SolveError::of_fault(self.world, &f))?;
        let mut parts = Vec::new();
        let mut shown: Vec<String> = Vec::new();
        for option in options.iter() {
            let left = SumPosition::canonical(
                option
                    .components()
                    .map(|(game, slots)| Component {
                        game,
                        slots: slots.into(),
                    })
                    .collect(),
                self.world,
            );
            let name = left.show(self.world);
            if shown.contains(&name) {
                continue;
            }
            if shown.len() == MAX_SHOWN_OPTIONS {
                parts.push("…".to_owned());
                break;
            }
            let outcome = self.solver.outcome(&left, budget)?;
            let mut worth = outcome.letter().to_string();
            if self.solver.by_values() {
                let values: Result<Vec<_>, SolveError> = left
                    .0
                    .iter()
                    .map(|c| self.solver.value(c, budget))
                    .collect();
                worth = Grundy::sum(values?).map_or(worth, |value| format!("SG {value}"));
            }
            parts.push(format!("{name} ({worth})"));
            shown.push(name);
        }
        let (count, list) = (options.len(), parts.join(", "));
        Ok(if count == 0 {
            text!("no move from there", "此处没有着法")
        } else {
            text!("moves from there lead to {list}", "从此处可走到 {list}")
        })
    }
}

/// Looks at the clock, a thousand small steps each, for a search that confirms what a proof found:
/// some twenty seconds.
const CONFIRMED: u32 = 200_000;

/// Whether rows are looked at further.
type Flow = Result<ControlFlow<()>, SolveError>;

/// Calls `each` with each row of numbers from 0 to those of `spans` that has this sum, in the order
/// of numbers, after the numbers of `row`.
fn each_of_sum(
    spans: &[Int],
    sum: Int,
    row: &mut Vec<Int>,
    each: &mut dyn FnMut(&[Int]) -> Flow,
) -> Flow {
    let Some(&span) = spans.get(row.len()) else {
        return each(row);
    };
    let rest = spans[row.len() + 1..]
        .iter()
        .fold(0, |sum: Int, &span| sum.saturating_add(span));
    for at in sum.saturating_sub(rest).max(0)..=span.min(sum) {
        row.push(at);
        let flow = each_of_sum(spans, sum - at, row, each)?;
        row.pop();
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// True if a value is this nimber; values that are no nimbers equal no number.
fn is_nimber(value: Grundy, number: Int) -> bool {
    value
        .as_nimber()
        .is_some_and(|nimber| u64::try_from(number) == Ok(nimber))
}

fn with_game(fault: RulesError, id: GameId) -> RulesError {
    match fault {
        RulesError::Rule {
            cause,
            game: None,
            span,
            at,
        } => RulesError::Rule {
            cause,
            game: Some(id),
            span,
            at,
        },
        other => other,
    }
}

/// What looks wrong in the rules without being an error: moves that are never legal, and candidates
/// that leave the state range.
fn lint(
    world: &World,
    game: GameId,
    declared: &Declaration,
    budget: &Budget<'_>,
) -> Result<Vec<Diagnostic>, SolveError> {
    let Some(ir) = world.rules(game).game() else {
        return Ok(Vec::new());
    };
    const REACH: Int = 8;
    const ROWS: usize = 400;
    let ranges: Vec<(Int, Int)> = ir
        .slots
        .iter()
        .map(|s| {
            (
                s.low,
                s.high.map_or(s.low.saturating_add(REACH), |h| {
                    h.min(s.low.saturating_add(REACH))
                }),
            )
        })
        .collect();
    let mut legal = vec![0u64; ir.moves.len()];
    let (mut rows, mut dropped) = (0, 0);
    let mut options = OptionArena::new();
    let mut look = |numbers: &[Int], met: &mut dyn FnMut(&[Int])| {
        rows += 1;
        if rows > ROWS {
            return Ok(ControlFlow::Break(()));
        }
        if !world
            .contains(game, numbers, budget)
            .map_err(|f| SolveError::of_fault(world, &f))?
        {
            return Ok(ControlFlow::Continue(()));
        }
        world
            .options(game, numbers, &mut options, budget)
            .map_err(|f| SolveError::of_fault(world, &f))?;
        options.iter().for_each(|o| legal[o.rule] += 1);
        options
            .iter()
            .flat_map(|o| o.components())
            .filter(|part| part.0 == game)
            .for_each(|part| met(part.1));
        dropped += options.dropped;
        Ok(ControlFlow::Continue(()))
    };
    if ir.holds_more() {
        // Sets and words are no small numbers: the positions reached first from the start are
        // tried.
        let mut seen: HashSet<Vec<Int>> = HashSet::new();
        let mut waiting: VecDeque<Vec<Int>> = ir.position(None).into_iter().collect();
        if waiting.is_empty() {
            return Ok(Vec::new());
        }
        while let Some(numbers) = waiting.pop_front() {
            let mut met = |left: &[Int]| {
                if seen.len() <= ROWS && seen.insert(left.to_vec()) {
                    waiting.push_back(left.to_vec());
                }
            };
            if look(&numbers, &mut met)?.is_break() {
                break;
            }
        }
    } else {
        each_row(&ranges, &mut |numbers| look(numbers, &mut |_| {}))?;
    }
    let recurrence = declared.decl().kind == rules::ast::GameKind::Recurrence;
    let mut list = Vec::new();
    for (rule, count) in legal.iter().enumerate() {
        if *count == 0 && rows <= ROWS {
            let message = text!(
                "this move is legal in none of the {rows} positions tried",
                "在试过的 {rows} 个局面中，这一着从不合法"
            );
            list.push(Diagnostic::warning(ir.moves[rule].span.0, message));
        }
    }
    if dropped > 0 && recurrence {
        let message = text!(
            "{dropped} candidate moves leave the state range and are not legal",
            "有 {dropped} 个候选着法走出了状态范围，不算合法着法"
        );
        let span = declared
            .decl()
            .formula
            .as_ref()
            .map_or(declared.decl().name.span, |f| f.span);
        list.push(Diagnostic::warning(span, message).help(text!(
            "narrow the ranges to make this explicit",
            "可缩小范围以写明这一点"
        )));
    }
    if !recurrence {
        list.extend(narrow_ranges::of_rules(world, game, budget));
    }
    Ok(list)
}
