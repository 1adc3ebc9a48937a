//! Evaluates a law at one position of any size: two walks over the digits give its value or
//! outcome, and a winning move.

use base::budget::{Budget, StopReason};
use dashu_int::{IBig, UBig};
use laws::{Law, LawError, LawMove, Theory, ValueFunction, moves, moves_by_values};
use rules::game::GameId;
use rules::world::World;

use crate::law_theorem::theory_told;

/// Maximum number of options that are tested for each case of a rule.
const TRIES: usize = 300;

/// The evaluation of a position.
#[derive(Clone, Debug)]
pub struct LawAnswer {
    /// The numbers of the position.
    pub position: Vec<IBig>,
    /// The value of the position; for a law of outcomes, 0 for a P-position and 1 for others.
    /// `None` if the numbers are not a position.
    pub value: Option<UBig>,
    /// A winning move, if the position has one and the method finds moves.
    pub winning: Option<LawWinningMove>,
}

/// A winning move.
#[derive(Clone, Debug)]
pub struct LawWinningMove {
    /// The number of the move rule in its game, starting at 1.
    pub rule: usize,
    /// The choices with their names.
    pub choices: Vec<(String, IBig)>,
    /// The components that the move leaves, each with its game.
    pub leaves: Vec<(String, Vec<IBig>)>,
    /// The runs of components that the move leaves, each with its game. A run contains one
    /// component for each number from its first to its last number.
    pub runs: Vec<(String, [IBig; 2])>,
}

/// Evaluates a law at a position.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub(crate) fn by_law(
    world: &World,
    game: GameId,
    theory: &Theory,
    law: &Law,
    position: &[IBig],
    budget: &Budget<'_>,
) -> Result<LawAnswer, StopReason> {
    let mut at = LawAnswer {
        position: position.to_vec(),
        value: law.value(position),
        winning: None,
    };
    if at.value.as_ref().is_some_and(|value| *value != UBig::ZERO) {
        at.winning = match moves(theory, law, position, 0, 1, budget) {
            Ok(listed) => listed
                .moves
                .first()
                .map(|chosen| name_move(world, game, theory, chosen)),
            Err(LawError::Stopped(stop)) => return Err(stop),
            Err(LawError::Outside(_)) => None,
        };
    }
    Ok(at)
}

/// Evaluates a method other than a law at a position.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub(crate) fn by_method(
    world: &World,
    game: GameId,
    told: &ValueFunction,
    position: &[IBig],
    budget: &Budget<'_>,
) -> Result<LawAnswer, StopReason> {
    let mut at = LawAnswer {
        position: position.to_vec(),
        value: told.value(position, budget)?,
        winning: None,
    };
    if at.value.as_ref().is_some_and(|value| *value != UBig::ZERO)
        && let Some(theory) = theory_told(world, game, told, budget)?
    {
        let listed = match told.automaton() {
            Some(law) => moves(&theory, law, position, 0, 1, budget),
            None => moves_by_values(&theory, told, position, 0, TRIES, budget),
        };
        at.winning = match listed {
            Ok(listed) => listed
                .moves
                .first()
                .map(|chosen| name_move(world, game, &theory, chosen)),
            Err(LawError::Stopped(stop)) => return Err(stop),
            Err(LawError::Outside(_)) => None,
        };
    }
    Ok(at)
}

fn name_move(world: &World, game: GameId, theory: &Theory, chosen: &LawMove) -> LawWinningMove {
    let rule = world
        .rules(game)
        .game()
        .and_then(|game| game.moves.get(chosen.rule));
    let names = rule.into_iter().flat_map(|rule| {
        rule.choices
            .iter()
            .flat_map(|choice| choice.names.0.clone())
    });
    let title = |other: Option<usize>| {
        world
            .rules(other.map_or(game, |other| theory.others[other].0))
            .title()
    };
    LawWinningMove {
        rule: chosen.rule + 1,
        choices: names.zip(chosen.choices.iter().cloned()).collect(),
        leaves: chosen
            .left
            .iter()
            .map(|(other, slots)| (title(*other), slots.clone()))
            .collect(),
        runs: chosen
            .runs
            .iter()
            .map(|(other, ends)| (title(*other), ends.clone()))
            .collect(),
    }
}
