//! Compares the parts that a move touches with the named groups that differ between the pictures
//! before and after the move. Tests every game of the library in every suitable drawing, at several
//! positions. A move is compared only if both pictures have the same layout: one component remains,
//! and its board keeps its size.

use std::collections::{BTreeMap, BTreeSet};

use base::budget::Budget;
use requests::{NullHost, Request, RequestHandler};
use serde_json::{Value, json};

use base::text::Lang;

/// Slots of positions that are valid in games of one to five slots.
const NUMBERS: [&str; 12] = [
    "",
    "[7]",
    "[12]",
    "[5, 3]",
    "[4, 4]",
    "[3, 4, 5]",
    "[2, 2, 1]",
    "[1, 2, 3, 4]",
    "[0, 1, 0, 1, 1]",
    "[2, 2, 2, 2]",
    "[3]",
    "[1]",
];

pub fn ask(desk: &mut RequestHandler, request: &Value) -> Option<Value> {
    let request = Request::read(&request.to_string()).unwrap();
    desk.answer(&request, &Budget::generous(), &NullHost)
        .ok()
        .map(|reply| reply.value(Lang::En))
}

/// Returns the named groups of a picture with their content, but without coordinates, because a
/// title of several lines shifts everything below the title.
fn groups(picture: &str) -> BTreeMap<&str, String> {
    let places = [" x=\"", " y=\""];
    let without_places = |inside: &str| {
        let mut words = inside.split_inclusive('"');
        let mut kept = String::new();
        while let Some(word) = words.next() {
            match places.iter().find_map(|place| word.strip_suffix(place)) {
                Some(before) => {
                    kept += before;
                    words.next();
                }
                None => kept += word,
            }
        }
        kept
    };
    let groups = picture
        .lines()
        .filter_map(|line| line.strip_prefix("<g data-part=\"")?.split_once("\">"));
    groups
        .map(|(name, inside)| (name, without_places(inside)))
        .collect()
}

