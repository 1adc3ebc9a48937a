//! Compares sets in positions with arrays of zeros and ones: the moves are the same at every
//! position. Pictures and lists are read as they are written.

mod graphs;

use base::budget::Budget;
use rules::game::{GameId, OptionArena};
use rules::ir::{Game, Int};
use rules::play::Component;
use rules::sets::PositionSet;
use rules::view::{View, component_views};
use rules::world::World;

/// Returns a world with the games of a text, and the games with these names.
fn world(text: &str, names: &[&str]) -> (World, Vec<GameId>) {
    let mut world = World::empty();
    world.load("test.game", text).unwrap_or_else(|refusal| {
        panic!("{}\n{text}", refusal.render(base::text::Lang::En, false))
    });
    let games = names
        .iter()
        .map(|name| match world.instantiate(name, Vec::new()) {
            Ok(game) => game,
            Err(missing) => panic!("{missing:?}\n{text}"),
        });
    let games = games.collect();
    (world, games)
}

fn game(world: &World, id: GameId) -> &Game {
    world.rules(id).game().unwrap()
}

/// Returns the moves as rule, choices and resulting numbers, sorted.
fn moves(world: &World, game: GameId, slots: &[Int]) -> Vec<(usize, Vec<Int>, Vec<Int>)> {
    let mut out = OptionArena::default();
    world
        .options(game, slots, &mut out, &Budget::generous())
        .unwrap_or_else(|fault| panic!("{fault:?}"));
    let mut found: Vec<_> = out
        .iter()
        .map(|option| {
            (
                option.rule,
                option.choices.to_vec(),
                option.components().next().unwrap().1.to_vec(),
            )
        })
        .collect();
    found.sort();
    found
}

#[test]
fn random_sets_are_arrays_of_zeros_and_ones() {
    let mut met = 0;
    for seed in 0..testkit::rounds(400, 5_000) {
        let twins = testkit::sets::twins(seed);
        let (world, games) = world(&twins.text, &["A", "B"]);
        let holder: &PositionSet = &game(&world, games[0]).sets[0];
        assert!(
            holder
                .ground
                .elements()
                .eq(twins.elements.iter().map(|row| &row[..])),
            "{}",
            twins.text
        );
        let n = twins.elements.len();
        for there in 0..1usize << n {
            let cells: Vec<Int> = (0..n).map(|at| (there >> at & 1) as Int).collect();
            let set = holder.numbers((0..n).filter(|at| there >> at & 1 == 1));
            let mine: Vec<_> = moves(&world, games[0], &set)
                .into_iter()
                .map(|(rule, choices, left)| {
                    (
                        rule,
                        choices,
                        (0..n)
                            .map(|at| Int::from(holder.holds(&left, at)))
                            .collect::<Vec<_>>(),
                    )
                })
                .collect();
            let mut mine = mine;
            mine.sort();
            assert_eq!(
                mine,
                moves(&world, games[1], &cells),
                "at {cells:?} of seed {seed}\n{}",
                twins.text
            );
            met += mine.len();
        }
    }
    assert!(met > 10_000, "{met}");
}

