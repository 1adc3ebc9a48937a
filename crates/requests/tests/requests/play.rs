//! Tests games that are played move by move, with requests as a page sends them. The replies are
//! compared with the rules, and invalid requests must be rejected.

use base::budget::{Budget, StopReason};
use base::text::Lang;
use grundy::Session;
use requests::play::MAX_MATCHES;
use requests::{NullHost, Request, RequestHandler, error_json};
use serde_json::{Value, json};

use crate::ask;

/// Returns a request handler with one match, and the reply to `begin`.
fn begun(question: &str, options: Value) -> (RequestHandler, Value) {
    let mut desk = RequestHandler::new(None);
    let reply = ask(
        &mut desk,
        &json!({ "ask": "play", "question": question, "options": options }),
    );
    assert_eq!(reply["match"], 1, "{reply}");
    (desk, reply)
}

/// Sends a request about the first match.
fn act(desk: &mut RequestHandler, act: &str, more: Value) -> Value {
    let mut request = json!({ "ask": "play", "match": 1, "act": act });
    for (name, value) in more.as_object().unwrap() {
        request[name] = value.clone();
    }
    ask(desk, &request)
}

fn message(reply: &Value) -> &str {
    reply["error"]["message"]
        .as_str()
        .unwrap_or_else(|| panic!("no error: {reply}"))
}

/// Returns the steps of a move in the form of a request.
fn steps(made: &Value) -> Value {
    let step = |step: &Value| json!({ "component": step["component"], "rule": step["rule"], "choices": step["choices"] });
    made["steps"].as_array().unwrap().iter().map(step).collect()
}

#[test]
fn a_game_is_played_by_words_and_by_data() {
    let (mut desk, begun) = begun("nim[3] + nim[5]", json!({ "seed": 7 }));
    assert_eq!(
        (&begun["turn"], &begun["to_move"], &begun["over"]),
        (&json!("person"), &json!("first"), &Value::Null)
    );
    assert_eq!(
        begun["components"][1],
        json!({ "position": "nim[5]", "game": "nim", "numbers": [5] })
    );
    assert_eq!(
        (&begun["strength"], &begun["seed"], &begun["computer"]),
        (&json!(100), &json!(7), &json!("second"))
    );
    let hint = act(&mut desk, "hint", json!({}));
    assert_eq!(
        (&hint["hint"]["grounds"], &hint["hint"]["move"]["leaves"]),
        (&json!("winning"), &json!("nim[3] + nim[3]"))
    );
    let why = act(&mut desk, "why", json!({}));
    assert_eq!(
        (&why["previous_outcome"], &why["why"]["answer"]["outcome"]),
        (&Value::Null, &json!("N"))
    );
    let balance = &why["why"]["balance"];
    assert_eq!(
        (&balance["total"], &balance["bit"], &balance["reduce"]),
        (&json!(6), &json!(4), &json!({ "component": 2, "to": 3 }))
    );
    let made = act(&mut desk, "move", json!({ "text": "in nim[5]: take 2" }));
    assert_eq!(
        (&made["position"], &made["turn"], &made["turns"]),
        (&json!("nim[3] + nim[3]"), &json!("computer"), &json!(1))
    );
    assert_eq!(
        steps(&made["move"]),
        json!([{ "component": 2, "rule": 1, "choices": [2] }])
    );
    // The test repeatedly requests a hint and makes its move as data, until play is over.
    let mut reply = made;
    while reply["over"].is_null() {
        reply = if reply["turn"] == "computer" {
            act(&mut desk, "computer", json!({}))
        } else {
            let hint = act(&mut desk, "hint", json!({}));
            act(
                &mut desk,
                "move",
                json!({ "steps": steps(&hint["hint"]["move"]) }),
            )
        };
    }
    assert_eq!(
        reply["over"],
        json!({ "winner": "first", "reason": "no-move" })
    );
    let review = act(&mut desk, "review", json!({}));
    assert_eq!(
        review["review"],
        json!({ "could_win": true, "mistake": null })
    );
    for (wrong, given) in [
        ("move", json!({ "text": "0" })),
        ("computer", json!({})),
        ("hint", json!({})),
        ("resign", json!({})),
    ] {
        assert!(
            message(&act(&mut desk, wrong, given)).contains("play is over"),
            "{wrong}"
        );
    }
    assert_eq!(
        act(&mut desk, "legal", json!({}))["legal"]["moves"],
        json!([])
    );
    let undone = act(&mut desk, "undo", json!({}));
    assert_eq!(
        (&undone["over"], &undone["turn"]),
        (&Value::Null, &json!("person"))
    );
    assert_eq!(act(&mut desk, "leave", json!({}))["match"], 1);
    assert!(message(&act(&mut desk, "state", json!({}))).contains("there is no match 1"));
}

