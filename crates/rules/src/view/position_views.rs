//! The views of a position: a view for each component, but one view for all components of a game
//! that are shown on one board.

use std::collections::HashMap;

use super::chosen_drawing::{default_drawing, fitting_drawing};
use super::drawn::{as_drawn, heaps, numbers};
use super::{ComponentView, View};
use crate::component::{Component, GameId};
use crate::game::Rules;
use crate::ir::{DrawKind, Int};
use crate::world::World;

/// Returns the views of a position: one per component, with coins of one game and pieces on one
/// board combined.
pub fn component_views(world: &World, components: &[Component]) -> Vec<ComponentView> {
    component_views_as(world, components, None)
}

/// Returns the views of a position for which a user chose a drawing. Components that the drawing
/// fits ([`drawings`](super::drawings)) use the chosen drawing, and all other components use their
/// default drawing.
pub fn component_views_as(
    world: &World,
    components: &[Component],
    chosen: Option<DrawKind>,
) -> Vec<ComponentView> {
    let look = |members: &Vec<usize>| {
        let together = || members.iter().map(|&member| &components[member]);
        let title: Vec<String> = together()
            .map(|one| world.show(one.game, &one.slots))
            .collect();
        let places: Vec<&[Int]> = together().map(|one| &one.slots[..]).collect();
        let rules = world.rules(components[members[0]].game);
        let view = if rules.compound().is_some() {
            View::Written
        } else {
            group_view(rules, &places, chosen)
        };
        ComponentView {
            title: title.join(" + "),
            view,
        }
    };
    groups(world, components, chosen).iter().map(look).collect()
}

/// Returns whether all components of a game are shown on one board: coins, and pieces that each
/// have a location.
pub(super) fn lie_together(rules: &dyn Rules, chosen: Option<DrawKind>) -> bool {
    let draw = match chosen.and_then(|kind| fitting_drawing(rules, kind)) {
        Some(draw) => draw,
        None => match default_drawing(rules) {
            Some(draw) => draw,
            None => return false,
        },
    };
    match draw.kind {
        _ if draw.array.is_some() => false,
        DrawKind::Board => {
            (2..=3).contains(&rules.slots().len())
                && draw
                    .rows
                    .zip(draw.columns)
                    .is_none_or(|_| rules.slots().len() == 2)
        }
        DrawKind::Strip => rules.coins() || rules.slots().len() == 1,
        DrawKind::Ring => draw.columns.is_some() && rules.slots().len() == 1,
        _ => false,
    }
}

/// Returns the indices of the components that share a view, group by group.
pub(super) fn groups(
    world: &World,
    components: &[Component],
    chosen: Option<DrawKind>,
) -> Vec<Vec<usize>> {
    let mut coins: HashMap<GameId, usize> = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (index, component) in components.iter().enumerate() {
        let lies_with = if lie_together(world.rules(component.game), chosen) {
            coins.get(&component.game)
        } else {
            None
        };
        match lies_with {
            Some(&group) => groups[group].push(index),
            None => {
                coins.insert(component.game, groups.len());
                groups.push(vec![index]);
            }
        }
    }
    groups
}

/// Returns the view of components of one game: a single component, or coins on one board.
pub(super) fn group_view(rules: &dyn Rules, places: &[&[Int]], chosen: Option<DrawKind>) -> View {
    let slots = rules.slots();
    let chosen = chosen.and_then(|kind| fitting_drawing(rules, kind));
    if let (None, &[one]) = (&chosen, places)
        && let Some(view) = rules.view(one)
    {
        return view;
    }
    let Some(first) = places.first() else {
        return View::Numbers(Vec::new());
    };
    let says = chosen.is_some() || rules.game().is_some_and(|game| game.draw.0.is_some());
    let Some(draw) = chosen.or_else(|| default_drawing(rules)) else {
        return numbers(slots, first);
    };
    let counted = |places: Option<View>| match places {
        // Amounts that are too large for the suggested drawing are shown as heaps. Locations that
        // are too large for the suggested drawing are shown as numbers.
        None if !says
            && draw.kind != DrawKind::Strip
            && slots
                .first()
                .is_some_and(|slot| !slot.name.eq_ignore_ascii_case("x")) =>
        {
            heaps(slots, first)
        }
        other => other,
    };
    counted(as_drawn(&draw, slots, places, rules.coins())).unwrap_or_else(|| numbers(slots, first))
}
