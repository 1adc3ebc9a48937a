//! The sources of values for sum theorems: heaps that can be recognized from the rules, closed
//! forms of theorems about single games, and folds over all positions of a component.

use std::collections::HashMap;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::dense::TableKernel;
use engines::engine::{AccessPattern, ValueTask};
use engines::fold_tables::{FoldTables, ValueTables};
use engines::oracle::{EngineError, EngineStats};
use engines::search::ComponentFold;
use facts::{GameFacts, facts};
use rules::game::{Conventions, GameId, OptionRef, RulesError};
use rules::ir::Int;
use rules::play::{Component, SumPosition};
use rules::world::World;
use theorems::NimHeaps;
use theory::algebra::Algebra;
use theory::theorem::{self, ClosedForm, TheoremCase};

use super::plain_values::not_everywhere;
use super::sum_method::{SumAnswer, SumTheoremError};
use crate::error::{RulesResult, SolveError};
use crate::max_slots::max_slots_by_game;
use crate::option_list::options_of;
use crate::settings::SessionSettings;

/// The properties of the rules of one game.
pub(super) struct SumSource {
    /// The slots of the game as heaps, if the slots behave as heaps.
    pub heaps: Option<NimHeaps>,
    /// A closed form of a game in which every move leaves one component, with the name of its
    /// theorem.
    pub form: Option<(&'static str, Box<dyn ClosedForm>)>,
    /// The facts about the rules; `None` for games given as Rust values.
    facts: Option<GameFacts>,
}

impl SumSource {
    /// Returns the closed form if it covers the given position.
    pub fn within_reach(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<(&'static str, &dyn ClosedForm)>, SolveError> {
        let Some((name, form)) = &self.form else {
            return Ok(None);
        };
        let beyond = form.beyond_reach(slots, budget)?;
        Ok(beyond.is_none().then_some((*name, form.as_ref())))
    }
}

/// The source of values for each game.
pub(super) struct SumSources {
    settings: Arc<SessionSettings>,
    of: HashMap<GameId, SumSource>,
}

impl SumSources {
    /// Creates an empty cache of sources.
    pub fn new(settings: Arc<SessionSettings>) -> SumSources {
        SumSources {
            settings,
            of: HashMap::new(),
        }
    }

