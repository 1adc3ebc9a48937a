//! Random games whose positions are a set, the vertices or edges of a graph, or a word. Play ends:
//! each move removes a present element, adds an absent element, or replaces a letter by a smaller
//! letter. Some guards and changes depend only on the cells that the move names, and other guards
//! and changes depend on the complete position.

use fastrand::Rng;

use crate::expression::pick;

/// Returns a game `A` of up to 12 elements, 9 vertices or 8 letters under normal play.
pub fn random_game(seed: u64) -> String {
    let (parameters, items) = items(&mut Rng::with_seed(seed), PositionSize::Large);
    format!("game A{parameters} {{\n  {}\n}}\n", items.join("\n  "))
}

/// The size of positions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PositionSize {
    /// The sizes of positions are small enough for every method, including the slowest.
    Small,
    Large,
}

impl PositionSize {
    fn select<T>(self, small: T, large: T) -> T {
        if self == PositionSize::Small {
            small
        } else {
            large
        }
    }
}

/// Returns the parameters of a game, and the items for its state, start and moves.
pub(crate) fn items(rng: &mut Rng, size: PositionSize) -> (String, Vec<String>) {
    match rng.u32(..5) {
        0 => (String::new(), row(rng, size)),
        1 => (String::new(), board(rng, size)),
        2 | 3 => graph(rng, size),
        _ => (String::new(), word(rng, size)),
    }
}

/// Joins guards to the text before a result.
fn guarded(guards: &[String]) -> String {
    if guards.is_empty() {
        String::new()
    } else {
        format!(" when {}", guards.join(" and "))
    }
}

/// Returns a game on a row of elements. Some moves remove elements of the first part of the row,
/// others add elements of the second part. The first or the second part may be empty.
fn row(rng: &mut Rng, size: PositionSize) -> Vec<String> {
    let n = rng.i64(3..=size.select(7, 12));
    let taken = pick(rng, &[n, n, 0, n / 2]);
    let mut items = vec![format!("state s set of 1..{n}")];
    if taken < n && rng.bool() {
        items.push(if taken == 0 {
            "start empty".to_owned()
        } else {
            format!("start {{t for t in 1..{taken}}}")
        });
    }
    for _ in 0..rng.u32(1..=2) {
        for takes in [true, false]
            .into_iter()
            .filter(|takes| if *takes { taken > 0 } else { taken < n })
        {
            let (own, op) = if takes {
                ("in", "-=")
            } else {
                ("not in", "+=")
            };
            let (low, high) = if takes { (1, taken) } else { (taken + 1, n) };
            let mut guards = vec![format!("x {own} s")];
            if rng.bool() {
                guards.push(match rng.u32(..5) {
                    0 => format!("size(s) > {}", rng.i64(..n)),
                    1 => format!("any(y {} x for y in s)", pick(rng, &["<", ">"])),
                    _ => format!(
                        "x {} {} s",
                        pick(rng, &["- 1", "+ 1", "+ 2"]),
                        pick(rng, &["in", "not in"])
                    ),
                });
            }
            let more = pick(rng, &["", "", ", x - 1", ", x + 1"]);
            let near = if more.is_empty() || high - low < 2 {
                ""
            } else {
                more
            };
            // An additional element must be in the same part of the row: moves remove elements of
            // the first part and add elements of the second part.
            let (low, high) = if near.is_empty() {
                (low, high)
            } else {
                (low + 1, high - 1)
            };
            items.push(format!(
                "move \"at {{x}}\" x in {low}..{high}{}: {{ s {op} {{x{near}}} }}",
                guarded(&guards)
            ));
        }
    }
    items
}

