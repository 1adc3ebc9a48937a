//! The values born by days 2 and 3 and random values of day 4, compared with the definitions.

use std::collections::HashSet;

use partizan::naive::{GameForest, Tree};
use partizan::{Id, Store};

use crate::world::{World, budget, is_slow, sample, text};

#[test]
fn forms_of_day_2() {
    let mut world = World::new();
    let day_1 = world.born_by(1);
    assert_eq!(day_1.len(), 4);
    let mut values = HashSet::new();
    for sides in 0..256 {
        let subset = |bits: u32| -> Vec<Id> {
            let chosen = (0..4).filter(|&index| bits >> index & 1 == 1);
            chosen.map(|index| day_1[index]).collect()
        };
        let (left, right) = (subset(sides & 15), subset(sides >> 4));
        let value = world.game(&left, &right);
        let (left, right) = (world.trees(&left), world.trees(&right));
        let form = world.forest.tree(left, right);
        world.assert_is_canonical_form(value, form);
        values.insert(value);
    }
    assert_eq!(values.len(), 22);
    let names: HashSet<String> = values.iter().map(|&g| world.name(g)).collect();
    let expected =
        "-2 -1 -1* -1/2 0 * *2 1/2 1 1* 2 ^ ^* v v* +-1 {1|0} {1|*} {1|0,*} {0|-1} {*|-1} {0,*|-1}";
    assert_eq!(names, expected.split(' ').map(str::to_owned).collect());
}

#[test]
fn order_sums_and_negatives_by_day_2() {
    let mut world = World::new();
    let values = world.born_by(2);
    for &g in &values {
        let tree = world.tree(g);
        let negative = world.store.negative(g, &budget()).unwrap();
        let negative_tree = world.forest.negative(tree);
        world.assert_is_canonical_form(negative, negative_tree);
        assert_eq!(world.store.negative(negative, &budget()), Ok(g));
        for &h in &values {
            let other = world.tree(h);
            assert_eq!(
                world.store.is_le(g, h, &budget()),
                Ok(world.forest.is_le(tree, other))
            );
            let sum = world.store.sum(g, h, &budget()).unwrap();
            let sum_tree = world.forest.sum(tree, other);
            let outcome = world.store.outcome(sum, &budget()).unwrap();
            assert_eq!(outcome.letter(), world.forest.outcome(sum_tree));
            world.assert_is_canonical_form(sum, sum_tree);
        }
    }
}

#[test]
fn values_born_by_day_3() {
    let mut world = World::new();
    let values = world.born_by(3);
    assert_eq!(values.len(), 1474);
    let trees = world.trees(&values);
    for (&g, &tree) in values.iter().zip(&trees) {
        world.assert_is_canonical_form(g, tree);
        for (&h, &other) in values.iter().zip(&trees) {
            let expected = world.forest.is_le(tree, other);
            assert_eq!(world.store.is_le(g, h, &budget()), Ok(expected));
        }
        let outcome = world.store.outcome(g, &budget()).unwrap().letter();
        assert_eq!(outcome, world.forest.outcome(tree));
        assert_eq!(world.store.birthday(g), depth(&world.forest, tree));
        assert_eq!(
            world.store.is_all_small(g),
            is_all_small(&world.forest, tree)
        );
        let negative = world.store.negative(g, &budget()).unwrap();
        let negative_tree = world.forest.negative(tree);
        let negative = world.tree(negative);
        assert_eq!(
            text(&world.forest, negative),
            text(&world.forest, negative_tree)
        );
    }
}

fn depth(forest: &GameForest, tree: Tree) -> u64 {
    let options = forest.left(tree).into_iter().chain(forest.right(tree));
    options.map(|g| 1 + depth(forest, g)).max().unwrap_or(0)
}

fn is_all_small(forest: &GameForest, tree: Tree) -> bool {
    let (left, right) = (forest.left(tree), forest.right(tree));
    left.is_empty() == right.is_empty()
        && left
            .into_iter()
            .chain(right)
            .all(|g| is_all_small(forest, g))
}

