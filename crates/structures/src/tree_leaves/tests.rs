//! The law against the rules on all small trees, and whole games.

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

use super::{THEOREM, TreeLeaves, TreeLeavesPlayer};
use crate::tests::{apply, trees};
use crate::tree::RootedTree;

/// The parents of the vertices, 0 of the root, and the vertices that are left as bits.
type State = (Vec<usize>, u32);

/// Every set of leaves by the definition: vertices that are left and are no parent of one that is
/// left.
fn moves((parents, left): &State) -> Vec<u32> {
    let is_left = |v: usize| left >> v & 1 == 1;
    let is_parent =
        |v: usize| (1..parents.len()).any(|below| is_left(below) && parents[below] == v);
    let leaves = (0..parents.len())
        .filter(|&v| is_left(v) && !is_parent(v))
        .fold(0, |set, v| set | 1 << v);
    (1..=leaves).filter(|set| set & !leaves == 0).collect()
}

fn text(parents: &[usize]) -> String {
    let link = |v: usize| {
        if v.is_multiple_of(2) {
            format!("{v} {}\n", parents[v])
        } else {
            format!("{} {v}\n", parents[v])
        }
    };
    format!(
        "{} {} 0\n{}",
        parents.len(),
        parents.len() - 1,
        (1..parents.len()).rev().map(link).collect::<String>()
    )
}

#[test]
fn all_small_trees_agree_with_the_definition() {
    let budget = Budget::generous();
    for parents in (1..=7).flat_map(trees) {
        let reading = TreeLeaves.read(&text(&parents)).unwrap();
        let form = apply(&THEOREM, &*reading.rules, Conventions::default(), &budget).unwrap();
        let mut world = World::empty();
        let game = world.add("tree", reading.rules);
        let after = |&left: &u32| {
            moves(&(parents.clone(), left))
                .into_iter()
                .map(|removed| left & !removed)
                .collect()
        };
        let mut search = ReferenceSearch::normal(after, &budget);
        let mut options = OptionArena::new();
        let all = (1u32 << parents.len()) - 1;
        let sets = [all].into_iter().chain(after(&all)).chain([0]);
        for left in sets {
            let slots = [Int::from(left)];
            let expected = if search.mover_wins(&left).unwrap() {
                Outcome::N
            } else {
                Outcome::P
            };
            assert_eq!(
                form.outcome(&slots, &budget).unwrap(),
                expected,
                "{parents:?} {left:b}"
            );
            world.options(game, &slots, &mut options, &budget).unwrap();
            let mut listed: Vec<(Int, Int)> = options
                .iter()
                .map(|o| (o.choices[0], o.components().next().unwrap().1[0]))
                .collect();
            listed.sort_unstable();
            let sets = moves(&(parents.clone(), left));
            let by_definition: Vec<(Int, Int)> = sets
                .iter()
                .map(|&set| (set.into(), (left & !set).into()))
                .collect();
            assert_eq!(listed, by_definition, "{parents:?} {left:b}");
            let winning = sets
                .into_iter()
                .filter(|set| !search.mover_wins(&(left & !set)).unwrap());
            let winning: Vec<ChosenMove> = winning.map(|set| (0, vec![set.into()])).collect();
            let mut found = form
                .moves_to(&slots, Grundy::ZERO, &budget)
                .unwrap()
                .unwrap();
            found.sort_unstable();
            assert_eq!(found, winning, "{parents:?} {left:b}");
            assert!(form.lists_all(&slots));
        }
    }
}