/// Tests sets with more elements than one number of a position encodes.
#[test]
fn large_sets_are_several_numbers() {
    let text = "game A(R = 13, C = 11) {
      state s set of cells(R, C)
      move (i, j) in s when (i, j + 1) in s and (i - 1, j) not in s : { s -= {(i, j), (i, j + 1)} }
      move (i, j) in s when size(s) > 140 : { s -= {(k, l) in s when k == i or l == j} }
    }
    game Scattered {
      state s set of {5 * i * i for i in 0..99}
      move x in s when x + 15 in s : { s -= {x}, s += {5 * i for i in {1, 4, 9} when 5 * i > x} }
    }";
    let (world, games) = world(text, &["A", "Scattered"]);
    for &id in &games {
        let holder = &game(&world, id).sets[0];
        assert_eq!(
            holder.ground.words(),
            holder.ground.len().div_ceil(rules::sets::BITS)
        );
        assert!(holder.ground.words() > 1);
        let mut rng = fastrand::Rng::with_seed(1);
        for round in 0..20 {
            let there: Vec<usize> = (0..holder.ground.len())
                .filter(|_| rng.u32(..20) > round % 3)
                .collect();
            let slots = holder.numbers(there.iter().copied());
            let elements: Vec<&[Int]> = there
                .iter()
                .map(|&at| &holder.ground.rows[at * holder.ground.width..][..holder.ground.width])
                .collect();
            let has = |element: &[Int]| elements.contains(&element);
            let mut expected: Vec<(usize, Vec<Int>, Vec<Vec<Int>>)> = Vec::new();
            for &element in &elements {
                let keep = |gone: &dyn Fn(&[Int]) -> bool| {
                    elements
                        .iter()
                        .filter(|e| !gone(e))
                        .map(|e| e.to_vec())
                        .collect::<Vec<_>>()
                };
                if let [i, j] = *element {
                    if has(&[i, j + 1]) && !has(&[i - 1, j]) {
                        expected.push((
                            0,
                            element.to_vec(),
                            keep(&|e| e == [i, j] || e == [i, j + 1]),
                        ));
                    }
                    if elements.len() > 140 {
                        expected.push((1, element.to_vec(), keep(&|e| e[0] == i || e[1] == j)));
                    }
                } else if has(&[element[0] + 15]) {
                    let mut left = keep(&|e| e == element);
                    left.extend(
                        [5, 20, 45]
                            .into_iter()
                            .filter(|n| *n > element[0])
                            .map(|n| vec![n]),
                    );
                    left.sort();
                    left.dedup();
                    expected.push((0, element.to_vec(), left));
                }
            }
            expected.sort();
            let found: Vec<_> = moves(&world, id, &slots)
                .into_iter()
                .map(|(rule, choices, left)| {
                    let rows = holder
                        .ground
                        .elements()
                        .enumerate()
                        .filter(|(at, _)| holder.holds(&left, *at));
                    (
                        rule,
                        choices,
                        rows.map(|(_, row)| row.to_vec()).collect::<Vec<_>>(),
                    )
                })
                .collect();
            assert_eq!(found, expected);
        }
    }
}

/// A move that both removes and adds an element is an error, which contains the position.
#[test]
fn taken_and_added_is_an_error() {
    let (world, games) = world(
        "game A { state s set of 1..5 move x in s, y in 1..5 : { s -= {x}, s += {y} } }",
        &["A"],
    );
    let mut out = OptionArena::default();
    let fault = world
        .options(games[0], &[3], &mut out, &Budget::generous())
        .unwrap_err();
    let told = world
        .explain_fault(&fault)
        .unwrap()
        .render(base::text::Lang::En, false);
    assert!(
        told.contains("one move removes and adds the same element at a[{1, 2}]"),
        "{told}"
    );
}

