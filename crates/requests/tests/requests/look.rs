//! The parts that a move touches, against the pictures before and after it: the groups with a name that are not the same in both. Of every
//! game of the library, at positions that it takes, as far as both pictures stand at the same place: one component stays one, its board
//! as large as before.

use std::collections::{BTreeMap, BTreeSet};

use base::budget::Budget;
use requests::{Desk, Request, Still};
use serde_json::{Value, json};

use base::text::Lang;

/// Numbers of positions that games of one to five slots take.
const NUMBERS: [&str; 12] =
    ["", "[7]", "[12]", "[5, 3]", "[4, 4]", "[3, 4, 5]", "[2, 2, 1]", "[1, 2, 3, 4]", "[0, 1, 0, 1, 1]", "[2, 2, 2, 2]", "[3]", "[1]"];

fn ask(desk: &mut Desk, request: &Value) -> Option<Value> {
    let request = Request::read(&request.to_string()).unwrap();
    desk.answer(&request, &Budget::generous(), &Still).ok().map(|reply| reply.value(Lang::En))
}

/// The named groups of a picture, each with what stands in it, wherever it stands: titles of several lines move all below them.
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
    let groups = picture.lines().filter_map(|line| line.strip_prefix("<g data-part=\"")?.split_once("\">"));
    groups.map(|(name, inside)| (name, without_places(inside))).collect()
}

#[test]
fn a_move_touches_the_parts_that_are_not_the_same_after_it() {
    let mut desk = Desk::new(None);
    let library = ask(&mut desk, &json!({ "ask": "library" })).unwrap();
    let (mut games, mut moves) = (BTreeSet::new(), 0);
    for game in library["library"].as_array().unwrap().iter().filter_map(|entry| entry["game"].as_str()) {
        for numbers in NUMBERS {
            let question = format!("{}{numbers}", game.to_lowercase());
            let Some(look) = ask(&mut desk, &json!({ "ask": "look", "question": question, "options": { "limit": 60 } })) else { continue };
            let Some(before) = look["picture"].as_str() else { continue };
            for made in look["legal"].as_array().unwrap() {
                let touched: BTreeSet<&str> = made["parts"].as_array().unwrap().iter().map(|part| part.as_str().unwrap()).collect();
                let all = groups(before);
                assert!(!touched.is_empty() && touched.iter().all(|part| all.contains_key(part)), "{question}: {made}");
                // Coins lie together; what else falls apart is drawn elsewhere.
                let left = made["steps"][0]["leaves"].as_str().unwrap();
                let asked = json!({ "ask": "draw", "question": left, "options": { "format": "svg" } });
                let drawn = if left == "0" { None } else { ask(&mut desk, &asked) };
                let Some(after) = drawn.as_ref().and_then(|drawn| drawn["picture"].as_str()) else { continue };
                if groups(after).keys().any(|part| !part.starts_with("1.")) {
                    continue;
                }
                // A heap that gets smaller keeps its stones' places; a board of another size has others.
                let is_board = all.keys().any(|part| part.contains(".r"));
                let grows = groups(after).keys().any(|part| !all.contains_key(part));
                if grows || is_board && groups(after).len() != all.len() {
                    continue;
                }
                let changed: BTreeSet<&str> =
                    all.iter().filter(|(part, inside)| groups(after).get(*part) != Some(*inside)).map(|(part, _)| *part).collect();
                // A heap that grows is touched as a whole; it may be too large then to show its stones.
                let as_a_whole = touched.iter().any(|part| part.contains(".h") && part.matches('.').count() == 1);
                assert!(touched == changed || as_a_whole && touched.is_subset(&changed), "{question}: {made} {changed:?}");
                games.insert(game.to_owned());
                moves += 1;
            }
        }
    }
    assert!(games.len() > 40 && moves > 500, "{} games, {moves} moves", games.len());
}
