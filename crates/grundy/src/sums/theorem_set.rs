//! The sum theorems under the conventions of one question, in the order in which they are tried.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::oracle::EngineStats;
use rules::game::Outcome;
use rules::play::Component;
use rules::world::World;
use theory::entailing::EntailingValue;
use theory::loopy::Loopy;
use theory::sums::{ComponentTableValue, SumTheorem};

use super::sum_method::{SumMethod, SumTheoremError, WinningSteps};
use crate::attempt::{AppliedTheorem, Attempt, AttemptKind, AttemptVerdict, TheoremText};
use crate::error::SolveError;

/// What a theorem found of a position.
#[derive(Clone, Debug)]
pub(crate) struct SumDecision {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub statement: Text,
    /// Who wins.
    pub outcome: Outcome,
    /// What was found when its conditions were tested.
    pub found: Text,
}

/// A theorem of the registry: at work, or why not.
pub(super) struct SumAttempt {
    pub theorem: &'static dyn SumTheorem,
    pub method: Result<Box<dyn SumMethod>, (AttemptVerdict, Text)>,
}

/// Every sum theorem, under the conventions of one question.
pub(crate) struct SumTheoremSet {
    pub(super) tried: Vec<SumAttempt>,
}

impl SumTheoremSet {
    /// What the first theorem that accepts a position says of it, with its place.
    fn first_decision(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<(usize, SumDecision)>, SolveError> {
        for (place, tried) in self.tried.iter_mut().enumerate() {
            if let Ok(method) = &mut tried.method
                && let Ok((outcome, found)) = method.outcome(world, components, budget)?
            {
                let (name, statement) = (tried.theorem.name(), tried.theorem.statement());
                return Ok(Some((
                    place,
                    SumDecision {
                        name,
                        statement,
                        outcome,
                        found,
                    },
                )));
            }
        }
        Ok(None)
    }

    /// Who wins by the first theorem that accepts.
    pub fn decide(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<SumDecision>, SolveError> {
        Ok(self
            .first_decision(world, components, budget)?
            .map(|(_, decided)| decided))
    }

    /// Winning moves of an N-position by the first theorem that accepts, at most `limit` of them.
    pub fn winning(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<WinningSteps>, SolveError> {
        match self.first_decision(world, components, budget)? {
            Some((place, _)) => match &mut self.tried[place].method {
                Ok(method) => method.winning(world, components, limit, budget).map(Some),
                Err(_) => Ok(None),
            },
            None => Ok(None),
        }
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

    /// The values by which the first theorem that accepts decides a position, where they are more
    /// than who wins.
    pub fn deciding_values(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<(Vec<ComponentTableValue>, ComponentTableValue)>, SolveError> {
        let Some((place, _)) = self.first_decision(world, components, budget)? else {
            return Ok(None);
        };
        match &mut self.tried[place].method {
            Ok(method) => method.values_shown(world, components, budget),
            Err(_) => Ok(None),
        }
    }

    /// How the theorem that accepts a position works on it.
    pub fn at_work(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<AppliedTheorem>, SolveError> {
        let Some((place, decided)) = self.first_decision(world, components, budget)? else {
            return Ok(None);
        };
        let SumAttempt { theorem, method } = &mut self.tried[place];
        let works = match method {
            Ok(method) => method.explanation(world, components, budget)?,
            Err(_) => None,
        };
        let said = TheoremText {
            statement: theorem.statement(),
            source: theorem.source(),
        };
        Ok(Some(AppliedTheorem {
            name: theorem.name(),
            said,
            works: works.or(Some(decided.found)),
        }))
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
            let needed = !attempts
                .iter()
                .any(|a| a.verdict == AttemptVerdict::Accepted);
            // A theorem that speaks of these conventions and finds its condition broken comes near.
            let (verdict, reason, near) = match &mut tried.method {
                Err((verdict, why)) => (*verdict, why.clone(), false),
                Ok(_) if !needed => (
                    AttemptVerdict::NotNeeded,
                    text!("answered above", "上面已给出答案"),
                    false,
                ),
                Ok(method) => match method.outcome(world, components, budget)? {
                    Ok((_, found)) => (AttemptVerdict::Accepted, found, false),
                    Err(SumTheoremError::Because(why)) => (AttemptVerdict::Declined, why, true),
                    Err(SumTheoremError::Below(component)) => (
                        AttemptVerdict::Declined,
                        method.failed_condition(world, &component, budget)?,
                        true,
                    ),
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
                verdict,
                reason,
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
