//! Tests boards and matches of games in which the players have different moves, with requests as a
//! page sends them. The results of the listed moves are compared with plain minimax over the lists.

use std::collections::HashMap;

use base::budget::Budget;
use base::text::Lang;
use requests::{NullHost, Request, RequestHandler};
use serde_json::{Value, json};

use crate::ask;

const POSITIONS: &[&str] = &[
    "domineering(2, 3)",
    "domineering(3, 3)",
    "clobberrow[\"xoxox\"]",
    "toadsandfrogs[\"T.F\"] + cutcake[2, 3]",
    "cutcake[2, 3] + cutcake[2, 3] + nim[1]",
    "col[{1, 2, 3}, {1, 2}]",
    "snort[{1, 2, 3}, {1, 2, 3}]",
];

/// Returns a handler with the games of the library.
fn opened() -> RequestHandler {
    RequestHandler::new(None)
}

fn legal(desk: &mut RequestHandler, position: &str) -> Value {
    let reply = ask(desk, &json!({ "ask": "legal", "question": position }));
    assert!(reply["error"].is_null(), "{position}: {reply}");
    reply
}

/// Returns whether a player who moves first wins, by plain minimax over the lists of moves.
fn wins(
    desk: &mut RequestHandler,
    position: &str,
    player: &str,
    known: &mut HashMap<(String, String), bool>,
) -> bool {
    let key = (position.to_owned(), player.to_owned());
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let other = if player == "left" { "right" } else { "left" };
    let mut won = false;
    if position != "0" {
        let reply = legal(desk, position);
        for made in reply["legal"].as_array().unwrap() {
            if made["player"] != player {
                continue;
            }
            let leaves = made["leaves"].as_str().unwrap();
            let is_win = !wins(desk, leaves, other, known);
            let expected = if is_win { "P" } else { "N" };
            assert_eq!(made["outcome"], expected, "{position}: {made}");
            won |= is_win;
        }
    }
    known.insert(key, won);
    won
}

#[test]
fn the_moves_of_both_players_have_their_results() {
    let mut desk = opened();
    for position in POSITIONS {
        let mut known = HashMap::new();
        let left = wins(&mut desk, position, "left", &mut known);
        let right = wins(&mut desk, position, "right", &mut known);
        let expected = match (left, right) {
            (true, true) => "N",
            (true, false) => "L",
            (false, true) => "R",
            (false, false) => "P",
        };
        let reply = legal(&mut desk, position);
        assert_eq!(reply["outcome"], expected, "{position}");
        assert_eq!(reply["complete"], true);
        assert!(reply["picture"].as_str().unwrap().contains("<svg"));
        let thermograph = reply["thermograph_picture"].as_str().unwrap();
        assert!(
            thermograph.contains("data-part") || reply["stops"]["left"] == reply["stops"]["right"]
        );
        let moves = ask(&mut desk, &json!({ "ask": "moves", "question": position }));
        for player in ["left", "right"] {
            let listed = reply["legal"].as_array().unwrap().iter();
            let wins = listed.filter(|made| made["player"] == player && made["outcome"] == "P");
            let count = moves["moves"][player]["count"].as_u64().unwrap();
            // Of equal components, only the first is listed.
            let has_equal = position.contains("cutcake[2, 3] + cutcake");
            assert!(wins.count() as u64 == count || has_equal, "{position}");
        }
    }
}

#[test]
fn moves_touch_parts_of_the_picture() {
    let mut desk = opened();
    let reply = legal(&mut desk, "domineering(2, 2)");
    let parts = |player: &str| -> Vec<Vec<String>> {
        let own = reply["legal"].as_array().unwrap().iter();
        own.filter(|made| made["player"] == player)
            .map(|made| serde_json::from_value(made["parts"].clone()).unwrap())
            .collect()
    };
    for player in ["left", "right"] {
        let parts = parts(player);
        assert_eq!(parts.len(), 2);
        assert!(parts.iter().all(|parts| parts.len() == 2), "{parts:?}");
    }
}

/// Returns the steps of a move in the form of a request.
fn steps(made: &Value) -> Vec<Value> {
    let steps = made["steps"].as_array().unwrap().iter();
    let step = |step: &Value| {
        let (component, rule, choices) = (&step["component"], &step["rule"], &step["choices"]);
        json!({ "component": component, "rule": rule, "choices": choices })
    };
    steps.map(step).collect()
}

