//! Explanations: the plan of a question.

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::engine::AccessPattern;
use rules::game::{Outcome, SumKind};
use rules::play::SumPosition;

use super::Session;
use crate::answer::{Explanation, GameExplanation};
use crate::error::SolveError;
use crate::plan::Decision;
use crate::question::QuestionInput;
use crate::solve_options::SolveOptions;
use crate::warnings;

impl Session {
    /// Returns the plan of a question; with `analyse`, also the answer and the numbers of positions
    /// evaluated and of options listed.
    ///
    /// # Errors
    /// Returns the errors of [`Session::solve`]. Without `analyse`, a question that no method can
    /// answer is also explained.
    pub fn explain<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        analyse: bool,
        budget: &Budget<'_>,
    ) -> Result<Explanation, SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        let sum = position.sum(&self.world);
        let mut explanation = self.ask(conventions, budget, |session, solver, budget| {
            solver.plan(&position.components, AccessPattern::Positions, budget)?;
            let decision = solver.decision(&sum.0, false, budget)?;
            let whole = solver.whole_attempts(&decision, &sum, budget)?;
            let mut games = Vec::new();
            for (game, plan) in solver.plans() {
                let facts =
                    plan.facts_in_words(&session.world, game, &solver.conventions, budget)?;
                games.push(GameExplanation {
                    game,
                    facts,
                    attempts: plan.attempts_for(&decision),
                });
            }
            let can_end = sum.0.iter().any(|c| session.world.rules(c.game).can_end());
            let statement = match &decision {
                Decision::Over(outcome) => Some(play_is_over(&sum, *outcome)),
                Decision::InsteadOfValues((name, _)) | Decision::SingleComponent((name, _)) => {
                    session
                        .settings
                        .theorems
                        .iter()
                        .find(|theorem| theorem.name() == *name)
                        .map(|theorem| theorem.statement())
                }
                Decision::SumTheorem(decided) => Some(solver.sum_statement(decided)),
                Decision::Points => Some(by_points()),
                Decision::Values | Decision::Engine => None,
            };
            let by_values = solver.values_decide();
            let combination = statement
                .unwrap_or_else(|| combination(by_values, can_end, solver.conventions.sum));
            let warnings = warnings::of_position(
                &session.world,
                &session.settings,
                &position.components,
                solver.conventions.sum,
                budget,
            );
            Ok(Explanation {
                position: position.components.clone(),
                games,
                whole,
                combination,
                warnings,
                answer: None,
            })
        })?;
        if analyse {
            let asked = SolveOptions::VALUE;
            explanation.answer =
                Some(self.ask(conventions, budget, |session, solver, budget| {
                    session.answer(&position, asked, solver, budget)
                })?);
        }
        Ok(explanation)
    }
}

/// Explains the outcome of a position in which play is over.
fn play_is_over(sum: &SumPosition, outcome: Outcome) -> Text {
    match outcome {
        _ if sum.0.is_empty() => text!(
            "play is over: there are no components",
            "对局已结束：没有任何部分"
        ),
        Outcome::P => {
            text!(
                "play is over: a component is a goal, so the player who just moved has won",
                "对局已结束：有部分达到目标，刚走的一方获胜"
            )
        }
        _ => text!(
            "play is over: a component is a trap, so the player who just moved has lost",
            "对局已结束：有部分落入陷阱，刚走的一方失败"
        ),
    }
}

/// Returns how points decide.
fn by_points() -> Text {
    text!(
        "The value of a position is the maximum, over its moves, of the points of the move minus the value of the position that it leaves. The player to move wins iff the value is positive. The values of the components of a sum do not decide; the sum is searched as a whole.",
        "局面的值是各着中“该着得分减去所留局面的值”的最大值。先手必胜当且仅当它为正。各部分的值不能决定和的值，因此对整个和进行搜索。"
    )
}

/// Explains how the components determine the answer.
fn combination(by_values: bool, can_end: bool, sum: SumKind) -> Text {
    match (by_values, can_end, sum) {
        (true, false, _) => text!(
            "The value of the sum is the nim-sum of its components' values. The player to move loses iff the value of the sum is 0 (Sprague, Grundy).",
            "和的 SG 值等于各部分 SG 值的 Nim 和。先手必败当且仅当它为 0（Sprague–Grundy 定理）。"
        ),
        (true, true, _) => text!(
            "A component can end the whole play. If a component is loony (∞), the player to move wins. Otherwise the nim-sum decides.",
            "某个部分可使整局立即结束。若有部分的值为疯狂值（∞），则先手必胜；否则由 Nim 和决定。"
        ),
        (false, ..) => text!(
            "Under these conventions, the values of the components do not decide the outcome. The position is searched as a whole.",
            "在这些规则约定下，各部分的值不能决定胜负。因此对整个局面进行搜索。"
        ),
    }
}
