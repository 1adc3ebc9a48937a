//! Compares the law with the rules on all small trees. Also tests complete games.

use std::sync::Arc;

use base::budget::Budget;
use fastrand::Rng;
use rules::ir::Int;
use rules::structure::Structure;
use theorems::referee;

use super::law::TreePartsMove;
use super::{KIND, THEOREM, TreePartsPlayer};
use crate::tree::RootedTree;
use crate::trial::{self, Definition, Moves, Trial, declines_misere, shows, trees};

/// The links, as pairs of neighbours.
type Links = [(u32, u32)];

/// Returns the vertices of a set that are connected to a given vertex within the set, by
/// definition.
fn part_of(links: &Links, set: Int, vertex: u32) -> Int {
    let mut part = 1 << vertex;
    loop {
        let before = part;
        for &(a, b) in links {
            for (here, there) in [(a, b), (b, a)] {
                if part >> here & set >> there & 1 == 1 {
                    part |= 1 << there;
                }
            }
        }
        if part == before {
            return part;
        }
    }
}

/// Returns every move by definition, and the set of vertices that the move keeps.
fn moves(links: &Links, left: Int) -> Moves {
    let members = || (0..32).filter(|v| left >> v & 1 == 1);
    let mut moves = Vec::new();
    for removed in members() {
        for kept in members() {
            if links.contains(&(removed, kept)) || links.contains(&(kept, removed)) {
                let part = part_of(links, left & !(1 << removed), kept);
                moves.push(((0, vec![removed.into(), kept.into()]), vec![part]));
            }
        }
    }
    moves
}

#[test]
fn all_small_trees_agree_with_the_definition() {
    for tree in (2..=7).flat_map(trees) {
        let links: Vec<(u32, u32)> = (1..tree.len())
            .map(|v| (v as u32, tree[v] as u32))
            .collect();
        let list: String = links.iter().map(|(a, b)| format!("{a} {b}\n")).collect();
        let text = format!("{} {}\n{list}", tree.len(), links.len());
        let trial = Trial::new(&KIND, &THEOREM, &text);
        // A player who receives a single vertex has won.
        let mut definition = Definition::misere(|left| moves(&links, left[0]));
        // The complete tree, and the position after every move.
        let mut open = vec![trial.start()];
        let all = moves(&links, (1 << tree.len()) - 1);
        open.extend(all.into_iter().map(|(_, kept)| kept));
        for slots in open {
            if slots[0].count_ones() > 1 {
                trial.check_moves(&slots, moves(&links, slots[0]));
            }
            trial.check_outcome(&mut definition, &slots);
        }
    }
}

#[test]
fn the_player_wins_a_thousand_games() {
    type State = (Vec<(u32, u32)>, Int);
    let start = |rng: &mut Rng| -> State {
        let n = rng.u32(2..30);
        (
            (1..n)
                .map(|v| (v, rng.u32(v.saturating_sub(4)..v)))
                .collect(),
            (1 << n) - 1,
        )
    };
    let player = |(links, left): &State| {
        let vertices = left.count_ones() as usize;
        TreePartsPlayer::new(Arc::new(RootedTree::new(vertices, links, 0).unwrap()))
    };
    let named = |choices: &[Int]| TreePartsMove {
        removed: choices[0] as u32,
        kept: choices[1] as u32,
    };
    let random = |(links, left): &State, rng: &mut Rng| {
        let made = rng.choice(moves(links, *left));
        made.map(|((_, choices), _)| named(&choices))
    };
    let apply = |(links, left): &State, made: &TreePartsMove| {
        let mut all = moves(links, *left).into_iter();
        let (_, kept) = all.find(|((_, choices), _)| named(choices) == *made)?;
        Some((links.clone(), kept[0]))
    };
    // A player who left a single vertex, which has no move, has lost.
    referee::check_player(true, start, player, random, apply);
}

#[test]
fn what_is_shown_can_be_asked_and_what_is_no_tree_is_refused() {
    let cases = [
        ("", "treeparts()"),
        ("a", "treeparts(a)"),
        ("3 2\n0 1\n1 2", "treeparts(0-1 1-2)"),
        ("a-b b-c b-d", "treeparts(a-b b-c b-d)"),
    ];
    shows(&KIND, &cases);
    for text in ["a-b b-c c-a", "a b", "a-a", "3 1\n0 1", "a-b; root a"] {
        assert!(KIND.read(text).is_err(), "{text}");
    }
    let (world, game) = trial::read(&KIND, "a-b b-c");
    let rules = world.rules(game);
    for (left, admitted) in [
        (0b111, true),
        (0b101, false),
        (0b110, true),
        (0b100, true),
        (0, false),
    ] {
        let found = rules.admits(&[left], &Budget::generous());
        assert_eq!(found.unwrap(), admitted, "{left:b}");
    }
    assert_eq!(
        trial::name(&world, game, &[7], &[1, 2]),
        "remove b and keep the part of c"
    );
    declines_misere(&KIND, &THEOREM, "a-b b-c");
}
