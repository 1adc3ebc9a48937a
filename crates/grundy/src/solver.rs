//! Runs a plan. The method that the plan of a game chose computes the values of the game's
//! components. Values, a sum theorem or a search decide the outcomes of whole positions. All
//! results are stored in a [`SolverCache`] for the next question under the same conventions.

mod bounded_search;
mod decision;
mod law_effort;
mod laws;
mod scores;
mod whole_positions;

use std::collections::HashMap;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::dense::DenseTable;
use engines::engine::{AccessPattern, Engine, ValueTask};
use engines::oracle::{EngineError, EngineStats, GrundyOracle};
use engines::parts::PartsEngine;
use engines::search::SearchEngine;
use rules::ast::PlayConvention;
use rules::game::{Conventions, GameId};
use rules::ir::Int;
use rules::play::Component;
use rules::world::World;
use theory::entailing::EntailingValue;
use theory::loopy::Loopy;
use theory::sums::ComponentTableValue;
use theory::value::Grundy;

use crate::answer::Answer;
use crate::error::SolveError;
use crate::max_slots::max_slots_by_game;
use crate::plan::{GamePlan, PlannedRange, for_values};
use crate::remoteness::rises;
use crate::settings::SessionSettings;
use crate::sums::{SumDecision, SumQuery};
use crate::value_method::{SAVED_TABLE, ValueMethod};

pub(crate) use scores::Scorer;

pub use crate::solver_cache::SolverCache;

use bounded_search::{BoundedSearch, BoundedSearchResult};
use law_effort::{LawEffort, is_large};

/// Runs the plans of one question, or of one match, in one world under one set of conventions.
pub struct Solver {
    world: Arc<World>,
    memory: SolverCache,
    /// The conventions of the question.
    pub conventions: Conventions,
    plans: HashMap<GameId, GamePlan>,
    /// The order in which games were planned.
    planned: Vec<GameId>,
    /// The methods that decided whole positions so far, without duplicates.
    deciders: Vec<&'static str>,
    /// Whether positions of one component are looked up in a table; `None` before the first query.
    tabled: Option<bool>,
    /// The engine for positions of several components; `None` before the first query.
    whole: Option<&'static str>,
    /// Engines that declined a whole position when they were queried, with the reason. A position
    /// that an engine declined is decided by a later engine.
    passed: Vec<(&'static str, Text)>,
    /// The largest position of the requested table, if values do not decide.
    greatest: Option<Component>,
    /// The numbers of positions evaluated and of options listed for earlier questions.
    before: EngineStats,
    /// Whether the cache contains no results of earlier questions.
    pub(crate) is_fresh: bool,
}

/// Maximum number of budget polls for testing whether a sum theorem applies.
const MAX_SUM_THEOREM_POLLS: u32 = 100;

impl Solver {
    /// Creates a solver that starts from the cache of earlier questions.
    pub fn new(world: &Arc<World>, mut memory: SolverCache) -> Solver {
        memory.sums.begin();
        Solver {
            world: world.clone(),
            conventions: memory.conventions,
            plans: HashMap::new(),
            planned: Vec::new(),
            deciders: Vec::new(),
            tabled: None,
            whole: None,
            passed: Vec::new(),
            greatest: None,
            before: memory.stats(),
            is_fresh: true,
            memory,
        }
    }

    /// Returns the cache for the next question.
    pub fn into_memory(self) -> SolverCache {
        self.memory
    }

    /// Returns the approximate size of the cache in bytes.
    pub fn bytes(&self) -> u64 {
        self.memory.bytes()
    }

    /// Returns the games of the session.
    pub(crate) fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// Returns the cache.
    pub(crate) fn memory(&mut self) -> &mut SolverCache {
        &mut self.memory
    }

    /// Returns whether the values of components decide the outcome of a sum.
    pub fn values_decide(&self) -> bool {
        self.conventions.is_plain()
    }

