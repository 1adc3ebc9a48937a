//! Where sum theorems get the values of components: the heaps that can be read off the rules, the
//! closed forms of theorems about single games, and folds over all positions of a component.

use std::collections::HashMap;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::dense::Kernel;
use engines::engine::{Task, Wanted};
use engines::folds::{Folds, Tables};
use engines::oracle::{EngineError, Stats};
use engines::search::ComponentFold;
use facts::{Facts, facts};
use rules::ir::Int;
use rules::play::{Component, Sum};
use rules::rules::{Conventions, Fault, GameId, OptionRef, Options};
use rules::world::World;
use theorems::Heaps;
use theory::algebra::Algebra;
use theory::theorem::{self, Case, ClosedForm};

use super::Declined;
use crate::error::Error;
use crate::settings::Settings;
use crate::solver::greatest;

/// What is known of the rules of one game.
pub(super) struct Source {
    /// Its slots as heaps, if they are.
    pub heaps: Option<Heaps>,
    /// A closed form of a game in which every move leaves one component, with the name of its
    /// theorem.
    pub form: Option<(&'static str, Box<dyn ClosedForm>)>,
    /// What else is known of the rules; `None` for games given as Rust values.
    facts: Option<Facts>,
}

impl Source {
    /// The closed form, if this position is within its reach.
    pub fn within_reach(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<(&'static str, &dyn ClosedForm)>, Error> {
        let Some((name, form)) = &self.form else {
            return Ok(None);
        };
        let beyond = form.beyond_reach(slots, budget).map_err(Error::Stopped)?;
        Ok(beyond.is_none().then_some((*name, form.as_ref())))
    }
}

/// For each game, where the values of its positions come from.
pub(super) struct Sources {
    settings: Arc<Settings>,
    of: HashMap<GameId, Source>,
}

impl Sources {
    /// Nothing is read yet.
    pub fn new(settings: Arc<Settings>) -> Sources {
        Sources {
            settings,
            of: HashMap::new(),
        }
    }

