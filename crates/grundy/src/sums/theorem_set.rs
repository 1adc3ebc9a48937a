//! The sum theorems under the conventions of one question, in the order in which they are tried.

use base::text;
use base::text::Text;
use engines::oracle::EngineStats;
use rules::game::Outcome;
use theory::entailing::EntailingValue;
use theory::loopy::Loopy;
use theory::sums::{ComponentTableValue, SumTheorem};

use super::sum_method::{SumAnswer, SumMethod, SumQuery, SumTheoremError, WinningSteps};
use crate::attempt::{
    AppliedTheorem, Attempt, AttemptKind, AttemptResult, NotNeededReason, TheoremText,
};
use crate::error::SolveError;

/// The result of the first theorem that accepts a position.
#[derive(Clone, Debug)]
pub(crate) struct SumDecision {
    /// The index of the theorem in the set.
    place: usize,
    /// The name of the theorem.
    pub name: &'static str,
    /// The outcome.
    pub outcome: Outcome,
    /// The result of the test of the conditions, as text for the user.
    pub found: Text,
}

/// A theorem of the registry, and whether this theorem is used.
pub(super) struct SumAttempt {
    pub theorem: &'static SumTheorem,
    pub state: SumTheoremState,
}

/// Whether a theorem is used under the conventions of a question.
pub(super) enum SumTheoremState {
    /// The theorem is used, with the method in this variant.
    Used(Box<dyn SumMethod>),
    /// The theorem is not used, with the reason.
    Unused(AttemptResult),
}

impl SumTheoremState {
    fn method(&self) -> Option<&dyn SumMethod> {
        match self {
            SumTheoremState::Used(method) => Some(method.as_ref()),
            SumTheoremState::Unused(_) => None,
        }
    }

    fn method_mut(&mut self) -> Option<&mut dyn SumMethod> {
        match self {
            SumTheoremState::Used(method) => Some(method.as_mut()),
            SumTheoremState::Unused(_) => None,
        }
    }
}

fn text_of(theorem: &SumTheorem) -> TheoremText {
    TheoremText {
        statement: theorem.statement(),
        source: theorem.source(),
    }
}

/// Every sum theorem, under the conventions of one question.
pub(crate) struct SumTheoremSet {
    pub(super) tried: Vec<SumAttempt>,
}

impl SumTheoremSet {
    /// Returns the methods of the theorems that apply to these conventions.
    fn methods(&mut self) -> impl Iterator<Item = &mut dyn SumMethod> {
        self.tried
            .iter_mut()
            .filter_map(|tried| tried.state.method_mut())
    }

    /// Returns the result of the first theorem that accepts a position; `None` if no theorem
    /// accepts it.
    pub fn decide(&mut self, sum: &SumQuery<'_>) -> Result<Option<SumDecision>, SolveError> {
        for (place, SumAttempt { theorem, state }) in self.tried.iter_mut().enumerate() {
            if let SumTheoremState::Used(method) = state
                && let Some((outcome, found)) =
                    SumTheoremError::unless_declined(method.outcome(sum))?
            {
                return Ok(Some(SumDecision {
                    place,
                    name: theorem.name(),
                    outcome,
                    found,
                }));
            }
        }
        Ok(None)
    }

    /// Returns the statement of the theorem of a decision.
    pub fn statement(&self, decided: &SumDecision) -> Text {
        self.tried[decided.place].theorem.statement()
    }

    /// Returns the method of a theorem that decided a position.
    fn method(&mut self, decided: &SumDecision) -> &mut dyn SumMethod {
        let method = self.tried[decided.place].state.method_mut();
        method.expect("the theorem decided a position")
    }

    /// Returns at most `limit` winning moves of an N-position that was decided.
    pub fn winning(
        &mut self,
        decided: &SumDecision,
        sum: &SumQuery<'_>,
        limit: usize,
    ) -> Result<WinningSteps, SolveError> {
        let steps = self.method(decided).winning(sum, limit);
        SumTheoremError::unless_declined(steps)?.ok_or_else(|| {
            SolveError::Bug(text!(
                "a component of a decided position has no value",
                "已判定的局面中有部分没有值"
            ))
        })
    }

