//! Runs a plan: values of components by the method that accepted, outcomes of whole positions by values, by a sum theorem or by a
//! search, and the evidence for certificates.
//! Everything found is kept for the next question about the same games.

use std::collections::{HashMap, HashSet};

use base::budget::Budget;
use engines::dense::{Dense, Filler, Space};
use engines::oracle::{EngineError, GrundyOracle, OutcomeOracle, Stats};
use engines::reference::{ReferenceGrundy, ReferenceOutcomes};
use engines::search::{ComponentSearch, SumSearch};
use rules::ir::Int;
use rules::play::{Component, Sum, ended_at_once, moves};
use rules::rules::{Conventions, GameId, Outcome};
use rules::world::World;
use theory::theorem::ClosedForm;
use theory::value::Grundy;

use crate::error::Error;
use crate::plan::{Attempt, Filling, GamePlan, Method, Settings, Verdict, Wanted, by_values, for_outcomes, for_values};
use crate::saved::Loaded;
use crate::sums::{Decided, Steps, Sums};

/// How many looks at the clock, a thousand steps each, a search for rows of a certificate may take where a theorem knew the answer.
const SEARCHED_LOOKS: u32 = 20;

/// The most numbers of a position of which such a search is made.
const SEARCHED_SLOTS: usize = 8;

/// Runs plans in one world under one set of conventions.
pub struct Solver<'w> {
    world: &'w World,
    settings: &'w Settings,
    /// The conventions of the question.
    pub conventions: Conventions,
    games: HashMap<GameId, GameSolver<'w>>,
    /// The order in which games were planned.
    planned: Vec<GameId>,
    search: ComponentSearch<'w>,
    reference: ReferenceGrundy<'w>,
    sums: Sums<'w>,
    whole: Option<Whole<'w>>,
    /// What decided whole positions so far, each once.
    deciders: Vec<&'static str>,
}

/// One game's plan and table.
struct GameSolver<'w> {
    plan: GamePlan,
    dense: Option<Dense<'w>>,
}

/// The engine for whole positions.
struct Whole<'w> {
    name: &'static str,
    oracle: Box<dyn OutcomeOracle + 'w>,
}

