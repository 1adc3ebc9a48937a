//! Syntactic equality of games: the same rules in the same order, regardless of names, labels and
//! layout. Syntactic comparison is used for models whose moves are not linear, because
//! [`super::same()`] cannot compare nonlinear moves.

use rules::game::GameId;
use rules::ir::{Game, Move, ResultPartKind};

/// Returns whether the games have the same slots (except names), conditions and rules, in the same
/// order. Claims, tests and notes are ignored.
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
        && game.decided == model.decided
        && ranges(game) == ranges(model)
        && flags(game) == flags(model)
        && moves(game, this) == moves(model, its)
}

/// Returns the moves of a game without labels. References to the game itself are replaced by a
/// reserved id, so that the moves of two games can be compared.
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
