//! Games on sets in questions that a user might write. Values of sets by parts, by search and by
//! the definition agree, and reported positions can be used as questions.

use std::collections::HashMap;

use base::budget::Budget;
use grundy::settings::SessionSettings;
use grundy::{Session, SolveOptions};
use rules::game::{GameId, OptionArena};
use rules::ir::Int;
use rules::world::World;

use crate::support::{SessionAnswers, session_with};

fn value(session: &mut Session, question: &str) -> (Option<u64>, Vec<String>) {
    let answer = session.solve(question, SolveOptions::MOVES, &Budget::generous());
    let answer = answer.unwrap_or_else(|error| panic!("{question}: {error:?}"));
    let methods = answer
        .components
        .iter()
        .map(|one| one.method.to_owned())
        .collect();
    (answer.value.and_then(|value| value.as_nimber()), methods)
}

/// Returns settings without one engine.
fn without(name: &str) -> SessionSettings {
    SessionSettings {
        without: [name.to_owned()].into_iter().collect(),
        ..SessionSettings::default()
    }
}

/// Random games that only remove elements, at random positions: the parts engine is compared with
/// the search.
#[test]
fn random_games_by_parts_and_by_search() {
    let (mut session, mut by_parts) = (Session::new(), 0);
    let rounds = testkit::rounds(100, 3_000);
    for seed in 0..rounds {
        let text = testkit::sets::taking(seed);
        session.load_rules("sets.game", &text).unwrap();
        let mut rng = fastrand::Rng::with_seed(seed);
        let n = testkit::sets::TAKEN_FROM;
        for _ in 0..3 {
            let there: Vec<String> = (1..=n)
                .filter(|_| rng.u32(..4) > 0)
                .map(|x| x.to_string())
                .collect();
            let question = format!("t[{{{}}}]", there.join(", "));
            // At most one reduction of the parts engine is switched off.
            let reductions = SessionSettings::default().reductions();
            session.settings = without("search");
            session.settings.without.extend(
                reductions
                    .get(rng.usize(..=reductions.len()))
                    .map(|name| (*name).to_owned()),
            );
            let (mine, methods) = value(&mut session, &question);
            session.settings = without("parts");
            let (theirs, _) = value(&mut session, &question);
            assert_eq!(mine, theirs, "{question} of seed {seed}\n{text}");
            let mut misere = |without: &str| {
                session.settings = self::without(without);
                session.settings.play = Some(rules::ast::PlayConvention::Misere);
                session
                    .settings
                    .without
                    .insert("misere-quotient".to_owned());
                let asked = SolveOptions {
                    moves: true,
                    winner_only: true,
                    to_move: None,
                };
                session.answer_to(&question, asked).outcome
            };
            assert_eq!(
                misere("search"),
                misere("parts"),
                "misère {question} of seed {seed}\n{text}"
            );
            by_parts += u64::from(methods.iter().any(|name| name == "parts"));
        }
    }
    assert!(by_parts > rounds, "{by_parts}");
}