    /// Returns the first answer that a theorem gives; `None` if no theorem gives an answer.
    fn first_answer<T>(
        &mut self,
        mut ask: impl FnMut(&mut dyn SumMethod) -> SumAnswer<Option<T>>,
    ) -> Result<Option<T>, SolveError> {
        for method in self.methods() {
            let answer = SumTheoremError::unless_declined(ask(method))?.flatten();
            if answer.is_some() {
                return Ok(answer);
            }
        }
        Ok(None)
    }

    /// Returns the value of each component of a loopy sum, if these values can be computed.
    pub fn loopy_values(&mut self, sum: &SumQuery<'_>) -> Result<Option<Vec<Loopy>>, SolveError> {
        self.first_answer(|method| method.loopy_values(sum))
    }

    /// Returns the value of each component of a sum with urgent components, if these values can be
    /// computed.
    pub fn entailing_values(
        &mut self,
        sum: &SumQuery<'_>,
    ) -> Result<Option<Vec<EntailingValue>>, SolveError> {
        self.first_answer(|method| method.entailing_values(sum))
    }

    /// Returns the values by which a theorem decided a position, if these values contain more than
    /// the outcome.
    pub fn deciding_values(
        &mut self,
        decided: &SumDecision,
        sum: &SumQuery<'_>,
    ) -> Result<Option<(Vec<ComponentTableValue>, ComponentTableValue)>, SolveError> {
        let values = self.method(decided).table_values(sum);
        Ok(SumTheoremError::unless_declined(values)?.flatten())
    }

    /// Returns the application of the theorem of a decision to the position.
    pub fn applied_theorem(
        &mut self,
        decided: &SumDecision,
        sum: &SumQuery<'_>,
    ) -> Result<AppliedTheorem, SolveError> {
        let works = SumTheoremError::unless_declined(self.method(decided).explanation(sum))?;
        let theorem = self.tried[decided.place].theorem;
        Ok(AppliedTheorem {
            name: decided.name,
            said: text_of(theorem),
            works: works.or_else(|| Some(decided.found.clone())),
        })
    }

    /// Returns the result of each theorem for a position.
    pub fn attempts(&mut self, sum: &SumQuery<'_>) -> Result<Vec<Attempt>, SolveError> {
        let mut attempts: Vec<Attempt> = Vec::new();
        for SumAttempt { theorem, state } in &mut self.tried {
            let needed = !attempts.iter().any(Attempt::is_accepted);
            // A theorem is marked as near if it applies to the conventions of the question but its
            // condition fails.
            let (result, near) = match state {
                SumTheoremState::Unused(result) => (result.clone(), false),
                SumTheoremState::Used(_) if !needed => {
                    (AttemptResult::NotNeeded(NotNeededReason::Answered), false)
                }
                SumTheoremState::Used(method) => match method.outcome(sum) {
                    Ok((_, found)) => (AttemptResult::Accepted(found), false),
                    Err(SumTheoremError::Declined(why)) => (AttemptResult::unmet(why), true),
                    Err(SumTheoremError::Below(component)) => {
                        let why = method.failed_condition(sum.world, &component, sum.budget)?;
                        (AttemptResult::unmet(why), true)
                    }
                    Err(SumTheoremError::Failed(error)) => return Err(error),
                },
            };
            attempts.push(Attempt {
                kind: AttemptKind::Theorem,
                name: theorem.name(),
                result,
                near,
                said: Some(text_of(theorem)),
            });
        }
        Ok(attempts)
    }

    /// Starts a new question.
    pub fn begin(&mut self) {
        self.methods().for_each(|method| method.begin());
    }

    /// Returns the approximate number of bytes cached for later queries.
    pub fn bytes(&self) -> u64 {
        let methods = self.tried.iter().filter_map(|tried| tried.state.method());
        methods.map(|method| method.bytes()).sum()
    }

    /// Returns the numbers of positions evaluated and of options listed.
    pub fn stats(&self) -> EngineStats {
        let methods = self.tried.iter().filter_map(|tried| tried.state.method());
        methods
            .map(|method| method.stats())
            .fold(EngineStats::default(), EngineStats::plus)
    }
}