    /// Plans every game of these components. Tables are made large enough for all components.
    ///
    /// # Errors
    /// Returns an error if the rules cannot be evaluated or the budget runs out.
    pub fn plan(
        &mut self,
        components: &[Component],
        wanted: AccessPattern,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        for (game, tops) in max_slots_by_game(components) {
            let SolverCache {
                settings,
                conventions,
                known,
                ..
            } = &mut self.memory;
            let known = known.entry(game).or_default();
            let mut plan = for_values(
                &self.world,
                game,
                conventions,
                PlannedRange {
                    greatest: tops,
                    access: wanted,
                },
                settings,
                known,
                budget,
            )?;
            let told = plan.outcomes.is_some()
                || conventions.is_plain()
                    && plan.method.as_ref().is_some_and(ValueMethod::is_cheap);
            // If moves lead into other games, only the laws of these games can show that play ends.
            let ends = plan
                .facts
                .as_ref()
                .is_some_and(|facts| facts.ends || facts.names_others);
            let sought = wanted == AccessPattern::Positions
                && !told
                && ends
                && is_large(
                    &self.world,
                    game,
                    &plan.range.greatest,
                    plan.facts.as_deref(),
                );
            let given = settings
                .laws
                .iter()
                .any(|given| given.is_of(&self.world, game));
            let sought = sought
                && (conventions.is_plain() || self.is_unsettled_alone(components, budget)?);
            if (sought || given)
                && let Some(law) = self.law_of(
                    game,
                    components.len() > 1,
                    sought.then_some(LawEffort::Soon),
                    budget,
                )?
            {
                plan.insert_law(law);
            }
            self.plans.insert(game, plan);
            self.planned.push(game);
            self.use_memory(game, budget);
        }
        Ok(())
    }

