//! Values and moves of components whose Grundy values decide, in sums with other components whose
//! Grundy values do not decide. Both values and moves are computed as under plain normal play.

use std::collections::HashMap;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::engine::AccessPattern;
use engines::oracle::EngineStats;
use rules::game::Conventions;
use rules::play::{Component, MoveStep};
use rules::world::World;
use rustc_hash::FxBuildHasher;
use theory::value::Grundy;

use super::sum_method::SumQuery;
use crate::error::SolveError;
use crate::settings::SessionSettings;
use crate::solver::{Solver, SolverCache};
use crate::winning_moves;

/// Approximate number of bytes of a component in addition to its numbers.
const ENTRY: u64 = 120;

/// Cached values of components under plain normal play.
pub(super) struct PlainValues {
    settings: Arc<SessionSettings>,
    memory: Option<SolverCache>,
    /// The value of each component, or the reason why the component has no value.
    values: HashMap<Component, Result<u64, Text>, FxBuildHasher>,
    /// The numbers of positions evaluated and of options listed.
    pub stats: EngineStats,
}

impl PlainValues {
    /// Creates an empty cache.
    pub fn new(settings: Arc<SessionSettings>) -> PlainValues {
        PlainValues {
            settings,
            memory: None,
            values: HashMap::default(),
            stats: EngineStats::default(),
        }
    }

    /// Computes the values of components that have no value yet.
    pub fn see_to(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        let new: Vec<Component> = components
            .iter()
            .filter(|component| !self.values.contains_key(*component))
            .cloned()
            .collect();
        if new.is_empty() {
            return Ok(());
        }
        let found = self.ask(world, &new, budget, |solver, budget| {
            let value = |component: &Component| match solver.value(component, budget) {
                Ok(value) => Ok(value.as_nimber().ok_or_else(not_everywhere)),
                Err(SolveError::Stopped(stop)) => Err(SolveError::Stopped(stop)),
                Err(SolveError::Endless(_)) => Ok(Err(text!(
                    "play can cycle in a game that is not declared `loopy`",
                    "未标明 `loopy` 的游戏中，对局可能循环"
                ))),
                Err(_) => Ok(Err(not_everywhere())),
            };
            new.iter()
                .map(value)
                .collect::<Result<Vec<_>, SolveError>>()
        })?;
        self.values.extend(new.into_iter().zip(found));
        Ok(())
    }

    /// Returns the value of a component passed to [`PlainValues::see_to`], or the reason why the
    /// component has no value.
    pub fn value(&self, component: &Component) -> Result<u64, Text> {
        self.values[component].clone()
    }

    /// Returns the moves of a component of the sum to the given value, and whether the list of
    /// moves is complete.
    pub fn moves_to(
        &mut self,
        sum: &SumQuery<'_>,
        index: usize,
        nimber: u64,
    ) -> Result<(Vec<MoveStep>, bool), SolveError> {
        let Some(value) = Grundy::nimber(nimber) else {
            return Ok((Vec::new(), true));
        };
        let component = &sum.components[index];
        let one = std::slice::from_ref(component);
        let (list, complete) = self.ask(sum.world, one, sum.budget, |solver, budget| {
            winning_moves::to_value(sum.world, component, value, solver, budget)
        })?;
        // A move in one component is a single step.
        let steps = list.into_iter().flat_map(|made| made.steps);
        let steps = steps.map(|step| MoveStep::new(index, step.rule, step.choices));
        Ok((steps.collect(), complete))
    }

    /// Queries a solver for plain normal play, with these components planned.
    fn ask<T>(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
        ask: impl FnOnce(&mut Solver, &Budget<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let memory = self
            .memory
            .take()
            .unwrap_or_else(|| SolverCache::new(&self.settings, Conventions::default()));
        let mut solver = Solver::new(world, memory);
        let found = solver
            .plan(components, AccessPattern::Positions, budget)
            .and_then(|()| ask(&mut solver, budget));
        self.stats = self.stats.plus(solver.stats());
        self.memory = Some(solver.into_memory());
        found
    }

    /// Returns the approximate number of bytes in memory.
    pub fn bytes(&self) -> u64 {
        self.memory.as_ref().map_or(0, SolverCache::bytes) + ENTRY * self.values.len() as u64
    }
}

pub(super) fn not_everywhere() -> Text {
    text!(
        "the rules cannot be evaluated at every position of a component",
        "并非各部分的每个局面都能按规则求值"
    )
}
