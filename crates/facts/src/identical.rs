//! Whether two games are written alike: the same rules in the same order, whatever their names, labels and layout. For models whose
//! moves are not linear, so that [`super::same()`] cannot compare them.

use super::linear::without_places;
use base::diagnostic::Span;
use rules::ir::{Choice, Element, Expr, Game, Part, PartKind};
use rules::rules::GameId;

/// True if the games have the same slots (names apart), conditions and rules, in the same order.
pub fn identical(game: &Game, this: GameId, model: &Game, its: GameId) -> bool {
    let ranges = |game: &Game| game.slots.iter().map(|slot| (slot.low, slot.high, slot.name.ends_with(']'))).collect::<Vec<_>>();
    let flags = |game: &Game| (game.unordered, game.coins, game.strict, game.locals);
    ranges(game) == ranges(model) && flags(game) == flags(model) && words(game, this) == words(model, its)
}

/// The conditions and rules of a game without names and places.
fn words(game: &Game, this: GameId) -> String {
    let mut moves = game.moves.clone();
    for shape in &mut moves {
        shape.label = None;
        shape.span = Span::new(0, 0);
        shape.choices.iter_mut().for_each(nameless);
        for Part { kind, generators } in &mut shape.result {
            generators.iter_mut().for_each(nameless);
            match kind {
                PartKind::Fresh(other, elements) => {
                    if *other == this {
                        *other = GameId(u32::MAX);
                    }
                    elements.iter_mut().for_each(nameless_element);
                }
                PartKind::Changed(_, generators) => generators.iter_mut().for_each(nameless),
            }
        }
    }
    let conditions: [&Vec<Expr>; 3] = [&game.requires, &game.goals, &game.traps];
    without_places(&format!("{moves:?} {conditions:?}"))
}

fn nameless(choice: &mut Choice) {
    choice.names.clear();
}

fn nameless_element(element: &mut Element) {
    element.generators.iter_mut().for_each(nameless);
}
