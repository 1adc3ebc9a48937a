//! Warnings of answers: a loaded law or large table is about another game, or the rules probably do
//! not define the intended game. A slot that stores whose turn it is models a two-sided game only
//! as long as the position has one component ([`turns`]).

use std::sync::Arc;

use base::budget::Budget;
use rules::ast::EndCondition;
use rules::game::{GameId, OptionArena, RulesError, SumKind};
use rules::play::Component;
use rules::world::World;
use theory::theorem::Theorem;

use crate::answer::Warning;
use crate::law_theorem::UncheckedLaw;
use crate::narrow_ranges;
use crate::position_text;
use crate::settings::SessionSettings;
use crate::turns::{self, KeptTurn, QuestionScope};

/// Returns the warnings about a position.
pub(crate) fn of_position(
    world: &World,
    settings: &SessionSettings,
    position: &[Component],
    sum: SumKind,
    budget: &Budget<'_>,
) -> Vec<Warning> {
    let games: Vec<GameId> = position.iter().map(|component| component.game).collect();
    collect_warnings(
        world,
        settings,
        &games,
        QuestionScope::Position(position),
        sum,
        budget,
    )
}

/// Returns the warning that play is over at the start because a component has no moves.
///
/// # Errors
/// Returns an error if the rules cannot be evaluated or the budget runs out.
pub(crate) fn over(
    world: &World,
    position: &[Component],
    until: EndCondition,
    budget: &Budget<'_>,
) -> Result<Option<Warning>, RulesError> {
    if until == EndCondition::All {
        return Ok(None);
    }
    let mut options = OptionArena::new();
    for component in position {
        // A position whose options cannot be listed quickly has a move.
        let (listed, cut_short) = budget.limited(2, |budget| {
            world.options(component.game, &component.slots, &mut options, budget)
        });
        match listed {
            Err(RulesError::Stopped(_)) if cut_short => {}
            Err(fault) => return Err(fault),
            Ok(()) if options.is_empty() => {
                return Ok(Some(Warning::Over {
                    component: position_text::component(world, component),
                }));
            }
            Ok(()) => {}
        }
    }
    Ok(None)
}

/// Returns the warnings about positions of these games. Each position has several components if
/// `is_sum` is set.
pub(crate) fn of_games(
    world: &World,
    settings: &SessionSettings,
    games: &[GameId],
    is_sum: bool,
    sum: SumKind,
    budget: &Budget<'_>,
) -> Vec<Warning> {
    collect_warnings(
        world,
        settings,
        games,
        QuestionScope::Games { games, is_sum },
        sum,
        budget,
    )
}

fn collect_warnings(
    world: &World,
    settings: &SessionSettings,
    games: &[GameId],
    asked: QuestionScope<'_>,
    sum: SumKind,
    budget: &Budget<'_>,
) -> Vec<Warning> {
    let is_of_none = |law: &&Arc<UncheckedLaw>| !games.iter().any(|game| law.is_of(world, *game));
    let others = settings
        .laws
        .iter()
        .filter(is_of_none)
        .map(|law| Warning::OtherLaw { law: law.title() });
    others
        .chain(of_stores(world, games, settings))
        // If the search for an observed turn is stopped, the answer is returned nevertheless.
        .chain(match asked {
            QuestionScope::Position(position) => {
                narrow_ranges::of_position(world, position, budget)
            }
            QuestionScope::Games { games, .. } => narrow_ranges::of_games(world, games, budget),
        })
        .chain(
            turns::find_kept_turns(world, asked, sum, budget)
                .unwrap_or_default()
                .into_iter()
                .map(KeptTurn::warning),
        )
        .collect()
}

/// If no loaded table fits the question, returns the loaded tables for a game of the question with
/// other arguments or other rules.
fn of_stores(world: &World, games: &[GameId], settings: &SessionSettings) -> Vec<Warning> {
    let given = |theorem: &'_ Arc<dyn Theorem>| {
        games
            .iter()
            .filter_map(|game| theorem.given_for(world, *game))
            .any(|(_, same)| same)
    };
    if settings.theorems.iter().any(given) {
        return Vec::new();
    }
    let named = |title: &str| title.split('(').next().map(str::to_owned);
    let like = |theorem: &Arc<dyn Theorem>| {
        let mut stores = games
            .iter()
            .filter_map(|game| Some((*game, theorem.given_for(world, *game)?.0)));
        stores
            .find(|(game, store)| named(world.name(*game)) == named(store))
            .map(|(_, store)| Warning::OtherStore {
                store: store.to_owned(),
            })
    };
    settings.theorems.iter().filter_map(like).collect()
}
