//! Saved tables: what is written is read back and asked; whatever was changed in between is refused.

use std::sync::Arc;

use base::budget::Budget;
use base::text::{Lang, Text};
use fastrand::Rng;
use grundy::saved::{BLOCK, Saved};
use grundy::{Asked, Error, Session};

/// The file of a table.
fn written(session: &mut Session, question: &str) -> Vec<u8> {
    let mut file = Vec::new();
    let write = &mut |head: &[u8], table: &[u8]| {
        file = [head, table].concat();
        Ok(())
    };
    session.save(question, &Budget::generous(), write).unwrap_or_else(|e| panic!("{question}: {e:?}"));
    file
}

/// Reads a file into a session, as a face does.
fn load(session: &mut Session, file: &[u8]) -> Result<(), Text> {
    let needed = Saved::needed(&file[..file.len().min(20)])?;
    let saved = Saved::parse(&file[..file.len().min(needed)], file.len() as u64)?;
    let table = &file[saved.start..];
    table.chunks(BLOCK).enumerate().try_for_each(|(index, block)| saved.check(index, block))?;
    session.load_table("file", saved, Arc::new(table.to_vec())).map_err(|error| match error {
        Error::Usage(text) => text,
        other => panic!("{other:?}"),
    })
}

fn solved(session: &mut Session, question: &str) -> (Option<String>, String) {
    let answer = session.solve(question, Asked { moves: false, winner_only: false }, &Budget::generous()).expect("it is answered");
    (answer.value.map(|value| value.to_string()), answer.components[0].method.clone())
}

#[test]
fn a_saved_table_answers_as_the_table_did() {
    let games = "game Own(m = 2) { state a in -1.., b in -1.. unordered move k in 1..m : [a - k, b] move k in 1..a : [b - 1, a - k] }
        game Part { state a[1..2] in 0.., w in 0..2 unordered a move t in 1..2, k in 1..a[t] when w > 0 : { a[t] -= k, w -= 1 } move k in 1..a[1] : { a[1] -= k } }
        game End { state n in 0.. trap n == 1 move k in 1..3 : [n - k] }";
    for (table, questions) in [
        ("kayles[0..300]", vec!["kayles[0]", "kayles[17]", "kayles[300]", "kayles[5] + kayles[40] + nim[3]"]),
        // An argument; and a box that grows beyond what was asked.
        ("own(1)[0..3, 0..3]", vec!["own(1)[3, 3]", "own(1)[2, -1]"]),
        ("hyperknight[0..9, 0..9]", vec!["hyperknight[9, 9]", "hyperknight[0, 9]"]),
        // Two numbers of three in no order.
        ("part[0..9, 0..9, 0..2]", vec!["part[9, 9, 2]", "part[2, 7, 1]", "part[7, 2, 0]"]),
        ("end[0..20]", vec!["end[5]", "end[20]", "end[2]"]),
    ] {
        let mut first = Session::new();
        first.load_rules("own.game", games).expect("it is right");
        let file = written(&mut first, table);
        let mut second = Session::new();
        second.load_rules("own.game", games).expect("it is right");
        load(&mut second, &file).unwrap_or_else(|why| panic!("{table}: {}", why.get(Lang::En)));
        for question in questions {
            let (value, method) = solved(&mut second, question);
            assert_eq!((value, method.as_str()), (solved(&mut first, question).0, "saved table"), "{question}");
        }
    }
}

#[test]
fn wide_values_are_read_back() {
    let mut first = Session::new();
    first.settings.without.extend(["nim".to_owned()]);
    // Values of two bytes; of four, where there is time for some thousand million options.
    let last = testkit::rounds(6_000, 65_600);
    let file = written(&mut first, &format!("nim[0..{last}]"));
    let mut second = Session::new();
    load(&mut second, &file).expect("it is whole");
    assert_eq!(solved(&mut second, &format!("nim[{last}]")), (Some(last.to_string()), "saved table".to_owned()));
    // Beyond the table, other methods.
    assert_eq!(solved(&mut second, &format!("nim[{}]", last + 1)).1, "nim");
}

#[test]
fn one_turned_bit_is_refused() {
    let mut session = Session::new();
    let file = written(&mut session, "kayles[0..4999]");
    assert!(load(&mut Session::new(), &file).is_ok());
    let mut rng = Rng::with_seed(3);
    let random = (0..600).map(|_| rng.usize(..file.len())).collect::<Vec<_>>();
    for at in (0..40).chain([4095, 4096, file.len() - 1]).chain(random) {
        let mut other = file.clone();
        other[at] ^= 1 << rng.u32(..8);
        assert!(load(&mut session, &other).is_err(), "byte {at}");
    }
    for length in [0, 7, 8, 12, 19, 20, 100, 4096, file.len() - 1] {
        assert!(load(&mut session, &file[..length]).is_err(), "{length} bytes");
    }
    let longer = [&file[..], &[0]].concat();
    assert!(load(&mut session, &longer).is_err());
}