    /// Returns whether the position is a single component that neither values nor a sum theorem
    /// decide (misère play, or moves in several components at once).
    fn is_unsettled_alone(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<bool, SolveError> {
        let Conventions { play, sum, .. } = self.conventions;
        let of_outcomes = Conventions {
            play,
            sum,
            ..Conventions::default()
        };
        if components.len() != 1
            || self.conventions != of_outcomes
            || !matches!(play, PlayConvention::Normal | PlayConvention::Misere)
        {
            return Ok(false);
        }
        match budget.limited(MAX_SUM_THEOREM_POLLS, |budget| {
            let sums = &mut self.memory.sums;
            sums.attempts(&SumQuery::new(&self.world, components, budget))
        }) {
            (Err(SolveError::Stopped(_)), true) => Ok(true),
            (attempts, _) => Ok(attempts?.iter().all(|attempt| !attempt.is_accepted())),
        }
    }

    /// Returns the settings of the question.
    pub(crate) fn settings(&self) -> &SessionSettings {
        &self.memory.settings
    }

    /// Returns a file that the answer depends on and that was not compared with the rules: a saved
    /// table, a store, or a file of `--resume`.
    pub(crate) fn unverified_file(&self) -> Option<String> {
        let of_plan = |(game, plan): (&GameId, &GamePlan)| match &plan.method {
            Some(ValueMethod::Engine(SAVED_TABLE, _)) => self
                .memory
                .settings
                .tables
                .iter()
                .find(|loaded| loaded.game == *game)
                .map(|loaded| loaded.name.clone()),
            Some(ValueMethod::Theorem(_, form)) => form.rests_on().map(str::to_owned),
            _ => plan
                .outcomes
                .as_ref()
                .and_then(|(_, form)| form.rests_on())
                .map(str::to_owned),
        };
        let is_searched = |plan: &GamePlan| matches!(plan.method, Some(ValueMethod::Engine(name, _)) if name == PartsEngine.name());
        self.plans.iter().find_map(of_plan).or_else(|| {
            let keeper = self
                .memory
                .settings
                .keeper
                .as_ref()
                .filter(|_| self.plans.values().any(is_searched))?;
            keeper.file_read()
        })
    }

    /// Turns an internal contradiction into an error about the unverified file that the answer
    /// depends on, if the answer depends on one.
    pub(crate) fn blame_file(&self, error: SolveError) -> SolveError {
        match (error, self.unverified_file()) {
            (SolveError::Bug(Text { en, zh }), Some(file)) => SolveError::WrongFile(text!(
                "{file} disagrees with the rules: {en}; build the file again",
                "{file} 与规则不符：{zh}；请重新生成该文件"
            )),
            (error, _) => error,
        }
    }

    /// Starts the oracle of a plan, with results from the cache. An oracle that serves every game
    /// is reused. A table reuses the entries of the cached table. If the cached table is too small,
    /// the new table is larger than needed, so that it also serves later questions.
    fn use_memory(&mut self, game: GameId, budget: &Budget<'_>) {
        let SolverCache {
            settings,
            known,
            shared,
            ..
        } = &mut self.memory;
        let Some(plan) = self.plans.get_mut(&game) else {
            return;
        };
        let Some(ValueMethod::Engine(name, oracle)) = plan.method.as_mut() else {
            return;
        };
        if settings
            .engines
            .iter()
            .any(|engine| engine.name() == *name && engine.serves_every_game())
        {
            shared
                .entry(name)
                .or_insert(oracle.take().expect("planned just now"));
        } else if let (Some(oracle), Some(table)) = (
            oracle,
            known.get(&game).and_then(|known| known.table.as_ref()),
        ) && !oracle.take_over(table)
            && let Some(facts) = &plan.facts
        {
            oracle.make_room(table, &self.world, facts, budget);
        }
    }

    /// Returns the plans in the order in which they were made.
    pub fn plans(&self) -> impl Iterator<Item = (GameId, &GamePlan)> {
        self.planned.iter().map(|game| (*game, &self.plans[game]))
    }

    /// Returns the plan of a game, if the game was planned.
    pub fn plan_of(&self, game: GameId) -> Option<&GamePlan> {
        self.plans.get(&game)
    }

    /// Returns the oracle of the engine that the plan of a game chose.
    pub(crate) fn oracle_of(&self, game: GameId) -> Option<&dyn GrundyOracle> {
        match self.plans.get(&game)?.method.as_ref()? {
            ValueMethod::Theorem(..) => None,
            ValueMethod::Engine(_, Some(oracle)) => Some(oracle.as_ref()),
            ValueMethod::Engine(name, None) => {
                self.memory.shared.get(name).map(|oracle| oracle.as_ref())
            }
        }
    }

    /// Returns the names of the methods that decided whole positions so far.
    pub fn deciders(&self) -> String {
        self.deciders.join(", ")
    }

    /// Returns whether a sum theorem decided a whole position so far.
    fn theorem_decided(&self) -> bool {
        self.deciders.iter().any(|decider| {
            theory::sums::REGISTRY
                .iter()
                .any(|theorem| theorem.name() == *decider)
        })
    }

    /// Returns the loopy value of each component, if a sum theorem computes these values.
    pub(crate) fn worths(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<Loopy>>, SolveError> {
        let sums = &mut self.memory.sums;
        sums.loopy_values(&SumQuery::new(&self.world, components, budget))
    }

    /// Returns the entailing value of each component, if a sum theorem computes these values.
    pub(crate) fn entailed(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<EntailingValue>>, SolveError> {
        let sums = &mut self.memory.sums;
        sums.entailing_values(&SumQuery::new(&self.world, components, budget))
    }

    /// Returns the reason why the sum theorem of this name computes no values.
    pub(crate) fn no_worths(
        &mut self,
        name: &str,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<SolveError, SolveError> {
        let sums = &mut self.memory.sums;
        let attempts = sums.attempts(&SumQuery::new(&self.world, components, budget))?;
        let near = attempts.into_iter().find(|attempt| attempt.name == name);
        Ok(SolveError::Unsupported(near.map_or_else(
            || text!("the values are not known", "值未知"),
            |attempt| attempt.result.reason(),
        )))
    }

    /// Returns the values of the components and of the position by which a sum theorem decided, if
    /// the values contain more than the outcome.
    pub(crate) fn deciding_values(
        &mut self,
        decided: &SumDecision,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<(Vec<ComponentTableValue>, ComponentTableValue)>, SolveError> {
        let sums = &mut self.memory.sums;
        sums.deciding_values(decided, &SumQuery::new(&self.world, components, budget))
    }

    /// Returns the statement of the sum theorem of a decision.
    pub(crate) fn sum_statement(&self, decided: &SumDecision) -> Text {
        self.memory.sums.statement(decided)
    }

    /// Returns the numbers of positions evaluated and of options listed for this question so far.
    pub fn stats(&self) -> EngineStats {
        let own = self.plans.values().filter_map(|plan| match &plan.method {
            Some(ValueMethod::Engine(_, Some(oracle))) => Some(oracle.stats()),
            _ => None,
        });
        own.fold(self.memory.stats().minus(self.before), EngineStats::plus)
    }

    /// Returns the Grundy value of a component.
    ///
    /// # Errors
    /// Returns an error if every method declines, the value does not fit, play does not end, the
    /// rules cannot be evaluated, or the budget runs out.
    pub fn value(
        &mut self,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Grundy, SolveError> {
        let Component { game, slots } = component;
        let world = self.world.clone();
        if let Some(ending) = world
            .ending(*game, slots, budget)
            .map_err(|f| SolveError::of_fault(&world, &f))?
        {
            return Ok(Grundy::from_ending(ending));
        }
        if !self.plans.contains_key(game) {
            self.plan(
                std::slice::from_ref(component),
                AccessPattern::Positions,
                budget,
            )?;
        }
        loop {
            let plan = self.plans.get_mut(game).expect("planned just now");
            let found = match &mut plan.method {
                None => Err(EngineError::Declined(text!(
                    "every theorem and engine declined",
                    "所有定理和引擎都不适用"
                ))),
                Some(ValueMethod::Theorem(_, form)) => {
                    let too_large = || {
                        let (position, most) = (world.show(*game, slots), Grundy::MAX_NIMBER);
                        SolveError::Unsupported(text!(
                            "the value of {position} is too large: the maximum is {most}",
                            "{position} 的值过大：最大为 {most}"
                        ))
                    };
                    return form.grundy(slots, budget)?.ok_or_else(too_large);
                }
                Some(ValueMethod::Engine(_, Some(oracle))) if oracle.covers(*game, slots) => {
                    let found = oracle.grundy(&world, *game, slots, budget);
                    if let Some(table) = oracle.table() {
                        self.memory.known.entry(*game).or_default().table = Some(table.clone());
                    }
                    found
                }
                Some(ValueMethod::Engine(_, Some(_))) => {
                    self.value_by_shared_engine(*game, slots, budget)
                }
                Some(ValueMethod::Engine(_, None)) => {
                    self.ask_shared(component, budget, |oracle, budget| {
                        oracle.grundy(&world, *game, slots, budget)
                    })?
                }
            };
            match found {
                Err(EngineError::Declined(why)) => {
                    // The facts about the game were not sufficient for the engine that declined; a
                    // later engine may not need these facts.
                    let plan = self.plans.get_mut(game).expect("planned before");
                    if !plan.replan(&world, *game, why.clone(), &self.memory.settings, budget)? {
                        return Err(SolveError::Unsupported(why));
                    }
                    self.use_memory(*game, budget);
                }
                found => return found.map_err(|e| SolveError::of_engine(&world, e)),
            }
        }
    }

    /// Returns whether the player to move loses a single component; `None` if the engine cannot
    /// decide the outcome faster than it computes the value.
    ///
    /// # Errors
    /// Returns the errors of [`Solver::value`].
    pub(crate) fn loses(
        &mut self,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Option<bool>, SolveError> {
        let Component { game, slots } = component;
        let world = self.world.clone();
        let found = match self
            .plans
            .get_mut(game)
            .and_then(|plan| plan.method.as_mut())
        {
            Some(ValueMethod::Engine(_, Some(oracle))) if oracle.covers(*game, slots) => {
                oracle.loses(&world, *game, slots, budget)
            }
            Some(ValueMethod::Engine(_, None)) => {
                self.ask_shared(component, budget, |oracle, budget| {
                    oracle.loses(&world, *game, slots, budget)
                })?
            }
            _ => return Ok(None),
        };
        found.map_err(|error| SolveError::of_engine(&world, error))
    }

    /// Asks the engine of a component's plan, which serves every game. If slots may rise, the
    /// search is bounded.
    fn ask_shared<T>(
        &mut self,
        component: &Component,
        budget: &Budget<'_>,
        ask: impl FnOnce(&mut dyn GrundyOracle, &Budget<'_>) -> Result<T, EngineError>,
    ) -> Result<Result<T, EngineError>, SolveError> {
        let game = component.game;
        let Some(GamePlan {
            method: Some(ValueMethod::Engine(name, _)),
            facts,
            ..
        }) = self.plans.get(&game)
        else {
            unreachable!("the plan is an engine");
        };
        let rises = rises(&self.world, game, facts.as_deref());
        let oracle = self
            .memory
            .shared
            .get_mut(name)
            .expect("it was put there when the game was planned");
        let bounded = (rises && !self.memory.settings.patient).then_some(BoundedSearch::Rising);
        let one = std::slice::from_ref(component);
        match bounded_search::search(bounded, budget, |budget| ask(oracle.as_mut(), budget)) {
            BoundedSearchResult::Done(found) => Ok(found),
            BoundedSearchResult::AtBound => Err(bounded_search::of_rising(
                &self.world,
                one,
                oracle.stats().positions,
            )),
            BoundedSearchResult::Overflow(fault) => {
                Err(bounded_search::of_overflow(&self.world, one, rises, &fault))
            }
        }
    }

    /// Returns the oracle that serves only the given game.
    pub(crate) fn own_oracle(&mut self, game: GameId) -> Option<&mut dyn GrundyOracle> {
        match self.plans.get_mut(&game)?.method.as_mut()? {
            ValueMethod::Engine(_, Some(oracle)) => Some(oracle.as_mut()),
            _ => None,
        }
    }

    /// Returns the value of a component outside the range of its oracle, computed by the first
    /// engine that serves every game.
    fn value_by_shared_engine(
        &mut self,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Grundy, EngineError> {
        let SolverCache {
            settings, shared, ..
        } = &mut self.memory;
        let outside = || {
            let position = self.world.show(game, slots);
            EngineError::Declined(text!(
                "{position} is not in the table",
                "{position} 不在表中"
            ))
        };
        let usable = |engine: &&&dyn Engine| {
            engine.serves_every_game() && !settings.without.contains(engine.name())
        };
        let engine = settings.engines.iter().find(usable).ok_or_else(outside)?;
        if !shared.contains_key(engine.name()) {
            let means = settings.means();
            let task = ValueTask::new(
                &self.world,
                game,
                None,
                slots,
                AccessPattern::Positions,
                &means,
                budget,
            );
            let (_, oracle) = engine.values(&task)?;
            shared.insert(engine.name(), oracle);
        }
        shared
            .get_mut(engine.name())
            .expect("it is there now")
            .grundy(&self.world, game, slots, budget)
    }

    /// Returns the table of a game, and fills it if its plan is a table; `None` for other plans.
    ///
    /// # Errors
    /// Returns the errors of [`Solver::value`].
    pub fn table_of(
        &mut self,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Option<Arc<DenseTable>>, SolveError> {
        self.value(component, budget)?;
        Ok(self
            .oracle_of(component.game)
            .and_then(|oracle| oracle.table())
            .cloned())
    }

    /// Returns whether a slot may rise during play although no fact shows that play ends.
    pub(crate) fn rises(
        &mut self,
        position: &[Component],
        budget: &Budget<'_>,
    ) -> Result<bool, SolveError> {
        let mut last = None;
        for game in position.iter().map(|component| component.game) {
            if last.replace(game) == Some(game) {
                continue;
            }
            let facts =
                self.memory
                    .known
                    .entry(game)
                    .or_default()
                    .facts(&self.world, game, budget)?;
            if rises(&self.world, game, facts.as_deref()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether a search that stops at the first winning move computed the answer, although
    /// the facts do not show that every play ends. A search that stops at the first winning move
    /// may miss a cycle.
    pub(crate) fn may_have_missed_rounds(
        &mut self,
        answer: &Answer,
        budget: &Budget<'_>,
    ) -> Result<bool, SolveError> {
        const EARLY: &str = SearchEngine::NAME;
        if self.conventions.loopy || !answer.components.iter().any(|part| part.method == EARLY) {
            return Ok(false);
        }
        let world = self.world.clone();
        for game in world.reachable_games(answer.position.iter().map(|component| component.game)) {
            let known = self.memory.known.entry(game).or_default();
            if known
                .facts(&world, game, budget)?
                .is_some_and(|facts| !facts.ends)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Announces that a table of outcomes up to this position is requested.
    pub(crate) fn expect_outcomes(&mut self, greatest: Option<Component>) {
        self.greatest = greatest;
    }
}
