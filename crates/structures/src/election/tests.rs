//! The law against the definition on random small graphs; what is no game; whole games.

use std::collections::HashMap;

use base::budget::Budget;
use fastrand::Rng;
use rules::ast::PlayConvention;
use rules::game::{Conventions, OptionArena, Outcome};
use rules::ir::Int;
use rules::structure::Structure;
use rules::world::World;
use theorems::{OnlinePlayer, referee};
use theory::theorem::ChosenMove;
use theory::value::Grundy;

use super::levels::{CityLevels, CityTax};
use super::{Election, ElectionPlayer, THEOREM};
use crate::digraph::DirectedGraph;
use crate::tests::apply;

/// A graph without cycles, its cities in no order.
fn arcs(rng: &mut Rng, cities: usize) -> Vec<(u32, u32)> {
    let mut names: Vec<u32> = (0..cities as u32).collect();
    rng.shuffle(&mut names);
    let pairs = (0..rng.usize(0..=2 * cities)).map(|_| (rng.usize(..cities), rng.usize(..cities)));
    pairs
        .filter(|(a, b)| a != b)
        .map(|(a, b)| (names[a.max(b)], names[a.min(b)]))
        .collect()
}

/// Every option by the definition, with the move that makes it.
fn options(arcs: &[(u32, u32)], taxes: &[Int], below: Int) -> Vec<(Vec<Int>, Vec<Int>)> {
    let mut all = Vec::new();
    for city in 0..taxes.len() {
        let mut heads: Vec<usize> = arcs
            .iter()
            .filter(|arc| arc.0 as usize == city)
            .map(|arc| arc.1 as usize)
            .collect();
        heads.sort_unstable();
        heads.dedup();
        for tax in 0..taxes[city] {
            for mut code in 0..below.pow(heads.len() as u32) {
                let (mut left, mut choices) = (taxes.to_vec(), vec![city as Int, tax]);
                left[city] = tax;
                for &head in &heads {
                    left[head] = code % below;
                    choices.push(code % below);
                    code /= below;
                }
                all.push((choices, left));
            }
        }
    }
    all
}

fn grundy(
    arcs: &[(u32, u32)],
    taxes: &[Int],
    below: Int,
    known: &mut HashMap<Vec<Int>, u64>,
) -> u64 {
    if let Some(&value) = known.get(taxes) {
        return value;
    }
    let values: Vec<u64> = options(arcs, taxes, below)
        .iter()
        .map(|(_, left)| grundy(arcs, left, below, known))
        .collect();
    let value = nimber::mex(values);
    known.insert(taxes.to_vec(), value);
    value
}

#[test]
fn values_and_moves_are_those_of_the_definition() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(1);
    for (cities, bits, rounds) in [(1, 3, 2), (2, 2, 20), (3, 1, 40), (3, 2, 20), (4, 1, 100)] {
        let below = 1 << bits;
        for _ in 0..rounds {
            let arcs = arcs(&mut rng, cities);
            let words: String = arcs.iter().map(|(a, b)| format!("v{a}>v{b} ")).collect();
            // Numbered in the order of their names.
            let names: Vec<String> = (0..cities).map(|v| format!("v{v}")).collect();
            let text = format!("{}, {words}; below {below}", names.join(", "));
            let reading = Election
                .read(&text)
                .unwrap_or_else(|wrong| panic!("{text}: {}", wrong[0].message));
            let form = apply(&THEOREM, &*reading.rules, Conventions::default(), &budget).unwrap();
            let mut world = World::empty();
            let game = world.add("election", reading.rules);
            let mut known = HashMap::new();
            let mut listed = OptionArena::new();
            for code in 0..1_i64 << (bits * cities) {
                let taxes: Vec<Int> = (0..cities)
                    .map(|city| code >> (city * bits) & (below - 1))
                    .collect();
                let value = grundy(&arcs, &taxes, below, &mut known);
                assert_eq!(
                    form.grundy(&taxes, &budget).unwrap(),
                    Grundy::nimber(value),
                    "{text} {taxes:?}"
                );
                if code % 5 != 0 {
                    continue;
                }
                let mut expected = options(&arcs, &taxes, below);
                world.options(game, &taxes, &mut listed, &budget).unwrap();
                let mut found: Vec<(Vec<Int>, Vec<Int>)> = listed
                    .iter()
                    .map(|o| {
                        (
                            o.choices.to_vec(),
                            o.components().next().unwrap().1.to_vec(),
                        )
                    })
                    .collect();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{text} {taxes:?}");
                for wanted in 0..=value + 2 {
                    let mut found = form
                        .moves_to(&taxes, Grundy::nimber(wanted).unwrap(), &budget)
                        .unwrap()
                        .unwrap();
                    let lead = expected
                        .iter()
                        .filter(|(_, left)| grundy(&arcs, left, below, &mut known) == wanted);
                    let lead: Vec<ChosenMove> =
                        lead.map(|(choices, _)| (0, choices.clone())).collect();
                    found.sort_unstable();
                    assert_eq!(found, lead, "{text} {taxes:?} to {wanted}");
                }
            }
        }
    }
}

