//! Random rule files for differential tests: small finite games that together use every construct
//! of the rule language, on numbers, sets, graphs and words. A file contains the game `A`, and
//! often a game `B` whose components `A` leaves. Most games end: each move decreases a linear
//! measure of the position, because of the form of the move or because of a guard. One game in
//! fifteen can cycle, because no guard enforces that a measure decreases. Half of the games that
//! can cycle contain `loopy`. The seed determines the file completely. This crate does not depend
//! on the other crates, so any of them can use it in tests.
//!
//! ```
//! let text = testkit::random_game(7);
//! assert_eq!(text, testkit::random_game(7));
//! assert!(text.contains("A {") || text.contains("A("));
//! ```

pub mod arrays_of_sets;
pub mod arrays_of_words;
pub mod element_games;
mod expression;
pub mod injection;
pub mod linear;
mod moves;
pub mod partizan_games;
pub mod piecewise;
pub mod score_games;
pub mod sets;
pub mod take_away;
pub mod tiers;
pub mod turn_games;
pub mod words;

use expression::pick;
use fastrand::Rng;
use std::ops::Range;

/// Selects the size of a test: `slow` if the environment variable `GRUNDY_SLOW` is set, otherwise
/// `fast`.
pub fn rounds<T>(fast: T, slow: T) -> T {
    if std::env::var_os("GRUNDY_SLOW").is_some() {
        slow
    } else {
        fast
    }
}

/// Returns every `of`-th element of a list, starting with the first; all elements if `GRUNDY_SLOW`
/// is set.
pub fn some<T>(list: impl IntoIterator<Item = T>, of: usize) -> impl Iterator<Item = T> {
    list.into_iter().step_by(rounds(of, 1))
}

/// Returns a rule file with the game `A`, and in about a third of the files a game `B`. The file
/// can be parsed, lowered and evaluated without errors, except for a rare `strict` game.
pub fn random_game(seed: u64) -> String {
    // One file in eight contains a game on a set, a graph or a word.
    if seed % 8 == 5 {
        return on_places(&mut Rng::with_seed(seed));
    }
    let mut rng = Rng::with_seed(seed);
    let cyclic = rng.u32(..15) == 0;
    let other = if rng.u32(..3) == 0 {
        Some(GameShape::random(&mut rng, "B", false))
    } else {
        None
    };
    let mut shape = GameShape::random(&mut rng, "A", cyclic);
    // One file in eight contains data.
    shape.data = (seed % 8 == 3).then(|| data(&mut rng));
    let mut games = vec![game(&mut rng, &shape, other.as_ref())];
    if let Some(other) = &other {
        games.push(game(&mut rng, other, None));
    }
    rng.shuffle(&mut games);
    games.join("\n")
}

/// Returns a game whose position is a set, a graph or a word.
fn on_places(rng: &mut Rng) -> String {
    let (parameters, mut items) = element_games::items(rng, element_games::PositionSize::Small);
    if rng.u32(..5) == 0 {
        let of_word = items[0].contains(" word ");
        let condition = pick(
            rng,
            if of_word {
                &["w[1] == \"a\" and w[2] == \"a\"", "w[1] > w[2]"]
            } else {
                &["size(s) == 0", "size(s) == 2"]
            },
        );
        items.push(format!("{} {condition}", pick(rng, &["goal", "trap"])));
    }
    items.extend(modes(rng, false));
    format!("game A{parameters} {{\n  {}\n}}\n", items.join("\n  "))
}

/// Returns a number for each slot of a position, within the range of the slot (up to `low + 7` if
/// it has no upper bound). Large numbers are more frequent. The numbers may violate a `require`.
pub fn random_numbers(rng: &mut Rng, slots: &[(i64, Option<i64>)]) -> Vec<i64> {
    slots
        .iter()
        .map(|&(low, high)| {
            let high = high.unwrap_or(low + 7);
            rng.i64(low..=high).max(rng.i64(low..=high))
        })
        .collect()
}