fn board(rng: &mut Rng, size: PositionSize) -> Vec<String> {
    let (rows, columns) = pick(
        rng,
        size.select(
            &[(2, 2), (2, 3), (3, 2), (1, 6), (2, 4)],
            &[(3, 3), (3, 4), (2, 5), (1, 11), (4, 2)],
        ),
    );
    let mut items = vec![format!("state s set of cells({rows}, {columns})")];
    for _ in 0..rng.u32(1..=2) {
        let (down, across) = pick(rng, &[(0, 1), (1, 0), (1, 1), (-1, 1)]);
        let other = format!("(i + {down}, j + {across})").replace("+ -", "- ");
        let (guard, taken) = match rng.u32(..5) {
            0 => (format!(" when {other} not in s"), "{(i, j)}".to_owned()),
            1 => (String::new(), format!("{{(i, j), {other}}}")),
            2 => (
                String::new(),
                "{(k, l) in s when k >= i and l >= j}".to_owned(),
            ),
            _ => (
                format!(" when {other} in s"),
                format!("{{(i, j), {other}}}"),
            ),
        };
        items.push(format!("move (i, j) in s{guard}: {{ s -= {taken} }}"));
    }
    items
}

fn graph(rng: &mut Rng, size: PositionSize) -> (String, Vec<String>) {
    let vertices = rng.usize(3..=size.select(6, 9));
    // The graph is a tree with a few additional edges.
    let mut edges: Vec<(usize, usize)> = (1..vertices).map(|v| (rng.usize(..v), v)).collect();
    for _ in 0..rng.usize(..3) {
        let (u, v) = (rng.usize(..vertices), rng.usize(..vertices));
        if u < v && !edges.contains(&(u, v)) {
            edges.push((u, v));
        }
    }
    let edges: Vec<String> = edges.iter().map(|(u, v)| format!("{u}-{v}")).collect();
    let rule = match rng.u32(..6) {
        0 => "v in s : { s -= around(G, v) }",
        1 => "v in s when v != 0 : { s -= beyond(G, 0, v) }",
        2 => "v in s when any(u in s for u in near(G, v)) : { s -= {v} }",
        3 => "(u, v) in edges(G) when u in s and v in s : { s -= {u, v} }",
        4 => "v in s when all(u not in s for u in near(G, v)) : { s -= {v} }",
        _ => {
            return (
                format!("(G = graph({}))", edges.join(" ")),
                vec![
                    "state s set of edges(G)".to_owned(),
                    pick(rng, &["move (u, v) in s : { s -= {(u, v)} }", "move x in vertices(G) when any(x == u or x == v for (u, v) in s) : { s -= {(u, v) in s when u == x or v == x} }"]).to_owned(),
                ],
            );
        }
    };
    (
        format!("(G = graph({}))", edges.join(" ")),
        vec![
            "state s set of vertices(G)".to_owned(),
            format!("move {rule}"),
        ],
    )
}

fn word(rng: &mut Rng, size: PositionSize) -> Vec<String> {
    let letters = pick(rng, &["ab", "abc"]);
    let letter = |rng: &mut Rng| char::from(letters.as_bytes()[rng.usize(..letters.len())]);
    let start: String = (0..rng.usize(2..=size.select(4, 8)))
        .map(|_| letter(rng))
        .collect();
    let mut items = vec![
        format!("state w word of \"{letters}\""),
        format!("start \"{start}\""),
    ];
    for _ in 0..rng.u32(1..=2) {
        let length = rng.usize(1..=2);
        let from: String = std::iter::once('b')
            .chain((1..length).map(|_| letter(rng)))
            .collect();
        let to: String = from
            .chars()
            .enumerate()
            .map(|(at, one)| if at == 0 { 'a' } else { one.min(letter(rng)) })
            .collect();
        let last = if length == 1 { "i" } else { "i + 1" };
        let beside = pick(
            rng,
            &[
                "",
                " and w[i - 1] != \"a\"",
                " and w[i + 2] == \"b\"",
                " and w[i - 1] != w[i]",
            ],
        );
        items.push(format!("move i in 1..size(w) - {} when w[i..{last}] == \"{from}\"{beside}: {{ w[i..{last}] = \"{to}\" }}", length - 1));
    }
    if rng.u32(..3) == 0 {
        items.push("move \"cut {i}\" i in 2..size(w) - 1 when w[i - 1] == w[i + 1]: [w[..i - 1]] + [w[i + 1..]]".to_owned());
    }
    items
}
