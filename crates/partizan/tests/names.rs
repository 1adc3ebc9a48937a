//! Names and their independence of ids.

use std::collections::HashSet;

use partizan::Store;

use crate::world::{World, budget, is_slow, sample};

#[test]
fn names_of_day_3_are_distinct_and_parse_back() {
    let mut world = World::new();
    let values = world.born_by(3);
    let mut names = HashSet::new();
    for &g in &values {
        let name = world.name(g);
        assert_eq!(world.parse(&name), g, "{name}");
        let mut fresh = Store::new();
        let other = fresh.parse(&name, &budget()).unwrap();
        assert_eq!(fresh.name(other, &budget()).unwrap(), name);
        names.insert(name);
    }
    assert_eq!(names.len(), values.len());
}

/// Values enter two stores in different orders. The ids are then different, but the names are the
/// same.
#[test]
fn names_do_not_depend_on_ids() {
    let mut world = World::new();
    let mut values = world.born_by(3);
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..if is_slow() { 20_000 } else { 1000 } {
        let left = sample(&mut random, &values[..1474], 5);
        let right = sample(&mut random, &values[..1474], 5);
        values.push(world.game(&left, &right));
    }
    for _ in 0..300 {
        let (g, h) = (values[random.usize(0..1474)], values[random.usize(0..1474)]);
        values.push(world.store.sum(g, h, &budget()).unwrap());
    }
    let mut names: Vec<String> = values.iter().map(|&g| world.name(g)).collect();
    for _ in 0..3 {
        random.shuffle(&mut names);
        let mut other = Store::new();
        let mut differences = 0;
        for name in &names {
            let g = other.parse(name, &budget()).unwrap();
            assert_eq!(&other.name(g, &budget()).unwrap(), name);
            differences += u32::from(world.parse(name) != g);
        }
        assert!(
            differences > 1000,
            "the order of the ids is hardly different"
        );
    }
}

/// Values are computed in different ways: as negatives of negatives, as differences, and from
/// options in random order.
#[test]
fn names_do_not_depend_on_the_computation() {
    let mut world = World::new();
    let values = world.born_by(3);
    let mut random = fastrand::Rng::with_seed(10);
    for _ in 0..300 {
        let left = sample(&mut random, &values, 5);
        let right = sample(&mut random, &values, 5);
        let mut names = Vec::new();
        let texts = [left, right].map(|side| {
            let names = side.iter().map(|&g| world.name(g));
            names.collect::<Vec<String>>()
        });
        for attempt in 0..3 {
            let mut other = World::new();
            let mut sides = texts.clone();
            sides.iter_mut().for_each(|side| random.shuffle(side));
            if attempt == 1 {
                // The negative of the game of the negatives.
                sides.swap(0, 1);
                let sides = sides.map(|side| {
                    let negatives = side.iter().map(|text| format!("-({text})"));
                    negatives.collect::<Vec<String>>().join(",")
                });
                let g = other.parse(&format!("-{{{}|{}}}", sides[0], sides[1]));
                names.push(other.name(g));
            } else {
                let g = if attempt == 2 {
                    let right: Vec<_> = sides[1].iter().map(|text| other.parse(text)).collect();
                    let left: Vec<_> = sides[0].iter().map(|text| other.parse(text)).collect();
                    other.game(&left, &right)
                } else {
                    other.parse(&format!(
                        "{{{}|{}}}",
                        sides[0].join(","),
                        sides[1].join(",")
                    ))
                };
                names.push(other.name(g));
            }
        }
        assert!(names.iter().all(|name| *name == names[0]), "{names:?}");
    }
}

#[test]
fn known_names() {
    let mut world = World::new();
    let table = [
        ("{|}", "0"),
        ("{0|1}", "1/2"),
        ("{-1|-1/2}", "-3/4"),
        ("{0,*|0,*}", "*2"),
        ("{0|^*}", "^^"),
        ("{0|^}", "^^*"),
        ("{^^*|0} - {^^*|0} + 1^*", "1^*"),
        ("{vv|0}", "v3*"),
        ("2 - ^^ + *3", "2vv*3"),
        ("{1|-1}", "+-1"),
        ("{2|-1}", "{2|-1}"),
        ("{2|{1|0}}", "{2||1|0}"),
        ("{{2|1}|0}", "{2|1||0}"),
        ("{{4|3}|{2|1}}", "{4|3||2|1}"),
        ("{{{4|3}|2}|1}", "{4|3||2|||1}"),
        ("{{{{9|8}|7}|6}|5}", "{9|8||7|||6||||5}"),
        ("{{{{{9|8}|7}|6}|5}|4}", "{{9|8||7|||6||||5}|4}"),
        ("{{2|0},1|-1}", "{1,{2|0}|-1}"),
        ("{0|{0|-1}}", "tiny(1)"),
        ("{{1/2|0}|0}", "miny(1/2)"),
        ("{0||0|{-1|-2}}", "tiny({2|1})"),
        ("{{2|0}|{0|-2}}", "0"),
        ("{{3|1}|{-1|-3}}", "+-{3|1}"),
        ("{1*|-1*}", "+-(1*)"),
        ("{0,{2|0}|0,{0|-2}}", "+-(0,{2|0})"),
        ("{+-1|0}", "-1"),
        ("{2|+-1}", "{2|+-1}"),
        ("{{2|+-1}|-3}", "{2|+-1||-3}"),
    ];
    for (text, name) in table {
        let g = world.parse(text);
        assert_eq!(world.name(g), name, "{text}");
    }
}

#[test]
fn names_are_limited() {
    let mut world = World::new();
    let g = world.parse("{2||1|0}");
    let name = |world: &mut World, most| world.store.name_within(g, most, &budget()).unwrap();
    assert_eq!(name(&mut world, 8).as_deref(), Some("{2||1|0}"));
    assert_eq!(name(&mut world, 7), None);
}