/// Where there are too many moves to list, one of each city is; the value does not fit, but who
/// wins is known.
#[test]
fn large_games_list_some_moves() {
    let budget = Budget::generous();
    let arcs: String = (0..40)
        .flat_map(|v| (v + 1..41).map(move |w| format!("{v}>{w} ")))
        .collect();
    let extra: String = (50..60).map(|w| format!("0>{w} ")).collect();
    let reading = Election
        .read(&format!("{arcs} {extra}; taxes 0=1000 5=3 50=7"))
        .unwrap_or_else(|_| panic!("a game"));
    let form = apply(&THEOREM, &*reading.rules, Conventions::default(), &budget).unwrap();
    let start = &reading.starts[0];
    assert!(!form.knows_values() && !form.lists_all(start));
    assert_eq!(
        (
            form.grundy(start, &budget).unwrap(),
            form.outcome(start, &budget).unwrap()
        ),
        (None, Outcome::N)
    );
    assert!(
        form.moves_to(start, Grundy::nimber(1).unwrap(), &budget)
            .unwrap()
            .unwrap()
            .is_empty()
    );
    let moves = form
        .moves_to(start, Grundy::ZERO, &budget)
        .unwrap()
        .unwrap();
    assert_eq!((moves.len(), &moves[0].1[..2]), (1, &[0, 0][..]));
    let mut world = World::empty();
    let game = world.add("election", reading.rules);
    let mut one = OptionArena::new();
    world
        .option(game, start, (0, &moves[0].1), &mut one, &budget)
        .unwrap();
    let left = one.get(0).components().next().unwrap().1;
    assert_eq!(form.outcome(left, &budget).unwrap(), Outcome::P);
}

#[test]
fn moves_are_named_and_shown() {
    let budget = Budget::generous();
    let mut world = World::empty();
    let game = world
        .read(&Election, "a>b a>c b>c d; taxes a=2 c=3")
        .unwrap();
    let start = world.starts(game)[0].clone();
    assert_eq!(start, [2, 0, 3, 0]);
    let mut one = OptionArena::new();
    for (choices, legal) in [
        (&[0, 1, 3, 3][..], true),
        (&[0, 2, 0, 0], false),
        (&[0, 1, 4, 0], false),
        (&[0, 1, 0], false),
        (&[1, 0, 0], false),
        (&[2, 0], true),
        (&[4, 0], false),
        (&[-1, 0], false),
        (&[], false),
    ] {
        world
            .option(game, &start, (0, choices), &mut one, &budget)
            .unwrap();
        assert_eq!(!one.is_empty(), legal, "{choices:?}");
    }
    assert_eq!(
        world
            .rules(game)
            .describe(&start, 0, &[0, 1, 3, 3])
            .unwrap()
            .en,
        "lower a to 1, set b to 3"
    );
    let shown = world.rules(game).show(&[1, 3, 3, 0]).unwrap();
    assert_eq!(shown, "election(a>b a>c b>c d; taxes a=1 b=3 c=3; below 4)");
    let again = Election
        .read(
            shown
                .strip_prefix("election(")
                .unwrap()
                .strip_suffix(')')
                .unwrap(),
        )
        .unwrap_or_else(|_| panic!("{shown}"));
    assert_eq!(again.rules.show(&again.starts[0]).unwrap(), shown);
}

