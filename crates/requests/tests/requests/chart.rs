//! Tests the periods that a chart reports. A period must be visible over most of the row, and its
//! number of repetitions is reported. If only the cells at the end of the row are equal, the chart
//! reports no period.

use base::budget::Budget;
use grundy::SolveError;
use requests::{Request, RequestHandler};
use serde_json::{Value, json};

use super::{NullHost, ask};

/// In `Last` and `Twos`, the number that was just taken may not be taken again. As functions of n,
/// the values of `Last` and of `Twos` have period 8. The period of `Last` starts at 8; its values
/// are equal at 96, 97, 98 and at 100, 101, 102. The period of `Twos` starts at 6; its values are
/// equal at 298, 299, 300. `Squares`, in which squares are taken, has no visible period. The claim
/// of `Wrong` is false.
const GAMES: &str = "
game Last { state n in 0.., last in 0..5  move k in {3, 4, 5} when k <= n and k != last : [n - k, k] }
game Twos { state n in 0.., last in 0..6  move k in {2, 6} when k <= n and k != last : [n - k, k] }
game Squares { state n in 0..  move k in 1..n when k * k <= n : [n - k * k] }
game Wrong { state n in 0..  move k in 1..2 : [n - k]  claim period 2 from 5 }
";

fn chart(desk: &mut RequestHandler, question: &str, lang: &str, outcomes: bool) -> (Value, String) {
    let options = json!({ "format": "text", "lang": lang, "outcomes": outcomes });
    let reply = ask(
        desk,
        &json!({ "ask": "chart", "question": question, "options": options }),
    );
    assert!(reply.get("error").is_none(), "{question}: {reply}");
    (
        reply["period"].clone(),
        reply["picture"].as_str().unwrap().to_owned(),
    )
}

fn desk() -> RequestHandler {
    let mut desk = RequestHandler::new(None);
    let opened = ask(
        &mut desk,
        &json!({ "ask": "open", "files": [{ "name": "games.game", "text": GAMES }] }),
    );
    assert!(opened.get("error").is_none(), "{opened}");
    desk
}

#[test]
fn a_true_period_is_told_whatever_the_last_cells_are() {
    let mut desk = desk();
    for (game, from, exceptions) in [("Last", 8, json!([3, 7])), ("Twos", 6, Value::Null)] {
        for last in (96..=102).chain([300]) {
            let question = format!("{game}[0..{last}, 0]");
            let (period, picture) = chart(&mut desk, &question, "en", false);
            let repetitions = (last + 1 - from) / 8;
            assert_eq!(
                (&period["basis"], &period["period"], &period["from"]),
                (&json!("observed"), &json!(8), &json!(from)),
                "{question}"
            );
            assert_eq!(
                (&period["repetitions"], &period["last"]),
                (&json!(repetitions), &json!(last)),
                "{question}"
            );
            assert_eq!(period["exceptions"], exceptions, "{question}");
            let words = format!(
                "period 8 from n = {from}: observed over {repetitions} repetitions (n ≤ {last}), not proved"
            );
            assert!(picture.contains(&words), "{question}: {picture}");
            let words = format!(
                "自 n = {from} 起周期为 8：在 n ≤ {last} 内重复 {repetitions} 次，未经证明"
            );
            let (_, picture) = chart(&mut desk, &question, "zh", false);
            assert!(picture.contains(&words), "{question}: {picture}");
        }
    }
}

#[test]
fn equal_cells_at_the_end_are_no_period() {
    let mut desk = desk();
    // From 276 to 300 the player to move wins.
    for (last, outcomes) in (270..=300).flat_map(|last| [(last, false), (last, true)]) {
        let question = format!("squares[0..{last}]");
        let (period, picture) = chart(&mut desk, &question, "en", outcomes);
        assert_eq!(period, Value::Null, "{question}");
        assert!(
            picture.contains(&format!("no period is visible for n ≤ {last}")),
            "{question}: {picture}"
        );
        let (_, picture) = chart(&mut desk, &question, "zh", outcomes);
        assert!(
            picture.contains(&format!("n ≤ {last} 时看不到周期")),
            "{question}: {picture}"
        );
    }
}

