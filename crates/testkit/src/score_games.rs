//! Random rule files of games that are played for points. Every game ends.

use fastrand::Rng;

use crate::expression::{condition, number, pick, rare_condition};
use crate::{GameShape, moves, state};

/// Returns a random rule file with the game `A` and often a game `B`, both with `play score`.
pub fn random_score_game(seed: u64) -> String {
    let mut rng = Rng::with_seed(seed ^ 0x5c07e);
    let other = (rng.u32(..3) == 0).then(|| GameShape::random(&mut rng, "B", false));
    let shape = GameShape::random(&mut rng, "A", false);
    // The components of a sum must agree on the conventions.
    let mode = match rng.u32(..8) {
        0 => Some("sum every"),
        1 => Some("sum any"),
        2 => Some("until one"),
        _ => None,
    };
    let mut games = vec![game(&mut rng, &shape, other.as_ref(), mode)];
    if let Some(other) = &other {
        games.push(game(&mut rng, other, None, mode));
    }
    games.join("\n")
}

fn game(rng: &mut Rng, shape: &GameShape, other: Option<&GameShape>, mode: Option<&str>) -> String {
    let mut items = vec![state(rng, shape), "play score".to_owned()];
    items.extend(mode.map(str::to_owned));
    if shape.lets {
        items.push(format!("let c = {}", rng.i64(1..=3)));
        let body = pick(rng, &["x1 + y1", "max(x1, y1) - c", "(x1 + c) * y1 % 3"]);
        items.push(format!("let f(x1, y1) = {body}"));
    }
    if rng.u32(..6) == 0 {
        items.push(format!("require {}", condition(rng, shape, &[], 1)));
    }
    if rng.u32(..4) == 0 {
        items.push(format!("tie when {}", rare_condition(rng, shape, 1)));
    }
    if rng.u32(..3) == 0 {
        items.push(format!("payoff {}", number(rng, shape, &[], 1)));
    }
    if rng.u32(..3) > 0 {
        let rule = moves::take(rng, shape);
        items.push(with_gain(rng, shape, rule));
    }
    for _ in 0..rng.u32(1..=3) {
        let rule = moves::random_move(rng, shape, other);
        items.push(with_gain(rng, shape, rule));
    }
    let parameter = shape
        .parameter
        .map(|m| format!("(m = {m})"))
        .unwrap_or_default();
    let name = shape.name;
    format!("game {name}{parameter} {{\n  {}\n}}\n", items.join("\n  "))
}

/// Appends points to most move rules; the points may depend on the choice `k`.
fn with_gain(rng: &mut Rng, shape: &GameShape, rule: String) -> String {
    if rng.u32(..5) == 0 {
        return rule;
    }
    let bound: Vec<String> = match rule.contains(" k in ") {
        true => vec!["k".to_owned()],
        false => Vec::new(),
    };
    let level = rng.u32(..2);
    let points = number(rng, shape, &bound, level);
    match rng.bool() {
        true => format!("{rule} gain {points}"),
        false => format!("{rule} gain -({points})"),
    }
}
