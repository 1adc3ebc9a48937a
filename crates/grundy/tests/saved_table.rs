//! Saved tables. A saved table is loaded and queried; a table that was changed after saving is
//! refused.

use std::sync::Arc;

use base::budget::Budget;
use base::text::{Lang, Text};
use fastrand::Rng;
use grundy::saved_table::{BLOCK, SavedTable};
use grundy::status::AnswerStatus;
use grundy::{Session, SolveError, SolveOptions};

use crate::support::{SessionAnswers, session_with};

/// Returns the file of a table.
fn written(session: &mut Session, question: &str) -> Vec<u8> {
    let mut file = Vec::new();
    let write = &mut |head: &[u8], table: &[u8]| {
        file = [head, table].concat();
        Ok(())
    };
    session
        .save(question, &Budget::generous(), write)
        .unwrap_or_else(|e| panic!("{question}: {e:?}"));
    file
}

/// Loads a file into a session, in the same way as the user interfaces.
fn load(session: &mut Session, file: &[u8]) -> Result<(), Text> {
    let needed = SavedTable::needed(&file[..file.len().min(20)])?;
    let saved = SavedTable::parse(&file[..file.len().min(needed)], file.len() as u64)?;
    let table = &file[saved.start..];
    table
        .chunks(BLOCK)
        .enumerate()
        .try_for_each(|(index, block)| saved.check(index, block))?;
    session
        .load_table("file", saved, Arc::new(table.to_vec()), &Budget::generous())
        .map_err(|error| match error {
            SolveError::Usage(text) => text,
            other => panic!("{other:?}"),
        })
}

fn solved(session: &mut Session, question: &str) -> (Option<String>, String) {
    let answer = session
        .solve(question, SolveOptions::VALUE, &Budget::generous())
        .expect("it is answered");
    (
        answer.value.map(|value| value.to_string()),
        answer.components[0].method.clone(),
    )
}

#[test]
fn a_saved_table_answers_as_the_table_did() {
    let games = "game Own(m = 2) { state a in -1.., b in -1.. unordered move k in 1..m : [a - k, b] move k in 1..a : [b - 1, a - k] }
        game Part { state a[1..2] in 0.., w in 0..2 unordered a move t in 1..2, k in 1..a[t] when w > 0 : { a[t] -= k, w -= 1 } move k in 1..a[1] : { a[1] -= k } }
        game End { state n in 0.. trap n == 1 move k in 1..3 : [n - k] }";
    for (table, questions) in [
        (
            "kayles[0..300]",
            vec![
                "kayles[0]",
                "kayles[17]",
                "kayles[300]",
                "kayles[5] + kayles[40] + nim[3]",
            ],
        ),
        // A game with a parameter, and a box that grows beyond the requested range.
        ("own(1)[0..3, 0..3]", vec!["own(1)[3, 3]", "own(1)[2, -1]"]),
        (
            "hyperknight[0..9, 0..9]",
            vec!["hyperknight[9, 9]", "hyperknight[0, 9]"],
        ),
        // Two of the three numbers are unordered.
        (
            "part[0..9, 0..9, 0..2]",
            vec!["part[9, 9, 2]", "part[2, 7, 1]", "part[7, 2, 0]"],
        ),
        ("end[0..20]", vec!["end[5]", "end[20]", "end[2]"]),
    ] {
        let mut first = session_with("own.game", games);
        let file = written(&mut first, table);
        let mut second = session_with("own.game", games);
        load(&mut second, &file).unwrap_or_else(|why| panic!("{table}: {}", why.get(Lang::En)));
        for question in questions {
            let (value, method) = solved(&mut second, question);
            assert_eq!(
                (value, method.as_str()),
                (solved(&mut first, question).0, "saved table"),
                "{question}"
            );
        }
    }
}

