//! Compares the law with the definition on random small graphs. The tests also cover invalid games
//! and complete games.

use base::budget::Budget;
use fastrand::Rng;
use rules::game::Outcome;
use rules::ir::Int;
use theorems::{OnlinePlayer, referee};

use super::levels::{CityLevels, CityTax};
use super::{ElectionPlayer, KIND, THEOREM};
use crate::digraph::DirectedGraph;
use crate::trial::{self, Definition, Moves, Trial, check_legal, declines_misere, refuses, shows};

/// Returns a random acyclic graph, whose cities are in random order.
fn arcs(rng: &mut Rng, cities: usize) -> Vec<(u32, u32)> {
    let mut names: Vec<u32> = (0..cities as u32).collect();
    rng.shuffle(&mut names);
    let pairs = (0..rng.usize(0..=2 * cities)).map(|_| (rng.usize(..cities), rng.usize(..cities)));
    pairs
        .filter(|(a, b)| a != b)
        .map(|(a, b)| (names[a.max(b)], names[a.min(b)]))
        .collect()
}

/// Returns every move by definition.
fn moves(arcs: &[(u32, u32)], taxes: &[Int], below: Int) -> Moves {
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
                all.push(((0, choices), left));
            }
        }
    }
    all
}

#[test]
fn values_and_moves_are_those_of_the_definition() {
    let mut rng = Rng::with_seed(1);
    for (cities, bits, rounds) in [(1, 3, 2), (2, 2, 20), (3, 1, 40), (3, 2, 20), (4, 1, 100)] {
        let below = 1 << bits;
        for _ in 0..rounds {
            let arcs = arcs(&mut rng, cities);
            let words: String = arcs.iter().map(|(a, b)| format!("v{a}>v{b} ")).collect();
            // Cities are numbered in the order in which the text names them.
            let names: Vec<String> = (0..cities).map(|v| format!("v{v}")).collect();
            let text = format!("{}, {words}; below {below}", names.join(", "));
            let trial = Trial::new(&KIND, &THEOREM, &text);
            let mut definition = Definition::normal(|taxes| moves(&arcs, taxes, below));
            for code in 0..1_i64 << (bits * cities) {
                let taxes: Vec<Int> = (0..cities)
                    .map(|city| code >> (city * bits) & (below - 1))
                    .collect();
                trial.check_value(&mut definition, &taxes);
                if code % 5 != 0 {
                    continue;
                }
                trial.check_moves(&taxes, moves(&arcs, &taxes, below));
                for wanted in 0..=definition.value(&taxes) + 2 {
                    trial.check_moves_to(&mut definition, &taxes, wanted);
                }
            }
        }
    }
}

/// If a position has too many moves to list, one move for each city is listed; the value does not
/// fit, but the outcome is known.
#[test]
fn large_games_list_some_moves() {
    let budget = Budget::generous();
    let arcs: String = (0..40)
        .flat_map(|v| (v + 1..41).map(move |w| format!("{v}>{w} ")))
        .collect();
    let extra: String = (50..60).map(|w| format!("0>{w} ")).collect();
    let text = format!("{arcs} {extra}; taxes 0=1000 5=3 50=7");
    let trial = Trial::new(&KIND, &THEOREM, &text);
    let (form, start) = (&trial.form, trial.start());
    assert!(!form.knows_values() && !form.lists_all(&start));
    assert_eq!(form.grundy(&start, &budget), Ok(None));
    assert_eq!(form.outcome(&start, &budget), Ok(Outcome::N));
    assert!(trial.moves_to(&start, 1).is_empty());
    let moves = trial.moves_to(&start, 0);
    assert_eq!((moves.len(), &moves[0].1[..2]), (1, &[0, 0][..]));
    let left = trial::after(&trial.world, trial.game, &start, &moves[0].1).unwrap();
    assert_eq!(form.outcome(&left, &budget), Ok(Outcome::P));
}

#[test]
fn moves_are_named_and_shown() {
    let (world, game) = trial::read(&KIND, "a>b a>c b>c d; taxes a=2 c=3");
    let start = world.starts(game)[0].clone();
    assert_eq!(start, [2, 0, 3, 0]);
    let cases = [
        (&[0, 1, 3, 3][..], true),
        (&[0, 2, 0, 0], false),
        (&[0, 1, 4, 0], false),
        (&[0, 1, 0], false),
        (&[1, 0, 0], false),
        (&[2, 0], true),
        (&[4, 0], false),
        (&[-1, 0], false),
        (&[], false),
    ];
    check_legal(&world, game, &start, &cases);
    assert_eq!(
        trial::name(&world, game, &start, &[0, 1, 3, 3]),
        "lower a to 1, set b to 3"
    );
    let shown = "election(a>b a>c b>c d; taxes a=1 b=3 c=3; below 4)";
    assert_eq!(world.show(game, &[1, 3, 3, 0]), shown);
    shows(&KIND, &[(trial::question(&KIND, shown), shown)]);
}

#[test]
fn what_is_no_game_is_refused_with_its_place() {
    let cases = [
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
    ];
    refuses(&KIND, &cases);
    declines_misere(&KIND, &THEOREM, "a>b; taxes a=1");
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
