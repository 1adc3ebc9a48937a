//! The sum theorems under the conventions of one question, in the order in which they are tried.

use std::sync::Arc;

use base::budget::Budget;
use base::text::Text;
use engines::oracle::EngineStats;
use rules::game::Outcome;
use rules::play::Component;
use rules::world::World;
use theory::entailing::EntailingValue;
use theory::loopy::Loopy;
use theory::sums::{ComponentTableValue, SumTheorem};

use super::sum_method::{SumMethod, SumTheoremError, WinningSteps};
use crate::attempt::{
    AppliedTheorem, Attempt, AttemptKind, AttemptResult, NotNeededReason, TheoremText,
};
use crate::error::SolveError;

/// What the first theorem that accepts a position found of it.
#[derive(Clone, Debug)]
pub(crate) struct SumDecision {
    /// Which theorem of the set it is.
    place: usize,
    /// The name of the theorem.
    pub name: &'static str,
    /// Who wins.
    pub outcome: Outcome,
    /// What was found when the conditions were tested.
    pub found: Text,
}

/// A theorem of the registry: at work, or why not.
pub(super) struct SumAttempt {
    pub theorem: &'static dyn SumTheorem,
    pub method: Result<Box<dyn SumMethod>, AttemptResult>,
}

/// Every sum theorem, under the conventions of one question.
pub(crate) struct SumTheoremSet {
    pub(super) tried: Vec<SumAttempt>,
}

impl SumTheoremSet {
    /// Returns what the first theorem that accepts a position found of it.
    pub fn decide(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<SumDecision>, SolveError> {
        for (place, tried) in self.tried.iter_mut().enumerate() {
            if let Ok(method) = &mut tried.method
                && let Ok((outcome, found)) = method.outcome(world, components, budget)?
            {
                return Ok(Some(SumDecision {
                    place,
                    name: tried.theorem.name(),
                    outcome,
                    found,
                }));
            }
        }
        Ok(None)
    }

    /// Returns what the theorem of a decision says.
    pub fn statement(&self, decided: &SumDecision) -> Text {
        self.tried[decided.place].theorem.statement()
    }

    /// The method of a theorem that decided a position.
    fn method(&mut self, decided: &SumDecision) -> &mut dyn SumMethod {
        let method = self.tried[decided.place].method.as_deref_mut();
        method.expect("the theorem decided a position")
    }

    /// Returns at most `limit` winning moves of an N-position that was decided.
    pub fn winning(
        &mut self,
        decided: &SumDecision,
        world: &Arc<World>,
        components: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<WinningSteps, SolveError> {
        self.method(decided)
            .winning(world, components, limit, budget)
    }

    /// What each component is worth where play may go round, if these can be told.
    pub fn worths(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<Loopy>>, SolveError> {
        for method in self
            .tried
            .iter_mut()
            .filter_map(|tried| tried.method.as_mut().ok())
        {
            if let Some(worths) = method.worths(world, components, budget)? {
                return Ok(Some(worths));
            }
        }
        Ok(None)
    }

    /// What each component is worth where some may be urgent, if these can be told.
    pub fn entailed(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<EntailingValue>>, SolveError> {
        for method in self
            .tried
            .iter_mut()
            .filter_map(|tried| tried.method.as_mut().ok())
        {
            if let Some(worths) = method.entailed(world, components, budget)? {
                return Ok(Some(worths));
            }
        }
        Ok(None)
    }

    /// Returns the values by which a theorem decided a position, if they are more than who wins.
    pub fn deciding_values(
        &mut self,
        decided: &SumDecision,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<(Vec<ComponentTableValue>, ComponentTableValue)>, SolveError> {
        self.method(decided).values_shown(world, components, budget)
    }

    /// Returns how the theorem of a decision works on the position.
    pub fn at_work(
        &mut self,
        decided: &SumDecision,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<AppliedTheorem, SolveError> {
        let works = self
            .method(decided)
            .explanation(world, components, budget)?;
        let theorem = self.tried[decided.place].theorem;
        Ok(AppliedTheorem {
            name: decided.name,
            said: TheoremText {
                statement: theorem.statement(),
                source: theorem.source(),
            },
            works: works.or_else(|| Some(decided.found.clone())),
        })
    }

    /// What became of each theorem for a position.
    pub fn attempts(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Vec<Attempt>, SolveError> {
        let mut attempts: Vec<Attempt> = Vec::new();
        for tried in &mut self.tried {
            let needed = !attempts.iter().any(|a| a.is_accepted());
            // A theorem that speaks of these conventions and finds its condition broken comes near.
            let (result, near) = match &mut tried.method {
                Err(result) => (result.clone(), false),
                Ok(_) if !needed => (AttemptResult::NotNeeded(NotNeededReason::Answered), false),
                Ok(method) => match method.outcome(world, components, budget)? {
                    Ok((_, found)) => (AttemptResult::Accepted(found), false),
                    Err(SumTheoremError::Because(why)) => (AttemptResult::unmet(why), true),
                    Err(SumTheoremError::Below(component)) => {
                        let why = method.failed_condition(world, &component, budget)?;
                        (AttemptResult::unmet(why), true)
                    }
                },
            };
            let theorem = tried.theorem;
            let said = Some(TheoremText {
                statement: theorem.statement(),
                source: theorem.source(),
            });
            attempts.push(Attempt {
                kind: AttemptKind::Theorem,
                name: theorem.name(),
                result,
                near,
                said,
            });
        }
        Ok(attempts)
    }

    /// A new question is asked.
    pub fn begin(&mut self) {
        self.tried
            .iter_mut()
            .filter_map(|tried| tried.method.as_mut().ok())
            .for_each(|method| method.begin());
    }

    /// Bytes held for later questions, about.
    pub fn bytes(&self) -> u64 {
        self.tried
            .iter()
            .filter_map(|tried| tried.method.as_ref().ok())
            .map(|method| method.bytes())
            .sum()
    }

    /// What was done.
    pub fn stats(&self) -> EngineStats {
        let methods = self
            .tried
            .iter()
            .filter_map(|tried| tried.method.as_ref().ok());
        methods
            .map(|method| method.stats())
            .fold(EngineStats::default(), EngineStats::plus)
    }
}
