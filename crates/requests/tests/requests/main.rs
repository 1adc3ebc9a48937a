//! Sends every kind of request once in JSON, as a front end would, and tests that invalid requests
//! are rejected.

mod chart;
mod codes;
mod dialogues;
mod given;
mod guards;
mod known;
mod library;
mod look;
mod open;
mod page;
mod play;
mod random_looks;
#[cfg(feature = "raster")]
mod raster;
mod term;
mod threads;
mod two_players;

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text::Lang;
use requests::{NullHost, Reply, Request, RequestHandler, error_json};
use serde_json::{Value, json};

/// Returns a request of each kind, with the name of a member that its reply must contain.
fn examples() -> Vec<(Value, &'static str)> {
    let file = json!({ "name": "take.game", "text": "game Take { state n in 0.. move k in 1..3 : [n - k] expect SG(0..4) == 0 1 2 3 0 }" });
    let other = json!({ "name": "two.game", "text": "game Two { state n in 0.. move k in 1..2 : [n - k] claim period 3 }" });
    vec![
        (json!({ "ask": "open", "files": [file] }), "opened"),
        (
            json!({ "ask": "solve", "question": "kayles[5]", "options": { "certificate": true } }),
            "certificate",
        ),
        (json!({ "ask": "moves", "question": "kayles[5]" }), "moves"),
        (
            json!({ "ask": "moves", "question": "kayles[5]", "options": { "losing": true } }),
            "losing_moves",
        ),
        (
            json!({ "ask": "table", "question": "kayles[0..5]" }),
            "values",
        ),
        (
            json!({ "ask": "explain", "question": "kayles[5]" }),
            "games",
        ),
        (
            json!({ "ask": "chart", "question": "kayles[0..5]", "options": { "mark": "p", "letters": "always" } }),
            "picture",
        ),
        (
            json!({ "ask": "graph", "question": "nim[2]", "options": { "format": "dot" } }),
            "picture",
        ),
        (
            json!({ "ask": "export", "question": "kayles[5] + nim[2]", "options": { "to": "cgsuite", "limit": 50 } }),
            "text",
        ),
        (json!({ "ask": "stats", "question": "nim[2]" }), "followers"),
        (
            json!({ "ask": "law", "question": "kayles", "options": { "at": "[10**20]" } }),
            "law",
        ),
        (
            json!({ "ask": "law", "question": "bash(2)", "options": { "emit": "python" } }),
            "emitted",
        ),
        (
            json!({ "ask": "law", "question": "nim", "options": { "kinds": "outcomes:3, methods" } }),
            "law",
        ),
        (
            json!({ "ask": "fit", "text": "0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2" }),
            "conjecture",
        ),
        (
            json!({ "ask": "same", "games": ["bash(3)", "bash(4)"] }),
            "difference",
        ),
        (
            json!({ "ask": "misere", "question": "0.75", "options": { "to": 8 } }),
            "quotient",
        ),
        (
            json!({ "ask": "heap", "question": "0.77", "options": { "to": 20 } }),
            "values",
        ),
        (
            json!({ "ask": "nim", "expression": "8 * x", "set": ["x = 8"] }),
            "value",
        ),
        (
            json!({ "ask": "value", "expression": "{3|1} + ^", "options": { "compare": "2" } }),
            "value",
        ),
        (
            json!({ "ask": "play", "question": "nim[2]", "options": { "strength": 50 } }),
            "to_move",
        ),
        (
            json!({ "ask": "judge", "problem": "bash", "input": "100 2\n" }),
            "output",
        ),
        (json!({ "ask": "check", "file": other }), "reports"),
        (
            json!({ "ask": "verify", "text": "grundy certificate 1\n" }),
            "why",
        ),
        (json!({ "ask": "format", "file": file }), "changed"),
        (
            json!({ "ask": "tokens", "text": "game # 一\n⊕ \"a\" ?" }),
            "tokens",
        ),
        (json!({ "ask": "term", "name": "mex" }), "meaning"),
        (json!({ "ask": "library" }), "library"),
        (json!({ "ask": "library", "family": "coins" }), "library"),
        (
            json!({ "ask": "reply", "question": "kayles[7]", "options": { "strength": 20, "seed": 3 } }),
            "move",
        ),
        (
            json!({ "ask": "review", "question": "bash[9]", "moves": ["take 1", [{ "component": 1, "rule": 1, "choices": [2] }]] }),
            "reviews",
        ),
        (json!({ "ask": "why", "question": "kayles[5]" }), "parts"),
        (json!({ "ask": "theorem", "name": "nim" }), "page"),
        (
            json!({ "ask": "legal", "question": "kayles[5] + turtles[3]" }),
            "legal",
        ),
        (
            json!({ "ask": "draw", "question": "kiki[2, 3] + nim[4]" }),
            "picture",
        ),
    ]
}