#[test]
fn what_stands_before_a_period_is_no_exception_to_it() {
    let mut desk = desk();
    for (lang, told, exception) in [
        (
            "en",
            "period 1 from n = 1: observed over 7 repetitions (n ≤ 7), not proved\n",
            "exception",
        ),
        (
            "zh",
            "自 n = 1 起周期为 1：在 n ≤ 7 内重复 7 次，未经证明\n",
            "例外",
        ),
    ] {
        let (period, picture) = chart(&mut desk, "nim[0..7]", lang, true);
        assert_eq!(
            (&period["from"], &period["exceptions"]),
            (&json!(1), &Value::Null)
        );
        assert!(
            picture.contains(told) && !picture.contains(exception) && !picture.contains('*'),
            "{picture}"
        );
    }
}

#[test]
fn a_claimed_period_is_compared_with_the_cells() {
    let mut desk = desk();
    let (period, picture) = chart(&mut desk, "kayles[0..119]", "en", false);
    assert_eq!(
        (&period["basis"], &period["repetitions"]),
        (&json!("claimed"), &json!(4))
    );
    assert!(picture.contains("period 12 from n = 71, as the game claims: observed over 4 repetitions (n ≤ 119); 14 exceptions"));
    // A claim about values does not apply to outcomes.
    let (period, _) = chart(&mut desk, "kayles[0..119]", "en", true);
    assert_eq!(period["basis"], "observed");
    let (period, picture) = chart(&mut desk, "kayles[0..80]", "en", false);
    assert_eq!(period, Value::Null);
    assert!(
        picture.contains(
            "the game claims period 12 from n = 71; the values for n ≤ 80 are too few to check it"
        ),
        "{picture}"
    );
    let (period, picture) = chart(&mut desk, "wrong[0..30]", "en", false);
    assert_eq!(
        (&period["basis"], &period["period"]),
        (&json!("observed"), &json!(3))
    );
    assert!(
        picture.contains("the game claims period 2 from n = 5, but the claim fails at n = 7"),
        "{picture}"
    );
}

/// A position of sets or words has no table: `chart` draws it like `draw`, and `table` suggests
/// another command, also in sums and with ranges.
#[test]
fn a_position_of_sets_is_drawn_and_has_no_table() {
    let mut desk = desk();
    let set = "nodekayles(graph(0-1 1-2 2-3))[{0, 1, 3}]";
    for question in [
        set.to_owned(),
        format!("{set} + nim[3]"),
        "cram(2, 3)".to_owned(),
        "pegduotaire[\"xx.\"]".to_owned(),
    ] {
        for format in ["none", "text", "svg"] {
            let options = json!({ "format": format });
            let drawn = ask(
                &mut desk,
                &json!({ "ask": "draw", "question": question, "options": options }),
            );
            let chart = ask(
                &mut desk,
                &json!({ "ask": "chart", "question": question, "options": options }),
            );
            assert!(drawn.get("error").is_none(), "{drawn}");
            assert_eq!(chart, drawn, "{question}");
        }
        let table_options = [
            json!({ "value": "misere" }),
            json!({ "outcomes": true }),
            json!({ "minus": "1" }),
            json!({ "fold": 3 }),
            json!({ "mark": "p" }),
            json!({ "bottom": true }),
        ];
        for options in table_options {
            let refused = ask(
                &mut desk,
                &json!({ "ask": "chart", "question": question, "options": options }),
            );
            assert!(
                refused["error"]
                    .to_string()
                    .contains("remove the table options"),
                "{options}: {refused}"
            );
        }
        let table =
            Request::read(&json!({ "ask": "table", "question": question }).to_string()).unwrap();
        let Err(SolveError::Usage(refused)) = desk.answer(&table, &Budget::generous(), &NullHost)
        else {
            panic!("{question}: a table")
        };
        for (words, text) in [
            ("has no cell", &refused.en),
            ("没有集合与单词的局面的格", &refused.zh),
        ] {
            assert!(
                [words, "grundy solve", "grundy draw"]
                    .iter()
                    .all(|part| text.contains(part)),
                "{text}"
            );
        }
    }
    // With a range in another component the reply is a table, and a position of numbers is a table
    // of one cell.
    for question in [format!("{set} + nim[0..3]"), "nim[3]".to_owned()] {
        for command in ["table", "chart"] {
            let told = ask(&mut desk, &json!({ "ask": command, "question": question }));
            assert!(told.get("values").is_some(), "{told}");
        }
    }
}