#[test]
fn wide_values_are_read_back() {
    let mut first = Session::new();
    first
        .settings
        .without
        .extend(["nim", "maximum-nim"].map(str::to_owned));
    // The test saves values of two bytes. If the time suffices for some thousand million options,
    // the test also saves values of four bytes.
    let last = testkit::rounds(6_000, 65_600);
    let file = written(&mut first, &format!("nim[0..{last}]"));
    let mut second = Session::new();
    load(&mut second, &file).expect("it is whole");
    assert_eq!(
        solved(&mut second, &format!("nim[{last}]")),
        (Some(last.to_string()), "saved table".to_owned())
    );
    // Positions outside the table are answered by other methods.
    assert_eq!(solved(&mut second, &format!("nim[{}]", last + 1)).1, "nim");
}

#[test]
fn one_turned_bit_is_refused() {
    let mut session = Session::new();
    let file = written(&mut session, "kayles[0..4999]");
    assert!(load(&mut Session::new(), &file).is_ok());
    let mut rng = Rng::with_seed(3);
    let random = (0..600)
        .map(|_| rng.usize(..file.len()))
        .collect::<Vec<_>>();
    for at in (0..40).chain([4095, 4096, file.len() - 1]).chain(random) {
        let mut other = file.clone();
        other[at] ^= 1 << rng.u32(..8);
        assert!(load(&mut session, &other).is_err(), "byte {at}");
    }
    for length in [0, 7, 8, 12, 19, 20, 100, 4096, file.len() - 1] {
        assert!(
            load(&mut session, &file[..length]).is_err(),
            "{length} bytes"
        );
    }
    let longer = [&file[..], &[0]].concat();
    assert!(load(&mut session, &longer).is_err());
}

#[test]
fn a_table_of_other_rules_is_refused() {
    let mut first = session_with(
        "a.game",
        "game Mine { state n in 0.. move k in 1..3 : [n - k] }",
    );
    first
        .settings
        .without
        .extend(["bachet", "subtraction", "maximum-nim"].map(str::to_owned));
    let file = written(&mut first, "mine[0..40]");
    let mut second = Session::new();
    assert!(
        load(&mut second, &file)
            .expect_err("it is unknown")
            .en
            .contains("--file")
    );
    second
        .load_rules(
            "b.game",
            "game Mine { state n in 0.. move k in 1..4 : [n - k] }",
        )
        .expect("it is right");
    assert!(
        load(&mut second, &file)
            .expect_err("it is another")
            .en
            .contains("different rules")
    );
    // A table may be loaded for rules that differ only in layout.
    second
        .load_rules(
            "c.game",
            "game Mine {\n\n state n in 0..\n  move   k in 1..3 : [ n - k ] }",
        )
        .expect("it is right");
    load(&mut second, &file).expect("the same rules");
    // A theorem needs no table, so no table is saved.
    let none = Session::new().save("nim[0..9]", &Budget::generous(), &mut |_, _| Ok(()));
    assert!(matches!(none, Err(SolveError::Unsupported(why)) if why.en.contains("--without nim")));
}