#[test]
fn every_move_that_is_listed_can_be_made_as_it_is_listed() {
    for (question, sum) in [
        ("wythoff[2, 3] + kayles[4]", "one"),
        ("nim[2] + nim[3]", "any"),
        ("knights(7)[7, 7] + knights(7)[5, 5]", "every"),
    ] {
        let (mut desk, _) = begun(question, json!({ "computer": "none", "sum": sum }));
        let mut listed = Vec::new();
        loop {
            let page = act(
                &mut desk,
                "legal",
                json!({ "from": listed.len() + 1, "count": 7 }),
            )["legal"]
                .clone();
            listed.extend(page["moves"].as_array().unwrap().iter().cloned());
            assert_eq!(page["complete"], true);
            if listed.len() as u64 == page["listed"].as_u64().unwrap() {
                break;
            }
        }
        // The list of moves is as long as the list of moves that a match computes from the rules.
        // Each move leaves the listed position, whether it is made by its number or as data.
        let budget = Budget::generous();
        let mut session = Session::new();
        session.settings.sum = Some(sum.parse().unwrap());
        let mut game =
            grundy::player::Match::new(&mut session, question, &Budget::generous()).unwrap();
        assert_eq!(
            listed.len(),
            game.legal(&budget).unwrap().moves.len(),
            "{question}"
        );
        for (place, one) in listed.iter().enumerate() {
            for given in [
                json!({ "steps": steps(one) }),
                json!({ "text": (place + 1).to_string() }),
            ] {
                let made = act(&mut desk, "move", given);
                assert_eq!(
                    (&made["move"], &made["to_move"]),
                    (one, &json!("second")),
                    "{question}"
                );
                assert_eq!(act(&mut desk, "undo", json!({}))["turns"], 0);
            }
        }
    }
}

#[test]
fn a_seed_repeats_a_game_and_a_mistake_is_found() {
    let game = || {
        let (mut desk, mut reply) = begun(
            "nim[4] + kayles[9] + wythoff[3, 5]",
            json!({ "computer": "both", "strength": 0, "seed": 3 }),
        );
        let mut positions = vec![reply["position"].clone()];
        while reply["over"].is_null() {
            reply = act(&mut desk, "computer", json!({}));
            positions.push(reply["position"].clone());
        }
        positions
    };
    assert_eq!(game(), game());
    let (mut desk, _) = begun("nim[3] + nim[5]", json!({}));
    assert_eq!(
        act(&mut desk, "move", json!({ "text": "nim[3] + nim[4]" }))["turns"],
        1
    );
    let computer = act(&mut desk, "computer", json!({}));
    assert_eq!(computer["position"], "nim[3] + nim[3]");
    assert_eq!(act(&mut desk, "why", json!({}))["previous_outcome"], "N");
    assert_eq!(
        act(&mut desk, "resign", json!({}))["over"],
        json!({ "winner": "second", "reason": "resigned" })
    );
    let review = act(&mut desk, "review", json!({}))["review"].clone();
    let mistake = &review["mistake"];
    assert_eq!(
        (&mistake["turn"], &mistake["had"], &mistake["left"]),
        (&json!(1), &json!("N"), &json!("N"))
    );
    assert_eq!(mistake["better"]["leaves"], "nim[3] + nim[3]");
    assert_eq!(
        act(&mut desk, "undo", json!({}))["turns"],
        2,
        "the resignation is taken back first"
    );
    assert_eq!(act(&mut desk, "undo", json!({}))["turns"], 0);
    assert!(message(&act(&mut desk, "undo", json!({}))).contains("no move to undo"));
    assert_eq!(
        act(&mut desk, "review", json!({ "player": "second" }))["review"]["could_win"],
        false
    );
}

