//! Games move by move, with requests as a page sends them. The replies are compared with the rules,
//! and invalid requests are rejected.

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
        (&why["last_left"], &why["why"]["answer"]["outcome"]),
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
        steps(&made["made"]),
        json!([{ "component": 2, "rule": 1, "choices": [2] }])
    );
    // From here on, the move of each hint is made as data until play is over.
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
        // The list contains as many moves as the game graph. Each leaves the listed position,
        // whether it is made by its number or as data.
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
                    (&made["made"], &made["to_move"]),
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
    assert_eq!(act(&mut desk, "why", json!({}))["last_left"], "N");
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
    assert!(message(&act(&mut desk, "undo", json!({}))).contains("nothing to take back"));
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
            "`take 9` is no legal move here",
        ),
        (
            "move",
            json!({ "text": "17" }),
            "there is no move 17: the list goes from 1 to 8",
        ),
        (
            "move",
            json!({ "text": "1: take 1; 2: take 1" }),
            "no legal move: a move is made in one component",
        ),
        ("move", json!({ "text": "" }), "is no legal move here"),
        ("move", json!({}), "by its steps or by its text"),
        (
            "move",
            json!({ "text": "1", "steps": [] }),
            "by one of them",
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
            "expected a whole number of 64 bits, found \"x\"",
        ),
        (
            "move",
            json!({ "steps": [{ "component": 1, "rule": 1, "choices": [0.5] }] }),
            "expected a whole number",
        ),
        (
            "move",
            json!({ "steps": [{ "component": 1 }] }),
            "missing field `rule`",
        ),
        ("computer", json!({}), "not the computer's turn"),
        ("legal", json!({ "from": 9 }), "the list goes from 1 to 8"),
        ("legal", json!({ "from": 0 }), "there is no move 0"),
        ("hint", json!({ "text": "1" }), "text does not go with hint"),
        (
            "state",
            json!({ "question": "nim[1]" }),
            "question does not go with state",
        ),
        (
            "begin",
            json!({ "question": "nim[1]" }),
            "match does not go with begin",
        ),
        (
            "state",
            json!({ "options": { "seed": 1 } }),
            "seed does not go with state",
        ),
        (
            "state",
            json!({ "options": { "play": "misere" } }),
            "said when it begins",
        ),
        (
            "computer",
            json!({ "options": { "strength": 101 } }),
            "expected 0 to 100",
        ),
        ("state", json!({ "match": 2 }), "there is no match 2"),
        ("state", json!({ "match": null }), "which match?"),
        ("dance", json!({}), "unknown variant `dance`"),
    ] {
        let reply = act(&mut desk, name, given.clone());
        assert!(message(&reply).contains(said), "{name} {given}: {reply}");
        assert_eq!(act(&mut desk, "state", json!({})), begun, "{name} {given}");
    }
    let several = act(&mut desk, "move", json!({ "text": "take 2" }));
    assert_eq!(
        (&several["made"], &several["turns"]),
        (&Value::Null, &json!(0))
    );
    let numbers: Vec<&Value> = several["fits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["number"])
        .collect();
    assert_eq!(numbers, [&json!(2), &json!(5)]);
    for (question, said) in [
        (json!(null), "no question was given"),
        (json!("foo[1]"), "no game is called `foo`"),
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
    // Other queries, matches and settings do not affect it.
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
        .contains("64 matches are open")
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
