//! Tests requests about positions and ranges given as data. The reply must equal the reply to the
//! text of the position or the ranges.

use base::budget::Budget;
use base::text::Lang;
use grundy::question;
use requests::{NullHost, Request, RequestHandler};
use serde_json::{Value, json};

/// Removes the elapsed times from a reply.
fn timeless(mut reply: Value) -> Value {
    fn clear(value: &mut Value) {
        match value {
            Value::Object(members) => {
                members.remove("seconds");
                members.values_mut().for_each(clear);
            }
            Value::Array(list) => list.iter_mut().for_each(clear),
            _ => {}
        }
    }
    clear(&mut reply);
    reply
}

/// Answers with a request handler without cached results, which would save work.
fn answer(desk: &mut RequestHandler, request: &Request) -> Value {
    desk.session().forget();
    timeless(
        desk.answer(request, &Budget::generous(), &NullHost)
            .unwrap()
            .value(Lang::En),
    )
}

#[test]
fn a_position_as_data_gets_the_reply_to_its_text() {
    let mut desk = RequestHandler::new(None);
    let text = "kayles[5] + nim[3]";
    let position =
        question::position(desk.session().world_mut(), text, &Budget::generous()).unwrap();
    for ask in [
        "solve", "moves", "explain", "why", "legal", "draw", "graph", "stats", "reply",
    ] {
        let mut asked = json!({ "ask": ask, "question": text });
        if ask == "reply" {
            asked["options"] = json!({ "seed": 3 });
        }
        let by_text = answer(&mut desk, &Request::read(&asked.to_string()).unwrap());
        asked.as_object_mut().unwrap().remove("question");
        let about = Request::read(&asked.to_string())
            .unwrap()
            .about(position.clone())
            .unwrap();
        assert_eq!(answer(&mut desk, &about), by_text, "{ask}");
    }
    assert!(
        Request::read(r#"{ "ask": "library" }"#)
            .unwrap()
            .about(position)
            .is_err()
    );
}

#[test]
fn ranges_as_data_get_the_reply_to_their_text() {
    let mut desk = RequestHandler::new(None);
    let text = "wythoff[0..5, 1..7]";
    let ranges = question::ranges(desk.session().world_mut(), text).unwrap();
    for ask in ["table", "chart"] {
        let by_text = answer(
            &mut desk,
            &Request::read(&json!({ "ask": ask, "question": text }).to_string()).unwrap(),
        );
        let over = Request::read(&json!({ "ask": ask }).to_string())
            .unwrap()
            .over(ranges.clone())
            .unwrap();
        assert_eq!(answer(&mut desk, &over), by_text, "{ask}");
    }
    assert!(
        Request::read(r#"{ "ask": "solve" }"#)
            .unwrap()
            .over(ranges)
            .is_err()
    );
}