impl<'w> Solver<'w> {
    /// A solver that has done nothing yet.
    pub fn new(world: &'w World, settings: &'w Settings, conventions: Conventions) -> Solver<'w> {
        Solver {
            world,
            settings,
            conventions,
            games: HashMap::new(),
            planned: Vec::new(),
            search: ComponentSearch::new(world, settings.order),
            reference: ReferenceGrundy::new(world),
            sums: Sums::new(world, settings, conventions),
            whole: None,
            deciders: Vec::new(),
        }
    }

    /// True where the values of components decide.
    pub fn by_values(&self) -> bool {
        by_values(&self.conventions)
    }

    /// Plans every game of these components, with tables large enough for all of them.
    pub fn plan(&mut self, components: &[Component], wanted: Wanted, budget: &Budget<'_>) -> Result<(), Error> {
        let mut tops: Vec<(GameId, Vec<Int>)> = Vec::new();
        for component in components {
            match tops.iter_mut().find(|(game, _)| *game == component.game) {
                None => tops.push((component.game, component.slots.to_vec())),
                Some((_, most)) => most.iter_mut().zip(&component.slots).for_each(|(a, b)| *a = (*a).max(*b)),
            }
        }
        for (game, tops) in tops {
            let plan = for_values(self.world, game, &self.conventions, &tops, wanted, self.settings, budget)?;
            self.games.insert(game, GameSolver { plan, dense: None });
            self.planned.push(game);
        }
        Ok(())
    }

    /// The plans made, in their order.
    pub fn plans(&self) -> impl Iterator<Item = (GameId, &GamePlan)> {
        self.planned.iter().map(|game| (*game, &self.games[game].plan))
    }

    /// The plan of one game, made before.
    pub fn plan_of(&self, game: GameId) -> Option<&GamePlan> {
        self.games.get(&game).map(|solver| &solver.plan)
    }

    /// The attempts for a whole position where values do not decide: sum theorems, then engines.
    pub fn whole_attempts(&mut self, sum: &Sum, budget: &Budget<'_>) -> Result<Vec<Attempt>, Error> {
        let alone = self.alone(&sum.0, budget)?.is_some();
        let mut attempts = if alone { Vec::new() } else { self.sums.attempts(&sum.0, budget)? };
        let decided = alone || attempts.iter().any(|a| a.verdict == Verdict::Accepted);
        let (mut engines, _) = for_outcomes(&self.conventions, self.settings);
        for attempt in engines.iter_mut().filter(|a| decided && a.verdict == Verdict::Accepted) {
            (attempt.verdict, attempt.reason) = (Verdict::NotNeeded, base::text!("answered above", "上面已给出答案"));
        }
        attempts.append(&mut engines);
        Ok(attempts)
    }

    /// What decided whole positions so far.
    pub fn deciders(&self) -> String {
        self.deciders.join(", ")
    }

    /// Whether a sum theorem decided a whole position so far.
    pub fn theorem_decided(&self) -> bool {
        self.deciders.iter().any(|decider| theory::sums::REGISTRY.iter().any(|theorem| theorem.name() == *decider))
    }

    /// What a sum theorem says of a whole position, where values do not decide and one accepts.
    pub(crate) fn by_theorem(&mut self, sum: &Sum, budget: &Budget<'_>) -> Result<Option<Decided>, Error> {
        let settled = self.by_values() || self.alone(&sum.0, budget)?.is_some();
        if settled { Ok(None) } else { self.sums.decide(&sum.0, budget) }
    }

    /// What a theorem on structures knows of a position of one component, where values do not decide.
    pub(crate) fn alone(&mut self, sum: &[Component], budget: &Budget<'_>) -> Result<Option<(&'static str, &dyn ClosedForm)>, Error> {
        let [component] = sum else { return Ok(None) };
        if self.by_values() || self.world.rules(component.game).as_any().is_none() {
            return Ok(None);
        }
        if !self.games.contains_key(&component.game) {
            self.plan(sum, Wanted::Positions, budget)?;
        }
        let outcomes = self.games[&component.game].plan.outcomes.as_ref();
        Ok(outcomes.map(|(name, form)| (*name, form.as_ref())))
    }

    /// Winning moves of an N-position by a sum theorem, at most `limit` of them; none where no theorem accepts.
    pub(crate) fn theorem_moves(&mut self, components: &[Component], limit: usize, budget: &Budget<'_>) -> Result<Option<Steps>, Error> {
        let settled = self.by_values() || self.alone(components, budget)?.is_some();
        if settled { Ok(None) } else { self.sums.winning(components, limit, budget) }
    }

    /// What was done so far, tables, searches and all.
    pub fn stats(&self) -> Stats {
        let tables = self.games.values().filter_map(|g| g.dense.as_ref()).map(GrundyOracle::stats);
        let whole = self.whole.iter().map(|w| w.oracle.stats());
        tables
            .chain(whole)
            .chain([self.search.stats(), self.reference.stats(), self.sums.stats()])
            .fold(Stats::default(), |sum, one| Stats { positions: sum.positions + one.positions, options: sum.options + one.options })
    }

    /// The Grundy value of a component.
    pub fn value(&mut self, component: &Component, budget: &Budget<'_>) -> Result<Grundy, Error> {
        let Component { game, slots } = component;
        if let Some(ending) = self.world.ending(*game, slots).map_err(|f| Error::of_fault(self.world, &f))? {
            return Ok(Grundy::ended(ending));
        }
        if !self.games.contains_key(game) {
            self.plan(std::slice::from_ref(component), Wanted::Positions, budget)?;
        }
        let solver = self.games.get_mut(game).expect("planned just now");
        let found = match &solver.plan.method {
            None => Err(EngineError::Declined(base::text!("every theorem and engine declined", "所有定理和引擎都不适用"))),
            Some(Method::Theorem(_, form)) => {
                let too_large = || {
                    let (position, most) = (self.world.show(*game, slots), Grundy::GREATEST);
                    Error::Unsupported(base::text!(
                        "the value of {position} does not fit: the greatest is {most}",
                        "{position} 的值过大：最大为 {most}"
                    ))
                };
                return form.grundy(slots).ok_or_else(too_large);
            }
            Some(Method::Dense(space, filling)) if space.contains(slots) => {
                if let (None, Filling::Read(index)) = (&solver.dense, filling) {
                    let Loaded { table, stats, .. } = &self.settings.tables[*index];
                    solver.dense = Some(Dense::of_table(self.world, *game, space.clone(), table.clone(), *stats));
                }
                if solver.dense.is_none() {
                    let filler = match (filling, &self.settings.machine) {
                        (Filling::Generated, Some(machine)) => Filler::Generated(machine.as_ref()),
                        _ => Filler::Program,
                    };
                    match Dense::fill(self.world, *game, space.clone(), filler, budget) {
                        Ok(filled) => solver.dense = Some(filled),
                        // The facts did not tell; a search needs none of them.
                        Err(EngineError::Declined(why)) if !self.settings.without.contains("search") => solver.plan.searched_instead(why),
                        Err(error) => return Err(Error::of_engine(self.world, error)),
                    }
                }
                match solver.dense.as_mut() {
                    Some(dense) => dense.grundy(*game, slots, budget),
                    None => self.search.grundy(*game, slots, budget),
                }
            }
            Some(Method::Dense(..) | Method::Search) => self.search.grundy(*game, slots, budget),
            Some(Method::Reference) => self.reference.grundy(*game, slots, budget),
        };
        found.map_err(|e| Error::of_engine(self.world, e))
    }

    /// The table of a game, filled if its plan says so; none where the plan is another.
    pub fn table_of(&mut self, component: &Component, budget: &Budget<'_>) -> Result<Option<&Dense<'w>>, Error> {
        self.value(component, budget)?;
        Ok(self.games.get(&component.game).and_then(|solver| solver.dense.as_ref()))
    }

    /// The outcome of a whole position, by values where they decide, else by a sum theorem, else by the engine for whole positions.
    pub fn outcome(&mut self, sum: &Sum, budget: &Budget<'_>) -> Result<Outcome, Error> {
        if self.by_values() {
            if let Some(over) = ended_at_once(self.world, sum).map_err(|f| Error::of_fault(self.world, &f))? {
                return Ok(over);
            }
            let mut values = Vec::with_capacity(sum.0.len());
            for component in &sum.0 {
                values.push(self.value(component, budget)?);
            }
            return Ok(Grundy::sum(values).outcome());
        }
        let alone = self.alone(&sum.0, budget)?.map(|(name, form)| (form.outcome(&sum.0[0].slots), name));
        let (outcome, name) = match alone {
            Some(known) => known,
            None => match self.by_theorem(sum, budget)? {
                Some(decided) => (decided.outcome, decided.name),
                None => {
                    let world = self.world;
                    let whole = self.whole()?;
                    (whole.oracle.outcome(sum, budget).map_err(|e| Error::of_engine(world, e))?, whole.name)
                }
            },
        };
        if !self.deciders.contains(&name) {
            self.deciders.push(name);
        }
        Ok(outcome)
    }

    fn whole(&mut self) -> Result<&mut Whole<'w>, Error> {
        if self.whole.is_none() {
            let (_, chosen) = for_outcomes(&self.conventions, self.settings);
            let (world, Conventions { play, sum, .. }) = (self.world, self.conventions);
            let (name, oracle): (_, Box<dyn OutcomeOracle + 'w>) = match chosen {
                Some("search") => ("search", Box::new(SumSearch::new(world, play, sum, self.settings.order))),
                Some(_) => ("reference", Box::new(ReferenceOutcomes::new(world, self.conventions))),
                None => {
                    return Err(Error::Unsupported(base::text!("every engine declined or is switched off", "所有引擎都不适用或已关闭")));
                }
            };
            self.whole = Some(Whole { name, oracle });
        }
        Ok(self.whole.as_mut().expect("made just now"))
    }

    /// The values of these components and of all they rest on, each after those it rests on, for a certificate: at most `limit`
    /// rows; `None` if there are more, or a component can end play.
    pub fn value_rows(
        &mut self,
        components: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<(Component, u64)>>, Error> {
        let mut lists = Vec::new();
        let mut asked: Vec<GameId> = components.iter().map(|c| c.game).collect();
        asked.sort_unstable();
        asked.dedup();
        for game in asked {
            let Some(solver) = self.games.get(&game) else { return Ok(None) };
            let evidence = match &solver.plan.method {
                Some(Method::Theorem(..)) if self.world.rules(game).as_any().is_some() => {
                    // A theorem has no rows; a short search of a small graph stands in for it.
                    if components.iter().any(|c| c.game == game && c.slots.len() > SEARCHED_SLOTS) {
                        return Ok(None);
                    }
                    let mut search = ComponentSearch::new(self.world, self.settings.order);
                    let mut own = components.iter().filter(|c| c.game == game);
                    let (found, cut) =
                        budget.limited(SEARCHED_LOOKS, |budget| own.try_for_each(|c| search.grundy(game, &c.slots, budget).map(|_| ())));
                    match found {
                        Ok(()) => search.evidence(limit),
                        Err(_) if cut => None,
                        Err(error) => return Err(Error::of_engine(self.world, error)),
                    }
                }
                Some(Method::Theorem(..)) => {
                    // Here a small table of the same positions.
                    let own: Vec<&Component> = components.iter().filter(|c| c.game == game).collect();
                    let Some(space) = self.small_space(game, &own, budget) else { return Ok(None) };
                    let table = Dense::fill(self.world, game, space, Filler::Plain, budget).map_err(|e| Error::of_engine(self.world, e))?;
                    table.evidence(limit)
                }
                Some(Method::Dense(..)) => solver.dense.as_ref().and_then(|d| d.evidence(limit)),
                Some(Method::Search) => self.search.evidence(limit),
                Some(Method::Reference) => self.reference.evidence(limit),
                None => None,
            };
            let Some(evidence) = evidence else { return Ok(None) };
            lists.push(evidence);
        }
        let mut rows = Vec::new();
        let mut seen = HashSet::new();
        for (component, value) in lists.into_iter().flatten() {
            let Some(value) = value.as_nimber().filter(|_| !self.world.rules(component.game).can_end()) else {
                return Ok(None);
            };
            if seen.insert(component.clone()) {
                rows.push((component, value));
            }
        }
        Ok((rows.len() <= limit).then_some(rows))
    }

    /// A box around components of one game, if it is small enough to be filled for a certificate alone.
    fn small_space(&self, game: GameId, components: &[&Component], budget: &Budget<'_>) -> Option<Space> {
        const SMALL: usize = 400;
        let facts = self.games.get(&game)?.plan.facts.as_ref()?;
        let mut tops = components.first()?.slots.to_vec();
        for component in components {
            tops.iter_mut().zip(&component.slots).for_each(|(a, b)| *a = (*a).max(*b));
        }
        Space::around(self.world, game, facts, &tops, budget).ok().filter(|space| space.size <= SMALL)
    }

    /// A strategy as rows: the outcome of this position and of those that the winner's strategy may meet, each after those it rests
    /// on; an N position rests on one winning move, a P position on all moves. `None` beyond `limit` rows, and for
    /// loopy play.
    pub fn outcome_rows(&mut self, sum: &Sum, limit: usize, budget: &Budget<'_>) -> Result<Option<Vec<(Sum, Outcome)>>, Error> {
        if self.conventions.loopy {
            // A winning move may lead round in a circle; the order of the rows would need the distance to the end.
            return Ok(None);
        }
        let fault = |f| Error::of_fault(self.world, &f);
        let mut rows = Vec::new();
        let mut seen: HashSet<Sum> = HashSet::new();
        // A position is put down when all that it rests on is: entered first, left second.
        let mut stack = vec![(sum.clone(), false)];
        while let Some((position, left)) = stack.pop() {
            let outcome = self.outcome(&position, budget)?;
            if left {
                rows.push((position, outcome));
                continue;
            }
            if !seen.insert(position.clone()) {
                continue;
            }
            if outcome == Outcome::D || seen.len() > limit {
                return Ok(None);
            }
            stack.push((position.clone(), true));
            if ended_at_once(self.world, &position).map_err(fault)?.is_some() {
                continue;
            }
            let options = moves(self.world, &position, self.conventions.sum, budget).map_err(fault)?;
            for option in options {
                if outcome == Outcome::P {
                    stack.push((option.leaves, false));
                } else if self.outcome(&option.leaves, budget)? == Outcome::P {
                    stack.push((option.leaves, false));
                    break;
                }
            }
        }
        Ok(Some(rows))
    }
}
