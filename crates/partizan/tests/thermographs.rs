//! Thermographs, cooling and heating.

use partizan::naive::{GameForest, Tree};
use partizan::{Dyadic, Id, Store};

use crate::world::{World, budget, sample};

/// Temperatures and values are in units of 1 / 64.
const UNIT: u32 = 6;
/// Number of temperatures: 0, 1/64, …
const TEMPERATURES: usize = 64 * 4;

fn dyadic(units: i64) -> Dyadic {
    Dyadic::new(units, UNIT).unwrap()
}

fn units(x: Dyadic) -> i64 {
    assert!(x.exponent() <= UNIT);
    x.numerator() << (UNIT - x.exponent())
}

/// The walls at each temperature of a grid, by the definition.
struct Walls {
    left: Vec<i64>,
    right: Vec<i64>,
}

/// Returns the number that a canonical tree is, by the simplicity rule.
fn number(forest: &GameForest, tree: Tree) -> Option<i64> {
    let bound = |options: Vec<Tree>| -> Option<Vec<i64>> {
        options.into_iter().map(|g| number(forest, g)).collect()
    };
    let left = bound(forest.left(tree))?.into_iter().max();
    let right = bound(forest.right(tree))?.into_iter().min();
    match (left, right) {
        (None, None) => Some(0),
        (Some(x), None) => Some(x + 64),
        (None, Some(x)) => Some(x - 64),
        (Some(x), Some(y)) => (x < y).then_some((x + y) / 2),
    }
}

fn walls(forest: &GameForest, tree: Tree) -> Walls {
    if let Some(number) = number(forest, tree) {
        return Walls {
            left: vec![number; TEMPERATURES],
            right: vec![number; TEMPERATURES],
        };
    }
    let left: Vec<Walls> = forest
        .left(tree)
        .iter()
        .map(|&g| walls(forest, g))
        .collect();
    let right: Vec<Walls> = forest
        .right(tree)
        .iter()
        .map(|&g| walls(forest, g))
        .collect();
    let mut result = Walls {
        left: Vec::new(),
        right: Vec::new(),
    };
    let mut mean = None;
    for t in 0..TEMPERATURES {
        let tax = t as i64;
        let left_wall = left.iter().map(|g| g.right[t]).max().unwrap() - tax;
        let right_wall = right.iter().map(|g| g.left[t]).min().unwrap() + tax;
        if mean.is_none() && left_wall <= right_wall {
            assert_eq!(left_wall, right_wall, "the grid is too coarse");
            mean = Some(left_wall);
        }
        result.left.push(mean.unwrap_or(left_wall));
        result.right.push(mean.unwrap_or(right_wall));
    }
    result
}

fn assert_walls(world: &mut World, g: Id) {
    let tree = world.tree(g);
    let walls = walls(&world.forest, tree);
    let thermograph = world.store.thermograph(g, &budget()).unwrap();
    for t in 0..TEMPERATURES {
        let temperature = dyadic(t as i64);
        let left = thermograph.left_wall().value_at(temperature).unwrap();
        let right = thermograph.right_wall().value_at(temperature).unwrap();
        let expected = (dyadic(walls.left[t]), dyadic(walls.right[t]));
        assert_eq!(
            (left, right),
            expected,
            "{} at {temperature}",
            world.name(g)
        );
    }
    // Breakpoints are real: no point can be omitted.
    for wall in [thermograph.left_wall(), thermograph.right_wall()] {
        for three in wall.points().windows(3) {
            let rise = |a: usize, b: usize| three[b].value.checked_sub(three[a].value).unwrap();
            let run = |a: usize, b: usize| {
                let last = three[b].temperature;
                last.checked_sub(three[a].temperature).unwrap()
            };
            assert!(run(0, 1) > Dyadic::ZERO && run(1, 2) > Dyadic::ZERO);
            assert_eq!(units(rise(0, 1)).abs() % units(run(0, 1)), 0);
            let slopes = [(0, 1), (1, 2)].map(|(a, b)| units(rise(a, b)) / units(run(a, b)));
            assert_ne!(slopes[0], slopes[1]);
        }
    }
}

