//! Measures of games whose numbers increase: every move that the interpreter generates decreases
//! the measure that is found.

use automata::numeration::NumerationSystem;
use base::budget::Budget;
use fastrand::Rng;
use laws::{LawNumerals, Theory, find_signed_weights, option_components_by_rules};
use rules::world::World;

/// Returns a game of two numbers. Each number may have an upper bound, which may be another number
/// that no move changes.
fn text(rng: &mut Rng) -> String {
    let bound = rng.choice([
        "x in 0..6, y in 0..5",
        "x in 0..9, y in 0..9, z in 0.. require x <= z",
        "x in 0.., y in 0..4, z in 0.. require x + y <= z",
    ]);
    let bound = bound.unwrap();
    let rest = if bound.contains('z') { ", z" } else { "" };
    let moves: Vec<String> = (0..2)
        .map(|_| {
            let [a, b] = [(); 2].map(|()| {
                rng.choice(["+ k", "+ 1", "- k", "- 1", "+ 0", "+ 2"])
                    .unwrap()
            });
            format!("move k in 1..2 : [x {a}, y {b}{rest}]")
        })
        .collect();
    format!("game Rise {{ state {bound} {} }}", moves.join(" "))
}

#[test]
fn what_is_found_falls_with_every_move() {
    let (budget, mut rng) = (Budget::generous(), Rng::with_seed(21));
    let (mut found, mut looked) = (0, 0);
    for round in 0..testkit::rounds(60, 600) {
        let text = text(&mut rng);
        let mut world = World::empty();
        world.load("rise.game", &text).unwrap();
        let game = world.instantiate("rise", vec![]).unwrap();
        let slots = world.rules(game).slots();
        let clauses = clauses::of_game(&world, game, &budget).unwrap();
        let numerals = LawNumerals::from_system(NumerationSystem::Base(2), &budget).unwrap();
        let theory =
            Theory::new(slots, &clauses, &vec![1; slots.len()], numerals, &budget).unwrap();
        let Some(weights) = find_signed_weights(theory, slots, &budget).unwrap() else {
            continue;
        };
        found += 1;
        assert!(weights.contains(&-1), "{text}");
        let measure = |at: &[i64]| {
            at.iter()
                .zip(&weights)
                .map(|(&slot, &weight)| i128::from(slot) * weight)
                .sum::<i128>()
        };
        let mut least = None;
        for at in (0..1000).map(|number| [number / 100, number / 10 % 10, number % 10]) {
            let at = &at[..slots.len()];
            if !world.contains(game, at, &budget).unwrap() {
                continue;
            }
            least = least.min(Some(measure(at))).or(Some(measure(at)));
            for left in option_components_by_rules(&world, game, at, &budget).unwrap() {
                looked += 1;
                assert!(
                    measure(&left) < measure(at),
                    "{round}: {text}\n{weights:?}: {at:?} to {left:?}"
                );
            }
        }
        assert!(least.is_some_and(|least| least >= -64), "{text}");
    }
    assert!(
        found > 15 && looked > 2_000,
        "{found} measures, {looked} moves"
    );
}
