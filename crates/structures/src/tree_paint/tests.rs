//! Compares the values with the rules on all small trees, and incremental values with recomputed
//! ones. Also tests complete games.

use std::sync::Arc;

use base::budget::Budget;
use fastrand::Rng;
use rules::ir::Int;
use theorems::referee;

use super::values::SubtreeValues;
use super::{KIND, THEOREM, TreePaintPlayer};
use crate::tree::RootedTree;
use crate::trial::{self, Definition, Moves, Trial, declines_misere, refuses_at, shows, trees};

/// Returns the vertices from a vertex up to the root, as bits; the parent of the root is the root.
fn way(parents: &[usize], mut vertex: usize) -> Int {
    let mut way = 1 << vertex;
    while vertex != 0 {
        vertex = parents[vertex];
        way |= 1 << vertex;
    }
    way
}

/// Returns every move of a set of white vertices by definition: the vertex, and the remaining white
/// vertices.
fn moves(parents: &[usize], white: Int) -> Moves {
    (0..parents.len())
        .filter(|v| white >> v & 1 == 1)
        .map(|v| ((0, vec![v as Int]), vec![white & !way(parents, v)]))
        .collect()
}

#[test]
fn all_small_trees_agree_with_the_definition() {
    for parents in (1..=6).flat_map(trees) {
        let n = parents.len();
        let links: String = (1..n).map(|v| format!("{} {v}\n", parents[v])).collect();
        let trial = Trial::new(&KIND, &THEOREM, &format!("{n} {} 0\n{links}", n - 1));
        let mut definition = Definition::normal(|white| moves(&parents, white[0]));
        for white in 0..1 << n {
            trial.check_value(&mut definition, &[white]);
            trial.check_moves(&[white], moves(&parents, white));
            for wanted in 0..=n as u64 {
                trial.check_moves_to(&mut definition, &[white], wanted);
            }
        }
    }
}

/// Returns a deep or a flat tree whose root is vertex 0.
fn random_tree(rng: &mut Rng, n: u32) -> RootedTree {
    let span = 1 << rng.u32(0..8);
    RootedTree::from_parents(
        &(1..n)
            .map(|v| v - rng.u32(1..=v.min(span)))
            .collect::<Vec<u32>>(),
    )
    .unwrap()
}

#[test]
fn painting_keeps_the_values_that_are_made_anew() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(2);
    for _ in 0..200 {
        let n = rng.u32(1..200);
        let tree = random_tree(&mut rng, n);
        let mut white: Vec<bool> = (0..n).map(|_| rng.u32(..3) > 0).collect();
        let mut values =
            SubtreeValues::new(&tree, |vertex| white[vertex as usize], &budget).unwrap();
        while let Some(vertex) = rng.choice(
            (0..n)
                .filter(|&vertex| white[vertex as usize])
                .collect::<Vec<_>>(),
        ) {
            let left = values.left_by(&tree)[vertex as usize];
            values.paint(&tree, vertex);
            std::iter::once(vertex)
                .chain(tree.above(vertex))
                .for_each(|vertex| white[vertex as usize] = false);
            assert_eq!(
                values,
                SubtreeValues::new(&tree, |vertex| white[vertex as usize], &budget).unwrap()
            );
            assert_eq!(values.root_value(&tree), left);
        }
    }
}

#[test]
fn the_player_wins_a_thousand_games() {
    type State = (Vec<usize>, Int);
    let start = |rng: &mut Rng| -> State {
        let n = rng.usize(1..30);
        (
            (0..n)
                .map(|v| {
                    if v == 0 {
                        0
                    } else {
                        rng.usize(v.saturating_sub(5)..v)
                    }
                })
                .collect(),
            rng.i64(..1 << n),
        )
    };
    let player = |(parents, white): &State| {
        let above: Vec<u32> = parents[1..].iter().map(|&above| above as u32).collect();
        let white = (0..parents.len()).map(|v| white >> v & 1 == 1).collect();
        TreePaintPlayer::new(
            Arc::new(RootedTree::from_parents(&above).unwrap()),
            white,
            &Budget::generous(),
        )
        .unwrap()
    };
    let random = |(parents, white): &State, rng: &mut Rng| {
        let made = rng.choice(moves(parents, *white));
        made.map(|((_, choices), _)| choices[0] as u32)
    };
    let apply = |(parents, white): &State, made: &u32| {
        let (_, left) = moves(parents, *white)
            .into_iter()
            .find(|((_, choices), _)| choices[0] == Int::from(*made))?;
        Some((parents.clone(), left[0]))
    };
    referee::check_player(false, start, player, random, apply);
}

#[test]
fn what_is_shown_can_be_asked() {
    let cases = [
        ("", "treepaint()"),
        ("a; root a; white", "treepaint(a; root a; white)"),
        ("3 2 1\n0 1\n1 2", "treepaint(0-1 1-2; root 1; white 0 1 2)"),
        (
            "r-a r-b b-c; root r; white a c",
            "treepaint(r-a r-b b-c; root r; white a c)",
        ),
    ];
    shows(&KIND, &cases);
    let cases = [
        ("a-b; white a", 12),
        ("a-b; root a; white b b", 21),
        ("a-b b-a; root a", 4),
        ("3 1 0\n0 1", 0),
    ];
    refuses_at(&KIND, &cases);
    let (world, game) = trial::read(&KIND, "r-a; root r; white a");
    let start = &world.starts(game)[0];
    assert_eq!(trial::name(&world, game, start, &[1]), "paint from a up");
    assert_eq!(world.rules(game).describe(start, 0, &[0]), None);
    declines_misere(&KIND, &THEOREM, "r-a; root r; white a");
}