#[test]
fn walls_and_stops_of_day_3() {
    let mut world = World::new();
    let zero = Dyadic::ZERO;
    for g in world.born_by(3) {
        assert_walls(&mut world, g);
        let tree = world.tree(g);
        let stops = walls(&world.forest, tree);
        assert_eq!(world.store.left_stop(g), dyadic(stops.left[0]));
        assert_eq!(world.store.right_stop(g), dyadic(stops.right[0]));
        let temperature = world.store.temperature(g, &budget()).unwrap();
        match world.store.as_number(g) {
            Some(number) => assert_eq!(
                temperature.checked_mul(1 << number.exponent()),
                Ok(Dyadic::from(-1))
            ),
            None => assert!(temperature >= zero),
        }
    }
}

#[test]
fn walls_of_random_values() {
    let mut world = World::new();
    let values = world.born_by(3);
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..1000 {
        world.clear_trees();
        let left = sample(&mut random, &values, 4);
        let right = sample(&mut random, &values, 4);
        let g = world.game(&left, &right);
        assert_walls(&mut world, g);
    }
}

#[test]
fn means_are_additive() {
    let mut world = World::new();
    let values = world.born_by(3);
    let mut random = fastrand::Rng::with_seed(2);
    let store = &mut world.store;
    for _ in 0..3000 {
        let g = values[random.usize(0..values.len())];
        let h = values[random.usize(0..values.len())];
        let sum = store.sum(g, h, &budget()).unwrap();
        let [g_graph, h_graph, sum_graph] =
            [g, h, sum].map(|g| store.thermograph(g, &budget()).unwrap());
        let mean = g_graph.mean().checked_add(h_graph.mean());
        assert_eq!(Ok(sum_graph.mean()), mean);
        let maximum = g_graph.temperature().max(h_graph.temperature());
        assert!(sum_graph.temperature() <= maximum);
        // The stops of the sum are between sums of stops.
        let add = |x: Dyadic, y: Dyadic| x.checked_add(y).unwrap();
        let left = store.left_stop(sum);
        assert!(left <= add(store.left_stop(g), store.left_stop(h)));
        assert!(left >= add(store.left_stop(g), store.right_stop(h)));
        // The mean is between the stops of n copies, divided by n.
        let copies = store.multiple(3, g, &budget()).unwrap();
        let mean = g_graph.mean().checked_mul(3).unwrap();
        assert!(store.right_stop(copies) <= mean && mean <= store.left_stop(copies));
    }
}

#[test]
fn cooling_is_additive_and_follows_the_walls() {
    let mut world = World::new();
    let values = world.born_by(3);
    let mut random = fastrand::Rng::with_seed(3);
    let store = &mut world.store;
    for _ in 0..1000 {
        let g = values[random.usize(0..values.len())];
        let h = values[random.usize(0..values.len())];
        let t = Dyadic::new(random.i64(0..20), 3).unwrap();
        let sum = store.sum(g, h, &budget()).unwrap();
        let [g_cooled, h_cooled, sum_cooled] =
            [g, h, sum].map(|g| store.cooled(g, t, &budget()).unwrap());
        assert_eq!(store.sum(g_cooled, h_cooled, &budget()), Ok(sum_cooled));
        let graph = store.thermograph(g, &budget()).unwrap();
        assert_eq!(Ok(store.left_stop(g_cooled)), graph.left_wall().value_at(t));
        assert_eq!(
            Ok(store.right_stop(g_cooled)),
            graph.right_wall().value_at(t)
        );
    }
}

