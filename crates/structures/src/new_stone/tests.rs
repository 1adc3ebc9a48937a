//! The law against the rules on random piles; the moves; what is no row of piles.

use std::collections::HashMap;

use base::budget::Budget;
use fastrand::Rng;
use rules::game::{Conventions, GameId, OptionArena, Outcome};
use rules::ir::Int;
use rules::structure::Structure;
use rules::world::World;
use theory::value::Grundy;

use super::{NewStone, THEOREM};
use crate::tests::apply;

fn wins(world: &World, game: GameId, piles: &[Int], known: &mut HashMap<Vec<Int>, bool>) -> bool {
    let mut key = piles.to_vec();
    key.sort_unstable();
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let mut options = OptionArena::new();
    world
        .options(game, piles, &mut options, &Budget::generous())
        .unwrap();
    let left: Vec<Vec<Int>> = options
        .iter()
        .map(|option| option.components().next().unwrap().1.to_vec())
        .collect();
    let found = left.iter().any(|left| !wins(world, game, left, known));
    known.insert(key, found);
    found
}

#[test]
fn the_theorem_agrees_with_the_rules() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(1740);
    let mut known: HashMap<usize, HashMap<Vec<Int>, bool>> = HashMap::new();
    let mut lost = 0;
    for _ in 0..300 {
        let mut piles: Vec<Int> = (0..rng.usize(1..=4)).map(|_| rng.i64(0..=4)).collect();
        if rng.bool() && piles.len() < 3 {
            piles.extend(piles.clone());
        }
        let text = piles
            .iter()
            .map(Int::to_string)
            .collect::<Vec<_>>()
            .join(" ");
        let reading = NewStone
            .read(&text)
            .unwrap_or_else(|wrong| panic!("{text}: {}", wrong[0].message));
        assert_eq!(
            reading.rules.show(&reading.starts[0]).unwrap(),
            format!("newstone({text})")
        );
        let form = apply(&THEOREM, &*reading.rules, Conventions::default(), &budget).unwrap();
        let mut world = World::empty();
        let game = world.add("newstone", reading.rules);
        let known = known.entry(piles.len()).or_default();
        let won = wins(&world, game, &piles, known);
        lost += u32::from(!won);
        assert_eq!(
            form.outcome(&piles, &budget),
            Ok(if won { Outcome::N } else { Outcome::P }),
            "{text}"
        );
        let mut options = OptionArena::new();
        for (rule, choices) in form
            .moves_to(&piles, Grundy::ZERO, &budget)
            .unwrap()
            .unwrap()
        {
            world
                .option(game, &piles, (rule, &choices), &mut options, &budget)
                .unwrap();
            let left = options
                .iter()
                .next()
                .unwrap()
                .components()
                .next()
                .unwrap()
                .1
                .to_vec();
            assert!(!wins(&world, game, &left, known), "{text}: {choices:?}");
        }
        // Each move that is listed is made alike by itself, and no position is left twice by one
        // pile and as many stones.
        world.options(game, &piles, &mut options, &budget).unwrap();
        let all: Vec<(Vec<Int>, Vec<Int>)> = options
            .iter()
            .map(|option| {
                (
                    option.choices.to_vec(),
                    option.components().next().unwrap().1.to_vec(),
                )
            })
            .collect();
        for (choices, left) in &all {
            world
                .option(game, &piles, (0, choices), &mut options, &budget)
                .unwrap();
            assert_eq!(
                options
                    .iter()
                    .next()
                    .unwrap()
                    .components()
                    .next()
                    .unwrap()
                    .1,
                &left[..],
                "{text}: {choices:?}"
            );
        }
    }
    assert!(lost > 60, "{lost}");
}

#[test]
fn what_is_no_move_or_no_row_of_piles_is_refused() {
    let mut world = World::empty();
    let game = world.add(
        "newstone",
        NewStone
            .read("3 2 0")
            .unwrap_or_else(|_| panic!("piles"))
            .rules,
    );
    let mut options = OptionArena::new();
    for choices in [
        &[0, 0][..],
        &[0, 4],
        &[3, 1],
        &[0, 1, 2, 1],
        &[0, 1, 0, 1],
        &[0, 1, 1, 3],
        &[0, 1, 1, 1, 1, 1],
        &[0, 1, 1],
        &[-1, 1],
    ] {
        world
            .option(
                game,
                &[3, 2, 0],
                (0, choices),
                &mut options,
                &Budget::generous(),
            )
            .unwrap();
        assert!(options.is_empty(), "{choices:?}");
    }
    for (text, message) in [
        ("", "expected the stones of each pile"),
        ("1 x", "expected the stones of a pile, from 0"),
        ("2; 3", "expected the stones"),
    ] {
        let wrong = NewStone
            .read(text)
            .err()
            .unwrap_or_else(|| panic!("{text}: read"));
        assert!(
            wrong[0].message.en.starts_with(message),
            "{}",
            wrong[0].message.en
        );
    }
}
