//! Random rule files of games in which the players have different moves. Every game ends.

use fastrand::Rng;

use crate::expression::{condition, pick};
use crate::{GameShape, moves, state};

/// Returns a random rule file with the game `A` and often a game `B`. At least one move of `A`
/// belongs to one player only; some moves belong to both players.
pub fn random_partizan_game(seed: u64) -> String {
    let mut rng = Rng::with_seed(seed ^ 0x9a271);
    let other = (rng.u32(..3) == 0).then(|| GameShape::random(&mut rng, "B", false));
    let shape = GameShape::random(&mut rng, "A", false);
    let mut games = vec![game(&mut rng, &shape, other.as_ref(), true)];
    if let Some(other) = &other {
        let is_partizan = rng.bool();
        games.push(game(&mut rng, other, None, is_partizan));
    }
    games.join("\n")
}

fn game(rng: &mut Rng, shape: &GameShape, other: Option<&GameShape>, is_partizan: bool) -> String {
    let mut items = vec![state(rng, shape)];
    if shape.lets {
        items.push(format!("let c = {}", rng.i64(1..=3)));
        let body = pick(rng, &["x1 + y1", "max(x1, y1) - c", "(x1 + c) * y1 % 3"]);
        items.push(format!("let f(x1, y1) = {body}"));
    }
    if rng.u32(..6) == 0 {
        items.push(format!("require {}", condition(rng, shape, &[], 1)));
    }
    for at in 0..rng.u32(2..=4) {
        let rule = match rng.u32(..3) {
            0 => moves::take(rng, shape),
            _ => moves::random_move(rng, shape, other),
        };
        let player = match (is_partizan, at) {
            (false, _) => "",
            (true, 0) => pick(rng, &["left ", "right "]),
            (true, _) => pick(rng, &["left ", "right ", "left ", "right ", ""]),
        };
        let rest = rule
            .strip_prefix("move")
            .expect("a rule begins with `move`");
        items.push(format!("move {player}{}", rest.trim_start()));
    }
    let parameter = shape
        .parameter
        .map(|m| format!("(m = {m})"))
        .unwrap_or_default();
    let name = shape.name;
    format!("game {name}{parameter} {{\n  {}\n}}\n", items.join("\n  "))
}
