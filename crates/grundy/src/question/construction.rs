//! Builds positions without a text: from a game and its numbers, as sums of positions, and as the
//! result of a move. Constructed positions satisfy the same conditions as questions. Numbers are in
//! range, and a component of a standalone game is the only component of its position. Pairs of
//! equal coins are removed, and a compound with a play convention is the complete position.

use base::budget::Budget;
use base::text::Text;
use rules::game::GameId;
use rules::ir::Int;
use rules::play::Component;
use rules::world::World;

use super::{
    MAX_COMPONENTS, Position, cancel_coins, compound, may_stand_together, meant, too_many,
};
use crate::error::SolveError;
use crate::position_text;

impl Position {
    /// Returns the position of a game with these numbers, or the start of the game. The inner error
    /// is the reason why the numbers are not a position.
    ///
    /// # Errors
    /// Returns [`SolveError::Stopped`] if the budget runs out.
    pub fn from_numbers(
        world: &World,
        game: GameId,
        numbers: Option<&[Int]>,
        budget: &Budget<'_>,
    ) -> Result<Result<Position, Text>, SolveError> {
        Ok(meant(world, game, numbers, budget)?.map(|mut components| {
            cancel_coins(world, &mut components);
            let play = world
                .rules(game)
                .compound()
                .and_then(|compound| compound.kind.played());
            Position {
                components,
                games: vec![game],
                play,
            }
        }))
    }

    /// Returns the sum of positions, in their order. Returns the empty sum if no positions are
    /// given.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] or [`SolveError::Refused`] if a position that cannot be in a
    /// sum is combined with other positions, or if the sum has too many components.
    pub fn sum_of(world: &World, positions: &[&Position]) -> Result<Position, SolveError> {
        if let [one] = positions {
            return Ok((*one).clone());
        }
        let count = positions
            .iter()
            .map(|position| position.components.len())
            .fold(0, usize::saturating_add);
        if count > MAX_COMPONENTS {
            return Err(SolveError::Usage(too_many()));
        }
        let mut components: Vec<Component> = Vec::with_capacity(count);
        for position in positions {
            let first = position
                .components
                .first()
                .and_then(|first| world.rules(first.game).compound());
            if let Some(kind) = first
                .map(|compound| compound.kind)
                .filter(|kind| kind.played().is_some())
            {
                return Err(SolveError::Usage(compound::around_all(kind)));
            }
            if position.play.is_some() {
                return Err(SolveError::Usage(compound::around_whole()));
            }
            components.extend(position.components.iter().cloned());
        }
        may_stand_together(
            world,
            &position_text::position(world, &components),
            &components,
        )?;
        cancel_coins(world, &mut components);
        let mut games: Vec<GameId> = Vec::new();
        for game in positions.iter().flat_map(|position| &position.games) {
            if !games.contains(game) {
                games.push(*game);
            }
        }
        Ok(Position {
            components,
            games,
            play: None,
        })
    }

    /// Returns the position after a move, with the conventions of this position, even if a game has
    /// no components left. The games of the position remain in their order.
    pub fn after(&self, mut leaves: Vec<Component>) -> Position {
        leaves.sort_by_key(|component| {
            self.games
                .iter()
                .position(|game| *game == component.game)
                .unwrap_or(usize::MAX)
        });
        Position {
            components: leaves,
            games: self.games.clone(),
            play: self.play,
        }
    }
}