/// Random games on sets, graphs and words, solved by parts with each reduction switched off in
/// turn. The values are compared with the definition on reachable positions.
#[test]
fn random_places_by_parts_and_by_the_definition() {
    let reductions = SessionSettings::default().reductions();
    let (mut by_parts, mut words, mut barred) = (0, 0, 0);
    let rounds = testkit::rounds(250, 10_000);
    for seed in 0..rounds {
        let text = testkit::element_games::random_game(seed);
        let mut session = Session::new();
        session
            .load_rules("places.game", &text)
            .unwrap_or_else(|error| panic!("seed {seed}\n{text}\n{error:?}"));
        let start = session.solve("a", SolveOptions::MOVES, &Budget::generous());
        let start = start.unwrap_or_else(|error| panic!("seed {seed}\n{text}\n{error:?}"));
        let [one] = &start.position[..] else {
            panic!("seed {seed}\n{text}")
        };
        let (game, mut slots, mut known) = (one.game, Vec::from(&one.slots[..]), HashMap::new());
        let mut rng = fastrand::Rng::with_seed(seed);
        // Returns a position after some moves.
        for _ in 0..rng.usize(..2) {
            let mut options = OptionArena::new();
            session
                .world
                .options(game, &slots, &mut options, &Budget::generous())
                .unwrap();
            let all: Vec<Vec<Int>> = options
                .iter()
                .filter_map(|option| Some(option.components().next()?.1.to_vec()))
                .collect();
            slots = if all.is_empty() {
                slots
            } else {
                all[rng.usize(..all.len())].clone()
            };
        }
        let expected = defined(&session.world, game, &slots, &mut known);
        let question = session.world.show(game, &slots);
        let switched = |place: usize| reductions.get(place).map(|name| (*name).to_owned());
        let all: Vec<usize> = if testkit::rounds(true, false) {
            vec![rng.usize(..=reductions.len())]
        } else {
            (0..=reductions.len()).collect()
        };
        for off in all {
            session.settings = without("search");
            session
                .settings
                .without
                .insert("octal-periodicity".to_owned());
            session.settings.without.extend(switched(off));
            let (mine, methods) = value(&mut session, &question);
            assert_eq!(
                mine,
                Some(expected),
                "{question} of seed {seed} without {:?}\n{text}",
                switched(off)
            );
            if methods.iter().any(|name| name == "parts") {
                by_parts += 1;
                words += u64::from(text.contains(" word "));
                barred += u64::from(text.contains("not in"));
            }
        }
    }
    assert!(
        by_parts > rounds / 3 && words > rounds / 20 && barred > rounds / 20,
        "{by_parts} by parts, {words} words, {barred} barred"
    );
}

/// Returns the value by the definition.
fn defined(world: &World, game: GameId, slots: &[Int], known: &mut HashMap<Vec<Int>, u64>) -> u64 {
    if let Some(value) = known.get(slots) {
        return *value;
    }
    let mut options = OptionArena::new();
    world
        .options(game, slots, &mut options, &Budget::generous())
        .unwrap();
    let all: Vec<Vec<Vec<Int>>> = options
        .iter()
        .map(|option| option.components().map(|one| one.1.to_vec()).collect())
        .collect();
    let values: Vec<u64> = all
        .iter()
        .map(|parts| {
            parts
                .iter()
                .fold(0, |sum, part| sum ^ defined(world, game, part, known))
        })
        .collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(slots.to_vec(), value);
    value
}

/// If only the outcome is requested, the value is not searched. The outcome agrees with the value.
/// For Cram, the outcome also agrees with a search, which takes long for other games.
#[test]
fn the_winner_is_who_the_value_says() {
    let mut rng = fastrand::Rng::with_seed(44);
    let (mut asked_alone, mut lost) = (0, 0);
    for (game, rows, columns) in [
        ("cram(3, 6)", 3, 6),
        ("queensplaced(5)", 5, 5),
        ("chompboard(4, 5)", 4, 5),
    ] {
        for _ in 0..testkit::rounds(if game.starts_with("cram") { 3 } else { 8 }, 200) {
            let board: Vec<String> = (0..rows)
                .map(|_| {
                    (0..columns)
                        .map(|_| if rng.u32(..12) > 0 { '.' } else { '#' })
                        .collect()
                })
                .collect();
            let question = format!("{game}[\"{}\"]", board.join(" / "));
            let winner = Session::new().answer_to(&question, SolveOptions::WINNER);
            asked_alone += u32::from(winner.value.is_none());
            let mut session = Session::new();
            if game.starts_with("cram") {
                session.settings = without("parts");
            }
            let valued = session.answer_to(&question, SolveOptions::VALUE);
            assert_eq!(winner.outcome, valued.outcome, "{question}");
            lost += u32::from(valued.value.and_then(|value| value.as_nimber()) == Some(0));
        }
    }
    assert!(asked_alone > 12 && lost > 0, "{asked_alone} {lost}");
}