#[test]
fn classes_of_day_3() {
    let mut world = World::new();
    let values = world.born_by(3);
    let count = |is_member: &dyn Fn(&Store, Id) -> bool| {
        values
            .iter()
            .filter(|&&g| is_member(&world.store, g))
            .count()
    };
    // Numbers: 0, and the positive and negative 1/4, 1/2, 3/4, 1, 3/2, 2 and 3.
    assert_eq!(count(&|store, g| store.is_number(g)), 15);
    assert_eq!(count(&|store, g| store.is_impartial(g)), 4);
    for &g in &values {
        let (left, right) = (world.store.left_stop(g), world.store.right_stop(g));
        let zero = partizan::Dyadic::ZERO;
        assert_eq!(
            world.store.is_infinitesimal(g),
            left == zero && right == zero
        );
        // An infinitesimal is between -x and x for each positive number x.
        let small = world.parse("1/1024");
        let large = world.parse("-1/1024");
        let is_between = world.store.is_le(g, small, &budget()).unwrap()
            && world.store.is_le(large, g, &budget()).unwrap();
        assert_eq!(world.store.is_infinitesimal(g), is_between);
    }
}

#[test]
fn followers_of_a_value() {
    let mut world = World::new();
    let g = world.parse("{3|^*||-1}");
    let followers = world.store.followers(g, &budget()).unwrap();
    let names: Vec<String> = followers.iter().map(|&h| world.name(h)).collect();
    let expected = "0 1 2 3 * ^* {3|^*} -1 {3|^*||-1}";
    assert_eq!(names.join(" "), expected);
    assert_eq!(
        world.store.followers(Store::ZERO, &budget()),
        Ok(vec![Store::ZERO])
    );
}

#[test]
fn sums_of_day_3() {
    let mut world = World::new();
    let values = world.born_by(3);
    let mut random = fastrand::Rng::with_seed(3);
    let pairs = if is_slow() { 100_000 } else { 20_000 };
    assert_sums(&mut world, &values, &mut random, pairs);
}

/// Compares random sums with the definition.
fn assert_sums(world: &mut World, values: &[Id], random: &mut fastrand::Rng, pairs: u32) {
    for _ in 0..pairs {
        world.clear_trees();
        let g = values[random.usize(0..values.len())];
        let h = values[random.usize(0..values.len())];
        let sum = world.store.sum(g, h, &budget()).unwrap();
        let (g, h) = (world.tree(g), world.tree(h));
        let expected = world.forest.sum(g, h);
        let tree = world.tree(sum);
        assert!(world.forest.is_equal(tree, expected));
    }
}

/// Asserts that a sum is in canonical form by definition; the form of the sum is too large for the
/// naive computation of its canonical form.
#[test]
fn sums_are_canonical() {
    let mut world = World::new();
    let values = world.born_by(3);
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..if is_slow() { 10_000 } else { 1000 } {
        world.clear_trees();
        let g = values[random.usize(0..values.len())];
        let h = values[random.usize(0..values.len())];
        let sum = world.store.sum(g, h, &budget()).unwrap();
        let tree = world.tree(sum);
        world.assert_is_canonical_form(sum, tree);
        // The same form again, with its options in reverse order and duplicates.
        let (mut left, mut right) = (world.left(sum), world.right(sum));
        left.extend_from_within(..);
        left.reverse();
        right.reverse();
        assert_eq!(world.game(&left, &right), sum);
    }
}

