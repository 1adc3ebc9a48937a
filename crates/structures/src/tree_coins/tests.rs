//! The law against the definition on all small trees; what is no tree.

use base::budget::Budget;
use rules::ast::PlayConvention;
use rules::game::{Conventions, OptionArena, Outcome};
use rules::ir::Int;
use rules::structure::Structure;
use rules::world::World;
use theory::value::Grundy;

use super::{THEOREM, TreeCoins};
use crate::tests::{apply, trees};

/// A tree: the parent of each vertex but the first, which is the root; each parent comes before its
/// vertex.
type Parents = [usize];

/// The moves of a set of heads by the definition: a head, any set of the vertices above it, and
/// what is left.
fn moves(tree: &Parents, heads: u32) -> Vec<(usize, u32, u32)> {
    let mut moves = Vec::new();
    for vertex in (0..tree.len()).filter(|vertex| heads >> vertex & 1 == 1) {
        let mut above = vec![];
        let mut at = vertex;
        while at != 0 {
            at = tree[at];
            above.push(at);
        }
        for choice in 0..1_u32 << above.len() {
            let turned = above
                .iter()
                .enumerate()
                .filter(|(i, _)| choice >> i & 1 == 1)
                .map(|(_, vertex)| 1 << vertex);
            let turned: u32 = turned.sum();
            moves.push((vertex, turned, heads ^ 1 << vertex ^ turned));
        }
    }
    moves
}

fn grundy(tree: &Parents, heads: u32, known: &mut Vec<Option<u64>>) -> u64 {
    if let Some(value) = known[heads as usize] {
        return value;
    }
    let options: Vec<u64> = moves(tree, heads)
        .iter()
        .map(|&(_, _, left)| grundy(tree, left, known))
        .collect();
    let value = nimber::mex(options);
    known[heads as usize] = Some(value);
    value
}

/// The tree as text, with links and directions in another order than they are numbered.
fn text(tree: &Parents, heads: u32) -> String {
    let names = |set: u32| {
        (0..tree.len())
            .filter(|v| set >> v & 1 == 1)
            .map(|v| format!(" v{v}"))
            .collect::<String>()
    };
    let link = |v: usize| {
        if v.is_multiple_of(2) {
            format!("v{v}-v{} ", tree[v])
        } else {
            format!("v{}-v{v} ", tree[v])
        }
    };
    let links: String = (1..tree.len()).rev().map(link).collect();
    format!(
        "{} {links}; root v0; heads{}",
        names((1 << tree.len()) - 1),
        names(heads)
    )
}

#[test]
fn all_small_trees_agree_with_the_definition() {
    let budget = Budget::generous();
    let mut positions = 0;
    for tree in (1..=6).flat_map(trees) {
        let mut known = vec![None; 1 << tree.len()];
        let reading = TreeCoins
            .read(&text(&tree, 0))
            .unwrap_or_else(|wrong| panic!("{tree:?}: {}", wrong[0].message));
        let form = apply(&THEOREM, &*reading.rules, Conventions::default(), &budget).unwrap();
        let mut world = World::empty();
        let game = world.add("tree", reading.rules);
        let mut options = OptionArena::new();
        for heads in 0..1_u32 << tree.len() {
            positions += 1;
            let slots = [Int::from(heads)];
            let value = grundy(&tree, heads, &mut known);
            assert_eq!(
                form.grundy(&slots, &budget).unwrap(),
                Grundy::nimber(value),
                "{tree:?} {heads:b}"
            );
            world.options(game, &slots, &mut options, &budget).unwrap();
            let mut listed: Vec<(usize, Int)> = options
                .iter()
                .map(|o| (o.choices[0] as usize, o.components().next().unwrap().1[0]))
                .collect();
            let mut expected: Vec<(usize, Int)> = moves(&tree, heads)
                .iter()
                .map(|m| (m.0, Int::from(m.2)))
                .collect();
            listed.sort_unstable();
            expected.sort_unstable();
            assert_eq!(listed, expected, "{tree:?} {heads:b}");
            for wanted in 0..1 << tree.len() {
                let mut expected: Vec<(usize, Vec<Int>)> = options
                    .iter()
                    .filter(|o| known[o.components().next().unwrap().1[0] as usize] == Some(wanted))
                    .map(|o| (o.rule, o.choices.to_vec()))
                    .collect();
                let mut found = form
                    .moves_to(&slots, Grundy::nimber(wanted).unwrap(), &budget)
                    .unwrap()
                    .unwrap();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{tree:?} {heads:b} to {wanted}");
            }
        }
    }
    assert_eq!(positions, 2 + 4 + 2 * 8 + 6 * 16 + 24 * 32 + 120 * 64);
}

