//! What an answer warns of: a law or a large table that was given and is of another game; rules
//! that say a game, and most likely not the one that is meant. A slot that may say whose turn it is
//! makes a game of two sides only as long as there is one component ([`turns`]).

use std::sync::Arc;

use base::budget::Budget;
use rules::ast::Until;
use rules::play::Component;
use rules::rules::{Fault, GameId, Options, SumKind};
use rules::world::World;
use theory::theorem::Theorem;

use crate::answer::Warning;
use crate::lawful::GivenLaw;
use crate::narrow;
use crate::session::Session;
use crate::settings::Settings;
use crate::turns::{self, KeptTurn, QuestionScope};
use crate::words;

/// The warnings about a position.
pub(crate) fn of(
    session: &Session,
    position: &[Component],
    sum: SumKind,
    budget: &Budget<'_>,
) -> Vec<Warning> {
    let games: Vec<GameId> = position.iter().map(|component| component.game).collect();
    listed(
        session,
        &games,
        (QuestionScope::Position(position), sum),
        budget,
    )
}

/// That play is over before it begins, because a component has no move.
///
/// # Errors
/// If the rules cannot be evaluated, or the budget is used up.
pub(crate) fn over(
    world: &World,
    position: &[Component],
    until: Until,
    budget: &Budget<'_>,
) -> Result<Option<Warning>, Fault> {
    if until == Until::All {
        return Ok(None);
    }
    let mut options = Options::new();
    for component in position {
        // What cannot be listed in a moment has a move.
        let (listed, cut_short) = budget.limited(2, |budget| {
            world.options(component.game, &component.slots, &mut options, budget)
        });
        match listed {
            Err(Fault::Stopped(_)) if cut_short => {}
            Err(fault) => return Err(fault),
            Ok(()) if options.is_empty() => {
                return Ok(Some(Warning::Over {
                    component: words::component(world, component),
                }));
            }
            Ok(()) => {}
        }
    }
    Ok(None)
}

/// The warnings about positions of these games, of several components if `is_sum`.
pub(crate) fn of_games(
    session: &Session,
    games: &[GameId],
    is_sum: bool,
    sum: SumKind,
    budget: &Budget<'_>,
) -> Vec<Warning> {
    listed(
        session,
        games,
        (QuestionScope::Games { games, is_sum }, sum),
        budget,
    )
}

fn listed(
    session: &Session,
    games: &[GameId],
    (asked, sum): (QuestionScope<'_>, SumKind),
    budget: &Budget<'_>,
) -> Vec<Warning> {
    let Session {
        world, settings, ..
    } = session;
    let is_of_none = |law: &&Arc<GivenLaw>| !games.iter().any(|game| law.is_of(world, *game));
    let others = settings
        .laws
        .iter()
        .filter(is_of_none)
        .map(|law| Warning::OtherLaw { law: law.title() });
    others
        .chain(of_stores(world, games, settings))
        // An answer that is there is not given up because the search for an observed turn was
        // stopped.
        .chain(match asked {
            QuestionScope::Position(position) => narrow::of_position(world, position, budget),
            QuestionScope::Games { games, .. } => narrow::of_games(world, games, budget),
        })
        .chain(
            turns::kept(world, asked, sum, budget)
                .unwrap_or_default()
                .into_iter()
                .map(KeptTurn::warning),
        )
        .collect()
}

/// Tables of a game of the question that have other arguments or other rules, where none is of one.
fn of_stores(world: &World, games: &[GameId], settings: &Settings) -> Vec<Warning> {
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
