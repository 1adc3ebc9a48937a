//! The maximum of each slot for which the games of a position are planned.

use rules::game::GameId;
use rules::ir::Int;
use rules::play::Component;

/// Returns the maximum of each slot over the components of each game; the games are in the order of
/// their first component.
pub(crate) fn max_slots_by_game(components: &[Component]) -> Vec<(GameId, Vec<Int>)> {
    let mut tops: Vec<(GameId, Vec<Int>)> = Vec::new();
    for component in components {
        match tops.iter_mut().find(|(game, _)| *game == component.game) {
            None => tops.push((component.game, component.slots.to_vec())),
            Some((_, most)) => raise(most, &component.slots),
        }
    }
    tops
}

/// Increases each number to the corresponding number of `slots`, if the number in `slots` is
/// larger.
pub(crate) fn raise(most: &mut [Int], slots: &[Int]) {
    most.iter_mut()
        .zip(slots)
        .for_each(|(most, slot)| *most = (*slot).max(*most));
}
