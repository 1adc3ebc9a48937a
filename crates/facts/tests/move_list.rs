//! Compares lists of moves with the interpreter: at every position of random games on sets, the
//! list and the rules leave the same positions.

use std::collections::BTreeSet;

use base::budget::Budget;
use facts::{CellMeaning, MoveList, facts, move_list};
use fastrand::Rng;
use rules::game::{GameId, OptionArena};
use rules::ir::{Game, Int, ParameterValue};
use rules::world::World;

fn world(text: &str) -> (World, GameId) {
    let mut world = World::empty();
    world.load("t", text).unwrap();
    let game = world
        .instantiate("A", Vec::new())
        .unwrap_or_else(|missing| panic!("{missing:?}\n{text}"));
    (world, game)
}

fn listed(world: &World, game: GameId) -> Result<MoveList, String> {
    let ir: &Game = world.rules(game).game().unwrap();
    move_list(ir, &Budget::generous()).map_err(|error| error.text().en)
}

/// Returns the positions that moves leave according to the rules.
fn by_rules(world: &World, game: GameId, slots: &[Int]) -> BTreeSet<Vec<Int>> {
    let mut out = OptionArena::default();
    world
        .options(game, slots, &mut out, &Budget::generous())
        .unwrap();
    out.iter()
        .map(|option| option.components().next().unwrap().1.to_vec())
        .collect()
}

/// Returns the sets of cells that remain after the moves of a list from the given cells.
fn by_list(list: &MoveList, there: &BTreeSet<u16>) -> BTreeSet<BTreeSet<u16>> {
    let legal = list
        .moves
        .iter()
        .filter(|one| one.needs.is_subset(there) && one.absent.is_disjoint(there));
    legal
        .map(|one| {
            there
                .iter()
                .filter(|place| !one.takes.contains(place))
                .chain(&one.adds)
                .copied()
                .collect()
        })
        .collect()
}

/// Returns the cells of a position.
fn cells(list: &MoveList, slots: &[Int]) -> BTreeSet<u16> {
    list.position(slots).map(|cell| cell as u16).collect()
}

/// Compares a list with the rules at a position. Returns the number of moves.
fn compared(world: &World, game: GameId, list: &MoveList, slots: &[Int], why: &str) -> usize {
    let expected = by_rules(world, game, slots);
    let readings: BTreeSet<BTreeSet<u16>> = expected.iter().map(|left| cells(list, left)).collect();
    assert_eq!(
        by_list(list, &cells(list, slots)),
        readings,
        "at {slots:?}: {why}"
    );
    expected.len()
}

#[test]
fn random_lists_are_the_moves_of_the_rules() {
    let (mut lists, mut senses, mut absence, mut moves, mut ending) = (0, [0; 3], 0, 0, 0);
    for seed in 0..testkit::rounds(1_200, 12_000) {
        let twins = testkit::sets::twins(seed);
        let (world, game) = world(&twins.text);
        let Ok(list) = listed(&world, game) else {
            continue;
        };
        lists += 1;
        let senses_in_order = [CellMeaning::There, CellMeaning::Absent, CellMeaning::Mixed];
        let place = senses_in_order
            .iter()
            .position(|sense| *sense == list.sense)
            .unwrap();
        senses[place] += usize::from(list.only_takes());
        absence += usize::from(list.only_takes() && list.asks_for_absence());
        let holder = &world.rules(game).game().unwrap().sets[0];
        let known = facts(world.rules(game).game().unwrap(), game, &Budget::generous()).unwrap();
        ending += usize::from(known.ends);
        for bits in 0..1u32 << twins.elements.len() {
            let there = (0..twins.elements.len()).filter(|place| bits >> place & 1 == 1);
            let numbers = holder.numbers(there);
            let why = format!("seed {seed}\n{}", twins.text);
            moves += compared(&world, game, &list, &numbers, &why);
            // The conversion of a position to cells and back must be the identity.
            let cells = cells(&list, &numbers);
            assert_eq!(
                list.numbers(|cell| cells.contains(&(cell as u16))),
                numbers,
                "{why}"
            );
            let left = by_rules(&world, game, &numbers);
            let sum = |slots: &[Int], weights: &[Int]| {
                slots
                    .iter()
                    .zip(weights)
                    .map(|(n, weight)| n * weight)
                    .sum::<Int>()
            };
            for (weights, left) in known
                .measure
                .iter()
                .flat_map(|weights| left.iter().map(move |left| (weights, left)))
            {
                assert!(
                    sum(left, weights) < sum(&numbers, weights),
                    "play is said to end: {why}"
                );
            }
        }
    }
    assert!(
        lists > 100
            && senses[0] > 60
            && senses.iter().all(|&count| count > 5)
            && absence > 5
            && moves > 5_000
            && ending > 20,
        "{lists} lists, {senses:?} of each sense that only take, {absence} that ask for absence, {ending} that end, {moves} moves"
    );
}

