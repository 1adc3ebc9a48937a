//! Random move rules. The choices, the guard and the result of a rule are drawn at random. A
//! condition that guarantees the end of play is added to the guard, unless the form of the rule
//! implies this condition.

use fastrand::Rng;

use crate::GameShape;
use crate::expression::{condition, number, pick};

/// Returns a move rule.
pub(crate) fn random_move(rng: &mut Rng, shape: &GameShape, other: Option<&GameShape>) -> String {
    match (rng.u32(..12), other) {
        (0..=2, Some(other)) => into_other(rng, shape, other),
        (3, _) if shape.weights.is_some() => endless(rng, shape),
        (4 | 5, _) if !shape.array.is_empty() => on_array(rng, shape),
        (6 | 7, _) if shape.weights.is_some() => split(rng, shape),
        (8, _) => tuples(rng, shape),
        (9, _) if shape.length == 1 && shape.weights.is_some() => row(rng, shape),
        (10, _) => nothing(rng, shape),
        _ => change(rng, shape),
    }
}

/// Returns a rule that subtracts from one slot, without a guard, so that most games do not end
/// immediately.
pub(crate) fn take(rng: &mut Rng, shape: &GameShape) -> String {
    let slot = shape.slot(rng.usize(..shape.length));
    let choice = pick(
        rng,
        &[
            "k in 1..2",
            "k in 1..3",
            "k in {1, 3, 4}",
            "k in {2, 3}",
            "k in 1..",
        ],
    );
    format!("move \"take {{k}} of it\" {choice}: {{ {slot} -= k }}")
}

/// Returns the choices of a rule as text, and the names that they bind.
fn choices(rng: &mut Rng, shape: &GameShape) -> (Vec<String>, Vec<String>) {
    let (mut written, mut names) = (Vec::new(), Vec::new());
    for name in ["k", "j"].into_iter().take(rng.usize(1..=2)) {
        written.push(choice(rng, shape, name, &names));
        names.push(name.to_owned());
    }
    (written, names)
}

/// Returns the text of one choice that has only a few possible values.
fn choice(rng: &mut Rng, shape: &GameShape, name: &str, names: &[String]) -> String {
    let slot = shape.slot(rng.usize(..shape.length));
    if shape.data.is_some() && rng.u32(..4) == 0 {
        return match names.is_empty() && rng.bool() {
            true => format!("(i0, {name}) in d"),
            false => format!("{name} in d"),
        };
    }
    match rng.u32(..9) {
        0..=2 => format!("{name} in 1..min({slot}, 4)"),
        3 => format!("{name} in 0..{}", rng.i64(1..=3)),
        4 => format!("{name} in {{1, {}, {}}}", rng.i64(2..=3), rng.i64(3..=5)),
        5 => format!("{name} in {{t3 * t3 for t3 in 1..2}}"),
        6 => format!("{name} in {{1, min({}, 4)}}", number(rng, shape, names, 0)),
        7 => format!("{name} in digits({})", rng.i64(1..=321)),
        _ => format!(
            "{name} in 1..{}",
            if shape.parameter.is_some() { "m" } else { "2" }
        ),
    }
}

/// Returns `when` and the conditions, or an empty text without conditions; sometimes adds a random
/// condition.
fn guard(
    rng: &mut Rng,
    shape: &GameShape,
    names: &[String],
    needed: impl IntoIterator<Item = String>,
) -> String {
    let mut all: Vec<String> = needed.into_iter().collect();
    if rng.u32(..3) == 0 {
        let level = rng.u32(..2);
        all.push(format!("({})", condition(rng, shape, names, level)));
    }
    rng.shuffle(&mut all);
    if all.is_empty() {
        String::new()
    } else {
        format!(" when {}", all.join(" and "))
    }
}

fn label(rng: &mut Rng, names: &[String]) -> String {
    match names.first() {
        Some(name) if rng.u32(..4) == 0 => format!("\"take {{{name} + 1}}\" "),
        _ => String::new(),
    }
}

fn rule(label: &str, choices: &[String], guard: &str, result: &str) -> String {
    let choices = if choices.is_empty() {
        String::new()
    } else {
        format!("{} ", choices.join(", "))
    };
    format!(
        "move {label}{}: {result}",
        format!("{choices}{guard}").trim_start().replace("  ", " ")
    )
    .replace(" :", ":")
}

