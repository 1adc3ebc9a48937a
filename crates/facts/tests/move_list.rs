//! Lists of moves against the interpreter: at every position of random games on sets the same positions are left.

use std::collections::BTreeSet;

use base::budget::Budget;
use facts::{MoveList, facts, move_list};
use rules::ir::{Game, Int};
use rules::rules::{GameId, Options};
use rules::world::World;

fn world(text: &str) -> (World, GameId) {
    let mut world = World::empty();
    world.load("t", text).unwrap();
    let game = world.instantiate("A", Vec::new()).unwrap_or_else(|missing| panic!("{missing:?}\n{text}"));
    (world, game)
}

fn listed(world: &World, game: GameId) -> Result<MoveList, String> {
    let ir: &Game = world.rules(game).game().unwrap();
    move_list(ir, &Budget::generous()).unwrap().map_err(|why| why.en)
}

/// What moves leave by the rules.
fn by_rules(world: &World, game: GameId, slots: &[Int]) -> BTreeSet<Vec<Int>> {
    let mut out = Options::default();
    world.options(game, slots, &mut out, &Budget::generous()).unwrap();
    out.iter().map(|option| option.components().next().unwrap().1.to_vec()).collect()
}

/// What moves of a list leave.
fn by_list(list: &MoveList, there: &BTreeSet<u16>) -> BTreeSet<BTreeSet<u16>> {
    let legal = list.moves.iter().filter(|one| one.needs.is_subset(there) && one.absent.is_disjoint(there));
    legal.map(|one| there.iter().filter(|place| !one.takes.contains(place)).chain(&one.adds).copied().collect()).collect()
}

#[test]
fn random_lists_are_the_moves_of_the_rules() {
    let (mut lists, mut taking, mut moves, mut ending) = (0, 0, 0, 0);
    for seed in 0..testkit::rounds(1_200, 12_000) {
        let twins = testkit::sets::twins(seed);
        let (world, game) = world(&twins.text);
        let Ok(list) = listed(&world, game) else { continue };
        lists += 1;
        taking += usize::from(list.only_takes());
        let holder = &world.rules(game).game().unwrap().sets[0];
        let known = facts(world.rules(game).game().unwrap(), game, &Budget::generous()).unwrap();
        ending += usize::from(known.measure.is_some());
        for bits in 0..1u32 << twins.elements.len() {
            let there: BTreeSet<u16> = (0..16).filter(|place| bits >> place & 1 == 1).collect();
            let numbers = |set: &BTreeSet<u16>| holder.numbers(set.iter().map(|&place| usize::from(place)));
            let expected = by_rules(&world, game, &numbers(&there));
            let found: BTreeSet<Vec<Int>> = by_list(&list, &there).iter().map(numbers).collect();
            assert_eq!(found, expected, "at {there:?} of seed {seed}\n{}", twins.text);
            let sum = |slots: &[Int], weights: &[Int]| slots.iter().zip(weights).map(|(n, weight)| n * weight).sum::<Int>();
            for (weights, left) in known.measure.iter().flat_map(|weights| expected.iter().map(move |left| (weights, left))) {
                assert!(sum(left, weights) < sum(&numbers(&there), weights), "play is said to end: seed {seed}\n{}", twins.text);
            }
            moves += found.len();
            // The same game told of what is not there.
            let all: BTreeSet<u16> = (0..list.elements as u16).collect();
            let turned = by_list(&list.complement(), &(&all - &there));
            let turned: BTreeSet<Vec<Int>> = turned.iter().map(|left| numbers(&(&all - left))).collect();
            assert_eq!(turned, expected, "the complement of seed {seed}\n{}", twins.text);
        }
    }
    assert!(
        lists > 100 && taking > 60 && moves > 5_000 && ending > 10,
        "{lists} lists, {taking} that only take, {ending} that end, {moves} moves"
    );
}

/// What depends on more of the position than elements that are named has no list.
#[test]
fn why_there_is_no_list() {
    for (items, why) in [
        (
            "state s set of 1..5 move x in s when size(s) > 1 : { s -= {x} }",
            "what a move does depends on more of the position than elements that it names",
        ),
        ("state s set of 1..5 move x in s when x + 1 in s or x - 1 in s : { s -= {x} }", "a condition asks for one of several elements"),
        (
            "state s set of 1..5 goal 3 not in s move x in s : { s -= {x} }",
            "there is more than moves: a condition of positions, or an end at once",
        ),
        ("state s set of 1..5, n in 0..2 move x in s : { s -= {x} }", "there are numbers beside the set"),
        ("state n in 0..5 move k in 1..n : [n - k]", "the position is not one set"),
        ("state s set of 1..5 move x in s : { s -= {x} } + { s -= {1} }", "a move leaves more than the set"),
    ] {
        let (world, game) = world(&format!("game A {{ {items} }}"));
        assert_eq!(listed(&world, game).unwrap_err(), why, "{items}");
    }
}

/// The games of the library.
#[test]
fn lists_of_the_library() {
    let mut world = World::with_library();
    for (name, moves, board) in
        [("cram", 24, Some((4, 4))), ("queensplaced", 36, Some((6, 6))), ("chompboard", 11, Some((3, 4))), ("takerun", 17, Some((1, 10)))]
    {
        let game = world.instantiate(name, Vec::new()).unwrap();
        let list = listed(&world, game).unwrap();
        assert_eq!((list.moves.len(), list.board, list.only_takes()), (moves, board, true), "{name}");
    }
}
