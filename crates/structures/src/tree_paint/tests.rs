//! The values against the rules on all small trees, painting against values made anew, and whole
//! games.

use std::collections::HashMap;
use std::sync::Arc;

use base::budget::Budget;
use fastrand::Rng;
use rules::ast::PlayConvention;
use rules::game::{Conventions, OptionArena};
use rules::ir::Int;
use rules::structure::Structure;
use rules::world::World;
use theorems::referee;
use theory::theorem::ChosenMove;
use theory::value::Grundy;

use super::values::SubtreeValues;
use super::{THEOREM, TreePaint, TreePaintPlayer};
use crate::tests::{apply, trees};
use crate::tree::RootedTree;

/// The vertices from a vertex up to the root, as bits; the parent of the root is the root.
fn way(parents: &[usize], mut vertex: usize) -> u32 {
    let mut way = 1 << vertex;
    while vertex != 0 {
        vertex = parents[vertex];
        way |= 1 << vertex;
    }
    way
}

/// Every move of a set of white vertices by the definition: the vertex, and what is left white.
fn moves(parents: &[usize], white: u32) -> Vec<(u32, u32)> {
    (0..parents.len())
        .filter(|v| white >> v & 1 == 1)
        .map(|v| (v as u32, white & !way(parents, v)))
        .collect()
}

fn grundy(parents: &[usize], white: u32, known: &mut HashMap<u32, u64>) -> u64 {
    if let Some(&value) = known.get(&white) {
        return value;
    }
    let options: Vec<u64> = moves(parents, white)
        .into_iter()
        .map(|(_, left)| grundy(parents, left, known))
        .collect();
    let value = nimber::mex(options);
    known.insert(white, value);
    value
}

#[test]
fn all_small_trees_agree_with_the_definition() {
    let budget = Budget::generous();
    for parents in (1..=6).flat_map(trees) {
        let n = parents.len();
        let links: String = (1..n).map(|v| format!("{} {v}\n", parents[v])).collect();
        let reading = TreePaint
            .read(&format!("{n} {} 0\n{links}", n - 1))
            .unwrap();
        let form = apply(&THEOREM, &*reading.rules, Conventions::default(), &budget).unwrap();
        let mut world = World::empty();
        let game = world.add("tree", reading.rules);
        let mut known = HashMap::new();
        let mut options = OptionArena::new();
        for white in 0..1u32 << n {
            let slots = [Int::from(white)];
            let value = grundy(&parents, white, &mut known);
            assert_eq!(
                form.grundy(&slots, &budget).unwrap(),
                Grundy::nimber(value),
                "{parents:?} {white:b}"
            );
            world.options(game, &slots, &mut options, &budget).unwrap();
            let listed: Vec<(Int, Int)> = options
                .iter()
                .map(|o| (o.choices[0], o.components().next().unwrap().1[0]))
                .collect();
            let all = moves(&parents, white);
            let expected: Vec<(Int, Int)> = all
                .iter()
                .map(|&(vertex, left)| (vertex.into(), left.into()))
                .collect();
            assert_eq!(listed, expected, "{parents:?} {white:b}");
            for wanted in 0..=n as u64 {
                let good = all.iter().filter(|(_, left)| known[left] == wanted);
                let expected: Vec<ChosenMove> =
                    good.map(|&(vertex, _)| (0, vec![vertex.into()])).collect();
                let found = form
                    .moves_to(&slots, Grundy::nimber(wanted).unwrap(), &budget)
                    .unwrap();
                assert_eq!(found, Some(expected), "{parents:?} {white:b} to {wanted}");
            }
        }
    }
}

/// A deep or a flat tree, whose root is vertex 0.
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
    type State = (Vec<usize>, u32);
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
            rng.u32(..1 << n),
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
        rng.choice(moves(parents, *white)).map(|(vertex, _)| vertex)
    };
    let apply = |(parents, white): &State, made: &u32| {
        let (_, left) = moves(parents, *white)
            .into_iter()
            .find(|(vertex, _)| vertex == made)?;
        Some((parents.clone(), left))
    };
    referee::check_player(false, start, player, random, apply);
}

#[test]
fn what_is_shown_can_be_asked() {
    for (text, shown) in [
        ("", "treepaint()"),
        ("a; root a; white", "treepaint(a; root a; white)"),
        ("3 2 1\n0 1\n1 2", "treepaint(0-1 1-2; root 1; white 0 1 2)"),
        (
            "r-a r-b b-c; root r; white a c",
            "treepaint(r-a r-b b-c; root r; white a c)",
        ),
    ] {
        let reading = TreePaint
            .read(text)
            .unwrap_or_else(|wrong| panic!("{text}: {}", wrong[0].message));
        assert_eq!(
            reading.rules.show(&reading.starts[0]).unwrap(),
            shown,
            "{text}"
        );
    }
    for (text, at) in [
        ("a-b; white a", 12),
        ("a-b; root a; white b b", 21),
        ("a-b b-a; root a", 4),
        ("3 1 0\n0 1", 0),
    ] {
        let Err(wrong) = TreePaint.read(text) else {
            panic!("{text} is taken")
        };
        assert_eq!(wrong[0].span.start, at, "{text}: {}", wrong[0].message);
    }
    let reading = TreePaint.read("r-a; root r; white a").unwrap();
    assert_eq!(
        reading
            .rules
            .describe(&reading.starts[0], 0, &[1])
            .unwrap()
            .en,
        "paint from a up"
    );
    assert_eq!(reading.rules.describe(&reading.starts[0], 0, &[0]), None);
    let misere = Conventions {
        play: PlayConvention::Misere,
        ..reading.rules.conventions()
    };
    assert!(apply(&THEOREM, &*reading.rules, misere, &Budget::generous()).is_err());
}