    /// Returns the properties of the rules of a game.
    pub fn source_of(
        &mut self,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<&SumSource, SolveError> {
        if !self.of.contains_key(&game) {
            let mut source = SumSource {
                heaps: None,
                form: None,
                facts: None,
            };
            if let Some(ir) = world.rules(game).game() {
                let facts = facts(ir, game, budget)?;
                // The closed form must give the value of a component on its own, whatever sum it
                // belongs to.
                let case =
                    TheoremCase::new(world, game, Some(&facts), Conventions::default(), budget);
                source.heaps = NimHeaps::read(&case).ok();
                let leaves_one = self
                    .settings
                    .theorems
                    .iter()
                    .filter(|t| t.applies_to(case.rules) && t.leaves_one(&facts));
                for theorem in
                    leaves_one.filter(|theorem| !self.settings.without.contains(theorem.name()))
                {
                    match theorem.apply(&case) {
                        Ok(form) => {
                            source.form = Some((theorem.name(), form));
                            break;
                        }
                        Err(
                            theorem::ConditionError::Condition(_)
                            | theorem::ConditionError::Near(_),
                        ) => {}
                        Err(theorem::ConditionError::Stopped(stop)) => {
                            return Err(SolveError::Stopped(stop));
                        }
                    }
                }
                source.facts = Some(facts);
            }
            self.of.insert(game, source);
        }
        Ok(&self.of[&game])
    }

    /// Returns whether the rules show that every move leaves at most one component.
    pub fn stays_one(
        &mut self,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<bool, SolveError> {
        let facts = &self.source_of(world, game, budget)?.facts;
        Ok(facts.as_ref().is_some_and(|facts| {
            facts.most_components.is_some_and(|most| most <= 1) && !facts.names_others
        }))
    }

    /// Returns the cached properties of a game.
    pub fn cached(&self, game: GameId) -> &SumSource {
        &self.of[&game]
    }

    /// Checks that equal components do not cancel, because no theorem covers sums in which equal
    /// components cancel.
    pub fn check_coins(&self, world: &World, components: &[Component]) -> Result<(), Text> {
        let mut games = components.iter().map(|component| component.game);
        if games.any(|game| world.rules(game).coins()) {
            return Err(cancelling());
        }
        Ok(())
    }
}

pub(super) fn cancelling() -> Text {
    text!(
        "two equal coins cancel: components are not independent",
        "两个相同的硬币相互抵消：各部分并不独立"
    )
}

pub(super) fn broken_by_option() -> SolveError {
    SolveError::Bug(text!(
        "a condition is satisfied at a position but not at one of its options",
        "某一着破坏了局面所满足的条件"
    ))
}

/// A fold over the positions of components, with a limit if the theorem may decline after much
/// work. Tables filled with the algebra of the theorem are looked up first.
pub(super) struct LimitedFold<A: Algebra> {
    search: ComponentFold<A>,
    tables: Option<Box<dyn ValueTables<A::Value>>>,
    limited: bool,
    /// The reason why the limit was reached. After the limit is reached, only cached values are
    /// returned.
    cut: Option<Text>,
}

/// Maximum number of budget polls of a limited fold, a thousand steps each.
const MAX_POLLS: u32 = 20_000;

impl<T: Copy + Eq + std::fmt::Debug, A: Algebra<Value = Option<T>>> LimitedFold<A> {
    /// Creates a fold with an empty cache.
    pub fn new(sources: &SumSources, algebra: A, limited: bool) -> LimitedFold<A> {
        LimitedFold {
            search: ComponentFold::with_algebra(algebra, sources.settings.order),
            tables: None,
            limited,
            cut: None,
        }
    }

    /// Enables tables, in which values are looked up before a fold is computed.
    pub fn with_tables(mut self) -> LimitedFold<A>
    where
        A: TableKernel + Send + 'static,
        A::Value: Send,
    {
        self.tables = Some(Box::new(FoldTables::new(self.search.algebra())));
        self
    }

    /// Fills tables for these components, which are about to be queried, if tables are possible.
    pub fn see_to(
        &mut self,
        world: &World,
        components: &[Component],
        sources: &mut SumSources,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
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
            |component: &&Component| tables.lookup(component.game, &component.slots).is_none();
        let new: Vec<Component> = components.iter().filter(is_new).cloned().collect();
        for (game, tops) in max_slots_by_game(&new) {
            let (facts, means) = (
                &sources.source_of(world, game, budget)?.facts,
                settings.means(),
            );
            let task = ValueTask::new(
                world,
                game,
                facts.as_ref(),
                &tops,
                AccessPattern::Positions,
                &means,
                budget,
            );
            tables.see_to(&task, &switched_on)?;
        }
        Ok(())
    }

    /// Returns the numbers of positions evaluated and of options listed.
    pub fn stats(&self) -> EngineStats {
        self.tables
            .as_ref()
            .map_or(EngineStats::default(), |tables| tables.stats())
            .plus(self.search.stats())
    }

    /// Returns the approximate number of bytes cached for later queries.
    pub fn bytes(&self) -> u64 {
        self.tables.as_ref().map_or(0, |tables| tables.bytes()) + self.search.bytes()
    }

    /// Prepares for a new query. The limit on the work of a fold starts again from zero.
    pub fn begin(&mut self) {
        self.cut = None;
    }

    /// Returns the value of a component, or the reason why the component has no value.
    pub fn value(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> SumAnswer<T> {
        let Component { game, slots } = component;
        if let Some(Some(value)) = self.in_table(*game, slots) {
            return Ok(value);
        }
        let found = match (self.search.lookup(*game, slots), &self.cut) {
            (Some(known), _) => Ok(known),
            (None, Some(why)) => return Err(why.clone().into()),
            (None, None) if self.limited => {
                let (found, cut) = budget.limited(MAX_POLLS, |budget| {
                    self.search.value(world, *game, slots, budget)
                });
                if cut {
                    let positions = self.search.stats().positions;
                    let why = text!(
                        "the condition was not tested completely: the limit was reached after {positions} positions of the components",
                        "条件未能检验完：检验各部分的 {positions} 个局面后已达限度"
                    );
                    self.cut = Some(why.clone());
                    return Err(why.into());
                }
                found
            }
            (None, None) => self.search.value(world, *game, slots, budget),
        };
        Err(match found {
            Ok(_) if self.search.met_coins() => cancelling(),
            Ok(Some(value)) => return Ok(value),
            Ok(None) => return Err(SumTheoremError::Below(component.clone())),
            Err(EngineError::Fault(RulesError::Stopped(stop))) => return Err(stop.into()),
            Err(EngineError::Declined(why)) => why,
            Err(EngineError::Endless(_)) => text!("play can cycle", "对局可能循环"),
            // A search of the complete position may never reach the position at which the rules
            // fail.
            Err(_) => not_everywhere(),
        }
        .into())
    }

    /// Returns the value of a position that is in a table.
    fn in_table(&self, game: GameId, slots: &[Int]) -> Option<Option<T>> {
        self.tables.as_ref()?.lookup(game, slots)
    }

    /// Returns the value of the position after an option of a component that has a value.
    pub fn option(
        &mut self,
        world: &World,
        option: &OptionRef<'_>,
        budget: &Budget<'_>,
    ) -> Result<T, SolveError> {
        let mut parts = Vec::new();
        for (game, slots) in option.components() {
            parts.push(match self.in_table(game, slots) {
                Some(value) => value,
                None => self
                    .search
                    .value(world, game, slots, budget)
                    .map_err(|e| SolveError::of_engine(world, e))?,
            });
        }
        let value = self.search.algebra().sum(&parts);
        value.ok_or_else(broken_by_option)
    }

    /// Returns the first position found below a component that violates the condition, as text.
    pub fn failed_condition(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<String, SolveError> {
        let mut at = component.clone();
        loop {
            budget.tick()?;
            let ending = world.ending(at.game, &at.slots, budget);
            if ending.explain_fault(world)?.is_some() {
                break;
            }
            let options = options_of(world, &at, budget)?;
            let mut parts = options.iter().flat_map(|option| option.to_components());
            let Some(part) =
                parts.find(|part| self.search.lookup(part.game, &part.slots) == Some(None))
            else {
                break;
            };
            at = part;
        }
        Ok(SumPosition(vec![at]).show(world))
    }
}