/// Published values of games on sets, compared with values that are all computed by parts.
#[test]
fn published_values() {
    let mut session = Session::new();
    for (question, expected) in [
        ("cram(3, 4)", 1),
        ("cram(4, 5)", 2),
        ("cram(5, 5)", 0),
        ("cram(4, 7)", 3),
        ("cram(5, 6)", 2),
        ("queensplaced(3)", 2),
        ("queensplaced(4)", 1),
        ("queensplaced(5)", 3),
        ("queensplaced(6)", 1),
        ("queensplaced(7)", 2),
        ("chompboard(4, 4)", 6),
        ("chompboard(5, 5)", 6),
        ("chompboard(6, 6)", 13),
    ] {
        let (found, methods) = value(&mut session, question);
        assert_eq!(
            (found, &methods[..]),
            (Some(expected), &["parts".to_owned()][..]),
            "{question}"
        );
    }
    let runs: Vec<u64> = (1..=12)
        .map(|n| value(&mut session, &format!("takerun({n})")).0.unwrap())
        .collect();
    assert_eq!(runs, [0, 1, 1, 2, 2, 3, 3, 1, 1, 4, 4, 3]);
}

/// Chomp as a set of cells and as a list of row lengths has the same values.
#[test]
fn chomp_is_chomp() {
    let mut session = Session::new();
    for (rows, columns) in [(1, 1), (2, 3), (3, 3), (3, 5), (4, 4)] {
        let cells = value(&mut session, &format!("chompboard({rows}, {columns})")).0;
        let heights = vec![columns.to_string(); rows].join(", ");
        assert_eq!(
            cells,
            value(
                &mut session,
                &format!("chomp({columns}, {rows})[{heights}]")
            )
            .0,
            "{rows} x {columns}"
        );
    }
}

/// Node Kayles on a ladder, written as an array of two sets. The values by parts and by search
/// equal the values of the graph, and the certificates are checked.
#[test]
fn an_array_of_sets_is_a_ladder() {
    let mut session = Session::new();
    let rule = "move i in 1..2, x in row[i] : { row[i] -= {x - 1, x, x + 1}, row[3 - i] -= {x} }";
    session
        .load_rules(
            "ladder.game",
            &format!("game Ladder(N = 4) {{ state row[1..2] set of 1..N {rule} }}"),
        )
        .unwrap();
    for n in 2..=6 {
        let edges = (1..=n)
            .map(|x| format!("{x}-{}", x + n))
            .chain((1..n).map(|x| format!("{x}-{} {}-{}", x + 1, x + n, x + n + 1)));
        let graph = edges.collect::<Vec<_>>().join(" ");
        session.settings = SessionSettings::default();
        let (expected, _) = value(&mut session, &format!("nodekayles({graph})"));
        session.settings = without("search");
        let (by_parts, methods) = value(&mut session, &format!("ladder({n})"));
        session.settings = without("parts");
        let (searched, _) = value(&mut session, &format!("ladder({n})"));
        assert_eq!(
            (by_parts, searched, methods),
            (expected, expected, vec!["parts".to_owned()]),
            "{n}"
        );
    }
    session.settings = SessionSettings::default();
    let answer = session.answer_to("ladder[{1, 2, 4}, {4}]", SolveOptions::MOVES);
    assert_eq!(answer.status, grundy::status::AnswerStatus::Proved);
}

/// Every position that an answer reports can be used as a question, and has the same value.
#[test]
fn what_is_shown_can_be_asked() {
    let mut session = session_with(
        "pair.game",
        "game Pair { state s[1..2] set of 1..3 show \".#\" move i in 1..2, x in s[i] : { s[i] -= {x} } }",
    );
    for question in [
        "cram(3, 3)",
        "notakto",
        "takerun(7)",
        "treblecrossrow(7)",
        "queensplaced(4)[\"..#. / #... / .... / ...#\"]",
        "nodekayles(b-z a m-b)[{a, m, z}]",
        "colouring",
        "pair[\".#.\", \"#..\"]",
    ] {
        let asked = SolveOptions::MOVES;
        let answer = session.answer_to(question, asked);
        let shown = answer
            .position
            .iter()
            .map(|one| session.world.show(one.game, &one.slots))
            .collect::<Vec<_>>()
            .join(" + ");
        let again = session.answer_to(&shown, asked);
        assert_eq!(
            (answer.value, answer.outcome),
            (again.value, again.outcome),
            "{question}: {shown}"
        );
        assert_eq!(answer.position, again.position, "{question}: {shown}");
    }
}