#[test]
fn one_move_is_made_as_all_are_and_has_a_name() {
    let budget = Budget::generous();
    let mut world = World::empty();
    let game = world.read(&TreeLeaves, "r-a r-b b-c; root r").unwrap();
    let start = world.starts(game)[0].clone();
    let mut options = OptionArena::new();
    // The vertices are r, a, b, c.
    let legal = (-1..16).filter(|&set| {
        world
            .option(game, &start, (0, &[set]), &mut options, &budget)
            .unwrap();
        !options.is_empty()
    });
    assert_eq!(legal.collect::<Vec<_>>(), [0b0010, 0b1000, 0b1010]);
    let rules = world.rules(game);
    assert_eq!(
        rules.describe(&start, 0, &[0b1010]).unwrap().en,
        "remove a, c"
    );
    assert_eq!(rules.show(&[0b0101]).unwrap(), "treeleaves(r-b; root r)");
    assert_eq!(rules.show(&[1]).unwrap(), "treeleaves(r; root r)");
    assert_eq!(rules.show(&[0]).unwrap(), "treeleaves()");
    assert!(
        !rules.admits(&[0b1001], &budget).unwrap() && rules.admits(&[0b0101], &budget).unwrap()
    );
    let misere = Conventions {
        play: PlayConvention::Misere,
        ..rules.conventions()
    };
    assert!(apply(&THEOREM, rules, misere, &budget).is_err());
}

/// Forty forks, each with three leaves: 3^40 winning moves, of which some are listed.
#[test]
fn too_many_winning_moves_are_not_all_listed() {
    let budget = Budget::generous();
    let mut links = String::new();
    for fork in 0..40 {
        links += &format!("r-f{fork} ");
        (0..3).for_each(|leaf| links += &format!("f{fork}-l{fork}{leaf} "));
    }
    let reading = TreeLeaves.read(&format!("{links}; root r")).unwrap();
    let form = apply(&THEOREM, &*reading.rules, Conventions::default(), &budget).unwrap();
    let start = &reading.starts[0];
    assert_eq!(form.outcome(start, &budget).unwrap(), Outcome::N);
    assert!(!form.lists_all(start));
    let moves = form
        .moves_to(start, Grundy::ZERO, &budget)
        .unwrap()
        .unwrap();
    assert_eq!(moves.len(), 1000);
    for (_, removed) in &moves {
        let left: Vec<Int> = start
            .iter()
            .zip(removed)
            .map(|(left, removed)| left & !removed)
            .collect();
        assert_eq!(form.outcome(&left, &budget).unwrap(), Outcome::P);
    }
}

#[test]
fn the_player_wins_a_thousand_games() {
    let start = |rng: &mut Rng| -> State {
        let n = rng.usize(1..16);
        let parents = (0..n)
            .map(|v| {
                if v == 0 {
                    0
                } else {
                    rng.usize(v.saturating_sub(4)..v)
                }
            })
            .collect();
        (parents, (1 << n) - 1)
    };
    let listed = |set: u32| (0..32).filter(|v| set >> v & 1 == 1).collect::<Vec<u32>>();
    let player = |(parents, _): &State| {
        let above: Vec<u32> = parents[1..].iter().map(|&above| above as u32).collect();
        TreeLeavesPlayer::new(Arc::new(RootedTree::from_parents(&above).unwrap()))
    };
    let random = |state: &State, rng: &mut Rng| rng.choice(moves(state)).map(listed);
    let apply = |state: &State, made: &Vec<u32>| {
        let set = moves(state).into_iter().find(|&set| listed(set) == *made)?;
        Some((state.0.clone(), state.1 & !set))
    };
    referee::check_player(false, start, player, random, apply);
}

#[test]
fn what_is_no_move_is_refused() {
    let mut player = TreeLeavesPlayer::new(Arc::new(RootedTree::from_parents(&[0, 0, 2]).unwrap()));
    use theorems::OnlinePlayer;
    for made in [&[][..], &[0], &[2], &[4], &[1, 1], &[1, 2]] {
        assert!(player.play(&made.to_vec()).is_err(), "{made:?}");
    }
    player.play(&vec![3, 1]).unwrap();
    assert!(player.play(&vec![3]).is_err());
    assert_eq!(player.any_move(), Some(vec![2]));
}
