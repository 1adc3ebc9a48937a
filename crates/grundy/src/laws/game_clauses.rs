//! The clauses of a game, read off its rules before the search for a law.

use automata::numeration::NumerationSystem;
use base::budget::{Budget, StopReason};
use base::text;
use laws::{
    CellSource, LawError, LawNumerals, LawSearchEffort, LawSearchResult, Theory, find_gap_law,
    find_signed_weights,
};
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;

use crate::error::SolveError;

/// Maximum number of budget polls for finding a measure if numbers may rise.
const RISING_LOOKS: u32 = 2_000;

/// The rules of a game, read once for all numeration systems.
pub(crate) struct GameClauses {
    pub(super) clauses: clauses::RuleClauses,
    pub(super) measure: Vec<Int>,
    /// The coordinates of positions, if `require` makes numbers rise.
    pub(super) gaps: Option<clauses::SlotGaps>,
}

impl GameClauses {
    pub(crate) fn new(
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<GameClauses, SolveError> {
        let clauses = clauses::of_game(world, game, budget).map_err(unread)?;
        let (measure, known) = measure(world, game, budget)?;
        let rules = world.rules(game);
        let requires = rules.game().is_some_and(|ir| ir.unordered.is_empty());
        let gaps = if requires {
            laws::gaps(rules.slots(), &clauses)
        } else {
            None
        };
        let mut read = GameClauses {
            clauses,
            measure,
            gaps,
        };
        if known {
            return Ok(read);
        }
        // Numbers may rise up to a bound. A short search may find a measure; without a measure, the
        // proof reports that no sum of slots decreases.
        let (risen, cut) = budget.limited(RISING_LOOKS, |budget| {
            let theory = read.theory(world, NumerationSystem::Base(2), budget)?;
            find_signed_weights(theory, world.rules(game).slots(), budget)
        });
        match risen {
            Ok(Some(weights)) => {
                read.measure = weights
                    .into_iter()
                    .filter_map(|weight| Int::try_from(weight).ok())
                    .collect()
            }
            Err(LawError::Stopped(stop)) if !cut => return Err(SolveError::Stopped(stop)),
            Ok(None) | Err(_) => {}
        }
        Ok(read)
    }

    pub(crate) fn theory(
        &self,
        world: &World,
        system: NumerationSystem,
        budget: &Budget<'_>,
    ) -> Result<Theory, LawError> {
        let numerals = LawNumerals::from_system(system, budget)?;
        Theory::new(
            world.rules(self.clauses.game).slots(),
            &self.clauses,
            &self.measure,
            numerals,
            budget,
        )
    }

    /// Searches for a law that computes values from the gaps between numbers.
    pub(super) fn find_of_gaps(
        &self,
        world: &World,
        truth: &mut dyn CellSource,
        effort: LawSearchEffort,
        budget: &Budget<'_>,
    ) -> Result<LawSearchResult, LawError> {
        let none = || {
            text!(
                "the rules do not require any number to be at least another number",
                "规则没有要求某个数不小于另一个数"
            )
        };
        let gaps = self
            .gaps
            .as_ref()
            .ok_or_else(|| LawError::Outside(none()))?;
        let slots = world.rules(self.clauses.game).slots();
        find_gap_law(
            slots,
            &self.clauses,
            &self.measure,
            gaps,
            truth,
            effort,
            budget,
        )
    }
}

fn unread(unread: clauses::ClauseError) -> SolveError {
    match unread {
        clauses::ClauseError::Refused(why) => SolveError::Unsupported(why),
        clauses::ClauseError::Stopped(stop) => SolveError::Stopped(stop),
    }
}

/// Returns weights of a sum of slots that decreases with each move, and whether the weights are
/// known. The proof of the law later shows that the weighted sum decreases with each move. If no
/// weights are known, the unweighted sum of the slots is tried.
pub(super) fn measure(
    world: &World,
    game: GameId,
    budget: &Budget<'_>,
) -> Result<(Vec<Int>, bool), StopReason> {
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
