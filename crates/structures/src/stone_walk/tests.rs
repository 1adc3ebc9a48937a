//! The law against the rules on small graphs with every number of stones, and whole games.

use std::sync::Arc;

use base::budget::Budget;
use fastrand::Rng;
use rules::ast::PlayConvention;
use rules::game::{Conventions, OptionArena, Outcome};
use rules::ir::Int;
use rules::structure::Structure;
use rules::world::World;
use theorems::referee;
use theory::reference::ReferenceSearch;
use theory::theorem::ChosenMove;
use theory::value::Grundy;

use super::{StoneWalk, StoneWalkPlayer, THEOREM};
use crate::geography::UndirectedGraph;
use crate::tests::apply;

/// Pairs of neighbours, the stones, and the vertex of the piece.
type State = (Vec<(u32, u32)>, Vec<i64>, u32);

/// The moves of a position by the definition.
fn moves((links, stones, at): &State) -> Vec<u32> {
    let joined = |to: &u32| links.contains(&(*at, *to)) || links.contains(&(*to, *at));
    (0..stones.len() as u32)
        .filter(|to| stones[*at as usize] > 0 && joined(to))
        .collect()
}

fn after(state: &State, to: u32) -> State {
    let (links, mut stones, at) = state.clone();
    stones[at as usize] -= 1;
    (links, stones, to)
}

/// A tree, or any graph without loops.
fn random_links(rng: &mut Rng, n: u32) -> Vec<(u32, u32)> {
    match rng.bool() {
        true => (1..n).map(|v| (rng.u32(..v), v)).collect(),
        false => (0..rng.u32(..2 * n))
            .map(|_| (rng.u32(..n), rng.u32(..n)))
            .filter(|(a, b)| a != b)
            .collect(),
    }
}

#[test]
fn small_graphs_agree_with_the_definition() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(1);
    for _ in 0..400 {
        let n = rng.u32(1..6);
        let links = random_links(&mut rng, n);
        let most = if n < 4 { 5 } else { 3 };
        let stones: Vec<i64> = (0..n).map(|_| rng.i64(0..=most)).collect();
        let list: String = links.iter().map(|(a, b)| format!("{a} {b}\n")).collect();
        let counts: Vec<String> = stones.iter().map(i64::to_string).collect();
        let reading = StoneWalk
            .read(&format!("{n} {}\n{list}{}", links.len(), counts.join(" ")))
            .unwrap();
        assert!(reading.starts.is_empty());
        let form = apply(&THEOREM, &*reading.rules, Conventions::default(), &budget).unwrap();
        let mut world = World::empty();
        let game = world.add("walk", reading.rules);
        let mut search = ReferenceSearch::normal(
            |state: &State| {
                moves(state)
                    .into_iter()
                    .map(|to| after(state, to))
                    .collect()
            },
            &budget,
        );
        let mut options = OptionArena::new();
        for at in 0..n {
            let slots = world.rules(game).position(Some(&[Int::from(at)])).unwrap();
            let state = (links.clone(), stones.clone(), at);
            let expected = if search.mover_wins(&state).unwrap() {
                Outcome::N
            } else {
                Outcome::P
            };
            assert_eq!(
                form.outcome(&slots, &budget).unwrap(),
                expected,
                "{state:?}"
            );
            world.options(game, &slots, &mut options, &budget).unwrap();
            let listed: Vec<Int> = options.iter().map(|option| option.choices[0]).collect();
            assert_eq!(
                listed,
                moves(&state).into_iter().map(Int::from).collect::<Vec<_>>(),
                "{state:?}"
            );
            let winning = moves(&state)
                .into_iter()
                .filter(|&to| !search.mover_wins(&after(&state, to)).unwrap());
            let winning: Vec<ChosenMove> = winning.map(|to| (0, vec![Int::from(to)])).collect();
            assert_eq!(
                form.moves_to(&slots, Grundy::ZERO, &budget).unwrap(),
                Some(winning),
                "{state:?}"
            );
        }
    }
}

#[test]
fn the_player_wins_a_thousand_games() {
    let start = |rng: &mut Rng| -> State {
        let n = rng.u32(1..8);
        let links = random_links(rng, n);
        (links, (0..n).map(|_| rng.i64(0..6)).collect(), rng.u32(..n))
    };
    let player = |(links, stones, at): &State| {
        let graph = UndirectedGraph::new(stones.len(), links, &Budget::generous()).unwrap();
        StoneWalkPlayer::new(Arc::new(graph), stones.clone(), *at).unwrap()
    };
    let random = |state: &State, rng: &mut Rng| rng.choice(moves(state));
    let apply = |state: &State, to: &u32| moves(state).contains(to).then(|| after(state, *to));
    referee::check_player(false, start, player, random, apply);
}

#[test]
fn what_is_shown_can_be_asked_and_what_is_no_position_is_refused() {
    for (text, shown) in [
        (
            "a-b b-c; stones c=3 a=1; at b",
            "stonewalk(a-b b-c; stones a=1 b=0 c=3; at b)",
        ),
        (
            "3 2 1\n0 1\n1 2\n1 2 3",
            "stonewalk(0-1 1-2; stones 0=1 1=2 2=3; at 1)",
        ),
        ("a; stones a=2; at a", "stonewalk(a; stones a=2; at a)"),
        (
            "c, a-b; stones; at c",
            "stonewalk(a-b c; stones c=0 a=0 b=0; at c)",
        ),
    ] {
        let reading = StoneWalk
            .read(text)
            .unwrap_or_else(|wrong| panic!("{text}: {}", wrong[0].message));
        let said = reading.rules.show(&reading.starts[0]).unwrap();
        assert_eq!(said, shown, "{text}");
        let again = StoneWalk
            .read(
                said.strip_prefix("stonewalk(")
                    .unwrap()
                    .strip_suffix(')')
                    .unwrap(),
            )
            .unwrap();
        assert_eq!(
            again.rules.position(Some(&again.starts[0])).unwrap().len(),
            reading.starts[0].len()
        );
    }
    for (text, at) in [
        ("", 0),
        ("a-b a-a; stones a=1; at a", 4),
        ("a-b; stones a=1 a=2; at a", 16),
        ("a-b; stones a=1; at a b", 22),
        ("a-b; stones a=1; at a; at b", 26),
        ("2 1 2\n0 1\n1 1", 4),
        ("2 1 0\n0 1\n1", 11),
        ("a-b; stones 7; at a", 12),
    ] {
        let Err(wrong) = StoneWalk.read(text) else {
            panic!("{text} is taken")
        };
        assert_eq!(wrong[0].span.start, at, "{text}: {}", wrong[0].message);
    }
    let reading = StoneWalk.read("a-b b-c; stones a=1 b=2; at b").unwrap();
    let rules = &reading.rules;
    assert_eq!(
        rules.describe(&reading.starts[0], 0, &[2]).unwrap().en,
        "take a stone from b and go to c"
    );
    assert!(rules.position(None).is_err() && rules.position(Some(&[3])).is_err());
    let misere = Conventions {
        play: PlayConvention::Misere,
        ..rules.conventions()
    };
    assert!(apply(&THEOREM, &**rules, misere, &Budget::generous()).is_err());
}
