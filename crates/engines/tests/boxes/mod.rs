//! Helpers for tests of tables: load a game with its facts, and list its positions up to given
//! numbers.

use base::budget::Budget;
use base::text::Lang;
use facts::{GameFacts, facts};
use rules::game::GameId;
use rules::world::World;

/// Loads the games of a text. Returns the world, the game `A` or otherwise the first game, and the
/// facts of that game.
pub fn load(text: &str) -> (World, GameId, GameFacts) {
    let mut world = World::empty();
    let names = world
        .load("test.game", text)
        .unwrap_or_else(|refusal| panic!("{text}\n{}", refusal.render(Lang::En, false)));
    let first = names.iter().find(|name| *name == "A").unwrap_or(&names[0]);
    let game = world
        .instantiate(first, vec![])
        .unwrap_or_else(|missing| panic!("{text}\n{missing:?}"));
    let facts = facts_of(&world, game);
    (world, game, facts)
}

pub fn facts_of(world: &World, game: GameId) -> GameFacts {
    facts(
        world
            .rules(game)
            .game()
            .expect("it is written in the language"),
        game,
        &Budget::generous(),
    )
    .expect("the budget is generous")
}

/// Returns the positions in canonical form with numbers from their minima to `tops`.
pub fn positions(world: &World, game: GameId, tops: &[i64]) -> Vec<Vec<i64>> {
    let rules = world.rules(game);
    let mut rows: Vec<Vec<i64>> = vec![Vec::new()];
    for (slot, &top) in rules.slots().iter().zip(tops) {
        rows = rows
            .into_iter()
            .flat_map(|row| (slot.low..=top).map(move |n| [&row[..], &[n]].concat()))
            .collect();
    }
    let canonical = |row: &Vec<i64>| {
        let mut other = row.clone();
        rules.canonicalise(&mut other);
        other == *row && world.contains(game, row, &Budget::generous()) == Ok(true)
    };
    rows.into_iter().filter(canonical).collect()
}
