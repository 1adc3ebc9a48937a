//! What is read off the rules of a game before a law is looked for.

use automata::numeration::System;
use base::budget::{Budget, Stop};
use base::text;
use laws::{Effort, Found, Halt, Numerals, Theory, Truth, find_of_gaps, rising};
use rules::ir::Int;
use rules::rules::GameId;
use rules::world::World;

use crate::error::Error;

/// Looks at the clock for a measure of numbers that rise.
const RISING_LOOKS: u32 = 2_000;

/// The rules of a game, read once for all numerals.
pub(crate) struct Read {
    pub(super) clauses: clauses::Clauses,
    pub(super) measure: Vec<Int>,
    /// By what positions can be told, where `require` lets numbers rise.
    pub(super) gaps: Option<clauses::Gaps>,
}

impl Read {
    pub(crate) fn new(world: &World, game: GameId, budget: &Budget<'_>) -> Result<Read, Error> {
        let clauses = clauses::of_game(world, game, budget).map_err(unread)?;
        let (measure, known) = measure(world, game, budget).map_err(Error::Stopped)?;
        let rules = world.rules(game);
        let requires = rules.game().is_some_and(|ir| ir.unordered.is_empty());
        let gaps = if requires {
            laws::gaps(rules.slots(), &clauses)
        } else {
            None
        };
        let mut read = Read {
            clauses,
            measure,
            gaps,
        };
        if known {
            return Ok(read);
        }
        // Numbers may rise to a bound; a little time shows it, or it is left to the proof to say
        // that nothing falls.
        let (risen, cut) = budget.limited(RISING_LOOKS, |budget| {
            let theory = read.theory(world, System::Base(2), budget)?;
            rising(theory, world.rules(game).slots(), budget)
        });
        match risen {
            Ok(Some(weights)) => {
                read.measure = weights
                    .into_iter()
                    .filter_map(|weight| Int::try_from(weight).ok())
                    .collect()
            }
            Err(Halt::Stopped(stop)) if !cut => return Err(Error::Stopped(stop)),
            Ok(None) | Err(_) => {}
        }
        Ok(read)
    }

    pub(crate) fn theory(
        &self,
        world: &World,
        system: System,
        budget: &Budget<'_>,
    ) -> Result<Theory, Halt> {
        let numerals = Numerals::of(system, budget)?;
        Theory::new(
            world.rules(self.clauses.game).slots(),
            &self.clauses,
            &self.measure,
            numerals,
            budget,
        )
    }

    /// Looks for the law of values of the gaps.
    pub(super) fn find_of_gaps(
        &self,
        world: &World,
        truth: &mut dyn Truth,
        effort: Effort,
        budget: &Budget<'_>,
    ) -> Result<Found, Halt> {
        let none = || {
            text!(
                "no number is required to be at least another one",
                "没有要求某数不小于另一数"
            )
        };
        let gaps = self.gaps.as_ref().ok_or_else(|| Halt::Outside(none()))?;
        let slots = world.rules(self.clauses.game).slots();
        find_of_gaps(
            (slots, &self.clauses, &self.measure),
            gaps,
            truth,
            effort,
            budget,
        )
    }
}

fn unread(unread: clauses::Unread) -> Error {
    match unread {
        clauses::Unread::Refused(why) => Error::Unsupported(why),
        clauses::Unread::Stopped(stop) => Error::Stopped(stop),
    }
}

/// Weights of a sum of the slots that falls with each move: a proof shows that it does; where none
/// is known the plain sum is tried.
pub(super) fn measure(
    world: &World,
    game: GameId,
    budget: &Budget<'_>,
) -> Result<(Vec<Int>, bool), Stop> {
    let rules = world.rules(game);
    let known = rules
        .game()
        .map(|ir| facts::facts(ir, game, budget))
        .transpose()?
        .and_then(|known| known.measure.clone());
    let is_known = known.is_some();
    Ok((
        known.unwrap_or_else(|| vec![1; rules.slots().len()]),
        is_known,
    ))
}
