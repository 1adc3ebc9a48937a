//! Piecewise linear moves, whose numbers are nested minima, maxima, absolute values and
//! alternatives. Piecewise linear moves test the code that splits moves into cases. All expressions
//! evaluate without errors.

use fastrand::Rng;

/// Returns a number with minima, maxima, alternatives and absolute values, over the slots and
/// choices with these names.
pub fn number(rng: &mut Rng, names: &[&str], depth: u32) -> String {
    let name = names[rng.usize(..names.len())];
    if depth == 0 {
        return match rng.u32(..3) {
            0 => rng.i64(-2..=3).to_string(),
            1 => name.to_owned(),
            _ => format!("{name} - {}", rng.i64(1..=3)),
        };
    }
    let mut inner = || number(rng, names, depth - 1);
    let (a, b, c) = (inner(), inner(), inner());
    match rng.u32(..8) {
        0 => format!("min({a}, {b})"),
        1 => format!("max({a}, {b})"),
        2 => format!("abs({a})"),
        3 => format!("(if {a} < {b} then {c} else {name} - 1)"),
        4 => format!("(if {a} == {b} or {c} > 2 then {a} else {b})"),
        5 => format!("({a}) - max(0, {b})"),
        6 => format!("min({a}, {name} - 1)"),
        _ => format!("max(0, {name} - {})", rng.i64(1..=3)),
    }
}

/// Returns a game `G` of one or two numbers with piecewise linear moves: the results, the choices
/// and the conditions consist of cases. Many games can cycle.
pub fn game(rng: &mut Rng) -> String {
    let slots: Vec<&str> = ["a", "b"][..rng.usize(1..=2)].to_vec();
    let mut rules = String::new();
    for _ in 0..rng.usize(1..=2) {
        let names: Vec<&str> = slots.iter().copied().chain(["k"]).collect();
        let depth = rng.u32(1..=2);
        let far = match rng.u32(..4) {
            0 => number(rng, &slots, 1),
            _ => slots[0].to_owned(),
        };
        let guard = match rng.u32(..3) {
            0 => format!(
                " when {} >= {}",
                number(rng, &names, 1),
                number(rng, &names, 0)
            ),
            _ => String::new(),
        };
        let mut part = || {
            let values: Vec<String> = slots
                .iter()
                .map(|slot| match rng.u32(..3) {
                    0 => format!("max(0, {slot} - k)"),
                    1 => format!("min({slot}, {})", number(rng, &names, depth)),
                    _ => number(rng, &names, depth),
                })
                .collect();
            format!("[{}]", values.join(", "))
        };
        let (one, two) = (part(), part());
        let result = if rng.bool() {
            one
        } else {
            format!("{one} + {two}")
        };
        rules += &format!(" move k in 1..{far}{guard} : {result}");
    }
    let state: Vec<String> = slots.iter().map(|slot| format!("{slot} in 0..")).collect();
    let unordered = if slots.len() > 1 && rng.u32(..4) == 0 {
        " unordered"
    } else {
        ""
    };
    format!("game G {{ state {}{unordered}{rules} }}", state.join(", "))
}
