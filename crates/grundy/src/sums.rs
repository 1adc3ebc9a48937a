//! Sum theorems at work: where values of components do not decide a whole position by their
//! nim-sum, these are tried before the position is searched as a whole. Each accepts or declines a
//! position with a reason; the first that accepts tells who wins, and which moves win without
//! looking at every move of the sum. The mathematics is in `theory::sums`; here the components get
//! their values, from the rules, from a closed form or from a fold over their positions.

mod entailing;
mod folded;
mod heaps;
mod loops;
mod plain;
mod quotient;
mod sources;

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::oracle::Stats;
use rules::play::{Component, Step};
use rules::rules::{Conventions, Outcome};
use rules::world::World;
use theory::entailing::Entailed;
use theory::loopy::Loopy;
use theory::sums::{REGISTRY, Rule, Shown, SumTheorem};

use crate::error::Error;
use crate::plan::{AtWork, Attempt, Said, Verdict};
use crate::settings::Settings;
use entailing::OfEntailing;
use folded::Folded;
use heaps::OfHeaps;
use loops::OfLoops;
use quotient::ByQuotient;
use sources::Sources;

pub(crate) use folded::{Folds, is_lost};

/// What a theorem found of a position.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
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
enum Declined {
    /// For this reason.
    Because(Text),
    /// A condition fails at a position below this component.
    Below(Component),
}

/// Winning moves as steps, in no order.
#[derive(Debug)]
pub(crate) struct Steps {
    /// The moves, the steps of each in the order of the components.
    pub list: Vec<Vec<Step>>,
    /// Whether these are all.
    pub complete: bool,
    /// How many there are in all, if that is known; `u128::MAX` for that many or more.
    pub count: Option<u128>,
}

