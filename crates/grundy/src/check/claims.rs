//! Claims of rule files, tested on positions and proved.

use std::ops::ControlFlow;
use std::sync::Arc;

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use engines::engine::AccessPattern;
use rules::eval::EvalContext;
use rules::game::{GameId, Outcome, RulesError};
use rules::ir::{Game, Int, RuleClaim};
use rules::play::{Component, SumPosition};
use rules::world::World;
use theory::value::Grundy;

use super::expectations::is_nimber;
use crate::error::{RulesResult, SolveError};
use crate::laws::{ClaimVerdict, prove_claim};
use crate::option_list::options_of;
use crate::plan::conventions;
use crate::question::complete;
use crate::row_walk::each_row;
use crate::settings::SessionSettings;
use crate::solver::{Solver, SolverCache};
use crate::status::AnswerStatus;

/// If the number of options listed for a claim reaches this number, no larger box is tried.
const CLAIM_OPTIONS: u64 = 60_000;

/// Number of rows of numbers examined per position to be tested; it is above 1 because not all rows
/// are positions.
const ROWS_PER_POSITION: usize = 100;

/// The positions of a box.
struct TestedPositions {
    /// The positions, ordered by the sum of their numbers.
    positions: Vec<Component>,
    /// Whether the list contains every position of the game.
    whole: bool,
    /// Whether the box has more rows than were examined.
    cut: bool,
}

/// The result of proving a claim.
pub(super) enum ClaimProof {
    Found,
    Refuted(Diagnostic),
    Outside(Text),
}

/// Tests the claims of one game.
pub(super) struct ClaimTester<'w> {
    world: &'w World,
    game: GameId,
    ir: &'w Game,
    solver: Solver,
    positions: usize,
}

impl<'w> ClaimTester<'w> {
    pub fn new(
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
        let conventions = conventions(world, &[game], false, settings, budget)?;
        let solver = Solver::new(world, SolverCache::new(settings, conventions));
        Ok(ClaimTester {
            world,
            game,
            ir,
            solver,
            positions,
        })
    }

