//! Tests the requests of a page and their replies as JSON text.

use base::budget::{Budget, StopReason};
use requests::page::JsonRequestHandler;
use serde_json::{Value, json};

fn ask(core: &mut JsonRequestHandler, request: Value) -> Value {
    serde_json::from_str(&core.reply(&request.to_string(), &Budget::generous(), &|| 0.0)).unwrap()
}

#[test]
fn a_file_is_opened_and_asked_about() {
    let mut core = JsonRequestHandler::new(None);
    let text = "game Take { state n in 0.. move k in 1..3 : [n - k] expect SG(0..4) == 0 1 2 3 0 }";
    let opened = ask(
        &mut core,
        json!({ "ask": "open", "files": [{ "name": "take.game", "text": text }] }),
    );
    assert_eq!(
        opened,
        json!({ "opened": [{ "file": "take.game", "games": ["Take"] }] })
    );
    let solved = ask(
        &mut core,
        json!({ "ask": "solve", "question": "take[6] + nim[1]" }),
    );
    assert_eq!(
        (&solved["value"], &solved["outcome"]),
        (&json!(3), &json!("N"))
    );
    let moves = ask(
        &mut core,
        json!({ "ask": "moves", "question": "take[6]", "options": { "play": "misere" } }),
    );
    assert_eq!(moves["moves"].as_array().unwrap().len(), 1);
    let table = ask(
        &mut core,
        json!({ "ask": "table", "question": "take[0..4]", "options": { "without": ["codegen"] } }),
    );
    assert_eq!(table["values"], json!([0, 1, 2, 3, 0]));
    let outcomes = ask(
        &mut core,
        json!({ "ask": "table", "question": "take[0..2]", "options": { "outcomes": true } }),
    );
    assert_eq!(outcomes["outcomes"], json!(["P", "N", "N"]));
    let explained = ask(
        &mut core,
        json!({ "ask": "explain", "question": "take[4]", "options": { "analyze": true } }),
    );
    assert_eq!(explained["answer"]["outcome"], json!("P"));
    let checked = ask(&mut core, json!({ "ask": "check" }));
    assert_eq!(
        (
            &checked["reports"][0]["passes"],
            &checked["reports"][0]["file"]
        ),
        (&json!(true), &json!("take.game"))
    );
}

#[test]
fn what_is_wrong_comes_back_as_an_error() {
    let mut core = JsonRequestHandler::new(None);
    let open = |text: &str| json!({ "ask": "open", "files": [{ "name": "a.game", "text": text }] });
    ask(
        &mut core,
        open("game Mine { state n in 0.. move : [n - 1] }"),
    );
    let refused = ask(
        &mut core,
        open("game Mine { state n in 0.. move : [n - ] }"),
    );
    assert_eq!(
        (
            &refused["error"]["kind"],
            &refused["error"]["diagnostics"][0]["line"]
        ),
        (&json!("invalid"), &json!(1))
    );
    assert_eq!(
        ask(&mut core, json!({ "ask": "solve", "question": "mine[3]" }))["value"],
        json!(1),
        "the old file stays open"
    );
    for (request, words) in [
        (json!({ "ask": "solve" }), "missing question"),
        (
            json!({ "ask": "dance" }),
            "invalid request: unknown variant `dance`",
        ),
        (
            json!({ "ask": "solve", "question": "nim[3]", "options": { "sums": "any" } }),
            "unknown field `sums`",
        ),
        (
            json!({ "ask": "solve", "question": "nim[3]", "options": { "sum": "some" } }),
            "sum: expected one, every",
        ),
        (
            json!({ "ask": "solve", "question": "nim[3]", "options": { "play": "bad" } }),
            "play: expected normal, misere, stop or button",
        ),
        (
            json!({ "ask": "solve", "question": "nim[3]", "options": { "without": ["luck"] } }),
            "--without accepts: nim",
        ),
        (
            json!({ "ask": "table", "question": "nim[0..99999999999]" }),
            "memory would be needed",
        ),
    ] {
        let reply = ask(&mut core, request.clone());
        assert!(
            reply["error"]["message"].as_str().unwrap().contains(words),
            "{request} {reply}"
        );
    }
    let late = Budget::new(1 << 30, &|| Some(StopReason::Time), &|_, _| ());
    let reply = core.reply(
        r#"{ "ask": "solve", "question": "kayles[2000]", "options": { "lang": "zh" } }"#,
        &late,
        &|| 0.0,
    );
    assert!(reply.contains("已停止，没有答案"), "{reply}");
}

