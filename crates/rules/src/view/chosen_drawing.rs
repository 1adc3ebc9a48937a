//! Drawings that a user chooses instead of the drawing that a game declares or its state suggests.
//! A user may choose a kind of `draw` only if it fits the numbers of the game at every position. So
//! the chosen drawing is valid for a complete play. Structures and compounds have only their own
//! drawing.

use std::borrow::Cow;

use super::suggested_drawing::suggest_draw;
use crate::component::Component;
use crate::game::Rules;
use crate::ir::{DrawKind, DrawSpec, Game};
use crate::world::World;

/// Returns the drawings that a user may choose for a position: the drawings that fit one of its
/// components, in the order of [`DrawKind::ALL`].
pub fn drawings(world: &World, components: &[Component]) -> Vec<DrawKind> {
    let fit = |kind: &DrawKind| {
        components
            .iter()
            .any(|component| fitting_drawing(world.rules(component.game), *kind).is_some())
    };
    DrawKind::ALL
        .iter()
        .map(|(_, kind)| *kind)
        .filter(fit)
        .collect()
}

/// Returns the default drawing of rules: the declared drawing, otherwise the suggested drawing;
/// `None` if sets or words have their own drawing.
pub(super) fn default_drawing(rules: &dyn Rules) -> Option<Cow<'_, DrawSpec>> {
    match rules.game() {
        Some(game) => draw_spec(game).map(Cow::Borrowed),
        None => Some(Cow::Owned(suggest_draw(rules))),
    }
}

/// Returns a drawing as the game could declare it, with the declared size and characters; `None` if
/// the drawing does not fit the numbers.
pub(super) fn fitting_drawing(rules: &dyn Rules, kind: DrawKind) -> Option<Cow<'_, DrawSpec>> {
    // Sets are drawn as boards and words as rows, or sets and words are shown as they are written.
    rules.game().filter(|game| !game.holds_more())?;
    if let Some(own) = default_drawing(rules).filter(|own| own.kind == kind) {
        return Some(own);
    }
    let slots = rules.slots();
    let (count, amounts) = (
        slots.len(),
        !slots.is_empty() && slots.iter().all(|slot| slot.low >= 0),
    );
    let side = Some(count.isqrt()).filter(|side| *side >= 2 && side * side == count);
    // A bounded number may be a location; an unbounded number is an amount.
    let places = match slots {
        [slot] => slot.high.and_then(|high| {
            usize::try_from(high.checked_sub(slot.low)?)
                .ok()?
                .checked_add(1)
        }),
        _ => None,
    };
    let fits = match kind {
        DrawKind::Heaps | DrawKind::Squares => amounts,
        DrawKind::Row => count > 1 || amounts,
        DrawKind::Sheet => count == 2 && amounts,
        DrawKind::Board => count == 2 || side.is_some(),
        DrawKind::Ring => count > 1 || amounts || places.is_some(),
        DrawKind::Strip | DrawKind::Numbers => count > 0,
        DrawKind::Steps => count > 1 && amounts,
    };
    let side = side.filter(|_| kind == DrawKind::Board);
    let columns = if kind == DrawKind::Ring { places } else { side };
    fits.then(|| {
        Cow::Owned(DrawSpec {
            kind,
            array: None,
            rows: side,
            columns,
            marks: String::new(),
        })
    })
}

/// Returns the default drawing of a game of the language; `None` if sets or words have their own
/// drawing.
pub(crate) fn draw_spec(game: &Game) -> Option<&DrawSpec> {
    game.draw.0.as_ref().or(game.suggests.0.as_ref())
}
