//! Tests heap codes in the positions of every kind of query.

use requests::RequestHandler;
use serde_json::{Value, json};

use super::ask;

fn reply(request: Value) -> Value {
    let reply = ask(&mut RequestHandler::new(None), &request);
    assert!(reply.get("error").is_none(), "{request}: {reply}");
    reply
}

#[test]
fn every_question_takes_codes() {
    let question = "0.77[12] + nim[3]";
    let solved = reply(json!({ "ask": "solve", "question": question }));
    assert_eq!(
        (&solved["value"], &solved["status"]["kind"]),
        (&json!(7), &json!("proved"))
    );
    assert_eq!(
        solved["components"][0],
        json!({ "position": "0.77[12]", "value": 4, "method": "heap-code" })
    );
    let moves = reply(json!({ "ask": "moves", "question": question }));
    let leaves: Vec<&str> = moves["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|made| made["steps"][0]["leaves"].as_str().unwrap())
        .collect();
    assert_eq!(
        leaves,
        [
            "0.77[10] + 0.77[1]",
            "0.77[7] + 0.77[4]",
            "0.77[8] + 0.77[2]"
        ]
    );
    let same = |codes: &str, games: &str, options: Value| {
        let asked = |question: &str| {
            let table = reply(json!({ "ask": "table", "question": question, "options": options }));
            [table["values"].clone(), table["outcomes"].clone()]
        };
        assert_eq!(asked(codes), asked(games), "{codes}");
    };
    same(
        "0.77[0..9] + 0.77[0..9]",
        "kayles[0..9] + kayles[0..9]",
        json!({}),
    );
    same(
        "0.77[0..9] + nim[2]",
        "kayles[0..9] + nim[2]",
        json!({ "play": "misere" }),
    );
    same(
        "subtract{1,3,4}[0..20]",
        "subtract({1,3,4})[0..20]",
        json!({ "outcomes": true }),
    );
    same(
        "0.[3][0..9] + 4.[3][0..9]",
        "nim[0..9] + laskernim[0..9]",
        json!({}),
    );
    assert_eq!(
        reply(json!({ "ask": "stats", "question": "0.77[6]" }))["followers"],
        json!(14)
    );
    assert_eq!(
        reply(json!({ "ask": "graph", "question": "split{2,3}[4]" }))["nodes"]
            .as_array()
            .unwrap()
            .len(),
        5
    );
    assert_eq!(
        reply(json!({ "ask": "chart", "question": "0.77[0..200]" }))["period"]["period"],
        json!(12)
    );
    let play = reply(
        json!({ "ask": "play", "question": "0.77[5] + grundy[7]", "options": { "strength": 100 } }),
    );
    assert_eq!(play["position"], json!("0.77[5] + split{2} unequal[7]"));
    assert!(
        reply(json!({ "ask": "explain", "question": "0.8F[5]" }))["games"][0]["plan"]
            .to_string()
            .contains("heap-code")
    );
}

#[test]
fn a_wrong_code_is_shown_with_its_place() {
    for (question, column, said) in [
        ("nim[3] + 0.7G[5]", 13, "expected a digit 0 to F"),
        (
            "2 * 0.77",
            1,
            "expected the number of tokens, for example 0.77[12]",
        ),
        ("0.77[1, 2]", 1, "expected the number of tokens"),
        (
            "0.77[3] + split{1}[5]",
            16,
            "a move can split a heap into 2 to 63 heaps",
        ),
    ] {
        let error = ask(
            &mut RequestHandler::new(None),
            &json!({ "ask": "solve", "question": question }),
        )["error"]
            .clone();
        let first = &error["diagnostics"][0];
        assert!(error.to_string().contains(said), "{question}: {error}");
        assert_eq!(first["column"], json!(column), "{question}: {error}");
    }
    // The error states that the options cannot be listed, and is not an internal error.
    let error = ask(
        &mut RequestHandler::new(None),
        &json!({ "ask": "moves", "question": "0.[3][1000000000000000000]" }),
    );
    assert_eq!(error["error"]["kind"], json!("unsupported"), "{error}");
}