    /// What can be read off the rules of a game.
    pub fn of(
        &mut self,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<&Source, Error> {
        if !self.of.contains_key(&game) {
            let mut source = Source {
                heaps: None,
                form: None,
                facts: None,
            };
            if let Some(ir) = world.rules(game).game() {
                let facts = facts(ir, game, budget).map_err(Error::Stopped)?;
                // The question is what a component is by itself, whatever sum it stands in.
                let case = Case::new(world, game, Some(&facts), Conventions::default(), budget);
                source.heaps = Heaps::read(&case).ok();
                let leaves_one = self
                    .settings
                    .theorems
                    .iter()
                    .filter(|t| t.speaks_of(case.rules) && t.leaves_one(&facts));
                for theorem in
                    leaves_one.filter(|theorem| !self.settings.without.contains(theorem.name()))
                {
                    match theorem.apply(&case) {
                        Ok(form) => {
                            source.form = Some((theorem.name(), form));
                            break;
                        }
                        Err(theorem::Declined::Condition(_) | theorem::Declined::Near(_)) => {}
                        Err(theorem::Declined::Stopped(stop)) => return Err(Error::Stopped(stop)),
                    }
                }
                source.facts = Some(facts);
            }
            self.of.insert(game, source);
        }
        Ok(&self.of[&game])
    }

    /// Whether the rules say that every move leaves at most one component.
    pub fn stays_one(
        &mut self,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<bool, Error> {
        let facts = &self.of(world, game, budget)?.facts;
        Ok(facts.as_ref().is_some_and(|facts| {
            facts.most_components.is_some_and(|most| most <= 1) && !facts.names_others
        }))
    }

    /// What was read before.
    pub fn known(&self, game: GameId) -> &Source {
        &self.of[&game]
    }

    /// Why no theorem speaks of sums with these components, if equal ones cancel.
    pub fn coins(&self, world: &World, components: &[Component]) -> Option<Declined> {
        let coins = components
            .iter()
            .any(|component| world.rules(component.game).coins());
        coins.then(|| Declined::Because(cancelling()))
    }
}

pub(super) fn cancelling() -> Text {
    text!(
        "two equal coins cancel: components are not independent",
        "两个相同的硬币相互抵消：各部分并不独立"
    )
}

/// A fold over the positions of components, with a limit where the theorem could be declined after
/// much work. Tables are asked first, where they are filled with its algebra.
pub(super) struct Fold<A: Algebra> {
    search: ComponentFold<A>,
    tables: Option<Box<dyn Tables<A::Value>>>,
    limited: bool,
    /// Set when the limit was reached: only what is known is told from then on.
    cut: Option<Text>,
}

/// How many looks at the clock a limited fold may take, a thousand steps each.
const LOOKS: u32 = 20_000;

impl<T: Copy + Eq + std::fmt::Debug, A: Algebra<Value = Option<T>>> Fold<A> {
    /// Nothing is folded yet.
    pub fn new(sources: &Sources, algebra: A, limited: bool) -> Fold<A> {
        Fold {
            search: ComponentFold::of(algebra, sources.settings.order),
            tables: None,
            limited,
            cut: None,
        }
    }

    /// Tables are asked first.
    pub fn with_tables(mut self) -> Fold<A>
    where
        A: Kernel + Send + 'static,
        A::Value: Send,
    {
        self.tables = Some(Box::new(Folds::new(self.search.algebra())));
        self
    }

    /// These components are about to be asked: sees to tables that hold them, where they can be
    /// had.
    pub fn see_to(
        &mut self,
        world: &World,
        components: &[Component],
        sources: &mut Sources,
        budget: &Budget<'_>,
    ) -> Result<(), Error> {
        let Some(tables) = &mut self.tables else {
            return Ok(());
        };
        let settings = sources.settings.clone();
        let switched_on: Vec<_> = settings
            .engines
            .iter()
            .copied()
            .filter(|engine| !settings.without.contains(engine.name()))
            .collect();
        let is_new =
            |component: &&Component| tables.known(component.game, &component.slots).is_none();
        let new: Vec<Component> = components.iter().filter(is_new).cloned().collect();
        for (game, tops) in greatest(&new) {
            let (facts, means) = (&sources.of(world, game, budget)?.facts, settings.means());
            let task = Task::new(
                world,
                game,
                facts.as_ref(),
                (&tops, Wanted::Positions),
                &means,
                budget,
            );
            tables.see_to(&task, &switched_on).map_err(Error::Stopped)?;
        }
        Ok(())
    }

    /// What was done.
    pub fn stats(&self) -> Stats {
        self.tables
            .as_ref()
            .map_or(Stats::default(), |tables| tables.stats())
            .plus(self.search.stats())
    }

    /// Bytes held for later questions, about.
    pub fn bytes(&self) -> u64 {
        self.tables.as_ref().map_or(0, |tables| tables.bytes()) + self.search.bytes()
    }

    /// A new question is asked: it has the whole limit again.
    pub fn begin(&mut self) {
        self.cut = None;
    }

    /// The value of a component, or why there is none.
    pub fn value(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Result<T, Declined>, Error> {
        let Component { game, slots } = component;
        if let Some(Some(value)) = self
            .tables
            .as_ref()
            .and_then(|tables| tables.known(*game, slots))
        {
            return Ok(Ok(value));
        }
        let found = match (self.search.known(*game, slots), &self.cut) {
            (Some(known), _) => Ok(known),
            (None, Some(why)) => return Ok(Err(Declined::Because(why.clone()))),
            (None, None) if self.limited => {
                let (found, cut) = budget.limited(LOOKS, |budget| {
                    self.search.value(world, *game, slots, budget)
                });
                if cut {
                    let positions = self.search.stats().positions;
                    let why = text!(
                        "the condition was not tested to the end: {positions} positions of components were not all",
                        "条件未能检验完：已看过各部分的 {positions} 个局面，仍未看完"
                    );
                    self.cut = Some(why.clone());
                    return Ok(Err(Declined::Because(why)));
                }
                found
            }
            (None, None) => self.search.value(world, *game, slots, budget),
        };
        Ok(match found {
            Ok(_) if self.search.met_coins() => Err(Declined::Because(cancelling())),
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(Declined::Below(component.clone())),
            Err(EngineError::Fault(Fault::Stopped(stop))) => return Err(Error::Stopped(stop)),
            Err(EngineError::Declined(why)) => Err(Declined::Because(why)),
            Err(EngineError::Endless(_)) => Err(Declined::Because(text!(
                "play may go round for ever",
                "对局可能无限循环"
            ))),
            // A search of the whole may never come to the position where the rules fail.
            Err(_) => Err(Declined::Because(text!(
                "the rules cannot be evaluated at every position of a component",
                "并非各部分的每个局面都能按规则求值"
            ))),
        })
    }

    /// The value of an option of a component that has one.
    pub fn option(
        &mut self,
        world: &World,
        option: &OptionRef<'_>,
        budget: &Budget<'_>,
    ) -> Result<T, Error> {
        let mut parts = Vec::new();
        for (game, slots) in option.components() {
            parts.push(
                match self
                    .tables
                    .as_ref()
                    .and_then(|tables| tables.known(game, slots))
                {
                    Some(value) => value,
                    None => self
                        .search
                        .value(world, game, slots, budget)
                        .map_err(|e| Error::of_engine(world, e))?,
                },
            );
        }
        let value = self.search.algebra().sum(&parts);
        value.ok_or_else(|| {
            Error::Bug(text!(
                "an option breaks a condition that the position keeps",
                "某一着破坏了局面所满足的条件"
            ))
        })
    }

    /// The first position met below a component that breaks the condition, in words.
    pub fn broken(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<String, Error> {
        let mut at = component.clone();
        let mut options = Options::new();
        loop {
            budget.tick().map_err(Error::Stopped)?;
            let fault = |fault| Error::of_fault(world, &fault);
            if world
                .ending(at.game, &at.slots, budget)
                .map_err(fault)?
                .is_some()
            {
                break;
            }
            world
                .options(at.game, &at.slots, &mut options, budget)
                .map_err(fault)?;
            let mut parts = options
                .iter()
                .flat_map(|option| option.components().collect::<Vec<_>>());
            let Some((game, slots)) =
                parts.find(|(game, slots)| self.search.known(*game, slots) == Some(None))
            else {
                break;
            };
            at = Component {
                game,
                slots: slots.into(),
            };
        }
        Ok(Sum(vec![at]).show(world))
    }
}