#[test]
fn what_is_no_game_is_refused_with_its_place() {
    for (text, part) in [
        ("", ""),
        ("a>b b>a", "a>b b>a"),
        ("a>a; taxes a=1", "a>a"),
        ("a>b; taxes c=1", "c=1"),
        ("a>b; taxes a", "a"),
        ("a>b; taxes a=", "a="),
        ("a>b; taxes a=-1", "a=-1"),
        ("a>b; taxes a=4611686018427387904", "a=4611686018427387904"),
        ("a>b; taxes a=3; below 2", "2"),
        ("a>b; below 6", "6"),
        ("a>b; below 8 9", "9"),
        ("a>b; at a", "at"),
        ("a>b;", ""),
    ] {
        let Err(wrong) = Election.read(text) else {
            panic!("{text} is taken")
        };
        assert_eq!(
            &text[wrong[0].span.start as usize..wrong[0].span.end as usize],
            part,
            "{text}: {}",
            wrong[0].message
        );
        assert!(wrong[0].help.is_some(), "{text}");
    }
    let reading = Election
        .read("a>b; taxes a=1")
        .unwrap_or_else(|_| panic!("a game"));
    let misere = Conventions {
        play: PlayConvention::Misere,
        ..reading.rules.conventions()
    };
    assert!(apply(&THEOREM, &*reading.rules, misere, &Budget::generous()).is_err());
}

type State = (Vec<(u32, u32)>, Vec<u64>);

fn player((arcs, taxes): &State) -> ElectionPlayer {
    let graph = DirectedGraph::new(taxes.len(), arcs);
    ElectionPlayer::new(
        CityLevels::new(graph.into(), &Budget::generous())
            .unwrap()
            .expect("no cycle"),
        taxes.clone(),
    )
}

#[test]
fn a_thousand_games_are_won() {
    let start = |rng: &mut Rng| -> State {
        let cities = rng.usize(1..=5);
        (
            arcs(rng, cities),
            (0..cities).map(|_| rng.u64(..8)).collect(),
        )
    };
    let random = |(arcs, taxes): &State, rng: &mut Rng| {
        let city = rng.choice(
            (0..taxes.len() as u32)
                .filter(|&city| taxes[city as usize] > 0)
                .collect::<Vec<_>>(),
        )?;
        let mut made: Vec<CityTax> = vec![(city, rng.u64(..taxes[city as usize]))];
        for &(_, head) in arcs.iter().filter(|arc| arc.0 == city) {
            if rng.bool() && made.iter().all(|written| written.0 != head) {
                made.push((head, rng.u64(..8)));
            }
        }
        Some(made)
    };
    let after = |(arcs, taxes): &State, made: &Vec<CityTax>| {
        let (&(city, tax), others) = made.split_first()?;
        let mut left = taxes.clone();
        if tax >= left[city as usize]
            || others
                .iter()
                .any(|&(head, _)| !arcs.contains(&(city, head)))
        {
            return None;
        }
        made.iter()
            .for_each(|&(city, tax)| left[city as usize] = tax);
        Some((arcs.clone(), left))
    };
    referee::check_player(false, start, player, random, after);
}

#[test]
fn what_is_no_move_is_refused() {
    let mut player = player(&(vec![(0, 1), (1, 2)], vec![2, 0, 3]));
    for made in [
        &[][..],
        &[(3, 0)],
        &[(0, 2)],
        &[(1, 0)],
        &[(0, 1), (2, 0)],
        &[(0, 1), (1, 0), (1, 1)],
    ] {
        assert!(player.play(&made.to_vec()).is_err(), "{made:?}");
    }
    // Cities 0 and 2 are on one level.
    assert_eq!(player.winning_move(), Some(vec![(2, 2)]));
}