/// A user who follows the advice of the error gets a table, or a clear reason why there is none.
#[test]
fn the_advice_for_a_table_is_followed_once() {
    let nowhere = &mut |_: &[u8], _: &[u8]| Ok(());
    let names: Vec<String> = Session::new()
        .world
        .declarations()
        .iter()
        .map(|d| d.name.to_string())
        .collect();
    let (mut at_once, mut advised, mut never) = (0, 0, 0);
    for name in names {
        let mut session = Session::new();
        let Ok(game) = session.world_mut().instantiate(&name, Vec::new()) else {
            continue;
        };
        // A range of numbers cannot describe a set or a word.
        if session
            .world
            .rules(game)
            .game()
            .is_some_and(|game| game.holds_more())
        {
            continue;
        }
        let reach = if session.world.rules(game).slots().len() <= 4 {
            3
        } else {
            1
        };
        let top = |slot: &rules::ir::Slot| {
            slot.high
                .map_or(slot.low + reach, |high| high.min(slot.low + reach))
        };
        let ranges: Vec<String> = session
            .world
            .rules(game)
            .slots()
            .iter()
            .map(|slot| format!("{}..{}", slot.low, top(slot)))
            .collect();
        let question = format!("{name}[{}]", ranges.join(", "));
        let refusal = match session.save(&question, &Budget::generous(), nowhere) {
            Ok(_) => {
                at_once += 1;
                continue;
            }
            Err(SolveError::Unsupported(why)) => why.en,
            Err(SolveError::Usage(why)) => panic!("{question}: {}", why.en),
            Err(other) => panic!("{question}: {other:?}"),
        };
        let switched_off: Vec<String> = refusal
            .split("--without ")
            .skip(1)
            .map(|rest| rest.trim().to_owned())
            .collect();
        if switched_off.is_empty() {
            assert!(
                refusal.starts_with("cannot build a table of this game (")
                    || refusal.starts_with("only tables of Grundy values")
                    || refusal.starts_with("the players have different moves"),
                "{refusal}"
            );
            never += 1;
            continue;
        }
        session.settings.without.extend(switched_off);
        session
            .save(&question, &Budget::generous(), nowhere)
            .unwrap_or_else(|error| panic!("{question}: {refusal}, and then {error:?}"));
        advised += 1;
    }
    assert!(
        at_once > 10 && advised > 15 && never > 0,
        "{at_once} at once, {advised} by advice, {never} never"
    );
}

#[test]
fn a_refusal_says_why_no_table_is_filled() {
    let mut session = session_with(
        "a.game",
        "game Few { state n in 0.. move k in 1..3 : [n - k] } game Round { state n in 0..9 loopy move : [9 - n] } game Up { state n in 0..9 move when n < 9 : [n * n + 1] }",
    );
    let refused = |session: &mut Session, question: &str| match session.save(
        question,
        &Budget::generous(),
        &mut |_, _| Ok(()),
    ) {
        Err(SolveError::Unsupported(why)) => why.en,
        other => panic!("{question}: {other:?}"),
    };
    let why = refused(&mut session, "up[0..9]");
    assert!(
        why.contains("dense: found no order in which the table can be filled: no linear measure"),
        "{why}"
    );
    assert!(
        refused(&mut session, "round[0..9]")
            .starts_with("only tables of Grundy values can be saved")
    );
    // If one theorem is switched off, the next theorem would answer.
    let why = refused(&mut session, "few[0..9]");
    assert!(
        why.ends_with(
            "to build one, add --without bachet --without subtraction --without maximum-nim"
        ),
        "{why}"
    );
    session
        .settings
        .without
        .extend(["codegen", "dense"].map(str::to_owned));
    let why = refused(&mut session, "kayles[0..9]");
    assert!(why.contains("codegen, dense: switched off"), "{why}");
}

/// Returns the file with its entries changed by `change`, and with correct checksums.
fn forged(file: &[u8], change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let needed = SavedTable::needed(&file[..20]).unwrap();
    let mut table = file[needed..].to_vec();
    change(&mut table);
    let mut header: serde_json::Value = serde_json::from_slice(&file[20..20 + number(12)]).unwrap();
    header["blocks"] = table.chunks(BLOCK).map(crc32fast::hash).collect();
    let header = serde_json::to_vec(&header).unwrap();
    let mut head = file[..12].to_vec();
    head.extend((header.len() as u32).to_le_bytes());
    head.extend(crc32fast::hash(&header).to_le_bytes());
    head.extend(header);
    head.resize(head.len().next_multiple_of(4096), 0);
    [head, table].concat()
}