#[test]
fn what_is_wrong_is_refused_and_changes_nothing() {
    let (mut desk, begun) = begun("nim[3] + nim[5]", json!({}));
    for (name, given, said) in [
        (
            "move",
            json!({ "text": "take 9" }),
            "`take 9` is not a legal move here",
        ),
        (
            "move",
            json!({ "text": "17" }),
            "there is no move 17; moves are numbered from 1 to 8",
        ),
        (
            "move",
            json!({ "text": "1: take 1; 2: take 1" }),
            "not a legal move: a move must be made in a single component",
        ),
        ("move", json!({ "text": "" }), "is not a legal move here"),
        ("move", json!({}), "either by its steps or by its text"),
        (
            "move",
            json!({ "text": "1", "steps": [] }),
            "either by its steps or by its text",
        ),
        ("move", json!({ "steps": [] }), "not a legal move"),
        (
            "move",
            json!({ "steps": [{ "component": 0, "rule": 1 }] }),
            "counted from 1",
        ),
        (
            "move",
            json!({ "steps": [{ "component": 3, "rule": 1, "choices": [1] }] }),
            "not a legal move",
        ),
        (
            "move",
            json!({ "steps": [{ "component": 1, "rule": 2, "choices": [1] }] }),
            "not a legal move",
        ),
        (
            "move",
            json!({ "steps": [{ "component": 1, "rule": 1, "choices": [4] }] }),
            "not a legal move",
        ),
        (
            "move",
            json!({ "steps": [{ "component": 1, "rule": 1, "choices": [] }] }),
            "not a legal move",
        ),
        (
            "move",
            json!({ "steps": [{ "component": 1, "rule": 1, "choices": [1, 2] }] }),
            "not a legal move",
        ),
        (
            "move",
            json!({ "steps": [{ "component": 1, "rule": u64::MAX, "choices": [1] }] }),
            "not a legal move",
        ),
        (
            "move",
            json!({ "steps": [{ "component": 1, "rule": 1, "choices": ["x"] }] }),
            "expected a 64-bit integer, found \"x\"",
        ),
        (
            "move",
            json!({ "steps": [{ "component": 1, "rule": 1, "choices": [0.5] }] }),
            "expected a 64-bit integer",
        ),
        (
            "move",
            json!({ "steps": [{ "component": 1 }] }),
            "missing field `rule`",
        ),
        ("computer", json!({}), "not the computer's turn"),
        (
            "legal",
            json!({ "from": 9 }),
            "moves are numbered from 1 to 8",
        ),
        ("legal", json!({ "from": 0 }), "there is no move 0"),
        (
            "hint",
            json!({ "text": "1" }),
            "text cannot be used with hint",
        ),
        (
            "state",
            json!({ "question": "nim[1]" }),
            "question cannot be used with state",
        ),
        (
            "begin",
            json!({ "question": "nim[1]" }),
            "match cannot be used with begin",
        ),
        (
            "state",
            json!({ "options": { "seed": 1 } }),
            "seed cannot be used with state",
        ),
        (
            "state",
            json!({ "options": { "play": "misere" } }),
            "are set when it begins",
        ),
        (
            "computer",
            json!({ "options": { "strength": 101 } }),
            "expected 0 to 100",
        ),
        ("state", json!({ "match": 2 }), "there is no match 2"),
        ("state", json!({ "match": null }), "missing match number"),
        ("dance", json!({}), "unknown variant `dance`"),
    ] {
        let reply = act(&mut desk, name, given.clone());
        assert!(message(&reply).contains(said), "{name} {given}: {reply}");
        assert_eq!(act(&mut desk, "state", json!({})), begun, "{name} {given}");
    }
    let several = act(&mut desk, "move", json!({ "text": "take 2" }));
    assert_eq!(
        (&several["move"], &several["turns"]),
        (&Value::Null, &json!(0))
    );
    let numbers: Vec<&Value> = several["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["number"])
        .collect();
    assert_eq!(numbers, [&json!(2), &json!(5)]);
    for (question, said) in [
        (json!(null), "missing question"),
        (json!("foo[1]"), "unknown game `foo`"),
    ] {
        assert!(
            message(&ask(
                &mut desk,
                &json!({ "ask": "play", "question": question })
            ))
            .contains(said)
        );
    }
}

#[test]
fn a_match_stands_by_itself() {
    let (mut desk, _) = begun("misereNim[2] + misereNim[2]", json!({ "computer": "none" }));
    // Other queries, matches and settings do not affect the match.
    ask(
        &mut desk,
        &json!({ "ask": "solve", "question": "kayles[9]", "options": { "play": "misere", "without": ["search"] } }),
    );
    let other = ask(
        &mut desk,
        &json!({ "ask": "play", "question": "nim[1]", "options": { "play": "misere" } }),
    );
    assert_eq!(
        (&other["match"], &other["conventions"]["play"]),
        (&json!(2), &json!("misere"))
    );
    assert_eq!(
        act(&mut desk, "state", json!({}))["conventions"]["play"],
        "misere"
    );
    assert_eq!(
        act(&mut desk, "hint", json!({}))["hint"]["grounds"],
        "losing"
    );
    // The number of open matches is limited, and a number is not reused.
    for number in 3..=MAX_MATCHES {
        assert_eq!(
            ask(&mut desk, &json!({ "ask": "play", "question": "nim[1]" }))["match"],
            number
        );
    }
    assert!(
        message(&ask(
            &mut desk,
            &json!({ "ask": "play", "question": "nim[1]" })
        ))
        .contains("too many open matches (limit 64)")
    );
    act(&mut desk, "leave", json!({}));
    assert_eq!(
        ask(&mut desk, &json!({ "ask": "play", "question": "nim[1]" }))["match"],
        MAX_MATCHES + 1
    );
    ask(&mut desk, &json!({ "ask": "open", "files": [] }));
    assert!(
        message(&act(&mut desk, "state", json!({ "match": 2 }))).contains("there is no match 2")
    );
}

#[test]
fn a_limit_leaves_the_match_as_it_was() {
    let (mut desk, begun) = begun(
        "kayles[40] + wythoff[9, 33]",
        json!({ "computer": "first", "without": ["octal-periodicity", "wythoff"] }),
    );
    let computer = Request::read(r#"{ "ask": "play", "match": 1, "act": "computer" }"#).unwrap();
    let budget = Budget::new(1 << 30, &|| Some(StopReason::Time), &|_, _| ());
    let Err(error) = desk.answer(&computer, &budget, &NullHost) else {
        panic!("there was no time")
    };
    assert_eq!(
        error_json(&error, None, None, Lang::En)["error"]["kind"],
        "stopped"
    );
    assert_eq!(act(&mut desk, "state", json!({})), begun);
    let made = act(
        &mut desk,
        "computer",
        json!({ "options": { "strength": 0 } }),
    );
    assert_eq!(
        (&made["turns"], &made["strength"]),
        (&json!(1), &json!(100)),
        "the other strength holds for one move"
    );
    // Matches that take much of the memory drop their cached results and continue.
    assert_eq!(
        act(
            &mut desk,
            "hint",
            json!({ "options": { "memory": 1 << 20 } })
        )["turns"],
        1
    );
    let tight = Budget::new(1 << 16, &|| None, &|_, _| ());
    assert!(
        desk.answer(
            &Request::read(r#"{ "ask": "solve", "question": "nim[3]" }"#).unwrap(),
            &tight,
            &NullHost
        )
        .is_ok()
    );
    let hint = act(&mut desk, "hint", json!({}));
    assert!(
        hint["hint"]["grounds"] == "winning" || hint["hint"]["grounds"] == "losing",
        "{hint}"
    );
}

#[test]
fn labels_follow_the_language_and_either_is_accepted() {
    for typed in [
        "in nim[5]: take 2",
        "在 nim[5] 中：取 2 颗",
        "2：取２颗",
        "2: 取2颗",
    ] {
        let (mut desk, _) = begun("nim[3] + nim[5]", json!({}));
        let made = act(&mut desk, "move", json!({ "text": typed }));
        assert_eq!(made["position"], "nim[3] + nim[3]", "{typed}");
    }
    let request = Request::read(r#"{ "ask": "moves", "question": "nim[3]" }"#).unwrap();
    let reply = RequestHandler::new(None)
        .answer(&request, &Budget::generous(), &NullHost)
        .unwrap();
    for (lang, words) in [(Lang::En, "take 3"), (Lang::Zh, "取 3 颗")] {
        let step = &reply.value(lang)["moves"][0]["steps"][0];
        assert_eq!(step["label"], words, "{step}");
    }
}
