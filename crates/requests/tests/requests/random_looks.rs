//! Tests random positions of every game of the library and of every kind of graph and board. Each
//! legal move must touch exactly the parts of the picture that change, even if a position splits. A
//! move touches a part if the reply to `look` lists the part for this move. All legal moves must be
//! listed, so that moves that touch the same parts can be chosen in the list.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use requests::RequestHandler;
use serde_json::{Value, json};
use testkit::rounds;

use crate::library::is_partizan;
use crate::look::{ask, compared, left_by};

/// Maximum number of moves that are compared per position.
const MOVES: usize = 40;

/// The search for laws is disabled because it takes long, and this test does not use outcomes.
const WITHOUT: [&str; 1] = ["law"];

/// The games and kinds of boards tested so far, and the numbers of compared moves. `in_place`
/// counts pictures that keep their layout, and `apart` counts pictures that split or lose parts.
#[derive(Default)]
struct Seen {
    games: BTreeSet<String>,
    in_place: usize,
    apart: usize,
    starts: BTreeSet<String>,
}

#[test]
fn random_moves_touch_the_parts_that_differ() {
    let mut desk = RequestHandler::new(None);
    let library = ask(&mut desk, &json!({ "ask": "library" })).unwrap();
    let mut seen = Seen::default();
    // `legal` does not support games in which the players have different moves.
    let mut entries = library["library"].as_array().unwrap().clone();
    entries.retain(|entry| !is_partizan(entry));
    for (seed, entry) in (1..).zip(&entries) {
        let mut rng = Rng::with_seed(seed);
        let name = entry["game"]
            .as_str()
            .or(entry["structure"].as_str())
            .unwrap();
        let begins = entry["position"].as_str().unwrap();
        walk(&mut desk, &mut rng, name, begins, &mut seen);
        for _ in 0..rounds(2, 60) {
            let start = match entry["structure"].as_str() {
                Some(kind) => board(&mut rng, kind).unwrap_or_else(|| begins.to_owned()),
                None => numbers(&mut desk, &mut rng, begins).unwrap_or_else(|| begins.to_owned()),
            };
            walk(&mut desk, &mut rng, name, &start, &mut seen);
        }
    }
    let names = entries.iter().map(|entry| {
        entry["game"]
            .as_str()
            .or(entry["structure"].as_str())
            .unwrap()
    });
    let missing: Vec<&str> = names.filter(|name| !seen.games.contains(*name)).collect();
    assert!(missing.is_empty(), "no move was compared of {missing:?}");
    assert!(
        seen.games.len() == entries.len() && seen.in_place > 2_000 && seen.apart > 1_000,
        "{} {}",
        seen.in_place,
        seen.apart
    );
    assert!(
        seen.starts.len() > 2 * entries.len(),
        "{} positions",
        seen.starts.len()
    );
}