#[test]
fn known_thermographs() {
    let mut world = World::new();
    let table = [
        ("3/4", "3/4", "-1/4"),
        ("-5", "-5", "-1"),
        ("^*3", "0", "0"),
        ("2*", "2", "0"),
        ("+-1", "0", "1"),
        ("{10||4|0}", "6", "4"),
        ("{4|0||-10}", "-4", "6"),
        ("{2|0} + {3|0}", "5/2", "3/2"),
        ("tiny(2)", "0", "0"),
        ("{3|1||-1|-5}", "-1/2", "5/2"),
    ];
    for (text, mean, temperature) in table {
        let g = world.parse(text);
        let graph = world.store.thermograph(g, &budget()).unwrap();
        assert_eq!(graph.mean().to_string(), mean, "{text}");
        assert_eq!(graph.temperature().to_string(), temperature, "{text}");
    }
    let g = world.parse("{10||4|0}");
    let graph = world.store.thermograph(g, &budget()).unwrap();
    let points = |wall: &partizan::Wall| {
        let points = wall.points().iter();
        let pairs = points.map(|point| (point.temperature.to_string(), point.value.to_string()));
        pairs
            .map(|(t, x)| format!("{t}:{x}"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(points(graph.left_wall()), "0:10 4:6");
    assert_eq!(points(graph.right_wall()), "0:4 2:4 4:6");
}

#[test]
fn known_coolings_and_heatings() {
    let mut world = World::new();
    let one = Dyadic::ONE;
    let cooled = [
        ("+-1", "*"),
        ("{2|0}", "1*"),
        ("{3||2|0}", "2^"),
        ("1/2", "1/2"),
    ];
    for (text, expected) in cooled {
        let (g, expected) = (world.parse(text), world.parse(expected));
        let cooled = world.store.cooled(g, one, &budget()).unwrap();
        assert_eq!(cooled, expected, "{text} became {}", world.name(cooled));
    }
    let heated = [
        ("*", "+-1"),
        ("^", "{1||0|-2}"),
        ("*2", "+-(1,{2|0})"),
        ("5/8", "5/8"),
        ("1*", "{2|0}"),
    ];
    for (text, expected) in heated {
        let (g, expected) = (world.parse(text), world.parse(expected));
        let t = world.parse("1");
        let heated = world.store.heated(g, t, &budget()).unwrap();
        assert_eq!(heated, expected, "{text} became {}", world.name(heated));
    }
    let overheated = [
        ("3", "2", "1", "6"),
        ("-3", "1*", "1", "-3*"),
        ("*", "5", "1", "+-1"),
        ("1/2", "2", "1", "{1|1}"),
        ("1/2", "3", "1/2", "{1/2|5/2}"),
        ("^", "1", "*", "{*||0|*}"),
    ];
    for (text, s, t, expected) in overheated {
        let [g, s, t, expected] = [text, s, t, expected].map(|text| world.parse(text));
        let value = world.store.overheated(g, s, t, &budget()).unwrap();
        assert_eq!(value, expected, "{text} became {}", world.name(value));
    }
    let negative = world.store.cooled(Store::STAR, Dyadic::from(-1), &budget());
    assert_eq!(negative, Err(partizan::ValueError::NegativeTemperature));
}

/// Returns the heated tree of a canonical form, by the definition.
fn heated_tree(world: &mut World, g: Id, t: Tree, minus_t: Tree) -> Tree {
    let tree = world.tree(g);
    if number(&world.forest, tree).is_some() {
        return tree;
    }
    let sides = [(world.left(g), t), (world.right(g), minus_t)];
    let [left, right] = sides.map(|(options, added)| {
        let heated = options.into_iter().map(|option| {
            let heated = heated_tree(world, option, t, minus_t);
            world.forest.sum(heated, added)
        });
        heated.collect::<Vec<Tree>>()
    });
    world.forest.tree(left, right)
}

#[test]
fn heating_follows_the_definition_and_is_inverted_by_cooling() {
    let mut world = World::new();
    let one = world.parse("1");
    for g in world.born_by(3) {
        world.clear_trees();
        let t = world.tree(one);
        let minus_t = world.forest.negative(t);
        let expected = heated_tree(&mut world, g, t, minus_t);
        let heated = world.store.heated(g, one, &budget()).unwrap();
        let tree = world.tree(heated);
        assert!(world.forest.is_equal(tree, expected), "{}", world.name(g));
        let cooled = world.store.cooled(heated, Dyadic::ONE, &budget());
        assert_eq!(cooled, Ok(g));
    }
}
