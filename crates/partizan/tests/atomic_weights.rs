//! Atomic weights.

use partizan::{Id, OutcomeClass, Relation, Store};

use crate::world::{World, budget, sample};

fn weight(store: &mut Store, g: Id) -> Id {
    store.atomic_weight(g, &budget()).unwrap().unwrap()
}

#[test]
fn known_atomic_weights() {
    let mut world = World::new();
    let table = [
        ("0", "0"),
        ("*", "0"),
        ("*7", "0"),
        ("^", "1"),
        ("^*", "1"),
        ("v*4", "-1"),
        ("^5*3", "5"),
        ("{^|v}", "0"),
        ("{^3|v3}", "+-1"),
        ("{0|v3}", "-3/2"),
        ("{^3*|0}", "3/2"),
        ("{^^|vv}", "*"),
        ("{^^*|vv*}", "*"),
        ("{0||0|v4}", "{-2||0|-4}"),
    ];
    for (text, expected) in table {
        let (g, expected) = (world.parse(text), world.parse(expected));
        let weight = weight(&mut world.store, g);
        assert_eq!(
            weight,
            expected,
            "{text} has the weight {}",
            world.name(weight)
        );
    }
    for text in ["1", "1*", "+-1", "tiny(1)", "-1/2^"] {
        let g = world.parse(text);
        assert_eq!(world.store.atomic_weight(g, &budget()), Ok(None));
    }
}

/// Returns random all-small values with at most `most` options of each player.
fn all_small_values(world: &mut World, count: usize) -> Vec<Id> {
    let mut values = world.born_by(3);
    values.retain(|&g| world.store.is_all_small(g));
    for text in [
        "*3", "*4", "^^", "^^*", "^3", "vv", "vv*", "v*2", "^*3", "^4", "v4*", "^5*", "v6",
    ] {
        values.push(world.parse(text));
    }
    let mut random = fastrand::Rng::with_seed(7);
    while values.len() < count {
        let left = sample(&mut random, &values, 3);
        let right = sample(&mut random, &values, 3);
        if left.is_empty() || right.is_empty() {
            continue;
        }
        let g = world.game(&left, &right);
        if world.store.birthday(g) <= 6 && !values.contains(&g) {
            values.push(g);
        }
    }
    values
}

#[test]
fn atomic_weights_are_additive() {
    let mut world = World::new();
    let values = all_small_values(&mut world, 400);
    let mut random = fastrand::Rng::with_seed(8);
    let mut fractions = 0;
    for _ in 0..1500 {
        let g = values[random.usize(0..values.len())];
        let h = values[random.usize(0..values.len())];
        let store = &mut world.store;
        let sum = store.sum(g, h, &budget()).unwrap();
        let [g_weight, h_weight, sum_weight] = [g, h, sum].map(|g| weight(store, g));
        let expected = store.sum(g_weight, h_weight, &budget()).unwrap();
        if sum_weight != expected {
            panic!(
                "{} and {}: {} instead of {}",
                world.name(g),
                world.name(h),
                world.name(sum_weight),
                world.name(expected)
            );
        }
        let negative = store.negative(g, &budget()).unwrap();
        let negative_weight = store.negative(g_weight, &budget()).unwrap();
        assert_eq!(weight(store, negative), negative_weight);
        fractions += u32::from(!store.is_number(g_weight));
    }
    assert!(fractions > 100, "only {fractions} weights are not numbers");
}

/// A player who is at least two atoms ahead wins.
#[test]
fn two_ahead_rule() {
    let mut world = World::new();
    let mut decided = 0;
    for g in all_small_values(&mut world, 600) {
        let store = &mut world.store;
        let g_weight = weight(store, g);
        let two = store.integer(2, &budget()).unwrap();
        let minus_one = store.integer(-1, &budget()).unwrap();
        let is_ahead = store.is_le(two, g_weight, &budget()).unwrap();
        let outcome = store.outcome(g, &budget()).unwrap();
        if is_ahead {
            assert_eq!(outcome, OutcomeClass::Left);
            decided += 1;
        }
        // With at least one atom, Left wins if Left starts.
        let relation = store.compare(g_weight, minus_one, &budget()).unwrap();
        if relation == Relation::Less || relation == Relation::Equal {
            assert!(matches!(outcome, OutcomeClass::Right | OutcomeClass::Next));
            decided += 1;
        }
    }
    assert!(decided > 20, "the rule decided only {decided} values");
}