/// The shape of a game's positions, and the names that its expressions may use.
pub(crate) struct GameShape {
    pub name: &'static str,
    /// The slots that form an array `a`; the other slots are single.
    pub array: Range<usize>,
    pub length: usize,
    pub low: i64,
    pub high: i64,
    /// The weights of the measure that every move decreases; `None` if play can cycle.
    pub weights: Option<Vec<i64>>,
    /// Whether the slots of the array are unordered; without an array, whether the single slots
    /// are unordered.
    pub unordered: bool,
    /// The default of the parameter `m`; `None` if there is no parameter.
    pub parameter: Option<i64>,
    /// The parameters that are data, as written: an array `d` of five numbers, a table `w` of 2 ×
    /// 3 numbers and a text `s` of four letters; `None` if the game has no data.
    pub data: Option<String>,
    /// Whether `let c` and `let f(x, y)` are defined.
    pub lets: bool,
}

impl GameShape {
    fn random(rng: &mut Rng, name: &'static str, cyclic: bool) -> GameShape {
        let length = pick(rng, &[1, 1, 1, 2, 2, 3, 3]);
        let array = match rng.u32(..3) {
            0 if length == 3 => pick(rng, &[0..3, 0..2, 1..3]),
            0 if length == 2 => 0..2,
            _ => 0..0,
        };
        let low = pick(rng, &[0, 0, 0, 0, 1, -1]);
        let width = match length {
            1 => rng.i64(4..=8),
            2 => rng.i64(2..=3),
            _ => rng.i64(1..=2),
        };
        let part = !array.is_empty() && array.len() < length;
        let unordered = length > 1 && rng.u32(..4) < if part { 3 } else { 1 };
        let weight = |slot: usize| match unordered && (!part || array.contains(&slot)) {
            true => 1,
            false => {
                rng.i64(1..=3)
                    + if array.contains(&slot) {
                        slot as i64
                    } else {
                        0
                    }
            }
        };
        let weights = (0..length).map(weight).collect();
        GameShape {
            name,
            array,
            length,
            low,
            high: low + width,
            weights: (!cyclic).then_some(weights),
            unordered,
            parameter: (rng.u32(..3) == 0).then(|| rng.i64(1..=4)),
            data: None,
            lets: rng.u32(..3) == 0,
        }
    }

    /// Returns slot number `i` as written in rules.
    pub fn slot(&self, i: usize) -> String {
        if self.array.contains(&i) {
            format!("a[{}]", i + 1 - self.array.start)
        } else {
            ["x", "y", "z"][i].to_owned()
        }
    }

    /// Returns the condition that a component with these numbers has a smaller measure than the
    /// position; `None` if play can cycle.
    pub fn descends(&self, numbers: &[String]) -> Option<String> {
        let weights = self.weights.as_ref()?;
        let measure = |numbers: &mut dyn Iterator<Item = String>| {
            let terms: Vec<String> = numbers
                .zip(weights)
                .map(|(number, weight)| format!("{weight} * ({number})"))
                .collect();
            terms.join(" + ")
        };
        let new = measure(&mut numbers.iter().cloned());
        let old = measure(&mut (0..self.length).map(|i| self.slot(i)));
        Some(format!("{new} < {old}"))
    }
}

