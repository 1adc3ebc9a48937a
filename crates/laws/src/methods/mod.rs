//! Values of all positions in other ways than by one automaton: what tells them, how it is found,
//! and what a certificate holds of it. That a way is right is shown by the checker alone
//! (`certificate::check_method`); here it is only looked for.

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

/// Looks for a way by which the values of all positions are told: that of the whole game, or of
/// each slot by itself; where the rules are not read as clauses the reason stands for them. What is
/// found has been accepted by the checker.
///
/// # Errors
/// [`LawError::Outside`] with the reason where none of them fits; [`LawError::Stopped`] if the
/// budget ends.
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
    // The reason that is told is that of the way whose moves fit, if any did.
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
        "the classes of its numbers do not repeat in a table",
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

/// A way whose conditions are read off the rules or off the clauses of one slot, with nothing to
/// look for; `None` if there is none. It has been accepted by the checker.
///
/// # Errors
/// If the budget ends.
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

/// What was found; `None` if this way is outside.
fn unless_outside(
    found: Result<ProvedValueFunction, LawError>,
) -> Result<Option<ProvedValueFunction>, LawError> {
    match found {
        Ok(shown) => Ok(Some(shown)),
        Err(LawError::Outside(_)) => Ok(None),
        Err(stopped) => Err(stopped),
    }
}