#[test]
fn a_table_of_other_rules_is_refused() {
    let mut first = Session::new();
    first.load_rules("a.game", "game Mine { state n in 0.. move k in 1..3 : [n - k] }").expect("it is right");
    first.settings.without.extend(["bachet".to_owned(), "subtraction".to_owned()]);
    let file = written(&mut first, "mine[0..40]");
    let mut second = Session::new();
    assert!(load(&mut second, &file).expect_err("it is unknown").en.contains("--file"));
    second.load_rules("b.game", "game Mine { state n in 0.. move k in 1..4 : [n - k] }").expect("it is right");
    assert!(load(&mut second, &file).expect_err("it is another").en.contains("other rules"));
    // The same rules in another layout are the same rules.
    second.load_rules("c.game", "game Mine {\n\n state n in 0..\n  move   k in 1..3 : [ n - k ] }").expect("it is right");
    load(&mut second, &file).expect("the same rules");
    // A theorem needs no table, and no table is saved then.
    let none = Session::new().save("nim[0..9]", &Budget::generous(), &mut |_, _| Ok(()));
    assert!(matches!(none, Err(Error::Unsupported(why)) if why.en.contains("--without nim")));
}

/// Whoever does what the refusal says gets a table, or is told plainly why there is none.
#[test]
fn the_advice_for_a_table_is_followed_once() {
    let nowhere = &mut |_: &[u8], _: &[u8]| Ok(());
    let names: Vec<String> = Session::new().world.declarations().iter().map(|d| d.name.to_string()).collect();
    let (mut at_once, mut advised, mut never) = (0, 0, 0);
    for name in names {
        let mut session = Session::new();
        let Ok(game) = session.world_mut().instantiate(&name, Vec::new()) else { continue };
        // A range stands for no set and no word.
        if session.world.rules(game).game().is_some_and(|game| game.holds_more()) {
            continue;
        }
        let reach = if session.world.rules(game).slots().len() <= 4 { 3 } else { 1 };
        let top = |slot: &rules::ir::Slot| slot.high.map_or(slot.low + reach, |high| high.min(slot.low + reach));
        let ranges: Vec<String> = session.world.rules(game).slots().iter().map(|slot| format!("{}..{}", slot.low, top(slot))).collect();
        let question = format!("{name}[{}]", ranges.join(", "));
        let refusal = match session.save(&question, &Budget::generous(), nowhere) {
            Ok(_) => {
                at_once += 1;
                continue;
            }
            Err(Error::Unsupported(why)) => why.en,
            Err(Error::Usage(why)) => panic!("{question}: {}", why.en),
            Err(other) => panic!("{question}: {other:?}"),
        };
        let switched_off: Vec<String> = refusal.split("--without ").skip(1).map(|rest| rest.trim().to_owned()).collect();
        if switched_off.is_empty() {
            assert!(
                refusal.starts_with("no table of this game can be filled (") || refusal.starts_with("tables are saved of"),
                "{refusal}"
            );
            never += 1;
            continue;
        }
        session.settings.without.extend(switched_off);
        session.save(&question, &Budget::generous(), nowhere).unwrap_or_else(|error| panic!("{question}: {refusal}, and then {error:?}"));
        advised += 1;
    }
    assert!(at_once > 10 && advised > 15 && never > 0, "{at_once} at once, {advised} by advice, {never} never");
}

#[test]
fn a_refusal_says_why_no_table_is_filled() {
    let mut session = Session::new();
    session
        .load_rules(
            "a.game",
            "game Few { state n in 0.. move k in 1..3 : [n - k] } game Round { state n in 0..9 loopy move : [9 - n] } game Up { state n in 0..9 move when n < 9 : [n * n + 1] }",
        )
        .unwrap();
    let refused = |session: &mut Session, question: &str| match session.save(question, &Budget::generous(), &mut |_, _| Ok(())) {
        Err(Error::Unsupported(why)) => why.en,
        other => panic!("{question}: {other:?}"),
    };
    let why = refused(&mut session, "up[0..9]");
    assert!(why.contains("dense: no fill order: no linear measure"), "{why}");
    assert!(refused(&mut session, "round[0..9]").starts_with("tables are saved of Grundy values only"));
    // Where one theorem goes, the next would answer.
    let why = refused(&mut session, "few[0..9]");
    assert!(why.ends_with("to fill one, add --without bachet --without subtraction"), "{why}");
    session.settings.without.extend(["codegen", "dense"].map(str::to_owned));
    let why = refused(&mut session, "kayles[0..9]");
    assert!(why.contains("codegen, dense: switched off"), "{why}");
}
