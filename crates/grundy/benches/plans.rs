//! Measures the time of plans: `cargo bench -p grundy --bench plans`. For every game of the
//! library, prints the times of a session's first plan, of the facts, of the slowest theorem, and
//! of the session's next plan. With `-- WORD`, only games whose name contains WORD are measured.

use std::time::Instant;

use base::budget::Budget;
use grundy::{Session, plan};
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;
use theory::theorem::TheoremCase;

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    let declared: Vec<String> = Session::new()
        .world
        .declarations()
        .iter()
        .map(|declared| declared.name.to_string())
        .collect();
    println!(
        "| game | first plan, ms | its facts | its slowest theorem | next plan, ms |\n|---|---|---|---|---|"
    );
    let (mut count, mut most, mut sum) = (0, [0.0f64; 2], 0.0);
    for name in declared.iter().filter(|name| {
        words
            .iter()
            .all(|word| name.to_lowercase().contains(&word.to_lowercase()))
    }) {
        let budget = Budget::generous();
        let mut session = Session::new();
        let Ok(game) = session
            .world_mut()
            .instantiate(&name.to_lowercase(), Vec::new())
        else {
            println!("| {name} | has no default parameters | | | |");
            continue;
        };
        let Some(position) = some_position(&session.world, game, &budget) else {
            println!("| {name} | no small position | | | |");
            continue;
        };
        let (facts, theorem) = parts(name, &budget);
        let question = session.world.show(game, &position);
        let plans = [(); 2].map(|()| {
            let begin = Instant::now();
            session
                .explain(&question, false, &budget)
                .unwrap_or_else(|error| panic!("{question}: {error:?}"));
            begin.elapsed().as_secs_f64() * 1e3
        });
        println!(
            "| {question} | {:.2} | {facts:.2} | {} {:.2} | {:.2} |",
            plans[0], theorem.1, theorem.0, plans[1]
        );
        (count, sum) = (count + 1, sum + plans[0]);
        most = [most[0].max(plans[0]), most[1].max(plans[1])];
    }
    println!(
        "\n{count} games: first plans {:.1} ms at most, {sum:.1} ms together; next plans {:.2} ms at most",
        most[0], most[1]
    );
}

/// Returns a position with small numbers.
fn some_position(world: &World, game: GameId, budget: &Budget<'_>) -> Option<Vec<Int>> {
    const ITERATIONS: usize = 100_000;
    let slots = world.rules(game).slots();
    let ranges: Vec<(Int, Int)> = slots
        .iter()
        .map(|slot| (slot.low, slot.high.unwrap_or(Int::MAX).min(slot.low + 3)))
        .collect();
    let mut position: Vec<Int> = ranges.iter().map(|(_, high)| *high).collect();
    for _ in 0..ITERATIONS {
        if world.contains(game, &position, budget) == Ok(true) {
            return Some(position);
        }
        let lowered = (0..position.len())
            .rev()
            .find(|&i| position[i] > ranges[i].0)?;
        position[lowered] -= 1;
        for i in lowered + 1..position.len() {
            position[i] = ranges[i].1;
        }
    }
    None
}

/// Returns the milliseconds for the facts of a game, and the milliseconds that the slowest theorem
/// takes to accept or decline the game.
fn parts(name: &str, budget: &Budget<'_>) -> (f64, (f64, &'static str)) {
    let mut session = Session::new();
    let game = session
        .world_mut()
        .instantiate(&name.to_lowercase(), Vec::new())
        .expect("it was instantiated before");
    let conventions = plan::conventions(
        &session.world,
        &[game],
        false,
        &session.settings,
        &Budget::generous(),
    )
    .expect("one game agrees with itself");
    let begin = Instant::now();
    let facts = session
        .world
        .rules(game)
        .game()
        .map(|ir| facts::facts(ir, game, budget).expect("the budget is generous"));
    let taken = begin.elapsed().as_secs_f64() * 1e3;
    let case = TheoremCase::new(&session.world, game, facts.as_ref(), conventions, budget);
    let mut slowest = (0.0, "");
    for theorem in session
        .settings
        .theorems
        .iter()
        .filter(|theorem| theorem.applies_to(session.world.rules(game)))
    {
        let begin = Instant::now();
        let _ = theorem.apply(&case);
        let taken = begin.elapsed().as_secs_f64() * 1e3;
        if taken > slowest.0 {
            slowest = (taken, theorem.name());
        }
        if taken > 5.0 && std::env::var_os("ALL").is_some() {
            eprintln!("{name}: {} {taken:.1}", theorem.name());
        }
    }
    (taken, (slowest.0, slowest.1))
}