/// Returns all kinds of requests, as listed in the error about an unknown kind.
fn kinds() -> BTreeSet<String> {
    let error = Request::read(r#"{ "ask": "?" }"#)
        .unwrap_err()
        .render(Lang::En, false);
    let list = error.split("expected one of ").nth(1).unwrap();
    list.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn ask(desk: &mut RequestHandler, request: &Value) -> Value {
    let read = Request::read(&request.to_string());
    match read.and_then(|request| desk.answer(&request, &Budget::generous(), &NullHost)) {
        Ok(reply) => reply.value(Lang::En),
        Err(error) => error_json(&error, None, None, Lang::En),
    }
}

#[test]
fn every_kind_is_answered() {
    let examples = examples();
    let asked: BTreeSet<String> = examples
        .iter()
        .map(|(request, _)| request["ask"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(asked, kinds(), "each kind of request has an example here");
    // The state after a request must not affect the next request, so the requests are sent forwards
    // and backwards.
    for order in [
        examples.iter().collect::<Vec<_>>(),
        examples.iter().rev().collect(),
    ] {
        let mut desk = RequestHandler::new(None);
        for (request, member) in order {
            let reply = ask(&mut desk, request);
            assert!(
                reply.get("error").is_none() && reply.get(*member).is_some(),
                "{request}: {reply}"
            );
        }
    }
}

#[test]
fn what_is_not_known_is_refused_in_every_kind() {
    for (request, _) in examples() {
        for place in ["", "options"] {
            let mut wrong = request.clone();
            let object = if place.is_empty() {
                &mut wrong
            } else {
                &mut wrong[place]
            };
            object["wrong"] = json!(1);
            let reply = ask(&mut RequestHandler::new(None), &wrong);
            let message = reply["error"]["message"].as_str().unwrap_or_default();
            assert!(
                message.contains("invalid request: unknown field `wrong`"),
                "{wrong}: {reply}"
            );
        }
    }
    let foreign = json!({ "ask": "moves", "question": "nim[1]", "options": { "outcomes": true } });
    assert!(
        ask(&mut RequestHandler::new(None), &foreign)["error"]["message"]
            .as_str()
            .unwrap()
            .contains("unknown field `outcomes`, expected one of")
    );
}

#[test]
fn replies_say_what_the_commands_say() {
    let mut desk = RequestHandler::new(None);
    let mut reply = |request: Value| ask(&mut desk, &request);
    assert_eq!(
        reply(json!({ "ask": "nim", "expression": "8 * x", "set": ["x = 8"] }))["value"]["decimal"],
        "13"
    );
    assert_eq!(
        reply(json!({ "ask": "nim", "expression": "x" }))["error"]["kind"],
        "invalid",
        "names go with their request"
    );
    assert_eq!(
        reply(json!({ "ask": "nim", "table": 3 }))["rows"],
        json!([[0, 0, 0], [0, 1, 2], [0, 2, 3]])
    );
    assert_eq!(
        reply(json!({ "ask": "nim", "table": 3, "options": { "sums": true } }))["rows"][2],
        json!([2, 3, 0])
    );
    assert_eq!(
        reply(json!({ "ask": "heap", "question": "0.77", "options": { "to": 5 } }))["values"],
        json!([0, 1, 2, 3, 1, 4])
    );
    let far =
        json!({ "ask": "heap", "question": "0.07", "options": { "at": "1000000000000000000" } });
    assert_eq!(reply(far)["value"], "3");
    let period = json!({ "ask": "heap", "question": "0.77", "options": { "period": true, "certificate": true } });
    let certificate = reply(period)["certificate"].clone();
    let verified = reply(json!({ "ask": "verify", "text": certificate }));
    assert_eq!(verified["holds"], true, "{verified}");
    let wrong = reply(
        json!({ "ask": "judge", "problem": "bash", "task": "compare", "input": "100 2\n", "output": "Second 1" }),
    );
    assert_eq!(wrong["right"], false);
    assert_eq!(
        reply(json!({ "ask": "judge", "task": "list" }))["problems"]
            .as_array()
            .unwrap()
            .len(),
        judge::all().count()
    );
    assert!(
        reply(json!({ "ask": "library", "name": "kayles" }))["text"]
            .as_str()
            .unwrap()
            .contains("game Kayles")
    );
    let svg = reply(json!({ "ask": "chart", "question": "nim[0..3]" }))["picture"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(svg.starts_with("<svg"), "{svg}");
}

/// Tests graphs as options of a request. Graphs remain after files are opened, but do not apply to
/// a later request without graphs. Commands that do not use graphs report an error.
#[test]
fn graphs_go_with_a_request() {
    let mut desk = RequestHandler::new(None);
    let graphs = json!([{ "name": "g", "text": "1 2\n2 3\n3 1\n" }]);
    let solve =
        json!({ "ask": "solve", "question": "nodekayles", "options": { "graphs": graphs } });
    let triangle = json!("nodekayles(graph(1-2 1-3 2-3))[{1, 2, 3}]");
    let file = json!({ "name": "take.game", "text": "game Take(G = graph(a-b)) { state s set of vertices(G) move x in s : { s -= {x} } }" });
    let position = |reply: Value| reply["position"].clone();
    assert_eq!(position(ask(&mut desk, &solve)), triangle);
    ask(
        &mut desk,
        &json!({ "ask": "open", "files": [file], "options": { "graphs": graphs } }),
    );
    assert_eq!(position(ask(&mut desk, &solve)), triangle);
    let take = json!({ "ask": "solve", "question": "take", "options": { "graphs": graphs } });
    assert_eq!(
        position(ask(&mut desk, &take)),
        "take(graph(1-2 1-3 2-3))[{1, 2, 3}]"
    );
    assert_eq!(
        position(ask(
            &mut desk,
            &json!({ "ask": "solve", "question": "take" })
        )),
        "take[{a, b}]"
    );
    for request in [
        json!({ "ask": "check", "file": file }),
        json!({ "ask": "solve", "question": "nim[1]" }),
    ] {
        let mut request = request;
        request["options"] = json!({ "graphs": graphs });
        let reply = ask(&mut desk, &request);
        assert!(
            reply["error"]["message"]
                .as_str()
                .is_some_and(|message| message.contains("`g`")),
            "{reply}"
        );
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (options, said) in [
        (
            json!({ "at": 5, "period": true }),
            "at and period cannot be combined",
        ),
        (
            json!({ "sparse": true, "format": "csv" }),
            "sparse and format cannot be combined",
        ),
        (json!({ "survey": 6 }), "1 to 5 digits"),
        (json!({ "every": 0.0 }), "seconds from 0.01"),
        (json!({ "format": "csv" }), "values cannot be streamed here"),
        (
            json!({ "checkpoint": "x.state" }),
            "files are not available here",
        ),
        (json!({ "at": "-1" }), "natural number"),
    ] {
        let reply = ask(
            &mut RequestHandler::new(None),
            &json!({ "ask": "heap", "question": "0.77", "options": options }),
        );
        assert!(
            reply["error"]["message"]
                .as_str()
                .is_some_and(|message| message.contains(said)),
            "{options}: {reply}"
        );
    }
    for options in [
        json!({ "value": "suspence" }),
        json!({ "value": "foreclosed" }),
        json!({ "outcomes": true, "value": "suspense" }),
    ] {
        let reply = ask(
            &mut RequestHandler::new(None),
            &json!({ "ask": "chart", "question": "nim[0..3]", "options": options }),
        );
        assert_eq!(reply["error"]["kind"], "usage", "{options}: {reply}");
    }
}

#[test]
fn a_refused_setting_changes_nothing() {
    let mut desk = RequestHandler::new(None);
    ask(
        &mut desk,
        &json!({ "ask": "solve", "question": "nim[3]", "options": { "play": "misere" } }),
    );
    assert_eq!(
        ask(
            &mut desk,
            &json!({ "ask": "solve", "question": "nim[3]", "options": { "without": ["luck"] } })
        )["error"]["kind"],
        "usage"
    );
    let request = Request::read(r#"{ "ask": "solve", "question": "nim[3]" }"#).unwrap();
    let Ok(Reply::Solved(solved)) = desk.answer(&request, &Budget::generous(), &NullHost) else {
        panic!("no answer")
    };
    assert_eq!(
        solved.answer.conventions.play,
        rules::ast::PlayConvention::Normal
    );
}

#[test]
fn an_error_of_a_batch_names_line_and_question() {
    let request = Request::read(r#"{ "ask": "solve", "question": "foo[1]" }"#).unwrap();
    let Err(error) = RequestHandler::new(None).answer(&request, &Budget::generous(), &NullHost)
    else {
        panic!("there is no foo")
    };
    let asked = Some(requests::BatchQuestion {
        line: 3,
        question: "foo[1]",
    });
    let told = error_json(&error, asked, None, Lang::En);
    assert_eq!(
        (&told["error"]["line"], &told["error"]["question"]),
        (&json!(3), &json!("foo[1]"))
    );
    assert!(
        requests::error_words(&error, asked, None, Lang::En, false)
            .starts_with("line 3: foo[1]: error: unknown game `foo`")
    );
    assert!(
        requests::error_words(&error, asked, None, Lang::Zh, false)
            .starts_with("第 3 行：foo[1]：错误")
    );
    assert!(
        error_json(&error, None, None, Lang::En)["error"]
            .get("line")
            .is_none()
    );
}