/// For a vertex that the graph does not have, the error reports the location and the existing
/// vertices.
#[test]
fn vertices_that_are_not_there() {
    let mut session = Session::new();
    for (question, said) in [
        ("nodekayles(a-b b-c)[{a, z}]", "unknown name `z`"),
        ("nodekayles(1-2 2-3)[{1, 7}]", "7 can never be in `free`"),
    ] {
        let wrong = session
            .solve(question, SolveOptions::VALUE, &Budget::generous())
            .unwrap_err();
        let wrong = format!("{wrong:?}");
        assert!(
            wrong.contains(said) && wrong.contains("the vertices of the graph are "),
            "{question}: {wrong}"
        );
    }
}

/// Pegs in two rows, written as an array of words, are the sum of the rows, by every method.
#[test]
fn an_array_of_words_is_two_rows() {
    let mut session = Session::new();
    let rule = |side: &str, from: &str, to: &str| {
        format!(
            "move \"{side} {{r}} {{i}}\" r in 1..2, i in 1..size(w[r]) - 2 when w[r][i..i+2] == \"{from}\" : {{ w[r][i..i+2] = \"{to}\" }}"
        )
    };
    let text = format!(
        "game Rows {{ state w[1..2] word of \"x.\" {} {} }}",
        rule("right", "xx.", "..x"),
        rule("left", ".xx", "x..")
    );
    session.load_rules("rows.game", &text).unwrap();
    let words = [
        "", "xx.", ".x.xx.", "xxx.x", ".xx..xx", "xx.x.xx", "xxx.xxx",
    ];
    for (place, one) in words.into_iter().enumerate() {
        for other in &words[..=place] {
            session.settings = SessionSettings::default();
            let apart = value(
                &mut session,
                &format!("pegduotaire[\"{one}\"] + pegduotaire[\"{other}\"]"),
            )
            .0;
            for question in [
                format!("rows[\"{one}\", \"{other}\"]"),
                format!("rows[\"{other}\", \"{one}\"]"),
            ] {
                session.settings = SessionSettings::default();
                assert_eq!(value(&mut session, &question).0, apart, "{question}");
                session
                    .settings
                    .without
                    .extend(["search", "parts"].map(str::to_owned));
                let (by_reference, methods) = value(&mut session, &question);
                assert_eq!(
                    (by_reference, methods),
                    (apart, vec!["reference".to_owned()]),
                    "{question}"
                );
            }
        }
    }
    assert!(
        session.load_rules("wrong.game", "game Wrong { state w[1..2] word of \"x.\" move i in 0..1 when w[i] == \"x\" : nothing }").is_ok()
    );
    session.settings = SessionSettings::default();
    let asked = SolveOptions::VALUE;
    let wrong = session
        .solve("wrong[\"x\", \"x\"]", asked, &Budget::generous())
        .unwrap_err();
    assert!(
        format!("{wrong:?}").contains("index 0 is outside 1..2 at wrong"),
        "{wrong:?}"
    );
}

/// Games on words: rows of pluses have the values of Dawson's Kayles, by parts and by the
/// reference. The values of pegs agree with published values.
#[test]
fn published_values_of_words() {
    let mut session = Session::new();
    for (n, expected) in [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3].into_iter().enumerate() {
        let question = format!("flipsigns[\"{}\"]", "+".repeat(n));
        assert_eq!(
            value(&mut session, &question).0,
            Some(expected),
            "{question}"
        );
        if (1..8).contains(&n) {
            session
                .settings
                .without
                .extend(["search", "parts"].map(str::to_owned));
            let (by_reference, methods) = value(&mut session, &question);
            assert_eq!(
                (by_reference, methods),
                (Some(expected), vec!["reference".to_owned()]),
                "{question}"
            );
            session.settings = SessionSettings::default();
        }
    }
    assert_eq!(value(&mut session, "pegduotaire[\"xxx.xxx\"]").0, Some(1));
    // The parts of one word are words of the same game, and their sum equals the complete word.
    assert_eq!(
        value(&mut session, "flipsigns[\"++-+++-++++\"]").0,
        value(
            &mut session,
            "flipsigns[\"++\"] + flipsigns[\"+++\"] + flipsigns[\"++++\"]"
        )
        .0
    );
}