#[test]
fn random_values_of_day_4() {
    let mut world = World::new();
    let values = world.born_by(3);
    let mut random = fastrand::Rng::with_seed(5);
    for round in 0..if is_slow() { 50_000 } else { 5000 } {
        world.clear_trees();
        let left = sample(&mut random, &values, 4);
        let right = sample(&mut random, &values, 4);
        let g = world.game(&left, &right);
        let (left, right) = (world.trees(&left), world.trees(&right));
        let form = world.forest.tree(left, right);
        let is_tenth = round % 10 == 0;
        if is_tenth {
            world.assert_is_canonical_form(g, form);
        }
        let tree = world.tree(g);
        assert!(world.forest.is_equal(form, tree));
        let h = values[random.usize(0..values.len())];
        let other = world.tree(h);
        assert_eq!(
            world.store.is_le(g, h, &budget()),
            Ok(world.forest.is_le(form, other))
        );
        assert_eq!(
            world.store.is_le(h, g, &budget()),
            Ok(world.forest.is_le(other, form))
        );
        let negative = world.store.negative(g, &budget()).unwrap();
        assert_eq!(world.store.sum(g, negative, &budget()), Ok(Store::ZERO));
        let name = world.name(g);
        assert_eq!(world.parse(&name), g, "{name}");
        let number = ["1", "-1", "3/4", "-5/2"][round % 4];
        let number = world.parse(number);
        let moved = world.store.sum(g, number, &budget()).unwrap();
        let (left, right) = (world.left(moved), world.right(moved));
        assert_eq!(world.game(&left, &right), moved, "{name}");
        assert_eq!(world.store.difference(moved, number, &budget()), Ok(g));
        let difference = world.store.difference(g, h, &budget()).unwrap();
        assert_eq!(world.store.sum(difference, h, &budget()), Ok(g));
        if !is_tenth {
            continue;
        }
        let twice = world.store.sum(g, g, &budget()).unwrap();
        let thrice = world.store.sum(twice, g, &budget()).unwrap();
        assert_eq!(world.store.multiple(3, g, &budget()), Ok(thrice));
        let minus_twice = world.store.negative(twice, &budget()).unwrap();
        assert_eq!(world.store.multiple(-2, g, &budget()), Ok(minus_twice));
    }
}

#[test]
fn simple_values() {
    let mut world = World::new();
    let numbers = ["0", "1", "-1/2", "3/4"];
    let mut values = Vec::new();
    for number in numbers {
        for up in ["", "^", "^^", "^3", "v", "vv", "v3"] {
            for nimber in ["", "*", "*2", "*3", "*4"] {
                let text = format!("{number}{up}{nimber}");
                values.push(world.parse(&text));
            }
        }
    }
    for &g in &values {
        let tree = world.tree(g);
        world.assert_is_canonical_form(g, tree);
        assert_eq!(world.store.birthday(g), depth(&world.forest, tree));
        let (left, right) = (world.left(g), world.right(g));
        assert_eq!(world.game(&left, &right), g);
    }
    for &g in &values {
        for &h in &values {
            let (tree, other) = (world.tree(g), world.tree(h));
            let expected = world.forest.is_le(tree, other);
            assert_eq!(world.store.is_le(g, h, &budget()), Ok(expected));
        }
    }
    // Sums of simple values by the definition of the sum.
    let mut random = fastrand::Rng::with_seed(6);
    assert_sums(&mut world, &values, &mut random, 300);
}

/// Prints the time of 100,000 sums of values born by day 3, and their outcomes.
#[test]
#[ignore = "a measurement"]
fn speed_of_sums() {
    let mut world = World::new();
    let values = world.born_by(3);
    let mut random = fastrand::Rng::with_seed(12);
    let start = std::time::Instant::now();
    for _ in 0..100_000 {
        let g = values[random.usize(0..values.len())];
        let h = values[random.usize(0..values.len())];
        let sum = world.store.sum(g, h, &budget()).unwrap();
        world.store.outcome(sum, &budget()).unwrap();
    }
    println!("{:?}, {:?}", start.elapsed(), world.store.statistics());
}

/// Different ways to the same value give the same id.
#[test]
fn sums_are_associative() {
    let mut world = World::new();
    let values = world.born_by(3);
    let mut random = fastrand::Rng::with_seed(13);
    for _ in 0..if is_slow() { 3000 } else { 150 } {
        let [a, b, c] = [(); 3].map(|()| {
            let left = sample(&mut random, &values, 3);
            let right = sample(&mut random, &values, 3);
            world.game(&left, &right)
        });
        let store = &mut world.store;
        let first = store.sum(a, b, &budget()).unwrap();
        let first = store.sum(first, c, &budget()).unwrap();
        let last = store.sum(b, c, &budget()).unwrap();
        let last = store.sum(a, last, &budget()).unwrap();
        assert_eq!(first, last);
        let negatives = [a, b, c].map(|g| store.negative(g, &budget()).unwrap());
        let mut rest = first;
        for negative in negatives {
            rest = store.sum(rest, negative, &budget()).unwrap();
        }
        assert_eq!(rest, Store::ZERO);
    }
}