/// Several sets form one list of cells. An array of sets has the same list as the same sets written
/// individually.
#[test]
fn random_lists_of_several_sets() {
    let (mut lists, mut taking, mut moves) = (0, 0, 0);
    for seed in 0..testkit::rounds(800, 8_000) {
        let testkit::arrays_of_sets::SetArrayTwins { text, most } =
            testkit::arrays_of_sets::arrays(seed);
        let (mut world, game) = world(&text);
        let apart = world.instantiate("B", Vec::new()).unwrap();
        let (list, other) = match (listed(&world, game), listed(&world, apart)) {
            (Ok(list), Ok(other)) => (list, other),
            (Err(_), Err(_)) => continue,
            (list, other) => panic!("{:?}, {:?}\n{text}", list.err(), other.err()),
        };
        assert_eq!(
            (&list.moves, list.elements, list.sense, list.board),
            (&other.moves, other.elements, other.sense, None),
            "{text}"
        );
        lists += 1;
        taking += usize::from(list.only_takes());
        for both in 0..1 << (2 * most) {
            let slots = [both & ((1 << most) - 1), both >> most];
            moves += compared(&world, game, &list, &slots, &text);
            let there = cells(&list, &slots);
            assert_eq!(
                list.numbers(|cell| there.contains(&(cell as u16))),
                slots,
                "{text}"
            );
        }
    }
    assert!(
        lists > 100 && taking > 50 && moves > 5_000,
        "{lists} lists, {taking} that only take, {moves} moves"
    );
}

/// Returns a random game on a word. Each move requires or excludes letters near an index, and
/// replaces some of these letters.
fn random_word_game(rng: &mut Rng) -> (String, String) {
    let letters: String = "abc"[..rng.usize(2..4)].to_owned();
    let letter = |rng: &mut Rng| letters.as_bytes()[rng.usize(..letters.len())] as char;
    let mut moves = String::new();
    for _ in 0..rng.usize(1..4) {
        let length = rng.usize(1..4);
        let choice = match rng.u32(..4) {
            0 => "i in 1..size(w)".to_owned(),
            1 => format!("i in 2..size(w) - {}", rng.u32(..3)),
            _ => format!("i in 1..size(w) - {}", length - 1),
        };
        let from: String = (0..length).map(|_| letter(rng)).collect();
        // Most moves replace letters in only one direction, so that a replaced letter does not come
        // back.
        let to: String = from
            .chars()
            .map(|one| {
                if rng.bool() {
                    one
                } else {
                    if rng.u32(..8) == 0 {
                        letter(rng)
                    } else {
                        one.max(letter(rng))
                    }
                }
            })
            .collect();
        let guard = match rng.u32(..6) {
            0 => format!(" and w[i + {length}] != \"{}\"", letter(rng)),
            1 => format!(" and w[i - 1] > \"{}\"", letter(rng)),
            2 => format!(" and not (w[i + {}] == \"{}\")", rng.u32(1..4), letter(rng)),
            3 => format!(" and (w[i - 1] == \"{}\" or i == 1)", letter(rng)),
            _ => String::new(),
        };
        let more = if rng.u32(..6) == 0 {
            format!(", w[1] = \"{}\"", letter(rng))
        } else {
            String::new()
        };
        moves += &format!(
            "  move {choice} when w[i..i + {}] == \"{from}\"{guard} : {{ w[i..i + {}] = \"{to}\"{more} }}\n",
            length - 1,
            length - 1
        );
    }
    (
        format!("game A {{\n  state w word of \"{letters}\"\n{moves}}}\n"),
        letters,
    )
}