/// A table with correct checksums and a wrong entry is not trusted. An answer from such a table is
/// conditional on the file unless the checker proves the answer. A certificate that fails is
/// reported as a fault of the file, and a comparison with the rules finds the wrong entry.
#[test]
fn forged_tables_are_conditional_until_they_are_compared() {
    let budget = Budget::generous();
    let asked = SolveOptions::MOVES;
    let (mut conditional, mut blamed) = (0, 0);
    // Positions of the one-dimensional table have certificates of few rows. The certificate for the
    // last position of the square table has too many rows for an automatic proof.
    for (table, name, last, positions) in [
        ("kayles[0..300]", "kayles", [300].as_slice(), 301),
        ("hyperknight[0..79, 0..79]", "hyperknight", &[79, 79], 6_400),
    ] {
        let question = |numbers: &[u64]| format!("{name}{numbers:?}");
        let file = written(&mut Session::new(), table);
        let mut genuine = Session::new();
        load(&mut genuine, &file).unwrap();
        // The box may be larger than requested.
        assert!(genuine.compare_tables(&budget).unwrap() >= positions);
        let answer = genuine.answer_to(&question(last), asked);
        match last {
            [_] => assert_eq!(answer.status, AnswerStatus::Proved),
            _ => assert!(
                answer.status == AnswerStatus::Conditional
                    && answer.evidence.text().en.contains("file"),
                "{:?}",
                answer.status
            ),
        }
        let entries = file.len() - SavedTable::needed(&file[..20]).unwrap();
        for seed in 0..testkit::rounds(30, 1_000) {
            let mut rng = Rng::with_seed(seed);
            let (at, change) = (rng.usize(..entries), rng.u8(1..=7));
            let mut session = Session::new();
            load(&mut session, &forged(&file, |table| table[at] ^= change)).unwrap();
            match session.compare_tables(&budget) {
                Err(SolveError::WrongFile(why)) => assert!(
                    last.len() > 1 || why.en.contains(&question(&[at as u64])),
                    "{}",
                    why.en
                ),
                // Not every entry of a square belongs to a position.
                Ok(_) if last.len() > 1 => {}
                other => panic!("entry {at}: {other:?}"),
            }
            let question = question(&if last.len() == 1 {
                vec![rng.u64(at as u64..=last[0])]
            } else {
                last.to_vec()
            });
            let expected = Session::new().answer_to(&question, asked);
            let blame = |error: SolveError| match error {
                SolveError::WrongFile(why) => assert!(why.en.starts_with("file "), "{}", why.en),
                // The certificate would need too many rows.
                SolveError::Unsupported(_) => {}
                other => panic!("{question}: {other:?}"),
            };
            match session.solve(&*question, asked, &budget) {
                Ok(answer) if answer.status == AnswerStatus::Proved => {
                    assert_eq!(answer.value, expected.value, "{question}")
                }
                Ok(answer) => {
                    assert_eq!(answer.status, AnswerStatus::Conditional, "{question}");
                    conditional += 1;
                }
                Err(error) => {
                    blamed += 1;
                    blame(error);
                }
            }
            match session.certify(&*question, false, &budget) {
                Ok((answer, _)) => assert_eq!(answer.value, expected.value, "{question}"),
                Err(error) => blame(error),
            }
        }
    }
    assert!(
        conditional > 5 && blamed > 5,
        "{conditional} conditional, {blamed} blamed"
    );
}

/// Returns a file with a changed header and correct checksums.
fn with_header(file: &[u8], change: impl FnOnce(&mut serde_json::Value)) -> Vec<u8> {
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let needed = SavedTable::needed(&file[..20]).unwrap();
    let mut header: serde_json::Value = serde_json::from_slice(&file[20..20 + number(12)]).unwrap();
    change(&mut header);
    let header = serde_json::to_vec(&header).unwrap();
    let mut head = file[..12].to_vec();
    head.extend((header.len() as u32).to_le_bytes());
    head.extend(crc32fast::hash(&header).to_le_bytes());
    head.extend(header);
    head.resize(head.len().next_multiple_of(4096), 0);
    [&head[..], &file[needed..]].concat()
}

