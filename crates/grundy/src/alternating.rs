//! Games in which the players have different moves and goals, ties or repeated positions concern
//! the whole play. Such a game is played by turns in one component
//! ([`rules::ir::Game::alternating`]), and the engines for games in which both players have the
//! same moves solve it.

use base::budget::Budget;
use rules::ast::Player;
use rules::game::{Conventions, GameId};
use rules::ir::{Int, turn_of};
use rules::play::{Component, SumPosition};
use rules::world::World;

use crate::error::SolveError;
use crate::question::{Position, may_stand_together};
use crate::session::Session;
use crate::solve_options::SolveOptions;
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
    session: Session,
    game: GameId,
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
        Ok(AlternatingGame {
            session: Session::with_world(only),
            game: new,
        })
    }

    /// Returns the approximate number of bytes of the results of earlier questions.
    pub fn bytes(&self) -> u64 {
        self.session.bytes()
    }

    fn component(&self, slots: &[Int], mover: Player) -> Component {
        let mut slots = slots.to_vec();
        slots.push(turn_of(mover));
        Component::new(self.game, slots)
    }

    fn conventions(&self) -> Conventions {
        self.session.world.rules(self.game).conventions()
    }

    /// Returns a position with the player to move, its world and its conventions.
    pub fn position(&self, slots: &[Int], mover: Player) -> (&World, SumPosition, Conventions) {
        let sum = SumPosition(vec![self.component(slots, mover)]);
        (&self.session.world, sum, self.conventions())
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
        let position = Position {
            components: vec![self.component(slots, mover)],
            games: vec![self.game],
            play: None,
        };
        let conventions = self.conventions();
        let asked = SolveOptions::WINNER;
        self.session
            .ask(conventions, budget, |session, solver, budget| {
                let answer = session.answer_without_proof(&position, asked, solver, budget)?;
                let remoteness = match wants_length {
                    true => session.play_length(&answer, solver, budget),
                    false => None,
                };
                let method = answer.components.first().map(|own| own.method.clone());
                Ok(TurnAnswer {
                    result: PlayResult::of(answer.outcome, mover),
                    remoteness,
                    method: method.unwrap_or_default(),
                })
            })
    }
}