/// A computer that can win wins, whichever moves the other player makes.
#[test]
fn a_perfect_computer_wins_what_can_be_won() {
    let mut desk = opened();
    let mut random = fastrand::Rng::with_seed(56);
    for position in POSITIONS {
        for first in ["left", "right"] {
            for computer in ["first", "second"] {
                let outcome = legal(&mut desk, position)["outcome"].clone();
                let winner_of_first = match outcome.as_str().unwrap() {
                    "L" => first == "left",
                    "R" => first == "right",
                    outcome => outcome == "N",
                };
                let computer_wins = winner_of_first == (computer == "first");
                let options = json!({ "first": first, "computer": computer, "seed": 1 });
                let begin = json!({ "ask": "play", "question": position, "options": options });
                let mut state = ask(&mut desk, &begin);
                let number = state["match"].clone();
                assert_eq!(state["player"], first, "{state}");
                let mut act = |act: &str, more: Value| {
                    let mut request = json!({ "ask": "play", "match": number, "act": act });
                    for (name, value) in more.as_object().unwrap() {
                        request[name] = value.clone();
                    }
                    let reply = ask(&mut desk, &request);
                    assert!(reply["error"].is_null(), "{request}: {reply}");
                    reply
                };
                let mut players = Vec::new();
                while state["over"].is_null() {
                    players.push(state["player"].as_str().unwrap().to_owned());
                    state = if state["turn"] == "computer" {
                        act("computer", json!({}))
                    } else {
                        let reply = act("legal", json!({}));
                        let list = reply["legal"]["moves"].as_array().unwrap();
                        let made = &list[random.usize(..list.len())];
                        let steps = steps(made);
                        act("move", json!({ "steps": steps }))
                    };
                }
                assert!(players.windows(2).all(|pair| pair[0] != pair[1]));
                if computer_wins {
                    assert_eq!(state["over"]["winner"], computer, "{position} {first}");
                }
                let turns = state["turns"].as_u64().unwrap();
                if turns > 1 {
                    let undone = act("undo", json!({}));
                    assert!(undone["turns"].as_u64().unwrap() < turns);
                }
                act("leave", json!({}));
            }
        }
    }
}

#[test]
fn a_review_finds_the_move_that_gave_a_win_away() {
    let mut desk = opened();
    let position = "domineering(3, 3)";
    let reply = legal(&mut desk, position);
    let listed = reply["legal"].as_array().unwrap();
    let bad = listed
        .iter()
        .find(|made| made["player"] == "left" && made["outcome"] == "N");
    let bad = bad.expect("some move loses");
    let options = json!({ "first": "left", "computer": "none", "seed": 1 });
    let begin = json!({ "ask": "play", "question": position, "options": options });
    let number = ask(&mut desk, &begin)["match"].clone();
    let step = &bad["steps"][0];
    let steps = json!([{ "component": 1, "rule": step["rule"], "choices": step["choices"] }]);
    let request = json!({ "ask": "play", "match": number, "act": "move", "steps": steps });
    let reply = ask(&mut desk, &request);
    assert_eq!(reply["player"], "right", "{reply}");
    let request = json!({ "ask": "play", "match": number, "act": "review", "player": "first" });
    let review = ask(&mut desk, &request)["review"].clone();
    assert_eq!(review["could_win"], true, "{review}");
    assert_eq!(review["mistake"]["turn"], 1, "{review}");
    let hint = ask(
        &mut desk,
        &json!({ "ask": "play", "match": number, "act": "hint" }),
    );
    assert_eq!(hint["hint"]["grounds"], "winning", "{hint}");
}

#[test]
fn a_move_of_the_other_player_is_refused_and_changes_nothing() {
    let mut desk = opened();
    let position = "domineering(2, 2)";
    let reply = legal(&mut desk, position);
    let listed = reply["legal"].as_array().unwrap();
    let right = listed.iter().find(|made| made["player"] == "right");
    let step = &right.unwrap()["steps"][0];
    let steps = json!([{ "component": 1, "rule": step["rule"], "choices": step["choices"] }]);
    let options = json!({ "computer": "none" });
    let begin = json!({ "ask": "play", "question": position, "options": options });
    let begun = ask(&mut desk, &begin);
    assert_eq!(begun["player"], "left");
    let request = json!({ "ask": "play", "match": begun["match"], "act": "move", "steps": steps });
    let read = Request::read(&request.to_string()).unwrap();
    let error = desk.answer(&read, &Budget::generous(), &NullHost).err();
    let message = error.unwrap().render(Lang::En, false);
    assert!(
        message.contains("not a legal move of the player to move"),
        "{message}"
    );
    let state = json!({ "ask": "play", "match": begun["match"], "act": "state" });
    let state = ask(&mut desk, &state);
    assert_eq!(state["turns"], 0);
    let why = json!({ "ask": "play", "match": begun["match"], "act": "why" });
    let why = ask(&mut desk, &why);
    assert!(!why["error"].is_null(), "{why}");
}

#[test]
fn games_with_the_same_moves_have_no_player() {
    let mut desk = opened();
    let reply = legal(&mut desk, "nim[3]");
    assert!(reply["legal"][0]["player"].is_null());
    assert!(reply["thermograph_picture"].is_null());
    let begin = json!({ "ask": "play", "question": "nim[3]", "options": { "first": "right" } });
    assert!(ask(&mut desk, &begin)["player"].is_null());
}