#[test]
fn pictures_and_lists_are_read_as_they_are_written() {
    let text =
        "game A(R = 3, C = 4) { state s set of cells(R, C) move x in 1..1 : { s = {(1, 1)} } }
      game B { state s set of 1..5 show \"+-\" move x in s : { s -= {x} } }
      game C { state s set of {(1, 2), (0, 7)} move (x, y) in s : { s -= {(x, y)} } }";
    let (world, games) = world(text, &["A", "B", "C"]);
    let mut rng = fastrand::Rng::with_seed(2);
    for &id in &games {
        let holder = &game(&world, id).sets[0];
        for _ in 0..50 {
            let numbers = holder.numbers((0..holder.ground.len()).filter(|_| rng.bool()));
            let shown = holder.render(&numbers);
            match shown
                .strip_prefix('"')
                .and_then(|rest| rest.strip_suffix('"'))
            {
                Some(picture) => {
                    assert_eq!(holder.read_picture(picture).unwrap(), numbers, "{shown}")
                }
                None => assert_eq!(holder.ground.board(), None, "{shown}"),
            }
        }
    }
    assert_eq!(
        world.show(games[0], &[0b1110_1111_0001]),
        "a[\".### / .... / #...\"]"
    );
    assert_eq!(world.show(games[1], &[0b10011]), "b[\"++--+\"]");
    assert_eq!(world.show(games[2], &[0b01]), "c[{(0,7)}]");
}

/// Errors are reported with their locations, and without a panic.
#[test]
fn mistakes_are_told() {
    let wrong = |items: &str| {
        let text = format!("game A {{ {items} }}");
        let mut world = World::empty();
        let refused = match world.load("t", &text) {
            Err(refusal) => refusal,
            Ok(_) => match world.instantiate("A", Vec::new()) {
                Err(rules::world::InstantiationError::There(refusal)) => refusal,
                other => panic!("{items}: {other:?}"),
            },
        };
        refused.diagnostics[0].message.en.clone()
    };
    let rule = "move x in s : { s -= {x} }";
    for (items, said) in [
        (
            "state s set move x in s : { s -= {x} }",
            "expected `of` and the set of possible elements, found the word `move`",
        ),
        (
            &format!("state s set of 1.. {rule}"),
            "this range requires an upper bound",
        ),
        (
            &format!("state s set of 3..2 {rule}"),
            "expected 1 to 4096 possible elements for `s`, found 0",
        ),
        (
            "state s set of cells(1000000, 1000000) move (i, j) in s : { s -= {(i, j)} }",
            "a board of 1000000 × 1000000 cells is too large: a set has at most 1000000 elements",
        ),
        (
            "state s set of cells(100, 50) move (i, j) in s : { s -= {(i, j)} }",
            "expected 1 to 4096 possible elements for `s`, found 5000",
        ),
        (
            &format!("state n in 0..5, s set of 1..n {rule}"),
            "the possible elements of a set must be constants",
        ),
        (
            "state s[1..2] set of 1..3 move x in s : { s[1] -= {x} }",
            "`s` is an array: write one element, `s[i]`",
        ),
        (
            "state s[1..2] set of 1..3 move x in s[3] : { s[1] -= {x} }",
            "index 3 is outside 1..2",
        ),
        (
            "state s[1..2] set of 1..3 move x in s[1] : { s -= {x} }",
            "`s` is an array: write one element, `s[i]`",
        ),
        (
            "state s[1..2] set of 1..3 move x in s[1] : { s[2] -= {4} }",
            "4 can never be in `s[2]`",
        ),
        (
            "state s[1..2] set of 1..3 move x in s[1..2] : { s[1] -= {x} }",
            "only words have pieces `[i..j]`",
        ),
        (
            "state s[2..1] set of 1..3 move x in s[1] : { s[1] -= {x} }",
            "the array `s` is empty",
        ),
        (
            "state s[1..9999] set of 1..3 move x in s[1] : { s[1] -= {x} }",
            "a position may have at most 4096 slots",
        ),
        (
            "state s[1..2] set of 1..63 move x in s[1] : { s[1] -= {x} }",
            "each set of the array `s` has 63 possible elements; the maximum is 62",
        ),
        (
            "state s[1..2] set of 1..3, t set of 1..3 start empty move x in t : { t -= {x} }",
            "this start is only for a game with one set or word, or one array of sets or words",
        ),
        (
            "state s set of 1..3 move x in s : { s -= {7} }",
            "7 can never be in `s`",
        ),
        (
            "state s set of 1..3 move x in s : { s -= {(1, 2)} }",
            "the elements of `s` have 1 coordinates, found elements of 2 coordinates",
        ),
        (
            "state s set of 1..3 move (x, y) in s : { s -= {x} }",
            "the elements of `s` have 1 coordinates, found 2 names",
        ),
        (
            "state s set of 1..3 move x in s when (x, 1) in s : { s -= {x} }",
            "the elements of `s` have 1 coordinates, found 2 numbers",
        ),
        (
            "state s set of 1..3 move x in s : { s -= x }",
            "expected a set or a range",
        ),
        (
            "state s set of 1..3 move x in s : { s[1] -= {x} }",
            "a set has no index",
        ),
        (
            "state s set of 1..3 move x in s : { s = {x}, s -= {x} }",
            "a move that assigns `s = …` cannot contain another change of `s`",
        ),
        (
            "state s set of 1..3 move x in s : { s -= {y} for y in 1..x }",
            "a set can be changed only once",
        ),
        (
            "state s set of 1..3 unordered move x in s : { s -= {x} }",
            "sets and words cannot be sorted: `unordered` is for numbers only",
        ),
        (
            &format!("state s set of 1..3 start {{4}} {rule}"),
            "4 can never be in `s`",
        ),
        (
            &format!("state s set of 1..3 show \"xxx\" {rule}"),
            "expected two different symbols: one for elements in the set, one for elements not in it",
        ),
        (
            "state n in 0..3 show \"x.\" move k in 1..n : [n - k]",
            "`show` sets the symbols of a set, but this game has no set",
        ),
        (
            &format!("state s set of 1..3 draw row {rule}"),
            "`draw` cannot be used with the set `s`, which is drawn automatically",
        ),
        (
            "state s set of 1..3 move x in s when size(x) > 1 : { s -= {x} }",
            "`size` expects a set or a word of the position: `size(s)`",
        ),
        (
            "state s set of cells(3) move (i, j) in s : { s -= {(i, j)} }",
            "`cells` expects 2 numbers: rows and columns",
        ),
        (
            "state s set of 1..3 move x in s when s == 3 : { s -= {x} }",
            "expected a number, found a set",
        ),
    ] {
        assert_eq!(wrong(items), said, "{items}");
    }
}

/// If a correction of a mistake is known, the error suggests this correction.
#[test]
fn mistakes_have_a_remedy() {
    for (text, help) in [
        (
            "game A { state n in 0..5, s set of 1..n move x in s : { s -= {x} } }",
            "make the bound a parameter: `game A(n = 5) { state s set of 1..n … }`",
        ),
        (
            "game A { state s set of 3..2 move x in s : { s -= {x} } }",
            "change the arguments of the game, or write another ground set: `s set of 1..9`",
        ),
        (
            "game A { state s set of 1..3 move x in s : { s = {x}, s -= {x} } }",
            "write only `s = X`, or `s -= X` and `s += Y`",
        ),
        (
            "game A { state s set of cells(3) move (i, j) in s : { s -= {(i, j)} } }",
            "for example `cells(3, 4)`",
        ),
        (
            "game A(G = graph(1-2)) { state s set of vertices(G) move v in s : { s -= beyond(G, v, v) } }",
            "make it a parameter: `game A(T = graph(0-1), root = 0) { … }`",
        ),
        (
            "game A { state v word of \"ab\", w word of \"xy\" move i in 1..size(v) : { v[i] = \"b\" } }",
            "list all letters for each word: `state v word of \"abx\", w word of \"abx\"`",
        ),
    ] {
        let mut world = World::empty();
        let refused = match world.load("t", text) {
            Err(refusal) => refusal,
            Ok(_) => match world.instantiate("A", Vec::new()) {
                Err(rules::world::InstantiationError::There(refusal)) => refusal,
                other => panic!("{text}: {other:?}"),
            },
        };
        let told = refused.diagnostics[0]
            .help
            .as_ref()
            .unwrap_or_else(|| panic!("{text}"));
        assert_eq!(told.en, help, "{text}");
        assert_ne!(told.zh, told.en, "{text}");
    }
    let cut = &rules::network::Network::read("1 2\n2-").unwrap_err()[0];
    assert!(
        cut.help
            .as_ref()
            .unwrap()
            .en
            .ends_with("was the file truncated?")
    );
}

/// `size`, `cells`, `set`, `of`, `show`, `empty` are not reserved words.
#[test]
fn no_word_is_reserved() {
    let text = "game A { state size in 0..5, set in 0..3, of in 0..2, show in 0..2, empty in 0..1
      let cells(x) = x + set move k in 1..size when cells(k) < 9 : [size - k, set, of, show, empty] }";
    let (world, games) = world(text, &["A"]);
    assert_eq!(moves(&world, games[0], &[2, 1, 0, 0, 0]).len(), 2);
}

