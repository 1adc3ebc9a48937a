//! Games in which the players have different moves and goals, ties or repeated positions concern
//! the whole play. Such a game is played by turns in one component
//! ([`rules::ir::Game::alternating`]), and the engines for games in which both players have the
//! same moves solve it.

use std::sync::Arc;

use base::budget::Budget;
use engines::engine::AccessPattern;
use rules::ast::Player;
use rules::game::{Conventions, GameId, Outcome};
use rules::ir::{Int, turn_of};
use rules::play::{Component, SumPosition};
use rules::world::World;
use theory::value::Grundy;

use crate::error::SolveError;
use crate::plan::Decision;
use crate::play_length::play_length;
use crate::question::may_stand_together;
use crate::remoteness::{RemotenessCache, RemotenessMap};
use crate::settings::SessionSettings;
use crate::solver::{Solver, SolverCache};
use crate::value_method::ValueMethod;
use crate::winners::PlayResult;

/// The result of a position with a player to move.
#[derive(Clone, Debug)]
pub(crate) struct TurnAnswer {
    /// The result.
    pub result: PlayResult,
    /// Number of moves to the end under optimal play, if it is cheap to compute.
    pub remoteness: Option<u64>,
    /// The method.
    pub method: String,
}

/// A game that is played by turns in one component, with the results of earlier questions.
pub(crate) struct AlternatingGame {
    world: Arc<World>,
    game: GameId,
    settings: SessionSettings,
    memory: Option<SolverCache>,
    distances: RemotenessCache,
}

/// Returns the component of a sum whose game is played by turns in one component.
///
/// # Errors
/// Returns an error if the sum has other components too.
pub(crate) fn only_component<'s>(
    world: &World,
    sum: &'s SumPosition,
) -> Result<Option<&'s Component>, SolveError> {
    let is_alone = |component: &&Component| {
        let game = world.rules(component.game).game();
        game.is_some_and(|game| game.is_played_alone())
    };
    let Some(component) = sum.0.iter().find(is_alone) else {
        return Ok(None);
    };
    if sum.0.len() > 1 {
        let text = sum.show(world);
        may_stand_together(world, &text, &sum.0)?;
    }
    Ok(Some(component))
}

impl AlternatingGame {
    /// Creates the game with the positions of a game and the player to move.
    ///
    /// # Errors
    /// Returns an error if a move of the game leaves several components.
    pub fn new(world: &World, game: GameId) -> Result<AlternatingGame, SolveError> {
        let mut only = World::empty();
        let rules = world.rules(game);
        // The first game of a world has this id.
        let new = GameId(0);
        let turned = rules.game().map(|rules| rules.alternating(game, new));
        if let Some(turned) = turned {
            let turned = turned.map_err(SolveError::Unsupported)?;
            only.add(&rules.title(), Box::new(turned));
        }
        let settings = SessionSettings::default();
        Ok(AlternatingGame {
            world: Arc::new(only),
            game: new,
            distances: RemotenessCache::new(&settings),
            settings,
            memory: None,
        })
    }

    /// Returns the approximate number of bytes of the results of earlier questions.
    pub fn bytes(&self) -> u64 {
        let distances = self.distances.found.as_ref();
        self.memory.as_ref().map_or(0, SolverCache::bytes)
            + distances.map_or(0, RemotenessMap::bytes)
    }

    fn component(&self, slots: &[Int], mover: Player) -> Component {
        let mut slots = slots.to_vec();
        slots.push(turn_of(mover));
        Component::new(self.game, slots)
    }

    fn conventions(&self) -> Conventions {
        self.world.rules(self.game).conventions()
    }

    /// Returns a position with the player to move, its world and its conventions.
    pub fn position(&self, slots: &[Int], mover: Player) -> (&World, SumPosition, Conventions) {
        let sum = SumPosition(vec![self.component(slots, mover)]);
        (&self.world, sum, self.conventions())
    }

    /// Returns the result of a position if a player is to move.
    ///
    /// # Errors
    /// Returns an error if the rules cannot be evaluated or the budget runs out.
    pub fn result(
        &mut self,
        slots: &[Int],
        mover: Player,
        wants_length: bool,
        budget: &Budget<'_>,
    ) -> Result<TurnAnswer, SolveError> {
        let component = self.component(slots, mover);
        let conventions = self.conventions();
        let memory = self.memory.take();
        let memory = memory.unwrap_or_else(|| SolverCache::new(&self.settings, conventions));
        let mut solver = Solver::new(&self.world, memory);
        let found = self.outcome(&mut solver, &component, budget);
        let found = found.map(|(outcome, method)| {
            let remoteness = match wants_length {
                true => {
                    let (world, settings) = (&self.world, &self.settings);
                    let components = std::slice::from_ref(&component);
                    play_length(world, settings, components, outcome, &mut solver, budget)
                }
                false => None,
            };
            TurnAnswer {
                result: PlayResult::from_outcome(outcome, mover),
                remoteness,
                method,
            }
        });
        self.memory = Some(solver.into_memory());
        found
    }

    /// Returns the number of moves to the end of a position that is not a draw.
    ///
    /// # Errors
    /// Returns an error if the rules cannot be evaluated or the budget runs out.
    pub fn distance(
        &mut self,
        slots: &[Int],
        mover: Player,
        budget: &Budget<'_>,
    ) -> Result<u32, SolveError> {
        let sum = SumPosition(vec![self.component(slots, mover)]);
        let conventions = self.conventions();
        self.distances
            .find_remoteness(&self.world, &sum, conventions, budget)
            .map(|(_, distance)| distance)
    }

    /// Returns the outcome for the player to move, and the method.
    fn outcome(
        &self,
        solver: &mut Solver,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<(Outcome, String), SolveError> {
        let sum = SumPosition(vec![component.clone()]);
        if solver.values_decide() {
            solver.plan(&sum.0, AccessPattern::Positions, budget)?;
        }
        let decision = solver.decision(&sum.0, true, budget)?;
        if let Decision::Values = decision {
            let plan = solver.plan_of(self.game);
            let method = plan.and_then(|plan| plan.method.as_ref());
            let method = method.map_or("", ValueMethod::name).to_owned();
            let outcome = match solver.loses(component, budget)? {
                Some(true) => Outcome::P,
                Some(false) => Outcome::N,
                None => Grundy::winner([solver.value(component, budget)?]),
            };
            return Ok((outcome, method));
        }
        let outcome = solver.outcome_by(&decision, &sum, budget)?;
        let method = match decision {
            Decision::Over(_) | Decision::Values => String::new(),
            Decision::InsteadOfValues((name, _)) => name.to_owned(),
            Decision::SingleComponent(_)
            | Decision::SumTheorem(_)
            | Decision::Engine
            | Decision::Points => solver.deciders(),
        };
        Ok((outcome, method))
    }
}
