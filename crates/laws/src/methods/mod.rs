//! Methods, other than one automaton, that give the values of all positions: their value functions,
//! their search, and their proofs in certificates. Only the checker verifies a method
//! (`certificate::check_method`); this module only searches.

mod boxes;
mod classes;
mod combined_law;
mod lemma;
mod maximum;
mod read;
mod separate;
mod value_function;

use base::budget::Budget;
use base::text;
use base::text::Text;
use clauses::MaximumNimGame;
use rules::game::GameId;
use rules::world::World;

use crate::cells::CellSource;
use crate::error::LawError;
use crate::guesses::LawSearchEffort;

pub use classes::ClassValues;
pub use lemma::{LawFinder, leads_elsewhere, lemmas};
pub use maximum::MaximumNimLaw;
pub use read::read_method;
pub use value_function::{LawSearchInput, ProvedValueFunction, ValueFunction};

/// Searches for a method that gives the values of all positions, for the complete game or for each
/// slot separately. If the rules cannot be read as clauses, the parameter `subject` contains the
/// reason. The checker has accepted the returned method.
///
/// # Errors
/// Returns [`LawError::Outside`] with the reason if no method applies, or [`LawError::Stopped`] if
/// the budget runs out.
pub fn find_value_function(
    world: &World,
    game: GameId,
    subject: Result<LawSearchInput<'_>, Text>,
    truth: &mut dyn CellSource,
    effort: LawSearchEffort,
    budget: &Budget<'_>,
) -> Result<ProvedValueFunction, LawError> {
    if let Some(shown) = find_without_search(world, game, &subject, budget)? {
        return Ok(shown);
    }
    let accepted = |shown: ProvedValueFunction| shown.checked(world, game, budget);
    let subject = subject.map_err(LawError::Outside)?;
    // The reported reason is the reason given by the method that supports the moves, if any method
    // supports them.
    let why = match subject.slots {
        [_] => Err(separate::no_method()),
        _ => separate::separate(&subject, effort, budget).and_then(accepted),
    };
    let why = match why {
        Err(LawError::Outside(why)) => why,
        found => return found,
    };
    let sides = match boxes::sides(&subject) {
        Ok(sides) => sides,
        Err(LawError::Outside(_)) => return Err(LawError::Outside(why)),
        Err(stopped) => return Err(stopped),
    };
    let mut why = text!(
        "the classes of the numbers of the game do not repeat in a table",
        "各数的类在表中不循环"
    );
    for &side in sides {
        let Some(shown) = boxes::in_table(&subject, truth, side, budget)? else {
            continue;
        };
        match accepted(shown) {
            Err(LawError::Outside(reason)) => why = reason,
            found => return found,
        }
    }
    Err(LawError::Outside(why))
}

/// Returns a method whose conditions are read from the rules or from the clauses of one slot,
/// without a search; `None` if no such method applies. The checker has accepted the returned
/// method.
///
/// # Errors
/// Returns an error if the budget runs out.
pub fn find_without_search(
    world: &World,
    game: GameId,
    subject: &Result<LawSearchInput<'_>, Text>,
    budget: &Budget<'_>,
) -> Result<Option<ProvedValueFunction>, LawError> {
    let of_rule = world
        .rules(game)
        .game()
        .and_then(|rules| MaximumNimLaw::from_rule(MaximumNimGame::of_rule(rules, game)));
    let of_clauses = subject
        .as_ref()
        .ok()
        .and_then(|subject| match subject.slots {
            [slot] => MaximumNimLaw::from_rule(MaximumNimGame::of_clauses(
                subject.clauses,
                slot.low.into(),
            )),
            _ => None,
        });
    for maximum in of_rule.into_iter().chain(of_clauses) {
        let found =
            unless_outside(ProvedValueFunction::maximum(maximum).checked(world, game, budget))?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Returns the result of a method; `None` if the method does not apply.
fn unless_outside(
    found: Result<ProvedValueFunction, LawError>,
) -> Result<Option<ProvedValueFunction>, LawError> {
    match found {
        Ok(shown) => Ok(Some(shown)),
        Err(LawError::Outside(_)) => Ok(None),
        Err(stopped) => Err(stopped),
    }
}