#[test]
fn what_lies_together_is_touched_where_it_changes() {
    let mut desk = RequestHandler::new(None);
    let mut rng = Rng::with_seed(20);
    for (game, count) in [
        ("turtles", 1),
        ("mockturtles", 1),
        ("ruler", 1),
        ("corners", 2),
        ("flip", 2),
        ("lightswitching", 3),
        ("kiki", 2),
        ("hyperknight", 2),
        ("wythoff", 2),
        ("knights", 2),
        ("ringwalk", 1),
        ("bottles", 1),
    ] {
        let (mut moves, most) = (0, if count == 3 { 4 } else { 6 });
        for _ in 0..rounds(4, 200) {
            let one = |rng: &mut Rng| {
                format!(
                    "{game}[{}]",
                    (0..count)
                        .map(|_| rng.i64(1..most).to_string())
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            };
            let question = (0..rng.usize(2..4))
                .map(|_| one(&mut rng))
                .collect::<Vec<_>>()
                .join(" + ");
            let asked = json!({ "ask": "legal", "question": question, "options": { "limit": MOVES, "without": WITHOUT } });
            let look = ask(&mut desk, &asked).unwrap();
            moves += compared(&mut desk, &question, &look, None)
                .max(differing(&mut desk, &question, &look));
        }
        assert!(moves > 5, "{game}: {moves}");
    }
}

/// Makes random moves from a position, and compares all moves of each position that is reached.
fn walk(desk: &mut RequestHandler, rng: &mut Rng, name: &str, start: &str, seen: &mut Seen) {
    let mut question = start.to_owned();
    for _ in 0..4 {
        let asked = json!({ "ask": "legal", "question": question, "options": { "limit": MOVES, "without": WITHOUT } });
        let Some(look) = ask(desk, &asked) else {
            panic!("{question}")
        };
        let legal = look["legal"].as_array().unwrap();
        if legal.is_empty() {
            break;
        }
        seen.starts.insert(question.clone());
        all_are_listed(desk, &question, &look);
        let alone = look["components"]
            .as_array()
            .is_none_or(|components| components.len() == 1);
        // Titles of several lines shift the picture of a graph. In pictures of graphs, only the
        // names of the parts are compared.
        let is_graph = look["picture"]
            .as_str()
            .is_some_and(|picture| picture.contains("data-part=\"1.v"));
        let compared = if is_graph {
            0
        } else {
            compared(desk, &question, &look, None)
        };
        let apart = if alone {
            differing(desk, &question, &look)
        } else {
            0
        };
        seen.in_place += compared;
        seen.apart += apart;
        // A position that is shown only as text has no parts. The moves of a position without parts
        // are listed like other moves.
        let no_parts = legal
            .iter()
            .all(|made| made["parts"].as_array().unwrap().is_empty());
        if compared + apart > 0 || no_parts {
            seen.games.insert(name.to_owned());
        }
        let left = rng.choice(legal).unwrap()["steps"][0]["leaves"]
            .as_str()
            .unwrap();
        // Continues with one component, because a sum has several pictures.
        match rng.choice(left.split(" + ").collect::<Vec<_>>()) {
            Some(one) if one != "0" && !one.contains(" * ") => question = one.to_owned(),
            _ => break,
        }
    }
}

/// Checks that the moves of a reply to `look` are the legal moves of a match.
fn all_are_listed(desk: &mut RequestHandler, question: &str, look: &Value) {
    let begun = ask(desk, &json!({ "ask": "play", "question": question, "options": { "computer": "none", "seed": 1 } })).unwrap();
    let number = &begun["match"];
    let moves = |list: &Value| -> BTreeSet<String> {
        let steps = |made: &Value| -> Vec<Value> {
            made["steps"]
                .as_array()
                .unwrap()
                .iter()
                .map(|step| json!([step["component"], step["rule"], step["choices"]]))
                .collect()
        };
        list.as_array()
            .unwrap()
            .iter()
            .map(|made| json!(steps(made)).to_string())
            .collect()
    };
    if begun["over"].is_null() && look["complete"] == true {
        let legal = ask(
            desk,
            &json!({ "ask": "play", "match": number, "act": "legal", "count": 1000 }),
        )
        .unwrap();
        assert_eq!(
            moves(&look["legal"]),
            moves(&legal["legal"]["moves"]),
            "{question}"
        );
    }
    ask(
        desk,
        &json!({ "ask": "play", "match": number, "act": "leave" }),
    );
}

/// Compares the parts that a move touches with the parts that the views after the move no longer
/// contain. Supports rows that split, graphs, and boards of any size. Returns the number of
/// compared moves.
fn differing(desk: &mut RequestHandler, question: &str, look: &Value) -> usize {
    let data = |desk: &mut RequestHandler, position: &str| -> Vec<Value> {
        let drawn = ask(
            desk,
            &json!({ "ask": "draw", "question": position, "options": { "format": "none" } }),
        );
        drawn.map_or_else(Vec::new, |drawn| {
            drawn["components"].as_array().unwrap().clone()
        })
    };
    let before = data(desk, question);
    let [before] = &before[..] else { return 0 };
    let mut count = 0;
    for made in look["legal"].as_array().unwrap() {
        let touched: BTreeSet<&str> = made["parts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|part| part.as_str().unwrap())
            .collect();
        let left = left_by(made, look);
        let after = if left == "0" {
            Vec::new()
        } else {
            data(desk, &left)
        };
        let expected = match before["kind"].as_str().unwrap() {
            "graph" if !after.is_empty() && after.iter().all(|look| look["kind"] == "graph") => {
                Some(lost(before, &after))
            }
            "cells" | "ring" | "layers"
                if signs(before).is_some()
                    && after.iter().all(|look| look["kind"] == before["kind"])
                    && after.len() < 2 =>
            {
                let now = after.first().map_or(Some(Vec::new()), signs);
                now.map(|now| turned(&signs(before).unwrap(), &now))
            }
            "cells" if after.len() == 1 && is_squares(before) && is_squares(&after[0]) => {
                Some(eaten(before, &after[0]))
            }
            "cells"
                if after.len() == 2
                    && !is_row(before)
                    && [before, &after[0], &after[1]]
                        .into_iter()
                        .all(|look| sheet(look).is_some()) =>
            {
                assert!(is_cut(before, &after, &touched), "{question}: {made}");
                count += 1;
                None
            }
            "cells" if is_row(before) && after.iter().all(is_row) => gap(before, &after),
            "ring" if after.len() > 1 && after.iter().all(is_row) => gap(before, &after),
            "heaps" if after.iter().all(|look| look["kind"] == "heaps") => taken(before, &after),
            // If a position splits, all of its numbers move in the picture.
            "numbers" if after.len() == 2 => Some(
                (1..=before["numbers"].as_array().unwrap().len())
                    .map(|number| format!("1.h{number}"))
                    .collect(),
            ),
            _ => None,
        };
        let Some(expected) = expected else { continue };
        let expected: BTreeSet<&str> = expected.iter().map(String::as_str).collect();
        // If the view does not change, the move touches the whole position.
        assert!(
            touched == expected || expected.is_empty() && !touched.is_empty(),
            "{question}: {made} {expected:?}"
        );
        count += 1;
    }
    count
}

/// Returns the symbols of a view, each with the names of its layer, row and column, and its part;
/// `None` if columns have no names.
fn signs(look: &Value) -> Option<Vec<([String; 3], String, String)>> {
    let boards = if look["kind"] == "layers" {
        look["layers"].as_array().unwrap().clone()
    } else {
        vec![look.clone()]
    };
    let mut found = Vec::new();
    let mut above = 0;
    for board in &boards {
        let rows = board["rows"].as_array().unwrap();
        for (row, line) in rows.iter().enumerate() {
            for (column, sign) in line.as_array().unwrap().iter().enumerate() {
                let across = board["across"][column].as_str()?;
                let name = [
                    board["name"].to_string(),
                    board["down"][row].to_string(),
                    across.to_owned(),
                ];
                found.push((
                    name,
                    sign.as_str().unwrap().to_owned(),
                    format!("1.r{}.c{}", above + row + 1, column + 1),
                ));
            }
        }
        above += rows.len();
    }
    Some(found)
}

/// Returns the parts of a board whose symbol is changed by a move. A cell that is missing on the
/// other board counts as empty.
fn turned(
    before: &[([String; 3], String, String)],
    after: &[([String; 3], String, String)],
) -> Vec<String> {
    let differs =
        |name: &[String; 3], sign: &str| match after.iter().find(|(other, ..)| other == name) {
            Some((_, other, _)) => other != sign,
            None => !["·", "○"].contains(&sign),
        };
    before
        .iter()
        .filter(|(name, sign, _)| differs(name, sign))
        .map(|(.., part)| part.clone())
        .collect()
}

/// Returns whether a view consists of several rows of squares.
fn is_squares(look: &Value) -> bool {
    let rows = look["rows"].as_array();
    let all = |row: &Value| {
        row.as_array()
            .unwrap()
            .iter()
            .all(|sign| sign == "□" || sign == "×")
    };
    look["across"] == json!([]) && rows.is_some_and(|rows| rows.len() > 1 && rows.iter().all(all))
}

/// Returns the squares that have disappeared.
fn eaten(before: &Value, after: &Value) -> Vec<String> {
    let rows = before["rows"].as_array().unwrap().iter().enumerate();
    let cells = rows.flat_map(|(row, line)| {
        (0..line.as_array().unwrap().len()).map(move |column| (row, column))
    });
    let gone = cells.filter(|&(row, column)| after["rows"][row].get(column).is_none());
    gone.map(|(row, column)| format!("1.r{}.c{}", row + 1, column + 1))
        .collect()
}

/// Returns the numbers of rows and columns of a sheet of squares; `None` for a view of another
/// kind.
fn sheet(look: &Value) -> Option<(usize, usize)> {
    let rows = look["rows"].as_array()?;
    let columns = rows.first()?.as_array()?.len();
    let same = rows.iter().all(|row| {
        row.as_array()
            .is_some_and(|row| row.len() == columns && row.iter().all(|sign| sign == "□"))
    });
    (same && columns > 0 && look["across"] == json!([])).then_some((rows.len(), columns))
}

/// Returns whether the touched squares form the two lines next to a cut. The cut goes from edge to
/// edge of the sheet and leaves the sheets `pieces`.
fn is_cut(before: &Value, pieces: &[Value], touched: &BTreeSet<&str>) -> bool {
    let (rows, columns) = sheet(before).unwrap();
    let area = |look: &Value| sheet(look).map_or(0, |(rows, columns)| rows * columns);
    let mut wanted = [area(&pieces[0]), area(&pieces[1])];
    wanted.sort_unstable();
    let leaves = |one: usize| {
        let mut found = [one, rows * columns - one];
        found.sort_unstable();
        found == wanted
    };
    let lines = |across: bool, at: usize| -> BTreeSet<String> {
        let (along, cells) = if across {
            (at..at + 2, 0..rows)
        } else {
            (at..at + 2, 0..columns)
        };
        let name = |line: usize, cell: usize| {
            if across {
                format!("1.r{}.c{}", cell + 1, line + 1)
            } else {
                format!("1.r{}.c{}", line + 1, cell + 1)
            }
        };
        along
            .flat_map(|line| cells.clone().map(move |cell| name(line, cell)))
            .collect()
    };
    let touched: BTreeSet<String> = touched.iter().map(|part| (*part).to_owned()).collect();
    (1..columns).any(|at| leaves(at * rows) && lines(true, at - 1) == touched)
        || (1..rows).any(|at| leaves(at * columns) && lines(false, at - 1) == touched)
}

fn is_row(look: &Value) -> bool {
    look["kind"] == "cells"
        && look["rows"].as_array().unwrap().len() == 1
        && look["across"] == json!([])
        && look["down"] == json!([])
}

fn length(row: &Value) -> usize {
    row["rows"][0].as_array().unwrap().len()
}

/// Returns the cells of a row that a move removes: those between the first remaining piece and the
/// other pieces. If no cell is lost, returns the two cells next to the cut.
fn gap(before: &Value, after: &[Value]) -> Option<Vec<String>> {
    let places = between(
        length(before),
        &after.iter().map(length).collect::<Vec<_>>(),
    )?;
    Some(
        places
            .map(|column| format!("1.r1.c{}", column + 1))
            .collect(),
    )
}

fn between(size: usize, pieces: &[usize]) -> Option<std::ops::Range<usize>> {
    let (first, rest) = pieces.split_first()?;
    match size.checked_sub(first + rest.iter().sum::<usize>())? {
        0 if rest.is_empty() => None,
        0 => Some(first.saturating_sub(1)..(first + 1).min(size)),
        gone => Some(*first..first + gone),
    }
}

/// Returns the stones that disappear, and all stones of heaps that grow. For a heap that splits,
/// returns the stones between the pieces. If the pieces have more stones in total than the heap,
/// returns all stones.
fn taken(before: &Value, after: &[Value]) -> Option<Vec<String>> {
    let sizes = |look: &Value| -> Vec<usize> {
        look["heaps"]
            .as_array()
            .unwrap()
            .iter()
            .map(|heap| heap["number"].as_u64().unwrap() as usize)
            .collect()
    };
    let old = sizes(before);
    // A large heap is drawn as a number.
    if old.iter().any(|size| *size > 40) {
        return None;
    }
    let stone = |heap: usize, stone: usize| format!("1.h{}.{}", heap + 1, stone + 1);
    match after {
        [one] if sizes(one).len() == old.len() => {
            let heaps = old.iter().zip(sizes(one)).enumerate();
            let parts = heaps.flat_map(|(heap, (&old, new))| match old.cmp(&new) {
                std::cmp::Ordering::Less => vec![format!("1.h{}", heap + 1)],
                _ => (new..old).map(|number| stone(heap, number)).collect(),
            });
            Some(parts.collect())
        }
        _ if old.len() == 1 && after.len() > 1 => {
            let pieces: Vec<usize> = after.iter().flat_map(sizes).collect();
            let fits = pieces.iter().sum::<usize>() <= old[0];
            let places = if fits {
                between(old[0], &pieces)?
            } else {
                0..old[0]
            };
            Some(places.map(|number| stone(0, number)).collect())
        }
        _ => None,
    }
}

/// Returns the vertices that are removed or changed, and the links that are removed.
fn lost(before: &Value, after: &[Value]) -> Vec<String> {
    let list = |look: &Value, what: &str| look[what].as_array().unwrap().clone();
    let mut nodes: BTreeSet<String> = BTreeSet::new();
    let mut links: BTreeMap<[String; 2], usize> = BTreeMap::new();
    let ends = |look: &Value, link: &Value| -> [String; 2] {
        let mut ends = [0, 1]
            .map(|end| look["nodes"][link[end].as_u64().unwrap() as usize]["name"].to_string());
        if look["directed"] == false {
            ends.sort();
        }
        ends
    };
    for look in after {
        nodes.extend(list(look, "nodes").iter().map(Value::to_string));
        list(look, "links")
            .iter()
            .for_each(|link| *links.entry(ends(look, link)).or_default() += 1);
    }
    let mut parts: Vec<String> = Vec::new();
    for (number, node) in (1..).zip(list(before, "nodes")) {
        if !nodes.contains(&node.to_string()) {
            parts.push(format!("1.v{number}"));
        }
    }
    for (number, link) in (1..).zip(list(before, "links")) {
        match links
            .get_mut(&ends(before, &link))
            .filter(|count| **count > 0)
        {
            Some(count) => *count -= 1,
            None => parts.push(format!("1.e{number}")),
        }
    }
    parts
}

/// Returns another position of a game whose positions consist of numbers; `None` if no other
/// position is found.
fn numbers(desk: &mut RequestHandler, rng: &mut Rng, position: &str) -> Option<String> {
    let (name, inside) = position.strip_suffix(']')?.split_once('[')?;
    let count = inside
        .split(", ")
        .map(|number| number.parse::<i64>().ok())
        .collect::<Option<Vec<_>>>()?
        .len();
    (0..30).find_map(|tried| {
        // Fewer games accept large or irregular numbers, so the later attempts use smaller numbers.
        let most = [12, 6, 3, 1][tried / 8].min([12, 7, 5, 3][count.clamp(1, 4) - 1]);
        let mut list: Vec<i64> = (0..count).map(|_| rng.i64(0..=most)).collect();
        match rng.u32(..3) {
            0 => list.sort_unstable(),
            1 => list.sort_unstable_by(|a, b| b.cmp(a)),
            _ => {}
        }
        let question = format!("{name}[{}]", list.iter().map(i64::to_string).collect::<Vec<_>>().join(", "));
        let look =
            ask(desk, &json!({ "ask": "legal", "question": question, "options": { "limit": 1, "picture": false, "without": WITHOUT } }))?;
        (!look["legal"].as_array()?.is_empty()).then(|| look["position"].as_str().map(str::to_owned))?
    })
}

/// Returns a random graph or board of a kind as a query; `None` for a kind of which only the
/// example is tested.
fn board(rng: &mut Rng, kind: &str) -> Option<String> {
    let letter = |n: usize| char::from(b'a' + n as u8);
    let count = rng.usize(3..7);
    let tree = |rng: &mut Rng| {
        (1..count)
            .map(|n| format!("{}-{}", letter(rng.usize(..n)), letter(n)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    Some(match kind {
        // The graph starts at the ground, and may contain loops, parallel edges and cycles.
        "hackenbush" => {
            let grown = (1..count)
                .map(|n| format!("{}-{n}", rng.usize(..n)))
                .collect::<Vec<_>>();
            let more = (0..rng.usize(..4))
                .map(|_| format!("{}-{}", rng.usize(..count), rng.usize(..count)))
                .collect::<Vec<_>>();
            format!("hackenbush({}; ground 0)", [grown, more].concat().join(" "))
        }
        "geography" => format!(
            "geography({}; at {})",
            tree(rng),
            letter(rng.usize(..count))
        ),
        "digraph" => {
            let arcs = (0..count + 2).map(|_| {
                format!(
                    "{}>{}",
                    letter(rng.usize(..count)),
                    letter(rng.usize(..count))
                )
            });
            format!("digraph(a>b {}; at a)", arcs.collect::<Vec<_>>().join(" "))
        }
        "northcott" => {
            let width = rng.usize(3..7);
            let row = |rng: &mut Rng| {
                let mut row = vec!['.'; width];
                let white = rng.usize(..width - 1);
                row[white] = 'W';
                row[rng.usize(white + 1..width)] = 'B';
                row.into_iter().collect::<String>()
            };
            format!(
                "northcott({})",
                (0..rng.usize(1..4))
                    .map(|_| row(rng))
                    .collect::<Vec<_>>()
                    .join(" / ")
            )
        }
        _ => return None,
    })
}
