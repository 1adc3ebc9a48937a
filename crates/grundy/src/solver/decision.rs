//! Which method decides a position. `solve` follows this decision and `explain` reports it, so both
//! name the same method.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use engines::engine::AccessPattern;
use rules::ast::EndCondition;
use rules::game::Outcome;
use rules::play::{Component, SumPosition, ended_at_once, outcome_without_moves};
use theory::theorem::ClosedForm;
use theory::value::Grundy;

use super::Solver;
use crate::attempt::{AppliedTheorem, Attempt, AttemptVerdict};
use crate::error::SolveError;
use crate::plan::Decision;
use crate::stop_button;
use crate::sums::{SumDecision, WinningSteps};
use crate::value_method::NamedClosedForm;

impl Solver {
    /// Returns what decides a position. If values decide and `winner_only` is set, a theorem that
    /// knows no values is preferred.
    ///
    /// # Errors
    /// Returns an error if the rules cannot be evaluated or the budget runs out.
    pub(crate) fn decision(
        &mut self,
        components: &[Component],
        winner_only: bool,
        budget: &Budget<'_>,
    ) -> Result<Decision, SolveError> {
        if let Some(outcome) = self.over(components, budget)? {
            return Ok(Decision::Over(outcome));
        }
        if !self.values_decide() && components.is_empty() {
            return Ok(Decision::Over(outcome_without_moves(self.conventions.play)));
        }
        if !self.values_decide() {
            return Ok(self
                .theorem_alone(components, budget)?
                .map_or(Decision::Whole, Decision::SingleComponent));
        }
        let [component] = components else {
            return Ok(Decision::Values);
        };
        if self.plan_of(component.game).is_none() {
            self.plan(components, AccessPattern::Positions, budget)?;
        }
        let named = self
            .plan_of(component.game)
            .and_then(|plan| plan.answers_alone(winner_only))
            .cloned();
        Ok(named.map_or(Decision::Values, Decision::SingleComponent))
    }

    /// Returns the outcome of a position in which a goal or a trap has ended play. Positions whose
    /// components are kept apart are decided by their values, which also tell when play stops.
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

