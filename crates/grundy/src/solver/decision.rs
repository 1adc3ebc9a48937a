//! The choice of the method that decides a position. [`Solver::decision`] is the only function that
//! chooses the method. Answers, lists of moves, explanations and play follow the decision. Proofs
//! follow the method and the evidence of the answer.

use base::budget::Budget;
use engines::engine::AccessPattern;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::Outcome;
use rules::play::{Component, SumPosition, ended_at_once, outcome_without_moves};
use theory::value::Grundy;

use super::Solver;
use crate::attempt::{AppliedTheorem, Attempt, AttemptResult, NotNeededReason};
use crate::error::SolveError;
use crate::plan::{Decision, GamePlan};
use crate::stop_button;
use crate::sums::{SumQuery, WinningSteps};

impl Solver {
    /// Returns the method that decides a position. If values decide and `winner_only` is set, a
    /// theorem that computes outcomes but no values is preferred.
    ///
    /// # Errors
    /// Returns an error if the rules cannot be evaluated or the budget runs out.
    pub(crate) fn decision(
        &mut self,
        components: &[Component],
        winner_only: bool,
        budget: &Budget<'_>,
    ) -> Result<Decision, SolveError> {
        if self.conventions.play == PlayConvention::Score {
            return Ok(Decision::Points);
        }
        if let Some(outcome) = self.over(components, budget)? {
            return Ok(Decision::Over(outcome));
        }
        if self.values_decide() {
            let [component] = components else {
                return Ok(Decision::Values);
            };
            let named = self
                .planned(component, budget)?
                .answers_alone(winner_only)
                .cloned();
            return Ok(named.map_or(Decision::Values, Decision::InsteadOfValues));
        }
        if components.is_empty() {
            return Ok(Decision::Over(outcome_without_moves(self.conventions.play)));
        }
        if let [component] = components
            && self.conventions.until != EndCondition::One
            && let Some((name, form)) = self.planned(component, budget)?.outcomes.clone()
            && form.beyond_reach(&component.slots, budget)?.is_none()
        {
            return Ok(Decision::SingleComponent((name, form)));
        }
        let sums = &mut self.memory.sums;
        let decided = sums.decide(&SumQuery::new(&self.world, components, budget))?;
        Ok(decided.map_or(Decision::Engine, Decision::SumTheorem))
    }

    /// Returns the plan for the game of a component, and plans the game first if necessary.
    fn planned(
        &mut self,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<&GamePlan, SolveError> {
        if self.plan_of(component.game).is_none() {
            let one = std::slice::from_ref(component);
            self.plan(one, AccessPattern::Positions, budget)?;
        }
        Ok(self.plan_of(component.game).expect("planned just now"))
    }

    /// Returns the outcome of a position in which a goal or a trap has ended play. If components
    /// stay separate, their values decide the position, and also determine when play stops.
    fn over(
        &self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Outcome>, SolveError> {
        let can_end = components
            .iter()
            .any(|component| self.world.rules(component.game).can_end());
        if !can_end || self.conventions.play.keeps_components() {
            return Ok(None);
        }
        ended_at_once(&self.world, &SumPosition(components.to_vec()), budget)
            .map_err(|fault| SolveError::of_fault(&self.world, &fault))
    }

    /// Returns the outcome of a position.
    ///
    /// # Errors
    /// Returns the errors of [`Solver::value`].
    pub fn outcome(
        &mut self,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Outcome, SolveError> {
        let apart = self.conventions.play.keeps_components().then(|| {
            SumPosition(stop_button::together(
                &self.world,
                &self.conventions,
                sum.0.clone(),
            ))
        });
        let sum = apart.as_ref().unwrap_or(sum);
        let decision = self.decision(&sum.0, false, budget)?;
        self.outcome_by(&decision, sum, budget)
    }

    /// Returns the outcome of a position by the given decision.
    ///
    /// # Errors
    /// Returns the errors of [`Solver::outcome`].
    pub(crate) fn outcome_by(
        &mut self,
        decision: &Decision,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Outcome, SolveError> {
        let (outcome, name) = match decision {
            Decision::Over(outcome) => return Ok(*outcome),
            Decision::Values => {
                if let [component] = &sum.0[..]
                    && let Some(loses) = self.loses(component, budget)?
                {
                    return Ok(if loses { Outcome::P } else { Outcome::N });
                }
                let values = sum
                    .0
                    .iter()
                    .map(|component| self.value(component, budget))
                    .collect::<Result<Vec<Grundy>, SolveError>>()?;
                return Ok(Grundy::winner(values));
            }
            Decision::InsteadOfValues((_, form)) => {
                return Ok(form.outcome(&sum.0[0].slots, budget)?);
            }
            Decision::SingleComponent((name, form)) => {
                (form.outcome(&sum.0[0].slots, budget)?, *name)
            }
            Decision::SumTheorem(decided) => (decided.outcome, decided.name),
            Decision::Points => {
                let (score, name) = self.score(sum, budget)?;
                (score.outcome(), name)
            }
            Decision::Engine => {
                let world = self.world.clone();
                self.by_engine(&world, sum, budget)?
            }
        };
        if !self.deciders.contains(&name) {
            self.deciders.push(name);
        }
        Ok(outcome)
    }

    /// Returns the application of the sum theorem that decides a position; `None` if no sum theorem
    /// decides the position.
    pub(crate) fn applied_sum_theorem(
        &mut self,
        decision: &Decision,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<AppliedTheorem>, SolveError> {
        let Decision::SumTheorem(decided) = decision else {
            return Ok(None);
        };
        let sums = &mut self.memory.sums;
        sums.applied_theorem(decided, &SumQuery::new(&self.world, components, budget))
            .map(Some)
    }

    /// Returns at most `limit` winning moves of an N-position that a sum theorem decides; `None` if
    /// no sum theorem decides the position.
    pub(crate) fn theorem_moves(
        &mut self,
        decision: &Decision,
        components: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<WinningSteps>, SolveError> {
        let Decision::SumTheorem(decided) = decision else {
            return Ok(None);
        };
        let sums = &mut self.memory.sums;
        let query = SumQuery::new(&self.world, components, budget);
        sums.winning(decided, &query, limit).map(Some)
    }

    /// Returns the attempts for a complete position: sum theorems, then engines. The list of
    /// attempts is empty if play is over or values decide.
    ///
    /// # Errors
    /// Returns an error if the rules cannot be evaluated or the budget runs out.
    pub(crate) fn whole_attempts(
        &mut self,
        decision: &Decision,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Vec<Attempt>, SolveError> {
        let mut attempts = match decision {
            Decision::SumTheorem(_) | Decision::Engine => {
                let sums = &mut self.memory.sums;
                sums.attempts(&SumQuery::new(&self.world, &sum.0, budget))?
            }
            Decision::SingleComponent(_) => Vec::new(),
            Decision::Points => return Ok(self.scorers_for(sum, true, budget)?.0),
            Decision::Over(_) | Decision::Values | Decision::InsteadOfValues(_) => {
                return Ok(Vec::new());
            }
        };
        let (mut engines, _) = self.engines_for(sum, true, budget)?;
        if !matches!(decision, Decision::Engine) {
            for attempt in engines.iter_mut().filter(|attempt| attempt.is_accepted()) {
                attempt.result = AttemptResult::NotNeeded(NotNeededReason::Answered);
            }
        }
        attempts.append(&mut engines);
        Ok(attempts)
    }
}