/// Every list that may have `for` may have `when` after it, and `when` is not ignored.
#[test]
fn conditions_in_lists() {
    let text = "game A { state a[1..4] in 0..9
      move k in 1..9 when total(a[i] for i in 1..4 when i % 2 == 1) >= k : [min({9, a[i]}) for i in 1..8 when i <= 4]
      move k in {i for i in 1..9 when i % 4 == 1} when k <= max(a[i] for i in 1..4 when i > 2) : { a[1] = k } }";
    let (world, games) = world(text, &["A"]);
    let found = moves(&world, games[0], &[1, 7, 1, 6]);
    let choices: Vec<(usize, Int)> = found
        .iter()
        .map(|(rule, choices, _)| (*rule, choices[0]))
        .collect();
    assert_eq!(choices, [(0, 1), (0, 2), (1, 1), (1, 5)]);
    assert_eq!(found[0].2, [1, 7, 1, 6]);
}

/// A game on an array of two sets equals the game on two named sets whose rules are repeated for
/// each set.
#[test]
fn arrays_of_sets_are_sets_written_one_by_one() {
    let mut met = 0;
    for seed in 0..testkit::rounds(150, 3_000) {
        let testkit::arrays_of_sets::SetArrayTwins { text, most } =
            testkit::arrays_of_sets::arrays(seed);
        let (world, games) = world(&text, &["A", "B"]);
        for both in 0..1 << (2 * most) {
            let left = |game: GameId| {
                let slots = [both & ((1 << most) - 1), both >> most];
                let mut left: Vec<Vec<Int>> = moves(&world, game, &slots)
                    .into_iter()
                    .map(|(_, _, left)| left)
                    .collect();
                left.sort();
                left
            };
            let mine = left(games[0]);
            assert_eq!(mine, left(games[1]), "at {both:b} of seed {seed}\n{text}");
            met += mine.len();
        }
    }
    assert!(met > 10_000, "{met}");
}