#[test]
fn a_move_touches_the_parts_that_are_not_the_same_after_it() {
    let mut desk = RequestHandler::new(None);
    let library = ask(&mut desk, &json!({ "ask": "library" })).unwrap();
    let (mut seen, mut chosen) = ((BTreeSet::new(), 0), (BTreeSet::new(), 0));
    for game in library["library"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|entry| entry["game"].as_str())
    {
        for numbers in NUMBERS {
            let question = format!("{}{numbers}", game.to_lowercase());
            let Some(look) = ask(
                &mut desk,
                &json!({ "ask": "legal", "question": question, "options": { "limit": 60 } }),
            ) else {
                continue;
            };
            let moves = compared(&mut desk, &question, &look, None);
            if moves > 0 {
                seen.0.insert(game.to_owned());
                seen.1 += moves;
            }
            for drawing in look["drawings"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(Value::as_str)
            {
                let asked = json!({ "ask": "legal", "question": question, "options": { "limit": 20, "drawing": drawing } });
                let look = ask(&mut desk, &asked).unwrap();
                let moves = compared(&mut desk, &question, &look, Some(drawing));
                if moves > 0 {
                    chosen.0.insert(drawing.to_owned());
                    chosen.1 += moves;
                }
            }
        }
    }
    assert!(
        seen.0.len() > 40 && seen.1 > 500,
        "{} games, {} moves",
        seen.0.len(),
        seen.1
    );
    assert!(
        chosen.0.len() == 9 && chosen.1 > 1000,
        "{:?}, {} moves",
        chosen.0,
        chosen.1
    );
}

/// Compares the moves of a reply with the pictures, and returns the number of comparable moves.
pub fn compared(
    desk: &mut RequestHandler,
    question: &str,
    look: &Value,
    drawing: Option<&str>,
) -> usize {
    let Some(before) = look["picture"].as_str() else {
        return 0;
    };
    let mut moves = 0;
    for made in look["legal"].as_array().unwrap() {
        let touched: BTreeSet<&str> = made["parts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|part| part.as_str().unwrap())
            .collect();
        let all = groups(before);
        // An empty picture has no parts.
        assert!(
            touched.is_empty() == all.is_empty()
                && touched.iter().all(|part| all.contains_key(part)),
            "{question} {drawing:?}: {made}"
        );
        // Coins and tokens stay on one board, which has a single view. When a component of another
        // kind splits, its parts are drawn at other coordinates.
        let left = left_by(made, look);
        // The parts on one board belong to the same game.
        let game = |position: &str| position.split(['[', '(']).next().map(str::to_owned);
        if game(&left) != game(question) && matches!(drawing, Some("strip" | "ring" | "board")) {
            continue;
        }
        let asked = json!({ "ask": "draw", "question": left, "options": { "format": "svg", "drawing": drawing } });
        let drawn = if left == "0" { None } else { ask(desk, &asked) };
        let Some(after) = drawn.as_ref().and_then(|drawn| drawn["picture"].as_str()) else {
            continue;
        };
        if groups(after).keys().any(|part| !part.starts_with("1.")) {
            continue;
        }
        // The stones of a shrinking heap stay in place. A board of another size or a graph with
        // fewer vertices has another layout.
        let is_board = all
            .keys()
            .any(|part| part.contains(".r") || part.contains(".v"));
        let grows = groups(after).keys().any(|part| !all.contains_key(part));
        if grows || is_board && groups(after).len() != all.len() {
            continue;
        }
        let changed: BTreeSet<&str> = all
            .iter()
            .filter(|(part, inside)| groups(after).get(*part) != Some(*inside))
            .map(|(part, _)| *part)
            .collect();
        // A move that makes a heap grow touches the complete heap, which may become too large for a
        // picture of its stones.
        let as_a_whole = touched
            .iter()
            .any(|part| part.contains(".h") && part.matches('.').count() == 1);
        // If the picture does not change, for example because pieces on a strip swap places, the
        // move touches every part.
        let same = changed.is_empty() && touched.len() == all.len();
        assert!(
            touched == changed || same || as_a_whole && touched.is_subset(&changed),
            "{question} {drawing:?}: {made} {changed:?}"
        );
        moves += 1;
    }
    moves
}

/// Returns the position after a move, including components without moves.
pub fn left_by(made: &Value, look: &Value) -> String {
    let components = look["components"].as_array().unwrap();
    let steps = made["steps"].as_array().unwrap();
    let left = (1..).zip(components).map(|(number, one)| {
        let step = steps.iter().find(|step| step["component"] == number);
        step.map_or(&one["position"], |step| &step["leaves"])
            .as_str()
            .unwrap()
    });
    let left: Vec<&str> = left.filter(|one| *one != "0").collect();
    if left.is_empty() {
        "0".to_owned()
    } else {
        left.join(" + ")
    }
}

#[test]
fn a_drawing_that_does_not_fit_is_refused_with_those_that_do() {
    let mut desk = RequestHandler::new(None);
    for (ask, question, drawing, message) in [
        (
            "legal",
            "nim[3]",
            "sheet",
            "drawing: `sheet` is not available for this position; available drawings: heaps, row, squares, strip, ring, numbers",
        ),
        (
            "draw",
            "nim[3]",
            "sheet",
            "drawing: `sheet` is not available for this position; available drawings: heaps, row, squares, strip, ring, numbers",
        ),
        (
            "legal",
            "nim[3]",
            "cards",
            "drawing: expected one of heaps, row, squares, sheet, board, strip, ring, steps, numbers; found `cards`",
        ),
        (
            "legal",
            "hackenbush(0-a; ground 0)",
            "heaps",
            "drawing: this position has only one drawing; omit this option",
        ),
    ] {
        let request =
            json!({ "ask": ask, "question": question, "options": { "drawing": drawing } });
        let error = desk
            .answer(
                &Request::read(&request.to_string()).unwrap(),
                &Budget::generous(),
                &NullHost,
            )
            .err()
            .unwrap();
        assert!(
            error.render(Lang::En, false).contains(message),
            "{request}: {}",
            error.render(Lang::En, false)
        );
    }
    for (question, fits) in [
        ("0 * nim[5]", json!([])),
        (
            "hackenbush(0-a; ground 0) + nim[2]",
            json!(["heaps", "row", "squares", "strip", "ring", "numbers"]),
        ),
    ] {
        let request =
            json!({ "ask": "legal", "question": question, "options": { "drawing": "row" } });
        assert_eq!(
            self::ask(&mut desk, &request).unwrap()["drawings"],
            fits,
            "{question}"
        );
    }
}

/// The text of a move is in the language of the query. The data of the move is the same in both
/// languages.
#[test]
fn moves_are_said_in_the_language_asked() {
    let question = json!({ "ask": "legal", "question": "geography(a-b b-c; at a)" });
    let request = Request::read(&question.to_string()).unwrap();
    let reply = RequestHandler::new(None)
        .answer(&request, &Budget::generous(), &NullHost)
        .unwrap();
    let [en, zh] =
        [Lang::En, Lang::Zh].map(|lang| reply.value(lang)["legal"][0]["steps"][0].clone());
    assert_eq!(
        (&en["label"], &zh["label"]),
        (&json!("go from a to b"), &json!("从 a 走到 b"))
    );
    assert_eq!((&en["rule"], &en["choices"]), (&zh["rule"], &zh["choices"]));
}
