//! What a law tells of one position of any size: its value or who wins, and a move that wins, by
//! two walks over its digits.

use base::budget::{Budget, StopReason};
use dashu_int::{IBig, UBig};
use laws::{Law, LawError, LawMove, Theory, ValueFunction, moves, moves_by_values};
use rules::game::GameId;
use rules::world::World;

use crate::law_theorem::theory_told;

/// How many options of each case of a rule are asked about.
const TRIES: usize = 300;

/// What is told of a position.
#[derive(Clone, Debug)]
pub struct LawAnswer {
    /// Its numbers.
    pub position: Vec<IBig>,
    /// Its value; by a law of outcomes 0 if it is P, and 1 if it is not. `None` if it is no
    /// position.
    pub value: Option<UBig>,
    /// A move that wins, if there is one and the way by which the value is told shows moves.
    pub winning: Option<LawWinningMove>,
}

/// A move that wins.
#[derive(Clone, Debug)]
pub struct LawWinningMove {
    /// The number of the rule in its game, from 1.
    pub rule: usize,
    /// What is chosen, by name.
    pub choices: Vec<(String, IBig)>,
    /// The components left, each with its game.
    pub leaves: Vec<(String, Vec<IBig>)>,
    /// The runs left, each with its game: a component for each number from the first to the last.
    pub runs: Vec<(String, [IBig; 2])>,
}

/// What a law tells of a position; the theory is that of its game.
///
/// # Errors
/// If the budget ends.
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

/// What another way of telling values tells of a position.
///
/// # Errors
/// If the budget ends.
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