#[test]
fn great_numbers_are_not_rounded() {
    let mut core = JsonRequestHandler::new(None);
    for (n, value) in [
        (1u64 << 53, json!("9007199254740992")),
        ((1 << 53) - 1, json!(9007199254740991u64)),
    ] {
        assert_eq!(
            ask(
                &mut core,
                json!({ "ask": "solve", "question": format!("nim[{n}]") })
            )["value"],
            value
        );
    }
    let negative = "game Below { state n in -9223372036854775807.. move when n > -9223372036854775807 : [n - 1] }";
    ask(
        &mut core,
        json!({ "ask": "open", "files": [{ "name": "below.game", "text": negative }] }),
    );
    let table = ask(
        &mut core,
        json!({ "ask": "table", "question": "below[-9223372036854775807..-9223372036854775806]" }),
    );
    assert_eq!(
        (&table["slots"][0]["low"], &table["values"]),
        (&json!("-9223372036854775807"), &json!([0, 1]))
    );
}

#[test]
fn other_requests_reach_the_page_too() {
    let mut core = JsonRequestHandler::new(None);
    let cases = [
        (
            json!({ "ask": "chart", "question": "nim[0..3]" }),
            "picture",
        ),
        (json!({ "ask": "graph", "question": "nim[2]" }), "picture"),
        (json!({ "ask": "stats", "question": "nim[2]" }), "followers"),
        (json!({ "ask": "heap", "question": "0.77" }), "values"),
        (json!({ "ask": "nim", "expression": "8 * 8" }), "value"),
        (
            json!({ "ask": "judge", "problem": "bash", "task": "sample" }),
            "output",
        ),
        (
            json!({ "ask": "play", "question": "nim[3] + nim[5]" }),
            "match",
        ),
        (
            json!({ "ask": "play", "act": "move", "match": 1, "text": "nim[3] + nim[3]" }),
            "move",
        ),
        (
            json!({ "ask": "play", "act": "computer", "match": 1 }),
            "move",
        ),
        (json!({ "ask": "verify", "text": "" }), "why"),
        (
            json!({ "ask": "format", "file": { "name": "a.game", "text": "game A { state n in 0.. }" } }),
            "text",
        ),
        (json!({ "ask": "library" }), "library"),
    ];
    for (request, member) in cases {
        let reply = ask(&mut core, request.clone());
        assert!(reply.get(member).is_some(), "{request} {reply}");
    }
    let saved = ask(
        &mut core,
        json!({ "ask": "table", "question": "kayles[0..9]", "options": { "save": "a.table" } }),
    );
    assert!(
        saved["error"]["message"]
            .as_str()
            .unwrap()
            .contains("files are not available here"),
        "{saved}"
    );
}

#[test]
fn a_sum_may_be_a_number() {
    let mut core = JsonRequestHandler::new(None);
    for sum in [json!(2), json!("2")] {
        let reply = ask(
            &mut core,
            json!({ "ask": "solve", "question": "nim[1] + nim[2] + nim[3]", "options": { "sum": sum } }),
        );
        assert_eq!(reply["conventions"]["sum"], json!(2));
    }
}

#[test]
fn the_printed_text_is_a_field_of_the_reply() {
    let mut core = JsonRequestHandler::new(None);
    let list = json!({ "printed": true, "format": "list" });
    let reply = ask(
        &mut core,
        json!({ "ask": "table", "question": "nim[0..3]", "options": list }),
    );
    assert_eq!(reply["printed"], "0, 1, 2, 3\n");
    assert_eq!(reply["values"], json!([0, 1, 2, 3]));
    let printed = json!({ "printed": true, "lang": "zh" });
    let reply = ask(
        &mut core,
        json!({ "ask": "solve", "question": "nim[3]", "options": printed }),
    );
    let text = reply["printed"].as_str().unwrap();
    assert!(
        text.starts_with("局面：nim[3]\n胜负：先手必胜（N）\n"),
        "{text}"
    );
    let printed = json!({ "printed": true });
    let reply = ask(
        &mut core,
        json!({ "ask": "draw", "question": "nim[3]", "options": printed }),
    );
    assert_eq!(reply["error"]["kind"], "usage");
    // The text of a table counts as memory.
    let mut large = |printed: bool| {
        let small = json!({ "printed": printed, "raw": true, "memory": 1 << 20 });
        let table = json!({ "ask": "table", "question": "nim[0..40000]", "options": small });
        ask(&mut core, table)["error"]["kind"].clone()
    };
    assert_eq!((large(false), large(true)), (Value::Null, json!("stopped")));
}
