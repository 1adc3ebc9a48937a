//! What a law tells of one position of any size: its value or who wins, and a move that wins, by
//! two walks over its digits.

use base::budget::{Budget, Stop};
use dashu_int::{IBig, UBig};
use laws::{Chosen, Halt, Law, Theory, Told, moves, moves_told};
use rules::rules::GameId;
use rules::world::World;

use crate::lawful::theory_told;

/// How many options of each case of a rule are asked about.
const TRIES: usize = 300;

/// What is told of a position.
#[derive(Clone, Debug)]
pub struct At {
    /// Its numbers.
    pub position: Vec<IBig>,
    /// Its value; by a law of outcomes 0 if it is P, and 1 if it is not. `None` if it is no
    /// position.
    pub value: Option<UBig>,
    /// A move that wins, if there is one and the way by which the value is told shows moves.
    pub winning: Option<Winning>,
}

/// A move that wins.
#[derive(Clone, Debug)]
pub struct Winning {
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
    (world, game): (&World, GameId),
    (theory, law): (&Theory, &Law),
    position: &[IBig],
    budget: &Budget<'_>,
) -> Result<At, Stop> {
    let mut at = At {
        position: position.to_vec(),
        value: law.value(position),
        winning: None,
    };
    if at.value.as_ref().is_some_and(|value| *value != UBig::ZERO) {
        at.winning = match moves(theory, law, position, 0, 1, budget) {
            Ok(listed) => listed
                .moves
                .first()
                .map(|chosen| named((world, game), theory, chosen)),
            Err(Halt::Stopped(stop)) => return Err(stop),
            Err(Halt::Outside(_)) => None,
        };
    }
    Ok(at)
}

/// What another way of telling values tells of a position.
///
/// # Errors
/// If the budget ends.
pub(crate) fn by_method(
    of: (&World, GameId),
    told: &Told,
    position: &[IBig],
    budget: &Budget<'_>,
) -> Result<At, Stop> {
    let mut at = At {
        position: position.to_vec(),
        value: told.value(position, budget)?,
        winning: None,
    };
    if at.value.as_ref().is_some_and(|value| *value != UBig::ZERO)
        && let Some(theory) = theory_told(of, told, budget)?
    {
        let listed = match told.automaton() {
            Some(law) => moves(&theory, law, position, 0, 1, budget),
            None => moves_told(&theory, told, position, 0, TRIES, budget),
        };
        at.winning = match listed {
            Ok(listed) => listed
                .moves
                .first()
                .map(|chosen| named(of, &theory, chosen)),
            Err(Halt::Stopped(stop)) => return Err(stop),
            Err(Halt::Outside(_)) => None,
        };
    }
    Ok(at)
}

fn named((world, game): (&World, GameId), theory: &Theory, chosen: &Chosen) -> Winning {
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
    Winning {
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