/// A header with another box or order is refused, or the table still gives the right answer.
#[test]
fn a_header_that_is_not_of_the_rules_is_refused() {
    use serde_json::json;
    let most = i64::MAX;
    let changes: Vec<(&str, serde_json::Value)> = vec![
        ("weights", json!([most, most])),
        ("weights", json!([-1, -1])),
        ("weights", json!([1_i64 << 62, 0])),
        ("weights", json!([1, 2])),
        ("most", json!(-1)),
        ("most", json!(most)),
        ("by_rows", json!(true)),
        ("by_rows", json!(false)),
        ("unordered", json!(true)),
        ("unordered", json!(false)),
        ("falling", json!([0, 2])),
        ("falling", json!([1, 2])),
        ("ranked", json!(true)),
        ("lows", json!([most - 40, most - 40])),
        ("lows", json!([i64::MIN, i64::MIN])),
        ("lows", json!([1, 0])),
        ("highs", json!([most, most])),
    ];
    let games = "game Part { state a in 0.., b in 0..9 move k in 1..a : [a - k, b] move when a > 0 and b < 9 : [a - 1, b + 1] }
        game Pair { state a in 0.., b in 0.. unordered move k in 1..a : [a - k, b] }";
    let mut refused = 0;
    for (table, position) in [
        ("hyperknight[0..9, 0..9]", "hyperknight[7, 9]"),
        ("part[0..9, 0..9]", "part[5, 3]"),
        ("pair[0..9, 0..9]", "pair[4, 9]"),
    ] {
        let mut session = session_with("own.game", games);
        let file = written(&mut session, table);
        let expected = solved(&mut session, position).0;
        for (name, value) in &changes {
            let mut session = session_with("own.game", games);
            let changed = with_header(&file, |header| header[*name] = value.clone());
            if load(&mut session, &changed).is_err() {
                refused += 1;
                continue;
            }
            assert_eq!(
                solved(&mut session, position).0,
                expected,
                "{table}: {name} {value}"
            );
            let compared = session.compare_tables(&Budget::generous());
            assert!(
                matches!(compared, Ok(_) | Err(SolveError::WrongFile(_))),
                "{table}: {name} {value}: {compared:?}"
            );
        }
    }
    assert!(refused > 30, "{refused}");
}

/// In a game with cycles, consistent values prove nothing, so a table of a game with cycles is
/// refused.
#[test]
fn a_table_of_a_game_that_goes_round_is_refused() {
    let plain = "game Flip { state a in 0..3, b in 0..3 move when a > b : [a - 1, b] move when b > 1 : [a, b - 2] }";
    let mut session = session_with("flip.game", plain);
    let file = written(&mut session, "flip[0..3, 0..3]");
    for round in [
        "game Flip { state a in 0..3, b in 0..3 move : [b, a] }",
        "game Flip { state a in 0..3, b in 0..3 loopy move : [b, a] }",
    ] {
        let mut session = session_with("flip.game", round);
        let rules = session.big("flip", &Budget::generous()).unwrap().rules;
        let file = with_header(&file, |header| header["rules"] = rules.into());
        let why = load(&mut session, &file).expect_err("it is refused");
        assert!(why.en.contains("do not fit Flip"), "{}", why.en);
    }
}

/// If an answer may depend on an unchecked table, its status is conditional.
#[test]
fn every_status_beside_a_table_that_was_not_compared_is_conditional() {
    let budget = Budget::generous();
    let file = forged(&written(&mut Session::new(), "kayles[0..300]"), |table| {
        table.fill(0)
    });
    let mut session = session_with(
        "own.game",
        "game Own { state n in 0.. move k in 1..2 : [n - k] + kayles[3] expect [0] is P }",
    );
    let plain = (
        session.stats("kayles[12]", true, &budget).unwrap(),
        session.graph("kayles[3]", 100, &budget).unwrap(),
    );
    assert_eq!(
        (plain.0.status, plain.1.status),
        (AnswerStatus::Computed, AnswerStatus::Computed)
    );
    load(&mut session, &file).unwrap();
    assert_eq!(
        session.stats("kayles[12]", true, &budget).unwrap().status,
        AnswerStatus::Conditional
    );
    assert_eq!(
        session.graph("kayles[3]", 100, &budget).unwrap().status,
        AnswerStatus::Conditional
    );
    assert_eq!(session.settings.unverified_file().as_deref(), Some("file"));
    assert_eq!(session.settings.computed(), AnswerStatus::Conditional);
}
