//! The numbers up to which the games of a position are planned.

use rules::game::GameId;
use rules::ir::Int;
use rules::play::Component;

/// The greatest numbers of the components of each game, the games in the order in which they are
/// met.
pub(crate) fn max_slots_by_game(components: &[Component]) -> Vec<(GameId, Vec<Int>)> {
    let mut tops: Vec<(GameId, Vec<Int>)> = Vec::new();
    for component in components {
        match tops.iter_mut().find(|(game, _)| *game == component.game) {
            None => tops.push((component.game, component.slots.to_vec())),
            Some((_, most)) => most
                .iter_mut()
                .zip(&component.slots)
                .for_each(|(a, b)| *a = (*a).max(*b)),
        }
    }
    tops
}
