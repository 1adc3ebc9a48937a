//! Compares the law with the rules on all small trees. Also tests complete games.

use std::sync::Arc;

use base::budget::Budget;
use fastrand::Rng;
use rules::game::Outcome;
use rules::ir::Int;
use theorems::{OnlinePlayer, referee};

use super::{KIND, THEOREM, TreeLeavesPlayer};
use crate::tree::RootedTree;
use crate::trial::{self, Definition, Moves, Trial, declines_misere, trees};

/// Returns every set of leaves by definition: remaining vertices without a remaining child.
fn moves(parents: &[usize], left: Int) -> Moves {
    let is_left = |v: usize| left >> v & 1 == 1;
    let is_parent =
        |v: usize| (1..parents.len()).any(|below| is_left(below) && parents[below] == v);
    let leaves = (0..parents.len())
        .filter(|&v| is_left(v) && !is_parent(v))
        .fold(0, |set, v| set | 1 << v);
    let sets = (1..=leaves).filter(|set| set & !leaves == 0);
    sets.map(|set| ((0, vec![set]), vec![left & !set]))
        .collect()
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
    for parents in (1..=7).flat_map(trees) {
        let trial = Trial::new(&KIND, &THEOREM, &text(&parents));
        let mut definition = Definition::normal(|left| moves(&parents, left[0]));
        let all = (1 << parents.len()) - 1;
        let left = moves(&parents, all).into_iter().map(|(_, left)| left);
        for slots in [vec![all]].into_iter().chain(left).chain([vec![0]]) {
            trial.check_moves(&slots, moves(&parents, slots[0]));
            trial.check_outcome(&mut definition, &slots);
            assert!(trial.form.lists_all(&slots));
        }
    }
}

#[test]
fn one_move_is_made_as_all_are_and_has_a_name() {
    let budget = Budget::generous();
    let (world, game) = trial::read(&KIND, "r-a r-b b-c; root r");
    let start = world.starts(game)[0].clone();
    // The vertices are r, a, b, c.
    let legal = (-1..16).filter(|&set| trial::after(&world, game, &start, &[set]).is_some());
    assert_eq!(legal.collect::<Vec<_>>(), [0b0010, 0b1000, 0b1010]);
    assert_eq!(trial::name(&world, game, &start, &[0b1010]), "remove a, c");
    let rules = world.rules(game);
    assert_eq!(rules.show(&[0b0101]).unwrap(), "treeleaves(r-b; root r)");
    assert_eq!(rules.show(&[1]).unwrap(), "treeleaves(r; root r)");
    assert_eq!(rules.show(&[0]).unwrap(), "treeleaves()");
    assert!(
        !rules.admits(&[0b1001], &budget).unwrap() && rules.admits(&[0b0101], &budget).unwrap()
    );
    declines_misere(&KIND, &THEOREM, "r-a r-b b-c; root r");
}

/// A tree of forty forks with three leaves each has 3^40 winning moves, of which the theorem lists
/// some.
#[test]
fn too_many_winning_moves_are_not_all_listed() {
    let budget = Budget::generous();
    let mut links = String::new();
    for fork in 0..40 {
        links += &format!("r-f{fork} ");
        (0..3).for_each(|leaf| links += &format!("f{fork}-l{fork}{leaf} "));
    }
    let trial = Trial::new(&KIND, &THEOREM, &format!("{links}; root r"));
    let start = trial.start();
    assert_eq!(trial.form.outcome(&start, &budget), Ok(Outcome::N));
    assert!(!trial.form.lists_all(&start));
    let moves = trial.moves_to(&start, 0);
    assert_eq!(moves.len(), 1000);
    for (_, removed) in &moves {
        let left: Vec<Int> = start
            .iter()
            .zip(removed)
            .map(|(left, removed)| left & !removed)
            .collect();
        assert_eq!(trial.form.outcome(&left, &budget), Ok(Outcome::P));
    }
}

#[test]
fn the_player_wins_a_thousand_games() {
    /// The parents of the vertices, 0 for the root, and the remaining vertices as bits.
    type State = (Vec<usize>, Int);
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
    let listed = |choices: &[Int]| {
        (0..32)
            .filter(|v| choices[0] >> v & 1 == 1)
            .collect::<Vec<u32>>()
    };
    let player = |(parents, _): &State| {
        let above: Vec<u32> = parents[1..].iter().map(|&above| above as u32).collect();
        TreeLeavesPlayer::new(Arc::new(RootedTree::from_parents(&above).unwrap()))
    };
    let random = |(parents, left): &State, rng: &mut Rng| {
        let made = rng.choice(moves(parents, *left));
        made.map(|((_, choices), _)| listed(&choices))
    };
    let apply = |(parents, left): &State, made: &Vec<u32>| {
        let mut all = moves(parents, *left).into_iter();
        let (_, left) = all.find(|((_, choices), _)| listed(choices) == *made)?;
        Some((parents.clone(), left[0]))
    };
    referee::check_player(false, start, player, random, apply);
}

#[test]
fn what_is_no_move_is_refused() {
    let mut player = TreeLeavesPlayer::new(Arc::new(RootedTree::from_parents(&[0, 0, 2]).unwrap()));
    for made in [&[][..], &[0], &[2], &[4], &[1, 1], &[1, 2]] {
        assert!(player.play(&made.to_vec()).is_err(), "{made:?}");
    }
    player.play(&vec![3, 1]).unwrap();
    assert!(player.play(&vec![3]).is_err());
    assert_eq!(player.any_move(), Some(vec![2]));
}