/// Returns a rule with a result such as `{ x -= k, y += j }`, which may instead be written as a new
/// component.
fn change(rng: &mut Rng, shape: &GameShape) -> String {
    let (written, names) = choices(rng, shape);
    let mut numbers: Vec<String> = (0..shape.length).map(|i| shape.slot(i)).collect();
    let mut changes = Vec::new();
    let mut sure = shape.weights.is_some();
    for (i, new_number) in numbers.iter_mut().enumerate() {
        if i > 0 && rng.bool() {
            continue;
        }
        let slot = shape.slot(i);
        let value = if rng.u32(..4) > 0 {
            pick(rng, &names)
        } else {
            number(rng, shape, &names, 1)
        };
        let (operator, new) = match rng.u32(..6) {
            0..=3 => ("-=", format!("{slot} - ({value})")),
            4 => ("+=", format!("{slot} + ({value})")),
            _ => ("=", value.clone()),
        };
        // Only a slot that decreases by a choice of at least 1 is certain to decrease the measure.
        sure &= operator == "-="
            && written
                .iter()
                .any(|c| c.starts_with(&format!("{value} in 1..")));
        changes.push(format!("{slot} {operator} {value}"));
        *new_number = new;
    }
    let needed = if sure { None } else { shape.descends(&numbers) };
    let guard = guard(rng, shape, &names, needed);
    let result = match rng.bool() {
        true => format!("{{ {} }}", changes.join(", ")),
        false => format!("[{}]", numbers.join(", ")),
    };
    rule(&label(rng, &names), &written, &guard, &result)
}

/// Returns a rule that leaves two or three components of this game.
fn split(rng: &mut Rng, shape: &GameShape) -> String {
    let (written, names) = choices(rng, shape);
    let mut parts = Vec::new();
    let mut needed = Vec::new();
    for _ in 0..pick(rng, &[2, 2, 2, 3]) {
        let numbers: Vec<String> = (0..shape.length)
            .map(|i| part_number(rng, shape, &names, i))
            .collect();
        needed.extend(shape.descends(&numbers));
        parts.push(format!("[{}]", numbers.join(", ")));
    }
    let guard = guard(rng, shape, &names, needed);
    rule(&label(rng, &names), &written, &guard, &parts.join(" + "))
}

fn part_number(rng: &mut Rng, shape: &GameShape, names: &[String], i: usize) -> String {
    let name = pick(rng, names);
    match rng.u32(..4) {
        0 => name,
        1 => number(rng, shape, names, 1),
        _ => format!("{} - {name}", shape.slot(i)),
    }
}

/// Returns moves that remove a piece from a row and leave the parts before and after it, as one
/// rule with two components or a comprehension.
fn row(rng: &mut Rng, shape: &GameShape) -> String {
    let taken = rng.i64(1..=2);
    let slot = shape.slot(0);
    let low = shape.low.max(0);
    match rng.bool() {
        true => format!("move i in {low}..{slot} - {taken}: [i] + [{slot} - {taken} - i]"),
        false => format!("move i in {low}..{slot} - 1: [t4] for t4 in {{i, {slot} - 1 - i}}"),
    }
}

/// Returns moves by vectors.
fn tuples(rng: &mut Rng, shape: &GameShape) -> String {
    let step = |rng: &mut Rng| (rng.i64(-2..=1), rng.i64(-2..=1));
    let tuples: Vec<String> = (0..rng.u32(1..=4))
        .map(|_| step(rng))
        .map(|(dx, dy)| format!("({dx}, {dy})"))
        .collect();
    let mut numbers: Vec<String> = (0..shape.length).map(|i| shape.slot(i)).collect();
    numbers[0] = format!("{} + dx", numbers[0]);
    let last = shape.length - 1;
    numbers[last] = format!("{} + dy", numbers[last]);
    let names = ["dx".to_owned(), "dy".to_owned()];
    let needed = shape.descends(&numbers);
    let guard = guard(rng, shape, &names, needed);
    let result = format!("[{}]", numbers.join(", "));
    rule(
        "",
        &[format!("(dx, dy) in {{{}}}", tuples.join(", "))],
        &guard,
        &result,
    )
}

/// Returns a rule with an unbounded choice; only finitely many choices are legal because the slot
/// has a lower bound.
fn endless(rng: &mut Rng, shape: &GameShape) -> String {
    let slot = rng.usize(..shape.length);
    let set = pick(
        rng,
        &[
            "1..",
            "2..",
            "{fib(t5) for t5 in 2..}",
            "{2 ** t5 for t5 in 0..}",
            "{tri(t5) for t5 in 1..}",
            "{t5 * t5 for t5 in 1..}",
        ],
    );
    let names = ["k".to_owned()];
    let guard = guard(rng, shape, &names, []);
    let result = match !shape.array.is_empty() || rng.bool() {
        true => format!("{{ {} -= k }}", shape.slot(slot)),
        false => {
            let numbers: Vec<String> = (0..shape.length)
                .map(|i| shape.slot(i) + if i == slot { " - k" } else { "" })
                .collect();
            format!("[{}]", numbers.join(", "))
        }
    };
    rule(
        &label(rng, &names),
        &[format!("k in {set}")],
        &guard,
        &result,
    )
}

