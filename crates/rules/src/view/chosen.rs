//! Drawings that a reader chooses instead of the one that a game says or its state suggests: those of the item `draw` that fit the numbers
//! of the game, whatever these are in a position, so that what was chosen holds for a whole play. Graphs and boards of structures, and
//! compounds, look as themselves alone.

use std::borrow::Cow;

use crate::ir::{Draw, DrawKind};
use crate::play::Component;
use crate::rules::Rules;
use crate::world::World;

/// The drawings that a reader may choose for a position: those that fit one of its components, in the order of [`DrawKind::ALL`].
pub fn drawings(world: &World, components: &[Component]) -> Vec<DrawKind> {
    let fit = |kind: &DrawKind| components.iter().any(|component| fitting(world.rules(component.game), *kind).is_some());
    DrawKind::ALL.iter().map(|(_, kind)| *kind).filter(fit).collect()
}

/// How a game is drawn: as was chosen if that fits, else as the game says; `None` if its state decides.
pub(super) fn said(rules: &dyn Rules, chosen: Option<DrawKind>) -> Option<Cow<'_, Draw>> {
    chosen.and_then(|kind| fitting(rules, kind)).or_else(|| own(rules).map(Cow::Borrowed))
}

fn own(rules: &dyn Rules) -> Option<&Draw> {
    rules.game().and_then(|game| game.draw.0.as_ref())
}

/// A drawing as the game could say it, with the size and the signs that it does say; `None` if it does not fit the numbers.
fn fitting(rules: &dyn Rules, kind: DrawKind) -> Option<Cow<'_, Draw>> {
    // Sets are boards, words rows, or as they are written.
    rules.game().filter(|game| !game.holds_more())?;
    if let Some(own) = own(rules).filter(|own| own.kind == kind) {
        return Some(Cow::Borrowed(own));
    }
    let slots = rules.slots();
    let (count, amounts) = (slots.len(), !slots.is_empty() && slots.iter().all(|slot| slot.low >= 0));
    let side = Some(count.isqrt()).filter(|side| *side >= 2 && side * side == count);
    let fits = match kind {
        DrawKind::Heaps | DrawKind::Squares => amounts,
        DrawKind::Row => count > 1 || amounts,
        DrawKind::Sheet => count == 2 && amounts,
        DrawKind::Board => count == 2 || side.is_some(),
        DrawKind::Strip | DrawKind::Numbers => count > 0,
        DrawKind::Steps => count > 1 && amounts,
    };
    let side = side.filter(|_| kind == DrawKind::Board);
    fits.then(|| Cow::Owned(Draw { kind, rows: side, columns: side, marks: String::new() }))
}
