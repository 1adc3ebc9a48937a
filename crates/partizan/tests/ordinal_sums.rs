//! Ordinal sums compared with the definition on trees.

use std::collections::HashMap;

use partizan::naive::{GameForest, Tree};
use partizan::{Dyadic, Id, ValueError};

use crate::world::{World, budget, is_slow};

/// Returns the ordinal sum of two trees by definition.
fn ordinal_sum(
    forest: &mut GameForest,
    base: Tree,
    top: Tree,
    known: &mut HashMap<Tree, Tree>,
) -> Tree {
    if let Some(&sum) = known.get(&top) {
        return sum;
    }
    let (mut left, mut right) = (forest.left(base), forest.right(base));
    for option in forest.left(top) {
        left.push(ordinal_sum(forest, base, option, known));
    }
    for option in forest.right(top) {
        right.push(ordinal_sum(forest, base, option, known));
    }
    let sum = forest.tree(left, right);
    known.insert(top, sum);
    sum
}

fn check(world: &mut World, base: Id, top: Id) {
    let (base_tree, top_tree) = (world.tree(base), world.tree(top));
    let forest = &mut world.forest;
    let expected = ordinal_sum(forest, base_tree, top_tree, &mut HashMap::new());
    let sum = world.store.ordinal_sum(base, top, &budget()).unwrap();
    world.assert_is_canonical_form(sum, expected);
}

#[test]
fn ordinal_sums_are_those_of_the_definition() {
    let mut world = World::new();
    let small = world.born_by(2);
    for &base in &small {
        for &top in &small {
            check(&mut world, base, top);
        }
        world.clear_trees();
    }
    let tops = world.born_by(3);
    let step = if is_slow() { 1 } else { 7 };
    for base in ["1", "-1", "*"] {
        let base = world.parse(base);
        for &top in tops.iter().step_by(step) {
            check(&mut world, base, top);
            world.clear_trees();
        }
    }
}

/// Numbers of small birthdays, nimbers, and sums of both have formulas or many positions.
#[test]
fn formulas_are_the_definition() {
    let mut world = World::new();
    let mut tops = vec!["*3", "*7", "^3*2", "1*2", "-2*", "5", "-6", "3v", "+-3"];
    tops.extend(["7/8", "-13/16", "9/4", "-5/2", "23/8", "1/16", "-1/16"]);
    for base in ["1", "-1", "*", "*2", "1/2", "^"] {
        let base = world.parse(base);
        for top in &tops {
            let top = world.parse(top);
            check(&mut world, base, top);
            world.clear_trees();
        }
    }
}

#[test]
fn signs_are_added_in_front() {
    let mut world = World::new();
    let [one, minus] = ["1", "-1"].map(|text| world.parse(text));
    let mut random = fastrand::Rng::with_seed(56);
    for _ in 0..200 {
        let (mut value, mut signs) = (world.parse("0"), Vec::new());
        for _ in 0..random.usize(0..30) {
            let sign = random.bool();
            signs.push(sign);
            let base = if sign { one } else { minus };
            value = world.store.ordinal_sum(base, value, &budget()).unwrap();
        }
        signs.reverse();
        assert_eq!(
            world.store.as_number(value),
            Some(number(&signs)),
            "{signs:?}"
        );
    }
}

/// Returns the number of a sign expansion: each sign of the first run counts 1, and every further
/// sign half as much as the sign before it.
fn number(signs: &[bool]) -> Dyadic {
    let run = signs.iter().take_while(|&&sign| sign == signs[0]).count();
    let (mut numerator, mut exponent) = (0i64, 0);
    for (at, &sign) in signs.iter().enumerate() {
        if at >= run {
            (numerator, exponent) = (2 * numerator, exponent + 1);
        }
        numerator += if sign { 1 } else { -1 };
    }
    Dyadic::new(numerator, exponent).unwrap()
}

#[test]
fn numbers_beyond_the_range_are_an_error() {
    let mut world = World::new();
    let one = world.parse("1");
    let top = world.parse("-100");
    let sum = world.store.ordinal_sum(one, top, &budget());
    assert_eq!(sum, Err(ValueError::Overflow));
}
