//! Random expressions and conditions over the slots of a game and the names chosen so far. All
//! random expressions evaluate without errors: divisors are positive constants, exponents are
//! constants, and indices are within the array.

use fastrand::Rng;

use crate::GameShape;

/// Returns a random expression for a number. `level` bounds the nesting depth.
pub(crate) fn number(rng: &mut Rng, shape: &GameShape, chosen: &[String], level: u32) -> String {
    if level == 0 {
        return leaf(rng, shape, chosen);
    }
    let a = number(rng, shape, chosen, level - 1);
    let b = leaf(rng, shape, chosen);
    if shape.data.is_some() && rng.u32(..3) == 0 {
        return entry(rng, &a, &b);
    }
    let constant = rng.i64(2..=4);
    match rng.u32(..14) {
        0 | 1 => format!("({a} + {b})"),
        2 | 3 => format!("({a} - {b})"),
        4 => format!("{a} * {b}"),
        5 => format!("({a}) / {constant}"),
        6 => format!("({a}) % {constant}"),
        7 => format!("min({a}, {b})"),
        8 => format!("max({a}, {b}, {})", constant - 2),
        9 => format!("abs({a} - {b})"),
        10 => format!("({a} {} {b})", pick(rng, &["xor", "⊕", "bitor", "bitand"])),
        11 => format!(
            "(if {} then {a} else {b})",
            comparison(rng, shape, chosen, 0)
        ),
        12 => format!("gcd({a}, {b}, {constant})"),
        _ => format!("total(t0 * {b} for t0 in 1..{constant})"),
    }
}

/// Returns an entry of data, or a number computed from its entries.
fn entry(rng: &mut Rng, a: &str, b: &str) -> String {
    match rng.u32(..7) {
        0 | 1 => format!("d[({a}) % size(d) + 1]"),
        2 => format!("w[({a}) % rows(w) + 1, ({b}) % columns(w) + 1]"),
        3 => format!("total(d[t4] for t4 in 1..({a}) % 6)"),
        4 => format!("total(d[t4] - t4 for t4 in ({b}) % 5 + 1..({a}) % 6)"),
        5 => format!("(if s[({a}) % 4 + 1] < \"b\" then {b} else 1)"),
        _ => format!("(if ({a}) in d and (1, {b}, 2) not in w then 2 else {b})"),
    }
}

fn leaf(rng: &mut Rng, shape: &GameShape, chosen: &[String]) -> String {
    let mut known: Vec<String> = (0..shape.length).map(|i| shape.slot(i)).collect();
    known.extend_from_slice(chosen);
    known.extend_from_slice(chosen);
    known.extend(shape.parameter.map(|_| "m".to_owned()));
    if shape.lets {
        let argument = pick(rng, &known);
        known.push("c".to_owned());
        known.push(format!("f({argument}, 2)"));
    }
    known.push(rng.i64(0..=3).to_string());
    pick(rng, &known)
}

/// Returns a condition that is neither rare nor almost certain.
pub(crate) fn condition(rng: &mut Rng, shape: &GameShape, chosen: &[String], level: u32) -> String {
    if level == 0 {
        return comparison(rng, shape, chosen, 1);
    }
    let a = condition(rng, shape, chosen, level - 1);
    let b = comparison(rng, shape, chosen, 1);
    match rng.u32(..7) {
        0 | 1 => format!("{a} and {b}"),
        2 | 3 => format!("{a} or {b}"),
        4 => format!("not ({a} and {b})"),
        5 => format!(
            "any(t1 == {} for t1 in {{0, 1, {}}})",
            number(rng, shape, chosen, 1),
            rng.i64(2..=5)
        ),
        _ => format!(
            "all({} + t2 != {} for t2 in 0..1)",
            leaf(rng, shape, chosen),
            rng.i64(0..=6)
        ),
    }
}

/// Returns a condition that few positions satisfy, for goals and traps.
pub(crate) fn rare_condition(rng: &mut Rng, shape: &GameShape, level: u32) -> String {
    let terms: Vec<String> = (0..shape.length).map(|i| shape.slot(i)).collect();
    let span = shape.length as i64 * (shape.high - shape.low);
    let value = shape.length as i64 * shape.low + rng.i64(0..=span.min(4));
    let sum = terms.join(" + ");
    match level {
        0 => format!("{sum} == {value}"),
        _ => format!(
            "{sum} == {value} or {} == {} and {}",
            terms[0],
            shape.low,
            comparison(rng, shape, &[], 0)
        ),
    }
}

fn comparison(rng: &mut Rng, shape: &GameShape, chosen: &[String], level: u32) -> String {
    let a = number(rng, shape, chosen, level);
    let b = if rng.bool() {
        rng.i64(0..=4).to_string()
    } else {
        leaf(rng, shape, chosen)
    };
    match rng.u32(..8) {
        0 => format!("{a} == {b}"),
        1 => format!("{a} != {b}"),
        2 => format!("{a} < {b}"),
        3 => format!("{a} <= {b}"),
        4 => format!("{a} > {b}"),
        5 => format!("{a} >= {b}"),
        6 => format!("0 <= {a} <= {}", rng.i64(2..=5)),
        _ => format!("({a}) % {} != {}", rng.i64(2..=3), rng.i64(0..=1)),
    }
}

/// Returns a random element of the list.
pub(crate) fn pick<T: Clone>(rng: &mut Rng, list: &[T]) -> T {
    list[rng.usize(..list.len())].clone()
}
