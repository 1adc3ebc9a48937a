//! The law against the rules on all small trees, and whole games.

use std::collections::HashMap;
use std::sync::Arc;

use base::budget::Budget;
use fastrand::Rng;
use rules::ast::PlayConvention;
use rules::game::{Conventions, OptionArena, Outcome};
use rules::ir::Int;
use rules::structure::Structure;
use rules::world::World;
use theorems::referee;
use theory::theorem::ChosenMove;
use theory::value::Grundy;

use super::law::TreePartsMove;
use super::{THEOREM, TreeParts, TreePartsPlayer};
use crate::tests::{apply, trees};
use crate::tree::RootedTree;

/// A tree as pairs of neighbours, and what is left of it.
type State = (Vec<(u32, u32)>, Vec<u32>);

/// The part of a vertex in a set, by the definition.
fn part_of(links: &[(u32, u32)], set: &[u32], vertex: u32) -> Vec<u32> {
    let mut part = vec![vertex];
    let mut at = 0;
    while at < part.len() {
        for &(a, b) in links {
            for (here, there) in [(a, b), (b, a)] {
                if here == part[at] && set.contains(&there) && !part.contains(&there) {
                    part.push(there);
                }
            }
        }
        at += 1;
    }
    part.sort_unstable();
    part
}

/// Every move by the definition, and what it keeps.
fn moves((links, left): &State) -> Vec<(TreePartsMove, Vec<u32>)> {
    let mut moves = Vec::new();
    for &removed in left {
        let rest: Vec<u32> = left
            .iter()
            .copied()
            .filter(|&vertex| vertex != removed)
            .collect();
        for &kept in &rest {
            if links.contains(&(removed, kept)) || links.contains(&(kept, removed)) {
                moves.push((TreePartsMove { removed, kept }, part_of(links, &rest, kept)));
            }
        }
    }
    moves
}

/// Whether the player to move wins; who was left a single vertex has won.
fn wins(state: &State, known: &mut HashMap<Vec<u32>, bool>) -> bool {
    if state.1.len() == 1 {
        return true;
    }
    if let Some(&known) = known.get(&state.1) {
        return known;
    }
    let wins = moves(state)
        .into_iter()
        .any(|(_, kept)| !wins(&(state.0.clone(), kept), known));
    known.insert(state.1.clone(), wins);
    wins
}

fn links_of(parents: &[usize]) -> Vec<(u32, u32)> {
    (1..parents.len())
        .map(|v| (v as u32, parents[v] as u32))
        .collect()
}

#[test]
fn all_small_trees_agree_with_the_definition() {
    let budget = Budget::generous();
    for tree in (2..=7).flat_map(trees) {
        let links = links_of(&tree);
        let list: String = links.iter().map(|(a, b)| format!("{a} {b}\n")).collect();
        let reading = TreeParts
            .read(&format!("{} {}\n{list}", tree.len(), links.len()))
            .unwrap();
        let form = apply(&THEOREM, &*reading.rules, Conventions::default(), &budget).unwrap();
        let mut world = World::empty();
        let start = reading.starts[0].clone();
        let game = world.add("tree", reading.rules);
        let mut known = HashMap::new();
        let mut options = OptionArena::new();
        // The whole tree, and what every move leaves.
        let mut open = vec![start];
        open.extend(
            moves(&(links.clone(), (0..tree.len() as u32).collect()))
                .into_iter()
                .map(|(_, kept)| vec![bits(&kept)]),
        );
        for slots in open {
            let left = (0..tree.len() as u32)
                .filter(|v| slots[0] >> v & 1 == 1)
                .collect::<Vec<u32>>();
            let state = (links.clone(), left);
            let expected = if wins(&state, &mut known) {
                Outcome::N
            } else {
                Outcome::P
            };
            assert_eq!(
                form.outcome(&slots, &budget).unwrap(),
                expected,
                "{state:?}"
            );
            if state.1.len() == 1 {
                continue;
            }
            world.options(game, &slots, &mut options, &budget).unwrap();
            let mut listed: Vec<(Vec<Int>, Int)> = options
                .iter()
                .map(|o| (o.choices.to_vec(), o.components().next().unwrap().1[0]))
                .collect();
            let choices =
                |made: &TreePartsMove| vec![Int::from(made.removed), Int::from(made.kept)];
            let all = moves(&state);
            let mut by_definition: Vec<(Vec<Int>, Int)> = all
                .iter()
                .map(|(made, kept)| (choices(made), bits(kept)))
                .collect();
            listed.sort_unstable();
            by_definition.sort_unstable();
            assert_eq!(listed, by_definition, "{state:?}");
            let winning = all
                .iter()
                .filter(|(_, kept)| !wins(&(links.clone(), kept.clone()), &mut known));
            let mut winning: Vec<ChosenMove> =
                winning.map(|(made, _)| (0, choices(made))).collect();
            winning.sort_unstable();
            assert_eq!(
                form.moves_to(&slots, Grundy::ZERO, &budget).unwrap(),
                Some(winning),
                "{state:?}"
            );
        }
    }
}

fn bits(set: &[u32]) -> Int {
    set.iter().map(|v| 1 << v).sum()
}

#[test]
fn the_player_wins_a_thousand_games() {
    let start = |rng: &mut Rng| -> State {
        let n = rng.u32(2..30);
        (
            (1..n)
                .map(|v| (v, rng.u32(v.saturating_sub(4)..v)))
                .collect(),
            (0..n).collect(),
        )
    };
    let player = |(links, left): &State| {
        TreePartsPlayer::new(Arc::new(RootedTree::new(left.len(), links, 0).unwrap()))
    };
    let random = |state: &State, rng: &mut Rng| rng.choice(moves(state)).map(|(made, _)| made);
    let apply = |state: &State, made: &TreePartsMove| {
        let kept = moves(state).into_iter().find(|(other, _)| other == made)?.1;
        Some((state.0.clone(), kept))
    };
    // Who left a single vertex, from which there is no move, has lost.
    referee::check_player(true, start, player, random, apply);
}

#[test]
fn what_is_shown_can_be_asked_and_what_is_no_tree_is_refused() {
    let budget = Budget::generous();
    for (text, shown) in [
        ("", "treeparts()"),
        ("a", "treeparts(a)"),
        ("3 2\n0 1\n1 2", "treeparts(0-1 1-2)"),
        ("a-b b-c b-d", "treeparts(a-b b-c b-d)"),
    ] {
        let reading = TreeParts.read(text).unwrap();
        assert_eq!(reading.rules.show(&reading.starts[0]).unwrap(), shown);
    }
    for text in ["a-b b-c c-a", "a b", "a-a", "3 1\n0 1", "a-b; root a"] {
        assert!(TreeParts.read(text).is_err(), "{text}");
    }
    let reading = TreeParts.read("a-b b-c").unwrap();
    for (left, admitted) in [
        (0b111, true),
        (0b101, false),
        (0b110, true),
        (0b100, true),
        (0, false),
    ] {
        assert_eq!(
            reading.rules.admits(&[left], &budget).unwrap(),
            admitted,
            "{left:b}"
        );
    }
    assert_eq!(
        reading.rules.describe(&[7], 0, &[1, 2]).unwrap().en,
        "remove b and keep the part of c"
    );
    let misere = Conventions {
        play: PlayConvention::Misere,
        ..reading.rules.conventions()
    };
    assert!(apply(&THEOREM, &*reading.rules, misere, &budget).is_err());
}
