//! Drawings that a reader chooses instead of the one that a game says or its state suggests: those
//! of the item `draw` that fit the numbers of the game, whatever these are in a position, so that
//! what was chosen holds for a whole play. Graphs and boards of structures, and compounds, look as
//! themselves alone.

use std::borrow::Cow;

use super::suggested_drawing::suggest_draw;
use crate::component::Component;
use crate::game::Rules;
use crate::ir::{DrawKind, DrawSpec, Game};
use crate::world::World;

/// The drawings that a reader may choose for a position: those that fit one of its components, in
/// the order of [`DrawKind::ALL`].
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

/// How rules are drawn where nobody chooses: as the game says, else as its state suggests; `None`
/// where sets or words draw themselves.
pub(super) fn default_drawing(rules: &dyn Rules) -> Option<Cow<'_, DrawSpec>> {
    match rules.game() {
        Some(game) => draw_spec(game).map(Cow::Borrowed),
        None => Some(Cow::Owned(suggest_draw(rules))),
    }
}

/// A drawing as the game could say it, with the size and the signs that it does say; `None` if it
/// does not fit the numbers.
pub(super) fn fitting_drawing(rules: &dyn Rules, kind: DrawKind) -> Option<Cow<'_, DrawSpec>> {
    // Sets are boards, words rows, or as they are written.
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
    // A number with a greatest one may be a place; one without is an amount.
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

/// How a game of the language is drawn where no reader chose it; `None` where sets or words draw
/// themselves.
pub(crate) fn draw_spec(game: &Game) -> Option<&DrawSpec> {
    game.draw.0.as_ref().or(game.suggests.0.as_ref())
}
