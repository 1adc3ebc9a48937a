//! Whether two games are written alike: the same rules in the same order, whatever their names,
//! labels and layout. For models whose moves are not linear, so that [`super::same()`] cannot
//! compare them.

use rules::game::GameId;
use rules::ir::{Game, Move, ResultPartKind};

/// True if the games have the same slots (names apart), conditions and rules, in the same order;
/// claims, tests and notes do not count.
pub fn identical(game: &Game, this: GameId, model: &Game, its: GameId) -> bool {
    let ranges = |game: &Game| {
        game.slots
            .iter()
            .map(|slot| (slot.low, slot.high, slot.is_cell()))
            .collect::<Vec<_>>()
    };
    let flags = |game: &Game| (game.unordered.clone(), game.coins, game.strict);
    let conditions = (&game.requires, &game.goals, &game.traps, &game.urgent)
        == (&model.requires, &model.goals, &model.traps, &model.urgent);
    conditions
        && ranges(game) == ranges(model)
        && flags(game) == flags(model)
        && moves(game, this) == moves(model, its)
}

/// The moves of a game without labels, where a component of the game itself is one of no other.
fn moves(game: &Game, this: GameId) -> Vec<Move> {
    let mut moves = game.moves.clone();
    for shape in &mut moves {
        shape.label = None;
        for part in &mut shape.result {
            match &mut part.kind {
                ResultPartKind::Fresh(other, _) if *other == this => *other = GameId(u32::MAX),
                ResultPartKind::Fresh(..)
                | ResultPartKind::Changed(..)
                | ResultPartKind::Compound(..) => {}
            }
        }
    }
    moves
}
