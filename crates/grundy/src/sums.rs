//! Sum theorems at work: where values of components do not decide a whole position by their
//! nim-sum, these are tried before the position is searched as a whole. Each accepts or declines a
//! position with a reason; the first that accepts tells who wins, and which moves win without
//! looking at every move of the sum. The mathematics is in `theory::sums`; here the components get
//! their values, from the rules, from a closed form or from a fold over their positions.

mod entailing;
mod folded;
mod heaps;
mod loopy;
mod plain_values;
mod quotient;
mod sources;

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::oracle::EngineStats;
use rules::game::{Conventions, Outcome};
use rules::play::{Component, MoveStep};
use rules::world::World;
use theory::entailing::EntailingValue;
use theory::loopy::Loopy;
use theory::sums::{ComponentTableValue, REGISTRY, SumRule, SumTheorem};

use crate::error::SolveError;
use crate::plan::{AppliedTheorem, Attempt, AttemptVerdict, TheoremText};
use crate::settings::SessionSettings;
use entailing::EntailingSumMethod;
use folded::FoldedSumMethod;
use heaps::HeapSumMethod;
use loopy::LoopySumMethod;
use quotient::QuotientSumMethod;
use sources::SumSources;

pub(crate) use folded::{FoldEvaluator, is_lost};

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

/// Why a theorem is not used for a position.
enum SumTheoremError {
    /// For this reason.
    Because(Text),
    /// A condition fails at a position below this component.
    Below(Component),
}

/// Winning moves as steps, in no order.
#[derive(Debug)]
pub(crate) struct WinningSteps {
    /// The moves, the steps of each in the order of the components.
    pub list: Vec<Vec<MoveStep>>,
    /// Whether these are all.
    pub complete: bool,
    /// How many there are in all, if that is known; `u128::MAX` for that many or more.
    pub count: Option<u128>,
}

/// A theorem that runs under the conventions of a question.
trait SumMethod: Send {
    /// Who wins, and what was found; or why this theorem does not say.
    fn outcome(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Result<(Outcome, Text), SumTheoremError>, SolveError>;

    /// Winning moves of a position that was decided, at most `limit` of them.
    fn winning(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<WinningSteps, SolveError>;

    /// How it finds who wins a position that was decided, for a person.
    fn explanation(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, SolveError>;

    /// What each component is worth, where that is a value of its own and the theorem takes them.
    fn worths(
        &mut self,
        _: &Arc<World>,
        _: &[Component],
        _: &Budget<'_>,
    ) -> Result<Option<Vec<Loopy>>, SolveError> {
        Ok(None)
    }

    /// What each component is worth where some may be urgent.
    fn entailed(
        &mut self,
        _: &Arc<World>,
        _: &[Component],
        _: &Budget<'_>,
    ) -> Result<Option<Vec<EntailingValue>>, SolveError> {
        Ok(None)
    }

    /// What tables have of each component and of the whole, where the theorem's values are more
    /// than who wins.
    fn values_shown(
        &mut self,
        _: &Arc<World>,
        _: &[Component],
        _: &Budget<'_>,
    ) -> Result<Option<(Vec<ComponentTableValue>, ComponentTableValue)>, SolveError> {
        Ok(None)
    }

    /// The first position below a component at which the condition fails, in words.
    fn failed_condition(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Text, SolveError>;

    /// What was done.
    fn stats(&self) -> EngineStats;

    /// Bytes held for later questions, about.
    fn bytes(&self) -> u64;

    /// A new question is asked.
    fn begin(&mut self);
}

/// A theorem of the registry: at work, or why not.
struct SumAttempt {
    theorem: &'static dyn SumTheorem,
    method: Result<Box<dyn SumMethod>, (AttemptVerdict, Text)>,
}

/// Every sum theorem, under the conventions of one question.
pub(crate) struct SumTheoremSet {
    tried: Vec<SumAttempt>,
}

impl SumTheoremSet {
    /// Nothing is looked at yet.
    pub fn new(settings: &Arc<SessionSettings>, conventions: Conventions) -> SumTheoremSet {
        let sources = || SumSources::new(settings.clone());
        let tried = REGISTRY.iter().map(|theorem| {
            let method: Result<Box<dyn SumMethod>, _> = match theorem.rule(&conventions) {
                _ if settings.without.contains(theorem.name()) => {
                    Err((AttemptVerdict::SwitchedOff, text!("--without", "--without")))
                }
                None => Err((AttemptVerdict::Declined, theorem.needs())),
                Some(SumRule::Heaps(rule)) => Ok(Box::new(HeapSumMethod::new(
                    sources(),
                    rule,
                    conventions.sum,
                ))),
                Some(SumRule::Loopy) => {
                    Ok(Box::new(LoopySumMethod::new(settings.clone(), conventions)))
                }
                Some(SumRule::Entailing) => Ok(Box::new(EntailingSumMethod::new(settings.clone()))),
                Some(SumRule::Suspense(algebra)) => Ok(Box::new(
                    FoldedSumMethod::new(sources(), algebra, conventions.sum, false).with_tables(),
                )),
                Some(SumRule::Selective(algebra)) => Ok(Box::new(
                    FoldedSumMethod::new(sources(), algebra, conventions.sum, false).with_tables(),
                )),
                Some(SumRule::Conjunctive(algebra)) => Ok(Box::new(
                    FoldedSumMethod::new(sources(), algebra, conventions.sum, false).with_tables(),
                )),
                Some(SumRule::Diminished(algebra)) => Ok(Box::new(FoldedSumMethod::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    false,
                ))),
                Some(SumRule::Shortened(algebra)) => Ok(Box::new(FoldedSumMethod::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    false,
                ))),
                Some(SumRule::Few(algebra)) => Ok(Box::new(FoldedSumMethod::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    true,
                ))),
                Some(SumRule::Quotient) => Ok(Box::new(QuotientSumMethod::new(
                    sources(),
                    settings.quotient.clone(),
                ))),
                Some(SumRule::Tame(algebra)) => Ok(Box::new(FoldedSumMethod::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    true,
                ))),
                Some(SumRule::Sj(algebra)) => Ok(Box::new(FoldedSumMethod::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    true,
                ))),
            };
            SumAttempt {
                theorem: *theorem,
                method,
            }
        });
        let mut tried: Vec<SumAttempt> = tried.collect();
        if settings.quotient.is_some() {
            // Whoever gives a quotient wants it to be asked first.
            tried.sort_by_key(|tried| {
                !matches!(tried.theorem.rule(&conventions), Some(SumRule::Quotient))
            });
        }
        SumTheoremSet { tried }
    }

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
                kind: "theorem",
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

/// Every choice of one from each list, at most `limit`; and whether these are all.
fn product(lists: &[Vec<MoveStep>], limit: usize) -> (Vec<Vec<MoveStep>>, bool) {
    let mut all: Vec<Vec<MoveStep>> = vec![Vec::new()];
    let mut complete = true;
    for list in lists {
        let mut longer = Vec::new();
        for (made, step) in all
            .iter()
            .flat_map(|made| list.iter().map(move |step| (made, step)))
        {
            if longer.len() == limit {
                complete = false;
                break;
            }
            longer.push(made.iter().chain([step]).cloned().collect());
        }
        all = longer;
    }
    (all, complete)
}