#[test]
fn random_words_as_lists() {
    let mut rng = Rng::with_seed(22);
    let (mut lists, mut taking, mut absence, mut moves) = (0, 0, 0, 0);
    for _ in 0..testkit::rounds(1_500, 15_000) {
        let (text, letters) = random_word_game(&mut rng);
        let mut world = World::empty();
        world
            .load("t", &text)
            .unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let room = rng.usize(1..7);
        let game = world
            .instantiate(
                "A",
                vec![(Some("letters".to_owned()), ParameterValue::Int(room as Int))],
            )
            .unwrap();
        let Ok(list) = listed(&world, game) else {
            continue;
        };
        lists += 1;
        taking += usize::from(list.always_takes());
        absence += usize::from(list.asks_for_absence());
        for _ in 0..12 {
            let word: Vec<Int> = (0..rng.usize(..=room))
                .map(|_| rng.i64(1..=letters.len() as i64))
                .collect();
            let mut slots = vec![word.len() as Int];
            slots.extend(word);
            slots.resize(room + 1, 0);
            moves += compared(&world, game, &list, &slots, &text);
            // The cells of a position do not change if they are converted to a position and back.
            let there = cells(&list, &slots);
            let other = list.numbers(|cell| there.contains(&(cell as u16)));
            assert_eq!(
                cells(&list, &other),
                there,
                "{slots:?} told as {other:?}\n{text}"
            );
        }
    }
    assert!(
        lists > 300 && taking > 100 && absence > 30 && moves > 1_000,
        "{lists} lists, {taking} that take, {absence} absent, {moves} moves"
    );
}

/// A game has no list of moves if a move depends on more of the position than the elements that the
/// move names.
#[test]
fn why_there_is_no_list() {
    for (items, why) in [
        (
            "state s set of 1..5 move x in s when size(s) > 1 : { s -= {x} }",
            "the effect of a move depends on parts of the position that the move does not name",
        ),
        (
            "state s set of 1..5 move x in s when x + 1 in s or x - 1 in s : { s -= {x} }",
            "a condition requires one of several alternatives",
        ),
        (
            "state s set of 1..5 goal 3 not in s move x in s : { s -= {x} }",
            "the rules contain a condition on positions, or play can end immediately",
        ),
        (
            "state s set of 1..5, n in 0..2 move x in s : { s -= {x} }",
            "the position contains numeric slots in addition to the sets",
        ),
        (
            "state s set of 1..5, w word of \"ab\" move x in s : { s -= {x} }",
            "the position contains more than sets or a single word",
        ),
        (
            "state s[1..2] set of 1..3 move i in 1..2, j in 1..2, x in s[i] : { s[i] -= {x}, s[j] -= {x} }",
            "one move may change the same set of an array twice",
        ),
        (
            "state s[1..2] set of 1..3 move i in 1..2, x in s[i] when x in s[i + 1] : { s[i] -= {x} }",
            "a move may refer to a set outside the array",
        ),
        (
            "state s[1..2] set of 1..3 move i in 1..2, x in s[size(s[1])] : { s[i] -= {x} }",
            "the effect of a move depends on parts of the position that the move does not name",
        ),
        (
            "state w word of \"ab\" move i in 1..size(w) when w[i] == w[1] : { w[i] = \"a\" }",
            "a condition compares two letters of the position",
        ),
        (
            "state w word of \"ab\" move i in 1..size(w) when w[1] == \"a\" : { w[1] = \"b\", w[i] = \"a\" }",
            "a move writes the same letter twice",
        ),
        (
            "state w word of \"ab\" move when w[1] == \"a\" : { w[1] = \"b\" } move when w[1] == \"b\" : { w[1] = \"a\" }",
            "a replaced letter can occur again",
        ),
        (
            "state w word of \"ab\" move when w[1] == \"a\" : { w[2] = \"b\" }",
            "a move may write outside the word",
        ),
        (
            "state w word of \"ab\" move i in 1..size(w) when w[i] == \"a\" : [w[i..i]]",
            "a move leaves something other than the changed position",
        ),
        (
            "state n in 0..5 move k in 1..n : [n - k]",
            "the position contains neither a set nor a word",
        ),
        (
            "state s set of 1..5 move x in s : { s -= {x} } + { s -= {1} }",
            "a move leaves something other than the changed position",
        ),
    ] {
        let (world, game) = world(&format!("game A {{ {items} }}"));
        assert_eq!(listed(&world, game).unwrap_err(), why, "{items}");
    }
}

/// The lists of moves of the games of the library are compared with the rules.
#[test]
fn lists_of_the_library() {
    let mut world = World::with_library();
    for (name, moves, board) in [
        ("cram", 24, Some((4, 4))),
        ("queensplaced", 36, Some((6, 6))),
        ("chompboard", 11, Some((3, 4))),
        ("takerun", 17, Some((1, 10))),
    ] {
        let game = world.instantiate(name, Vec::new()).unwrap();
        let list = listed(&world, game).unwrap();
        assert_eq!(
            (list.moves.len(), list.board, list.only_takes()),
            (moves, board, true),
            "{name}"
        );
    }
}
