//! Engines that decide whole positions.

use base::budget::Budget;
use base::text;
use engines::engine::{AccessPattern, OutcomeTask, ValueTask};
use engines::oracle::EngineError;
use rules::game::Outcome;
use rules::play::SumPosition;
use rules::world::World;

use super::Solver;
use super::bounded_search::{self, BoundedSearch, BoundedSearchResult};
use crate::attempt::Attempt;
use crate::error::SolveError;
use crate::max_slots::max_slots_by_game;
use crate::plan::{ChosenOracle, for_outcomes};
use crate::solver_cache::Decider;

impl Solver {
    /// Returns the outcome of a whole position by the first engine that does not decline the
    /// position, with the name of the engine.
    pub(super) fn by_engine(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<(Outcome, &'static str), SolveError> {
        let is_patient = self.memory.settings.patient;
        let rises = self.rises(&sum.0, budget)?;
        let is_joint = sum.0.len() > 1
            || sum
                .0
                .iter()
                .any(|component| world.rules(component.game).compound().is_some());
        loop {
            let decider = self.decider(sum, budget)?;
            let (name, takes_all) = (decider.name, decider.takes_all());
            let oracle = &mut decider.oracle;
            // A table is limited by the size of the position's box. For a single component, the
            // size of the box follows from the rules.
            let bounded = match takes_all && !is_patient {
                true if rises => Some(BoundedSearch::Rising),
                true if is_joint => Some(BoundedSearch::Whole),
                _ => None,
            };
            let found = match bounded_search::search(bounded, budget, |budget| {
                oracle.outcome(world, sum, budget)
            }) {
                BoundedSearchResult::Done(found) => found,
                BoundedSearchResult::AtBound if rises => {
                    return Err(bounded_search::of_rising(
                        world,
                        &sum.0,
                        self.memory.whole_positions(name),
                    ));
                }
                BoundedSearchResult::AtBound => {
                    return Err(bounded_search::of_whole(
                        world,
                        sum,
                        self.memory.whole_positions(name),
                    ));
                }
                BoundedSearchResult::Overflow(fault) => {
                    return Err(bounded_search::of_overflow(world, &sum.0, rises, &fault));
                }
            };
            match found {
                // The engine declined because its table could not be filled.
                Err(EngineError::Declined(_)) if !takes_all => self.tabled = Some(false),
                Err(EngineError::Declined(why)) => {
                    self.whole = None;
                    self.passed.push((name, why));
                }
                found => return Ok((found.map_err(|e| SolveError::of_engine(world, e))?, name)),
            }
        }
    }

    /// Returns the attempts of the engines for a whole position, and the chosen oracle. If `alone`
    /// is set, engines that support only components of one game may accept.
    pub(super) fn engines_for(
        &mut self,
        sum: &SumPosition,
        alone: bool,
        budget: &Budget<'_>,
    ) -> Result<(Vec<Attempt>, ChosenOracle), SolveError> {
        self.with_outcome_task(sum, alone, budget, |solver, whole| {
            for_outcomes(
                &solver.world,
                &solver.memory.settings,
                whole,
                &solver.passed,
            )
        })
    }

    /// Makes the task for engines that decide whole positions, and passes it to `ask`. If `alone`
    /// is set, the task for a single component allows tables.
    pub(super) fn with_outcome_task<T>(
        &mut self,
        sum: &SumPosition,
        alone: bool,
        budget: &Budget<'_>,
        ask: impl FnOnce(&Solver, &OutcomeTask<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let (world, means) = (self.world.clone(), self.memory.settings.means());
        let tops = max_slots_by_game(&sum.0);
        let alone = match &tops[..] {
            [one]
                if alone
                    && (!self.conventions.loopy || sum.0.len() == 1)
                    && world.rules(one.0).game().is_some() =>
            {
                Some(one)
            }
            _ => None,
        };
        let facts = match alone {
            Some((game, _)) => self
                .memory
                .known
                .entry(*game)
                .or_default()
                .facts(&world, *game, budget)?,
            None => None,
        };
        let task = alone.map(|(game, tops)| {
            let (tops, wanted) = match self
                .greatest
                .as_ref()
                .filter(|greatest| greatest.game == *game)
            {
                Some(greatest) => (&greatest.slots[..], AccessPattern::Table),
                None => (&tops[..], AccessPattern::Positions),
            };
            ValueTask::new(
                &world,
                *game,
                facts.as_deref(),
                tops,
                wanted,
                &means,
                budget,
            )
        });
        let whole = OutcomeTask {
            conventions: self.conventions,
            task,
            alone: sum.0.len() == 1,
            means: &means,
        };
        ask(self, &whole)
    }

    /// Returns the oracle of the first engine that accepts a whole position. The first queried
    /// position, if its components are of one game, determines whether positions of one game are
    /// looked up in a table.
    fn decider(
        &mut self,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<&mut Decider, SolveError> {
        let first = self.tabled.is_none();
        let mut place = None;
        if first || self.tabled == Some(true) {
            place = self
                .memory
                .whole
                .iter()
                .position(|decider| !decider.takes_all() && decider.oracle.covers(sum));
        }
        if first {
            let decider = self.first_engine(sum, true, budget)?;
            self.tabled = Some(!decider.takes_all());
            let known = place.filter(|&place| self.memory.whole[place].name == decider.name);
            place = match decider.takes_all() {
                true => None,
                false => known.or_else(|| {
                    self.memory.whole.insert(0, decider);
                    Some(0)
                }),
            };
        }
        let place = match place {
            Some(place) => place,
            None => self.for_all(sum, budget)?,
        };
        Ok(&mut self.memory.whole[place])
    }

    /// Returns the index of the engine that decides positions of several components.
    fn for_all(&mut self, sum: &SumPosition, budget: &Budget<'_>) -> Result<usize, SolveError> {
        let place_of = |whole: &[Decider], name| {
            whole
                .iter()
                .position(|decider| decider.takes_all() && decider.name == name)
        };
        if let Some(place) = self
            .whole
            .and_then(|name| place_of(&self.memory.whole, name))
        {
            return Ok(place);
        }
        let decider = self.first_engine(sum, false, budget)?;
        self.whole = Some(decider.name);
        let whole = &mut self.memory.whole;
        Ok(place_of(whole, decider.name).unwrap_or_else(|| {
            whole.push(decider);
            whole.len() - 1
        }))
    }

    fn first_engine(
        &mut self,
        sum: &SumPosition,
        alone: bool,
        budget: &Budget<'_>,
    ) -> Result<Decider, SolveError> {
        let Some((name, oracle)) = self.engines_for(sum, alone, budget)?.1 else {
            return Err(self.none_accepts());
        };
        Ok(Decider { name, oracle })
    }

    /// Returns the error if no engine accepts a whole position.
    pub(super) fn none_accepts(&self) -> SolveError {
        let why = self.passed.last().map(|(_, why)| why.clone());
        SolveError::Unsupported(why.unwrap_or_else(|| {
            text!(
                "every engine declined or is switched off",
                "所有引擎都不适用或已关闭"
            )
        }))
    }
}
