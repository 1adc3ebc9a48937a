//! Compares the law with the definition on all small trees. Also tests invalid trees.

use base::budget::Budget;
use rules::game::Outcome;
use rules::ir::Int;
use theory::value::Grundy;

use super::{KIND, THEOREM};
use crate::trial::{self, Definition, Moves, Trial, declines_misere, refuses, shows, trees};

/// A tree: the parent of each vertex except the first, which is the root; each parent comes before
/// its child.
type Parents = [usize];

/// Returns the moves of a set of heads by definition: a head, a set of vertices above it, encoded
/// as the bits of their depths, and the position after the move.
fn moves(tree: &Parents, heads: Int) -> Moves {
    let mut moves = Vec::new();
    for vertex in (0..tree.len()).filter(|vertex| heads >> vertex & 1 == 1) {
        // The path is listed from the root down.
        let mut above = vec![];
        let mut at = vertex;
        while at != 0 {
            at = tree[at];
            above.insert(0, at);
        }
        for with in 0..1 << above.len() {
            let turned = above
                .iter()
                .enumerate()
                .filter(|(depth, _)| with >> depth & 1 == 1);
            let turned: Int = turned.map(|(_, vertex)| 1 << vertex).sum();
            moves.push((
                (0, vec![vertex as Int, with]),
                vec![heads ^ 1 << vertex ^ turned],
            ));
        }
    }
    moves
}

/// Returns the tree as text, with links and directions in a different order than their numbers.
fn text(tree: &Parents) -> String {
    let names: String = (0..tree.len()).map(|v| format!(" v{v}")).collect();
    let link = |v: usize| {
        if v.is_multiple_of(2) {
            format!("v{v}-v{} ", tree[v])
        } else {
            format!("v{}-v{v} ", tree[v])
        }
    };
    let links: String = (1..tree.len()).rev().map(link).collect();
    format!("{names} {links}; root v0; heads")
}

#[test]
fn all_small_trees_agree_with_the_definition() {
    let mut positions = 0;
    for tree in (1..=6).flat_map(trees) {
        let mut definition = Definition::normal(|heads| moves(&tree, heads[0]));
        let trial = Trial::new(&KIND, &THEOREM, &text(&tree));
        for heads in 0..1 << tree.len() {
            positions += 1;
            let slots = [heads];
            trial.check_value(&mut definition, &slots);
            trial.check_moves(&slots, moves(&tree, heads));
            for wanted in 0..1 << tree.len() {
                trial.check_moves_to(&mut definition, &slots, wanted);
            }
        }
    }
    assert_eq!(positions, 2 + 4 + 2 * 8 + 6 * 16 + 24 * 32 + 120 * 64);
}

#[test]
fn one_move_is_made_as_all_are_and_has_a_name() {
    let (world, game) = trial::read(&KIND, "r-a a-b r-c; root r; heads b c");
    let start = world.starts(game)[0].clone();
    let all = trial::moves(&world, game, &start);
    let mut made = 0;
    for (vertex, with) in (-1..5).flat_map(|vertex| (-1..9).map(move |with| (vertex, with))) {
        let choices = [vertex, with];
        let legal = trial::after(&world, game, &start, &choices).is_some();
        let listed = all.iter().any(|((_, listed), _)| *listed == choices);
        assert_eq!(legal, listed, "{choices:?}");
        made += u32::from(legal);
    }
    assert_eq!(made, 6);
    let names: Vec<String> = all
        .iter()
        .map(|((_, choices), _)| trial::name(&world, game, &start, choices))
        .collect();
    assert_eq!(
        names,
        [
            "turn b",
            "turn b, r",
            "turn b, a",
            "turn b, a, r",
            "turn c",
            "turn c, r"
        ]
    );
}

#[test]
fn what_is_shown_can_be_asked() {
    let cases = [
        ("", "treecoins()"),
        ("0 0", "treecoins()"),
        ("1 0 0", "treecoins(0; root 0; heads 0)"),
        ("a; root a; heads", "treecoins(a; root a; heads)"),
        ("3 2 1\n0 1\n1 2", "treecoins(0-1 1-2; root 1; heads 0 1 2)"),
        (
            "r-a r-b b-c; root r; heads a c",
            "treecoins(r-a r-b b-c; root r; heads a c)",
        ),
    ];
    shows(&KIND, &cases);
}

/// Returns a path of `vertices` vertices; the first is the root.
fn path(vertices: usize) -> String {
    let links: String = (1..vertices).map(|v| format!("{} {v}\n", v - 1)).collect();
    format!("{vertices} {} 0\n{links}", vertices - 1)
}

#[test]
fn the_deepest_tree_and_one_that_is_too_deep() {
    let budget = Budget::generous();
    let trial = Trial::new(&KIND, &THEOREM, &path(64));
    let all = trial.start();
    // The value 2^64 - 1 does not fit, but the theorem still gives the outcome and the only move to
    // value 0.
    assert_eq!(trial.form.grundy(&all, &budget), Ok(None));
    assert_eq!(trial.form.outcome(&all, &budget), Ok(Outcome::N));
    assert_eq!(trial.moves_to(&all, 0), [(0, vec![63, i64::MAX])]);
    let left = trial::after(&trial.world, trial.game, &all, &[63, i64::MAX]);
    assert_eq!(left, Some(vec![0, 0]));
    let lowest = [0, 1 << 1];
    assert_eq!(
        trial.form.grundy(&lowest, &budget),
        Ok(Grundy::nimber(1 << 63))
    );
    let text = path(65);
    let wrong = trial::refusal(&KIND, &text);
    assert_eq!(&text[wrong.span.range()], "63 64");
}

#[test]
fn what_is_no_tree_is_refused_with_its_place() {
    let cases = [
        ("a-b", ""),
        ("a-b; root", "root"),
        ("a-b; root a b", "b"),
        ("a-b; root a; root b", "b"),
        ("a-b; root c", "c"),
        ("a-b b-c c-a; root a", "c-a"),
        ("a-b-c-a; root a", "c-a"),
        ("a-b b-a; root a", "b-a"),
        ("a-a; root a", "a-a"),
        ("a-b c-d; root a", "a-b c-d; root a"),
        ("a-b b-a c; root a", "b-a"),
        ("a-b; root a; heads b b", "b"),
        ("a-b; root a; tails b", "tails"),
        ("2 1\n0 1", ""),
        ("2 1 2\n0 1", "2"),
        ("3 3 0\n0 1 1 2 # and back\n2 0", "2 0"),
        ("3 1 0\n0 1", "3 1 0\n0 1"),
        ("1000000000 1 0\n0 1", "1000000000 1 0\n0 1"),
        ("a>b; root a", "a>b"),
    ];
    refuses(&KIND, &cases);
}

#[test]
fn misere_play_is_declined() {
    declines_misere(&KIND, &THEOREM, "a-b; root a");
}