#[test]
fn one_move_is_made_as_all_are_and_has_a_name() {
    let budget = Budget::generous();
    let mut world = World::empty();
    let game = world
        .read(&TreeCoins, "r-a a-b r-c; root r; heads b c")
        .unwrap();
    let start = world.starts(game)[0].clone();
    let (mut all, mut one) = (OptionArena::new(), OptionArena::new());
    world.options(game, &start, &mut all, &budget).unwrap();
    assert_eq!(all.len(), 4 + 2);
    let mut made = 0;
    for (vertex, with) in (-1..5).flat_map(|vertex| (-1..9).map(move |with| (vertex, with))) {
        world
            .option(game, &start, (0, &[vertex, with]), &mut one, &budget)
            .unwrap();
        assert_eq!(
            !one.is_empty(),
            all.iter().any(|option| option.choices == [vertex, with]),
            "{vertex} {with}"
        );
        made += one.len();
    }
    assert_eq!(made, 6);
    let names: Vec<String> = all
        .iter()
        .map(|o| world.rules(game).describe(&start, 0, o.choices).unwrap().en)
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
    for (text, shown) in [
        ("", "treecoins()"),
        ("0 0", "treecoins()"),
        ("1 0 0", "treecoins(0; root 0; heads 0)"),
        ("a; root a; heads", "treecoins(a; root a; heads)"),
        ("3 2 1\n0 1\n1 2", "treecoins(0-1 1-2; root 1; heads 0 1 2)"),
        (
            "r-a r-b b-c; root r; heads a c",
            "treecoins(r-a r-b b-c; root r; heads a c)",
        ),
    ] {
        let reading = TreeCoins
            .read(text)
            .unwrap_or_else(|wrong| panic!("{text}: {}", wrong[0].message));
        let said = reading.rules.show(&reading.starts[0]).unwrap();
        assert_eq!(said, shown, "{text}");
        let again = TreeCoins
            .read(
                said.strip_prefix("treecoins(")
                    .unwrap()
                    .strip_suffix(')')
                    .unwrap(),
            )
            .unwrap();
        assert_eq!(again.rules.show(&again.starts[0]).unwrap(), shown);
    }
}

/// A path of `vertices` vertices; the first is the root.
fn path(vertices: usize) -> String {
    let links: String = (1..vertices).map(|v| format!("{} {v}\n", v - 1)).collect();
    format!("{vertices} {} 0\n{links}", vertices - 1)
}

#[test]
fn the_deepest_tree_and_one_that_is_too_deep() {
    let budget = Budget::generous();
    let reading = TreeCoins.read(&path(64)).unwrap();
    let form = apply(&THEOREM, &*reading.rules, Conventions::default(), &budget).unwrap();
    let all = reading.starts[0].clone();
    // 2^64 - 1 is no value that fits, but who wins is known, and the one move that leaves nothing.
    assert_eq!(form.grundy(&all, &budget).unwrap(), None);
    assert_eq!(form.outcome(&all, &budget).unwrap(), Outcome::N);
    assert_eq!(
        form.moves_to(&all, Grundy::ZERO, &budget).unwrap(),
        Some(vec![(0, vec![63, i64::MAX])])
    );
    let mut world = World::empty();
    let game = world.add("path", reading.rules);
    let mut one = OptionArena::new();
    world
        .option(game, &all, (0, &[63, i64::MAX]), &mut one, &budget)
        .unwrap();
    assert_eq!(
        one.iter().next().unwrap().components().next().unwrap().1,
        [0, 0]
    );
    let lowest = [0, 1 << 1];
    assert_eq!(
        form.grundy(&lowest, &budget).unwrap(),
        Grundy::nimber(1 << 63)
    );
    let text = path(65);
    let Err(wrong) = TreeCoins.read(&text) else {
        panic!("depth 64 is taken")
    };
    assert_eq!(
        &text[wrong[0].span.start as usize..wrong[0].span.end as usize],
        "63 64"
    );
}

#[test]
fn what_is_no_tree_is_refused_with_its_place() {
    for (text, part) in [
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
    ] {
        let Err(wrong) = TreeCoins.read(text) else {
            panic!("{text} is taken")
        };
        assert_eq!(
            &text[wrong[0].span.start as usize..wrong[0].span.end as usize],
            part,
            "{text}: {}",
            wrong[0].message
        );
        assert!(wrong[0].help.is_some(), "{text}");
    }
}

#[test]
fn misere_play_is_declined() {
    let reading = TreeCoins.read("a-b; root a").unwrap();
    let misere = Conventions {
        play: PlayConvention::Misere,
        ..reading.rules.conventions()
    };
    assert!(apply(&THEOREM, &*reading.rules, misere, &Budget::generous()).is_err());
}