/// Returns the complete text of a game.
fn game(rng: &mut Rng, shape: &GameShape, other: Option<&GameShape>) -> String {
    let mut items = vec![state(rng, shape)];
    if shape.lets {
        items.push(format!("let c = {}", rng.i64(1..=3)));
        let body = pick(
            rng,
            &[
                "x1 + y1",
                "max(x1, y1) - c",
                "(x1 + c) * y1 % 3",
                "if x1 > y1 then c else x1",
            ],
        );
        items.push(format!("let f(x1, y1) = {body}"));
    }
    if rng.u32(..6) == 0 {
        let require = match !shape.array.is_empty() && rng.bool() {
            true => format!(
                "all(a[t] >= a[t + 1] for t in 1..{})",
                shape.array.len() - 1
            ),
            false => expression::condition(rng, shape, &[], 1),
        };
        items.push(format!("require {require}"));
    }
    for ending in ["goal", "trap"] {
        if rng.u32(..5) == 0 {
            let level = rng.u32(..2);
            items.push(format!(
                "{ending} {}",
                expression::rare_condition(rng, shape, level)
            ));
        }
    }
    if rng.u32(..3) > 0 {
        items.push(moves::take(rng, shape));
    }
    for _ in 0..rng.u32(1..=3) {
        items.push(moves::random_move(rng, shape, other));
    }
    items.extend(modes(rng, shape.weights.is_none()));
    let kind = if rng.u32(..6) == 0 { "coins" } else { "game" };
    let parameters: Vec<String> = shape
        .parameter
        .map(|m| format!("m = {m}"))
        .into_iter()
        .chain(shape.data.clone())
        .collect();
    let parameter = if parameters.is_empty() {
        String::new()
    } else {
        format!("({})", parameters.join(", "))
    };
    format!(
        "{kind} {}{parameter} {{\n  {}\n}}\n",
        shape.name,
        items.join("\n  ")
    )
}

/// Returns the parameters of a game that are data.
fn data(rng: &mut Rng) -> String {
    let mut row = |count: usize| {
        let row: Vec<String> = (0..count).map(|_| rng.i64(-1..=4).to_string()).collect();
        format!("[{}]", row.join(", "))
    };
    let (d, first, second) = (row(5), row(3), row(3));
    let s: String = (0..4).map(|_| pick(rng, &["a", "b", "c"])).collect();
    format!("d = {d}, w = [{first}, {second}], s = \"{s}\"")
}

fn state(rng: &mut Rng, shape: &GameShape) -> String {
    let (low, high) = (shape.low, shape.high);
    let open = shape.length == 1 && shape.weights.is_some() && rng.u32(..3) == 0;
    let range = if open {
        format!("{low}..")
    } else {
        format!("{low}..{high}")
    };
    let array = &shape.array;
    let slot = |i: usize| match i {
        _ if i == array.start && !array.is_empty() => {
            let ranged = shape.data.is_some() && !shape.unordered && !open;
            Some(if ranged {
                format!("a[i1 in 1..{}] in {low}..{high} - d[i1] % 2", array.len())
            } else {
                format!("a[1..{}] in {range}", array.len())
            })
        }
        _ if array.contains(&i) => None,
        _ => Some(format!("{} in {range}", shape.slot(i))),
    };
    let slots: Vec<String> = (0..shape.length).filter_map(slot).collect();
    let unordered = match shape.unordered {
        false => "",
        true if array.is_empty() || array.len() == shape.length && rng.bool() => " unordered",
        true => " unordered a",
    };
    format!("state {}{unordered}", slots.join(", "))
}

/// Returns the conventions of a game. If `cyclic` is true, play can cycle.
fn modes(rng: &mut Rng, cyclic: bool) -> Vec<String> {
    let mut modes = Vec::new();
    match rng.u32(..6) {
        0 | 1 => modes.push("play misere".to_owned()),
        2 => modes.push("play normal".to_owned()),
        _ => {}
    }
    match rng.u32(..8) {
        0 => modes.push("sum every".to_owned()),
        1 => modes.push("sum any".to_owned()),
        2 => modes.push(format!("sum upto {}", rng.u32(1..=3))),
        3 => modes.push("sum one".to_owned()),
        _ => {}
    }
    if cyclic && rng.bool() {
        modes.push("loopy".to_owned());
    }
    if rng.u32(..60) == 0 {
        modes.push("strict".to_owned());
    }
    if rng.u32(..10) == 0 {
        modes.push("note \"made at random\"".to_owned());
    }
    modes
}
