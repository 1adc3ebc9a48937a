//! Compares the law with the rules on small graphs with all numbers of stones. Also tests complete
//! games.

use std::sync::Arc;

use base::budget::Budget;
use fastrand::Rng;
use rules::ir::Int;
use rules::structure::Structure;
use theorems::referee;

use super::{KIND, StoneWalkPlayer, THEOREM};
use crate::geography::UndirectedGraph;
use crate::trial::{self, Definition, Moves, Trial, declines_misere, question, refuses_at};

/// Returns the positions after each move by definition: the vertex of the piece, and the stones.
fn moves(links: &[(u32, u32)], slots: &[Int]) -> Moves {
    let at = slots[0] as u32;
    let joined = |to: &u32| links.contains(&(at, *to)) || links.contains(&(*to, at));
    let after = |to: u32| {
        let mut left = slots.to_vec();
        left[1 + at as usize] -= 1;
        left[0] = to.into();
        left
    };
    (0..slots.len() as u32 - 1)
        .filter(|to| slots[1 + at as usize] > 0 && joined(to))
        .map(|to| ((0, vec![to.into()]), after(to)))
        .collect()
}

/// Returns a tree, or an arbitrary graph without loops.
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
    let mut rng = Rng::with_seed(1);
    for _ in 0..400 {
        let n = rng.u32(1..6);
        let links = random_links(&mut rng, n);
        let most = if n < 4 { 5 } else { 3 };
        let stones: Vec<Int> = (0..n).map(|_| rng.i64(0..=most)).collect();
        let list: String = links.iter().map(|(a, b)| format!("{a} {b}\n")).collect();
        let counts: Vec<String> = stones.iter().map(Int::to_string).collect();
        let text = format!("{n} {}\n{list}{}", links.len(), counts.join(" "));
        let trial = Trial::new(&KIND, &THEOREM, &text);
        assert!(trial.world.starts(trial.game).is_empty());
        let mut definition = Definition::normal(|slots| moves(&links, slots));
        for at in 0..n {
            let rules = trial.world.rules(trial.game);
            let slots = rules.position(Some(&[Int::from(at)])).unwrap();
            assert_eq!(slots, [&[at.into()], &stones[..]].concat());
            trial.check_moves(&slots, moves(&links, &slots));
            trial.check_outcome(&mut definition, &slots);
        }
    }
}

#[test]
fn the_player_wins_a_thousand_games() {
    type State = (Vec<(u32, u32)>, Vec<Int>);
    let start = |rng: &mut Rng| -> State {
        let n = rng.u32(1..8);
        let links = random_links(rng, n);
        let stones: Vec<Int> = (0..n).map(|_| rng.i64(0..6)).collect();
        (links, [vec![rng.u32(..n).into()], stones].concat())
    };
    let player = |(links, slots): &State| {
        let graph = UndirectedGraph::new(slots.len() - 1, links, &Budget::generous()).unwrap();
        StoneWalkPlayer::new(Arc::new(graph), slots[1..].to_vec(), slots[0] as u32).unwrap()
    };
    let random = |(links, slots): &State, rng: &mut Rng| {
        rng.choice(moves(links, slots))
            .map(|((_, to), _)| to[0] as u32)
    };
    let apply = |(links, slots): &State, made: &u32| {
        let mut all = moves(links, slots).into_iter();
        let (_, left) = all.find(|((_, to), _)| to[0] == Int::from(*made))?;
        Some((links.clone(), left))
    };
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
        let (world, game) = trial::read(&KIND, text);
        let start = &world.starts(game)[0];
        assert_eq!(world.rules(game).show(start).unwrap(), shown, "{text}");
        let again = KIND.read(question(&KIND, shown)).unwrap();
        let position = again.rules.position(Some(&again.starts[0])).unwrap();
        assert_eq!(position.len(), start.len());
    }
    let cases = [
        ("", 0),
        ("a-b a-a; stones a=1; at a", 4),
        ("a-b; stones a=1 a=2; at a", 16),
        ("a-b; stones a=1; at a b", 22),
        ("a-b; stones a=1; at a; at b", 26),
        ("2 1 2\n0 1\n1 1", 4),
        ("2 1 0\n0 1\n1", 11),
        ("a-b; stones 7; at a", 12),
    ];
    refuses_at(&KIND, &cases);
    let (world, game) = trial::read(&KIND, "a-b b-c; stones a=1 b=2; at b");
    let start = &world.starts(game)[0];
    assert_eq!(
        trial::name(&world, game, start, &[2]),
        "take a stone from b and go to c"
    );
    let rules = world.rules(game);
    assert!(rules.position(None).is_err() && rules.position(Some(&[3])).is_err());
    declines_misere(&KIND, &THEOREM, "a-b b-c; stones a=1 b=2; at b");
}