/// Returns moves that index an array.
fn on_array(rng: &mut Rng, shape: &GameShape) -> String {
    let (array, length) = (&shape.array, shape.array.len());
    let old = |t: &str| format!("a[{t}]");
    let all_new = |new: &dyn Fn(usize) -> String| -> Vec<String> {
        (0..shape.length)
            .map(|i| {
                if array.contains(&i) {
                    new(i + 1 - array.start)
                } else {
                    shape.slot(i)
                }
            })
            .collect()
    };
    match rng.u32(..6) {
        0 => {
            let guard = guard(rng, shape, &["i".to_owned(), "k".to_owned()], []);
            rule(
                "\"at {i}\" ",
                &[format!("i in 1..{length}"), "k in 1..a[i]".to_owned()],
                &guard,
                "{ a[i] -= k }",
            )
        }
        1 => {
            let new = all_new(&|t| {
                format!(
                    "{} - (if i == {t} then k else 0) + (if i - 1 == {t} then k else 0)",
                    old(&t.to_string())
                )
            });
            let guard = guard(rng, shape, &["i".to_owned()], shape.descends(&new));
            rule(
                "",
                &[format!("i in 2..{length}"), "k in 1..2".to_owned()],
                &guard,
                "{ a[i] -= k, a[i - 1] += k }",
            )
        }
        2 => {
            let new = all_new(&|t| format!("(if {t} >= i then min(a[{t}], j) else a[{t}])"));
            let guard = guard(rng, shape, &["j".to_owned()], shape.descends(&new));
            let result = format!("{{ a[t] = min(a[t], j) for t in i..{length} }}");
            rule(
                "",
                &[format!("i in 1..{length}"), "j in 0..2".to_owned()],
                &guard,
                &result,
            )
        }
        3 => {
            let new = all_new(&|t| format!("a[{t}] - k[{t}]"));
            let guard = guard(rng, shape, &[], shape.descends(&new));
            rule(
                "\"take {k}\" ",
                &[format!("k[i in 1..{length}] in 0..min(a[i], 1)")],
                &guard,
                &format!("{{ a[i] -= k[i] for i in 1..{length} }}"),
            )
        }
        4 => {
            let new = all_new(&|t| format!("a[{t}] - 1 - (if {t} >= i then j else 0)"));
            let guard = guard(rng, shape, &["i".to_owned()], shape.descends(&new));
            rule(
                "",
                &[format!("i in 1..{length}"), "j in {0, 1}".to_owned()],
                &guard,
                &format!("{{ a[t] -= 1 for t in 1..{length}, a[t] -= j for t in i..{length} }}"),
            )
        }
        _ => {
            let new = all_new(&|t| format!("min(a[{t}], k)"));
            let guard = guard(rng, shape, &["k".to_owned()], shape.descends(&new));
            let made = format!("min(a[t], k) for t in 1..{length}");
            // The other slots precede or follow the array.
            let result = match (array.start, length == shape.length) {
                (_, true) => format!("[{made}]"),
                _ => format!("{{ a[t] = {made} }}"),
            };
            rule("", &["k in {0, 1, 2}".to_owned()], &guard, &result)
        }
    }
}

/// Returns a rule that leaves a component of the other game, on its own or together with a
/// component of this game.
fn into_other(rng: &mut Rng, shape: &GameShape, other: &GameShape) -> String {
    let (written, names) = choices(rng, shape);
    let argument = match other.parameter {
        Some(_) if rng.bool() => pick(rng, &["(2)", "(m = 3)"]),
        _ => "",
    };
    let numbers: Vec<String> = (0..other.length)
        .map(|_| match rng.bool() {
            true => format!("{} + {}", pick(rng, &names), other.low),
            false => format!("min({}, {})", number(rng, shape, &names, 1), other.high),
        })
        .collect();
    let mut result = format!("B{argument}[{}]", numbers.join(", "));
    let mut needed = Vec::new();
    if shape.weights.is_some() && rng.bool() {
        let numbers: Vec<String> = (0..shape.length)
            .map(|i| part_number(rng, shape, &names, i))
            .collect();
        needed.extend(shape.descends(&numbers));
        result = format!("[{}] + {result}", numbers.join(", "));
    }
    let guard = guard(rng, shape, &names, needed);
    rule(&label(rng, &names), &written, &guard, &result)
}

/// Returns a rule that removes the component.
fn nothing(rng: &mut Rng, shape: &GameShape) -> String {
    let guard = guard(rng, shape, &[], []);
    format!("move{guard}: nothing")
}