/// A theorem that runs under the conventions of a question.
trait Method: Send {
    /// Who wins, and what was found; or why this theorem does not say.
    fn outcome(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Result<(Outcome, Text), Declined>, Error>;

    /// Winning moves of a position that was decided, at most `limit` of them.
    fn winning(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Steps, Error>;

    /// How it finds who wins a position that was decided, for a person.
    fn works(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, Error>;

    /// What each component is worth, where that is a value of its own and the theorem takes them.
    fn worths(
        &mut self,
        _: &Arc<World>,
        _: &[Component],
        _: &Budget<'_>,
    ) -> Result<Option<Vec<Loopy>>, Error> {
        Ok(None)
    }

    /// What each component is worth where some may be urgent.
    fn entailed(
        &mut self,
        _: &Arc<World>,
        _: &[Component],
        _: &Budget<'_>,
    ) -> Result<Option<Vec<Entailed>>, Error> {
        Ok(None)
    }

    /// What tables have of each component and of the whole, where the theorem's values are more
    /// than who wins.
    fn values_shown(
        &mut self,
        _: &Arc<World>,
        _: &[Component],
        _: &Budget<'_>,
    ) -> Result<Option<(Vec<Shown>, Shown)>, Error> {
        Ok(None)
    }

    /// The first position below a component at which the condition fails, in words.
    fn broken(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Text, Error>;

    /// What was done.
    fn stats(&self) -> Stats;

    /// Bytes held for later questions, about.
    fn bytes(&self) -> u64;

    /// A new question is asked.
    fn begin(&mut self);
}

/// A theorem of the registry: at work, or why not.
struct Tried {
    theorem: &'static dyn SumTheorem,
    method: Result<Box<dyn Method>, (Verdict, Text)>,
}

/// Every sum theorem, under the conventions of one question.
pub(crate) struct Sums {
    tried: Vec<Tried>,
}

impl Sums {
    /// Nothing is looked at yet.
    pub fn new(settings: &Arc<Settings>, conventions: Conventions) -> Sums {
        let sources = || Sources::new(settings.clone());
        let tried = REGISTRY.iter().map(|theorem| {
            let method: Result<Box<dyn Method>, _> = match theorem.rule(&conventions) {
                _ if settings.without.contains(theorem.name()) => {
                    Err((Verdict::SwitchedOff, text!("--without", "--without")))
                }
                None => Err((Verdict::Declined, theorem.needs())),
                Some(Rule::Heaps(rule)) => {
                    Ok(Box::new(OfHeaps::new(sources(), rule, conventions.sum)))
                }
                Some(Rule::Loopy) => Ok(Box::new(OfLoops::new(settings.clone(), conventions))),
                Some(Rule::Entailing) => Ok(Box::new(OfEntailing::new(settings.clone()))),
                Some(Rule::Suspense(algebra)) => Ok(Box::new(
                    Folded::new(sources(), algebra, conventions.sum, false).with_tables(),
                )),
                Some(Rule::Selective(algebra)) => Ok(Box::new(
                    Folded::new(sources(), algebra, conventions.sum, false).with_tables(),
                )),
                Some(Rule::Conjunctive(algebra)) => Ok(Box::new(
                    Folded::new(sources(), algebra, conventions.sum, false).with_tables(),
                )),
                Some(Rule::Diminished(algebra)) => Ok(Box::new(Folded::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    false,
                ))),
                Some(Rule::Shortened(algebra)) => Ok(Box::new(Folded::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    false,
                ))),
                Some(Rule::Few(algebra)) => Ok(Box::new(Folded::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    true,
                ))),
                Some(Rule::Quotient) => Ok(Box::new(ByQuotient::new(
                    sources(),
                    settings.quotient.clone(),
                ))),
                Some(Rule::Tame(algebra)) => Ok(Box::new(Folded::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    true,
                ))),
                Some(Rule::Sj(algebra)) => Ok(Box::new(Folded::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    true,
                ))),
            };
            Tried {
                theorem: *theorem,
                method,
            }
        });
        let mut tried: Vec<Tried> = tried.collect();
        if settings.quotient.is_some() {
            // Whoever gives a quotient wants it to be asked first.
            tried.sort_by_key(|tried| {
                !matches!(tried.theorem.rule(&conventions), Some(Rule::Quotient))
            });
        }
        Sums { tried }
    }

    /// What the first theorem that accepts a position says of it, with its place.
    fn first(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<(usize, Decided)>, Error> {
        for (place, tried) in self.tried.iter_mut().enumerate() {
            if let Ok(method) = &mut tried.method
                && let Ok((outcome, found)) = method.outcome(world, components, budget)?
            {
                let (name, statement) = (tried.theorem.name(), tried.theorem.statement());
                return Ok(Some((
                    place,
                    Decided {
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
    ) -> Result<Option<Decided>, Error> {
        Ok(self
            .first(world, components, budget)?
            .map(|(_, decided)| decided))
    }

    /// Winning moves of an N-position by the first theorem that accepts, at most `limit` of them.
    pub fn winning(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<Steps>, Error> {
        match self.first(world, components, budget)? {
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
    ) -> Result<Option<Vec<Loopy>>, Error> {
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
    ) -> Result<Option<Vec<Entailed>>, Error> {
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
    pub fn shown(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<(Vec<Shown>, Shown)>, Error> {
        let Some((place, _)) = self.first(world, components, budget)? else {
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
    ) -> Result<Option<AtWork>, Error> {
        let Some((place, decided)) = self.first(world, components, budget)? else {
            return Ok(None);
        };
        let Tried { theorem, method } = &mut self.tried[place];
        let works = match method {
            Ok(method) => method.works(world, components, budget)?,
            Err(_) => None,
        };
        let said = Said {
            statement: theorem.statement(),
            source: theorem.source(),
        };
        Ok(Some(AtWork {
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
    ) -> Result<Vec<Attempt>, Error> {
        let mut attempts: Vec<Attempt> = Vec::new();
        for tried in &mut self.tried {
            let needed = !attempts.iter().any(|a| a.verdict == Verdict::Accepted);
            // A theorem that speaks of these conventions and finds its condition broken comes near.
            let (verdict, reason, near) = match &mut tried.method {
                Err((verdict, why)) => (*verdict, why.clone(), false),
                Ok(_) if !needed => (
                    Verdict::NotNeeded,
                    text!("answered above", "上面已给出答案"),
                    false,
                ),
                Ok(method) => match method.outcome(world, components, budget)? {
                    Ok((_, found)) => (Verdict::Accepted, found, false),
                    Err(Declined::Because(why)) => (Verdict::Declined, why, true),
                    Err(Declined::Below(component)) => (
                        Verdict::Declined,
                        method.broken(world, &component, budget)?,
                        true,
                    ),
                },
            };
            let theorem = tried.theorem;
            let said = Some(Said {
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
    pub fn stats(&self) -> Stats {
        let methods = self
            .tried
            .iter()
            .filter_map(|tried| tried.method.as_ref().ok());
        methods
            .map(|method| method.stats())
            .fold(Stats::default(), Stats::plus)
    }
}

/// Every choice of one from each list, at most `limit`; and whether these are all.
fn product(lists: &[Vec<Step>], limit: usize) -> (Vec<Vec<Step>>, bool) {
    let mut all: Vec<Vec<Step>> = vec![Vec::new()];
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
