//! The end of play by goals, traps and ties if the players have different moves.

use base::budget::Budget;
use rules::ast::Player;
use rules::game::Outcome;
use rules::play::{Component, SumPosition, ended_at_once};
use rules::world::World;

use crate::error::{RulesResult, SolveError};

/// The cause of the end of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndCause {
    /// A goal, or a trap of a player.
    Goal,
    /// A trap.
    Trap,
    /// A tie.
    Tie,
}

/// Returns how a position ends play if a player is to move: the winner, or `None` for a draw, with
/// the reason; `None` if no goal, trap or tie ends play.
pub(crate) fn ended(
    world: &World,
    components: &[Component],
    mover: Player,
    budget: &Budget<'_>,
) -> Result<Option<(Option<Player>, EndCause)>, SolveError> {
    let sum = SumPosition(components.to_vec());
    let last = mover.other();
    let mut found = match ended_at_once(world, &sum, budget).explain_fault(world)? {
        Some(Outcome::P) => return Ok(Some((Some(last), EndCause::Goal))),
        Some(_) => Some((Some(mover), EndCause::Trap)),
        None => None,
    };
    for component in components {
        if let Some(game) = world.rules(component.game).game() {
            let winner = game.decided_winner(&component.slots, last, budget);
            match winner.explain_fault(world)? {
                // A goal of the player who just moved precedes all others.
                Some(winner) if winner == last => {
                    return Ok(Some((Some(last), EndCause::Goal)));
                }
                Some(winner) => found = Some((Some(winner), EndCause::Goal)),
                None => {}
            }
        }
    }
    if found.is_some() {
        return Ok(found);
    }
    for component in components {
        if world
            .is_tied(component.game, &component.slots, budget)
            .explain_fault(world)?
        {
            return Ok(Some((None, EndCause::Tie)));
        }
    }
    Ok(None)
}
