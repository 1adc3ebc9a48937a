//! `--play stop` and `--play button` (Jia, 2009, 2.1): misère play in which components stay
//! separate, each together with the components that its moves leave. The values of the separate
//! components decide the outcome. A question with `--play stop` or `--play button` is about one
//! compound, `stop(a, b)` or `button(a, b)`. Engines search the moves of the compound, which define
//! play. This module contains the condition that needs values: the condition under which play
//! stops.

pub(crate) mod stop_rules;
pub(crate) mod theorems;

use base::text;
use rules::ast::EndCondition;
use rules::compound::{CompoundKind, row};
use rules::game::{Conventions, GameId, SumKind};
use rules::play::{Component, SumPosition};
use rules::world::World;

use crate::error::SolveError;

/// Returns whether a component is a compound whose parts stay separate.
fn is_apart(world: &World, component: &Component) -> bool {
    world
        .rules(component.game)
        .compound()
        .is_some_and(|compound| compound.kind.played().is_some())
}

/// Returns the components of a question as they are played. Under conventions that keep components
/// separate, the result is one compound of all components.
pub(crate) fn together(
    world: &World,
    conventions: &Conventions,
    components: Vec<Component>,
) -> Vec<Component> {
    let Some(game) = CompoundKind::playing(conventions.play).and_then(|kind| world.apart(kind))
    else {
        return components;
    };
    if let [one] = &components[..]
        && is_apart(world, one)
    {
        return components;
    }
    let mut parts: Vec<SumPosition> = components
        .into_iter()
        .map(|component| SumPosition(vec![component]))
        .collect();
    parts.sort_unstable();
    vec![Component::new(game, row(&parts))]
}

/// Returns an error if components cannot be kept separate under these conventions, or have no
/// values.
///
/// # Errors
/// Returns [`SolveError::Usage`] with the reason why components cannot be kept separate.
pub(crate) fn may_be_played(
    world: &World,
    games: &[GameId],
    found: &Conventions,
) -> Result<(), SolveError> {
    let play = found.play.word();
    if found.sum != SumKind::One || found.until != EndCondition::All {
        return Err(SolveError::Usage(text!(
            "`play {play}` requires one component per move and play until no player can move: use --sum one --until all, or another --play",
            "`play {play}` 只能每次走一个部分、直到无人能走：请用 --sum one --until all，或改用其他 --play"
        )));
    }
    let unfit = |game: &&GameId| {
        let rules = world.rules(**game);
        !rules.inherits_conventions()
            && (rules.conventions().loopy
                || rules.conventions().entailing
                || rules.can_end()
                || rules.is_standalone())
    };
    let Some(game) = games.iter().find(unfit) else {
        return Ok(());
    };
    let name = world.rules(*game).title();
    Err(SolveError::Usage(text!(
        "`play {play}` requires components with Grundy values; {name} is loopy, has goals or traps, may be urgent, or must be the only component",
        "`play {play}` 要求各部分有 SG 值；{name} 可循环、有目标或陷阱、可能紧急，或只能单独存在"
    )))
}