/// Arrays of sets have a start like single sets, and each of the sets is written like a single set.
#[test]
fn arrays_of_sets_begin_and_are_shown() {
    let text = "game A { state s[0..2] set of cells(2, 3) move i in 0..2, (r, c) in s[i] : { s[i] -= {(r, c)} } }
      game B { state n in 0..3, s[1..2] set of 1..4 start empty move i in 1..2 : [n] + [s[i]] }
      game C { state s[1..2] set of 1..4 start {2, 3} move i in 1..2, x in s[i] : { s[i] -= {x} } }
      game D(G = graph(u-v v-w)) { state s[1..2] set of vertices(G) move \"{v}\" i in 1..2, v in s[i] : { s[i] -= around(G, v) } }";
    let (world, games) = world(
        &text.replace("[n] + [s[i]]", "{ n -= 1, s[i] += {n} }"),
        &["A", "B", "C", "D"],
    );
    assert_eq!(
        world.show(games[0], &[63, 0, 0b101]),
        "a[\"... / ...\", \"### / ###\", \".#. / ###\"]"
    );
    assert_eq!(world.show(games[3], &[7, 0b101]), "d[{u, v, w}, {u, w}]");
    let start = |game: GameId| {
        let start = world.rules(game).game().unwrap().start.clone().unwrap();
        start.values
    };
    assert_eq!(
        start(games[2]),
        [rules::ir::Expr::Const(6), rules::ir::Expr::Const(6)]
    );
    assert_eq!(
        start(games[1])[1..],
        [rules::ir::Expr::Const(0), rules::ir::Expr::Const(0)]
    );
}

/// Several sets that are boards or rows are shown side by side, each with its name, together with
/// the other numbers. If a set is neither a board nor a row, the position is shown in written form.
#[test]
fn several_sets_are_seen_with_their_names() {
    let text = "game A { state s[1..2] set of cells(2, 2), t set of 1..3 move (i, j) in s[1] : { s[1] -= {(i, j)} } }
      game B { state s[1..2] set of 1..3, n in 0..2 move x in s[1] : { s[1] -= {x} } }
      game C { state s[1..2] set of {1, 4} move x in s[1] : { s[1] -= {x} } }";
    let (world, games) = world(text, &["A", "B", "C"]);
    let view = |game: GameId, slots: &[Int]| {
        component_views(
            &world,
            &[Component {
                game,
                slots: slots.into(),
            }],
        )
        .remove(0)
        .view
    };
    let View::Layers(layers) = view(games[0], &[0b1111, 0b0110, 0b101]) else {
        panic!("no boards")
    };
    let rows = |at: usize| {
        layers[at]
            .1
            .rows
            .iter()
            .map(|row| row.concat())
            .collect::<Vec<_>>()
            .join("/")
    };
    let names: Vec<&str> = layers.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        (names, [rows(0), rows(1), rows(2)]),
        (
            vec!["s[1]", "s[2]", "t"],
            ["··/··", "■·/·■", "·■·"].map(str::to_owned)
        )
    );
    let View::Layers(layers) = view(games[1], &[7, 7, 1]) else {
        panic!("no rows")
    };
    let beside: Vec<(&str, String)> = layers
        .iter()
        .map(|(name, cells)| (name.as_str(), cells.rows.concat().concat()))
        .collect();
    assert_eq!(
        beside,
        [
            ("s[1]", "···".to_owned()),
            ("s[2]", "···".to_owned()),
            ("n", "1".to_owned())
        ]
    );
    assert_eq!(view(games[2], &[3, 3]), View::Written);
}

/// A move that changes one set under two equal indices is an error, and never gives a wrong set.
#[test]
fn one_set_under_two_indices_is_an_error() {
    let text = "game A { state s[1..2] set of 1..3 move i in 1..2, j in 1..2, x in s[i] : { s[i] -= {x}, s[j] -= {x} } }";
    let (world, games) = world(text, &["A"]);
    let mut out = OptionArena::default();
    let fault = world
        .options(games[0], &[7, 7], &mut out, &Budget::generous())
        .unwrap_err();
    let told = world
        .explain_fault(&fault)
        .unwrap()
        .render(base::text::Lang::En, false);
    assert!(told.contains("at a[{1, 2, 3}, {1, 2, 3}]"), "{told}");
}