    pub fn claim(
        &mut self,
        claim: &RuleClaim,
        span: Span,
        budget: &Budget<'_>,
    ) -> Result<Result<AnswerStatus, Diagnostic>, SolveError> {
        if let RuleClaim::Value(_) | RuleClaim::Period(..) = claim
            && !self.solver.values_decide()
        {
            let why = text!(
                "Grundy values are defined only for normal play with one component per move",
                "SG 值只在正常规则、每次走一个部分时有定义"
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
            if self.solver.values_decide() {
                self.solver.plan(&positions, AccessPattern::Table, budget)?;
            }
            for position in &positions {
                if let Some(refuted) = self.refuted(claim, position, span, budget)? {
                    // In a truncated box, not every row was examined.
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

    /// Proves a claim that holds at every position tested, or finds a larger position at which it
    /// is wrong.
    pub fn proof(
        &mut self,
        claim: &RuleClaim,
        span: Span,
        budget: &Budget<'_>,
    ) -> Result<ClaimProof, SolveError> {
        let world = self.world;
        let (statement, slots) =
            match prove_claim(world, self.game, claim, &mut self.solver, budget)? {
                ClaimVerdict::Yes => return Ok(ClaimProof::Found),
                ClaimVerdict::Outside(why) => return Ok(ClaimProof::Outside(why)),
                ClaimVerdict::No(statement, slots) => (statement, slots),
            };
        let (at, en, zh) = (world.show(self.game, &slots), &statement.en, &statement.zh);
        // If a statement of the proof fails at a position, the claim is wrong at this position or
        // at one of its options.
        let mut near = Vec::new();
        if let &RuleClaim::Period(period, ..) = claim {
            // If two positions violate a claimed period, the violation is attributed to the smaller
            // of the two positions.
            near.extend(
                slots[0]
                    .checked_sub(period)
                    .map(|begin| Component::new(self.game, [begin])),
            );
        }
        near.push(Component::new(self.game, slots.clone()));
        if world
            .contains(self.game, &slots, budget)
            .explain_fault(world)?
        {
            let position = Component::new(self.game, slots.clone());
            for option in options_of(world, &position, budget)?.iter() {
                let left = option.to_components().into_iter();
                near.extend(left.filter(|left| left.game == self.game));
            }
            for position in &near {
                match budget.limited(MAX_CONFIRM_POLLS, |budget| {
                    self.refuted(claim, position, span, budget)
                }) {
                    (Ok(Some(refuted)), _) => return Ok(ClaimProof::Refuted(refuted)),
                    (Ok(None), _) => {}
                    (Err(SolveError::Stopped(_)), true) => {
                        return Ok(ClaimProof::Outside(text!(
                            "the proof contains a statement that fails at {at} ({en}); this position is too large for a search to confirm that the claim is wrong",
                            "证明中的一条命题在 {at} 处不成立（{zh}）；该局面太大，无法用搜索确认断言有误"
                        )));
                    }
                    (Err(error), _) => return Err(error),
                }
            }
        }
        Ok(ClaimProof::Outside(text!(
            "the proof contains a statement that fails at {at} ({en}), but no counterexample to the claim was found there",
            "证明中的一条命题在 {at} 处不成立（{zh}），但在该处未找到断言的反例"
        )))
    }

    /// Returns the positions each of whose slots is at most `reach` above its minimum, ordered by
    /// the sum of their numbers.
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
        let most = self.positions.saturating_mul(ROWS_PER_POSITION);
        let mut positions = Vec::new();
        let mut seen = 0usize;
        each_row(&ranges, &mut |numbers| {
            seen += 1;
            budget.tick()?;
            if seen > most {
                // The number of rows is large enough even if few rows are positions.
                return Ok(ControlFlow::Break(()));
            }
            if self.is_position(numbers, budget)? {
                positions.push(Component::new(self.game, numbers));
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

    /// Returns whether these numbers are a position in canonical form.
    fn is_position(&self, numbers: &[Int], budget: &Budget<'_>) -> Result<bool, SolveError> {
        let mut canonical = numbers.to_vec();
        self.world.rules(self.game).canonicalise(&mut canonical);
        Ok(canonical == numbers
            && self
                .world
                .contains(self.game, numbers, budget)
                .explain_fault(self.world)?)
    }

    /// Returns a counterexample that has a smaller sum of numbers than `found` and is outside the
    /// box of positions up to `reach`. If there are few enough rows of numbers to examine, the
    /// counterexample returned has the smallest sum. Returns `None` if no smaller counterexample is
    /// found, or if a position cannot be evaluated.
    fn smaller(
        &mut self,
        claim: &RuleClaim,
        found: &Component,
        reach: Int,
        span: Span,
        budget: &Budget<'_>,
    ) -> Result<Option<Diagnostic>, SolveError> {
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
        let mut rows_left = self.positions.saturating_mul(ROWS_PER_POSITION);
        for total in reach.saturating_add(1)..sum {
            let mut admit = |row: &[Int]| {
                budget.tick()?;
                rows_left = rows_left.saturating_sub(1);
                let slots: Vec<Int> = row
                    .iter()
                    .zip(&self.ir.slots)
                    .map(|(&at, slot)| slot.low.saturating_add(at))
                    .collect();
                let outside = row.iter().any(|&at| at > reach);
                if outside && self.is_position(&slots, budget)? {
                    positions.push(Component::new(self.game, slots));
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
        if self.solver.values_decide() && !positions.is_empty() {
            self.solver.plan(&positions, AccessPattern::Table, budget)?;
        }
        for position in &positions {
            if let Ok(Some(refuted)) = self.refuted(claim, position, span, budget) {
                return Ok(Some(refuted));
            }
        }
        Ok(None)
    }

    /// Returns a diagnostic if the claim is false at this position.
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
            "claim refuted at {shown}: {got}, but the claim is {claimed}",
            "断言被否定，反例 {shown}：{got}，而断言为 {claimed}"
        );
        Ok(Some(
            Diagnostic::error(span, message).help(self.options_of(position, budget)?),
        ))
    }

    /// Returns the options of a position with their values or outcomes, as help for a refuted
    /// claim.
    fn options_of(
        &mut self,
        position: &Component,
        budget: &Budget<'_>,
    ) -> Result<Text, SolveError> {
        const MAX_SHOWN_OPTIONS: usize = 8;
        let options = options_of(self.world, position, budget)?;
        let mut parts = Vec::new();
        let mut shown: Vec<String> = Vec::new();
        for option in options.iter() {
            let left = SumPosition::canonical(option.to_components(), self.world);
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
            if self.solver.values_decide() {
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
            text!("this position has no moves", "该局面没有着法")
        } else {
            text!(
                "moves from this position lead to {list}",
                "从该局面可走到 {list}"
            )
        })
    }
}

/// Maximum number of budget polls, a thousand small steps each, of a search that confirms a
/// counterexample from a proof: some twenty seconds.
const MAX_CONFIRM_POLLS: u32 = 200_000;

/// Whether to examine further rows.
type Flow = Result<ControlFlow<()>, SolveError>;

/// Calls `each` with each row of numbers that has the given sum and in which each number is from 0
/// to the corresponding number of `spans`. The rows are in lexicographic order; `row` contains the
/// leading numbers.
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