    /// Whether sum theorems and engines decide a position as a whole: play is not over, and neither
    /// values nor a theorem about a single component decide.
    fn is_whole(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<bool, SolveError> {
        Ok(!self.values_decide()
            && matches!(self.decision(components, false, budget)?, Decision::Whole))
    }

    /// The outcome of a whole position, by values where they decide, else by a sum theorem, else by
    /// the engine for whole positions.
    ///
    /// # Errors
    /// As for [`Solver::value`], with the methods for whole positions where values do not decide.
    pub fn outcome(
        &mut self,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Outcome, SolveError> {
        let world = self.world.clone();
        let apart = self.conventions.play.keeps_components().then(|| {
            SumPosition(stop_button::together(
                &world,
                &self.conventions,
                sum.0.clone(),
            ))
        });
        let sum = apart.as_ref().unwrap_or(sum);
        if let Some(over) = self.over(&sum.0, budget)? {
            return Ok(over);
        }
        if self.values_decide() {
            if let Some(form) = self.instead_of_values(&sum.0, budget)? {
                return form
                    .outcome(&sum.0[0].slots, budget)
                    .map_err(SolveError::Stopped);
            }
            let mut values = Vec::with_capacity(sum.0.len());
            for component in &sum.0 {
                values.push(self.value(component, budget)?);
            }
            return Ok(Grundy::winner(values));
        }
        let (outcome, name) = match self.theorem_alone(&sum.0, budget)? {
            Some((name, form)) => (form.outcome(&sum.0[0].slots, budget)?, name),
            None => match self.memory.sums.decide(&world, &sum.0, budget)? {
                Some(decided) => (decided.outcome, decided.name),
                None => self.by_engine(&world, sum, budget)?,
            },
        };
        if !self.deciders.contains(&name) {
            self.deciders.push(name);
        }
        Ok(outcome)
    }

    /// Returns the outcome of a single component from a theorem about structures if its value would
    /// require a search.
    fn instead_of_values(
        &mut self,
        sum: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Arc<dyn ClosedForm>>, SolveError> {
        let [component] = sum else { return Ok(None) };
        if self.world.rules(component.game).as_any().is_none() {
            return Ok(None);
        }
        if self.plan_of(component.game).is_none() {
            self.plan(sum, AccessPattern::Positions, budget)?;
        }
        let named = self
            .plan_of(component.game)
            .and_then(|plan| plan.answers_alone(false));
        Ok(named.map(|(_, form)| form.clone()))
    }

    /// What a sum theorem says of a whole position, where values do not decide and one accepts.
    pub(crate) fn decide_by_sum_theorem(
        &mut self,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Option<SumDecision>, SolveError> {
        if self.is_whole(&sum.0, budget)? {
            self.memory.sums.decide(&self.world, &sum.0, budget)
        } else {
            Ok(None)
        }
    }

    /// How the sum theorem that decides a whole position works on it, where values do not decide
    /// and one accepts.
    pub(crate) fn applied_sum_theorem(
        &mut self,
        sum: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<AppliedTheorem>, SolveError> {
        if self.is_whole(sum, budget)? {
            self.memory.sums.at_work(&self.world, sum, budget)
        } else {
            Ok(None)
        }
    }

    /// What a theorem knows of a position of one component, where values do not decide.
    pub(crate) fn single_component_theorem(
        &mut self,
        sum: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<NamedClosedForm>, SolveError> {
        if self.values_decide() {
            return Ok(None);
        }
        Ok(match self.decision(sum, false, budget)? {
            Decision::SingleComponent(named) => Some(named),
            _ => None,
        })
    }

    /// As [`Solver::single_component_theorem`], if play is not over.
    fn theorem_alone(
        &mut self,
        sum: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<NamedClosedForm>, SolveError> {
        let [component] = sum else { return Ok(None) };
        if self.conventions.until == EndCondition::One {
            return Ok(None);
        }
        if self.plan_of(component.game).is_none() {
            self.plan(sum, AccessPattern::Positions, budget)?;
        }
        let outcomes = self
            .plan_of(component.game)
            .and_then(|plan| plan.outcomes.clone());
        let Some((name, form)) = outcomes else {
            return Ok(None);
        };
        let beyond = form.beyond_reach(&component.slots, budget)?;
        Ok(beyond.is_none().then_some((name, form)))
    }

    /// Winning moves of an N-position by a sum theorem, at most `limit` of them; `None` if no
    /// theorem accepts.
    pub(crate) fn theorem_moves(
        &mut self,
        components: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<WinningSteps>, SolveError> {
        if self.is_whole(components, budget)? {
            self.memory
                .sums
                .winning(&self.world, components, limit, budget)
        } else {
            Ok(None)
        }
    }

    /// The attempts for a whole position where values do not decide: sum theorems, then engines.
    ///
    /// # Errors
    /// Where looking at the position ends the budget, or the rules cannot be evaluated.
    pub fn whole_attempts(
        &mut self,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Vec<Attempt>, SolveError> {
        let alone = self.single_component_theorem(&sum.0, budget)?.is_some();
        let mut attempts = if alone {
            Vec::new()
        } else {
            self.memory.sums.attempts(&self.world, &sum.0, budget)?
        };
        let decided = alone
            || attempts
                .iter()
                .any(|a| a.verdict == AttemptVerdict::Accepted);
        let (mut engines, _) = self.engines_for(sum, true, budget)?;
        for attempt in engines
            .iter_mut()
            .filter(|a| decided && a.verdict == AttemptVerdict::Accepted)
        {
            (attempt.verdict, attempt.reason) = (
                AttemptVerdict::NotNeeded,
                text!("answered above", "上面已给出答案"),
            );
        }
        attempts.append(&mut engines);
        Ok(attempts)
    }
}