/// Returns the start position of a game, or the position for these numbers by its start.
fn begun(text: &str, given: Option<&[Int]>) -> Vec<Int> {
    let (world, games) = world(text, &["G"]);
    world
        .rules(games[0])
        .position(given)
        .unwrap_or_else(|why| panic!("{text}: {}", why.en))
}

#[test]
fn a_start_lists_sets_words_and_numbers() {
    let game = |state: &str, start: &str| {
        format!("game G {{ state {state}  start {start}  move k in 1..2 : nothing }}")
    };
    for (state, start, given, expected) in [
        (
            "s set of 1..3, t set of 1..3, turn in 0..1",
            "[{}, {1, 3}, 0]",
            None,
            &[0, 5, 0][..],
        ),
        (
            "s set of cells(1, 3), turn in 0..1",
            "[\"#..\", 1]",
            None,
            &[6, 1],
        ),
        (
            "s set of 1..3, t set of 1..3, turn in 0..1",
            "[s, {}, 0]",
            Some(&[6][..]),
            &[6, 0, 0],
        ),
        (
            "s set of 1..3, t set of 1..3, turn in 0..1",
            "[t, s, turn]",
            Some(&[1, 2, 0]),
            &[1, 2, 0],
        ),
        (
            "s[1..2] set of 1..3, turn in 0..1",
            "[{t} for t in 1..2, 0]",
            None,
            &[1, 2, 0],
        ),
        (
            "s[1..2] set of 1..3, turn in 0..1",
            "[s[t] for t in 1..2, 0]",
            Some(&[4, 1]),
            &[4, 1, 0],
        ),
        (
            "a[1..3] in 0.., turn in 0..1",
            "[a[t] for t in 1..3, 0]",
            Some(&[4, 5, 6]),
            &[4, 5, 6, 0],
        ),
        (
            "a[1..3] in 0.., turn in 0..1",
            "[a[4 - t] + t for t in 1..3, 0]",
            Some(&[1, 2, 3]),
            &[2, 4, 6, 0],
        ),
        (
            "a[1..4] in 0..",
            "[t for t in 1..8 when t % 2 == 0]",
            None,
            &[2, 4, 6, 8],
        ),
        (
            "a[1..4] in 0..",
            "[x + y for (x, y) in {(1, 2), (5, 6)}, 0, 0]",
            None,
            &[3, 11, 0, 0],
        ),
        (
            "w word of \"ab\", turn in 0..1",
            "[\"ba\", 1]",
            None,
            &[2, 2, 1, 1],
        ),
        (
            "w[1..2] word of \"ab\", turn in 0..1",
            "[\"b\" for t in 1..2, 1]",
            None,
            &[1, 2, 1, 2, 1],
        ),
    ] {
        assert_eq!(
            begun(&game(state, start), given),
            expected,
            "{state} {start}"
        );
    }
    for (state, start, message) in [
        (
            "s set of 1..3, t set of 1..3, turn in 0..1",
            "[{}, 0]",
            "`t` is a set",
        ),
        (
            "s set of 1..3, t set of 1..3, turn in 0..1",
            "[{}, {}]",
            "a position has 3 numbers, sets and words, found 2",
        ),
        (
            "s set of 1..3, t set of 1..4",
            "[s, s]",
            "`s` cannot be used for `t`",
        ),
        (
            "s set of 1..3, turn in 0..1",
            "[turn, 0]",
            "must be a constant",
        ),
        ("s set of 1..3, turn in 0..1", "[{7}, 0]", "7"),
        (
            "a[1..2] in 0.., n in 0..",
            "[a[t] for t in 1..n, 0]",
            "must not depend on the position",
        ),
        ("s set of 1..3, t set of 1..3", "{1}", "one set or word"),
    ] {
        let mut world = World::empty();
        world.load("test.game", &game(state, start)).unwrap();
        let Err(rules::world::InstantiationError::There(refusal)) =
            world.instantiate("G", Vec::new())
        else {
            panic!("{state} {start} is taken")
        };
        let said = refusal.render(base::text::Lang::En, false);
        assert!(said.contains(message), "{state} {start}: {said}");
    }
}
