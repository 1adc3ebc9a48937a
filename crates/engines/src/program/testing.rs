//! Helpers for the tests of programs.

use rules::game::GameId;
use rules::ir::Game;
use rules::world::World;

/// Returns the game `G` of a rule file.
pub(super) fn instance(text: &str) -> (Game, GameId) {
    let mut world = World::empty();
    world.load("test.game", text).unwrap_or_else(|refusal| {
        panic!("{text}\n{}", refusal.render(base::text::Lang::En, false))
    });
    let id = world.instantiate("G", Vec::new()).unwrap();
    (world.rules(id).game().unwrap().clone(), id)
}
