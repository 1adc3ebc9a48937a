//! Games for tables that are built tier by tier (a tier is a class of positions with the same
//! measure). Play can cycle in some games, and always ends in others. Some moves change each slot
//! independently, other moves do not, and declared measures may be wrong.

use fastrand::Rng;

fn play(rng: &mut Rng) -> String {
    let mut items = String::new();
    if rng.u8(0..3) == 0 {
        items += " play misere";
    }
    for ending in ["goal", "trap"] {
        if rng.u8(0..3) == 0 {
            items += &format!(
                " {ending} {}",
                [
                    "c[1] == 2 and c[2] == 2",
                    "c[1] == c[2] and c[2] > c[3]",
                    "c[2] == 1 and c[3] == 1 and c[1] == 0"
                ][rng.usize(0..3)]
            );
        }
    }
    items
}

/// Returns a game on cells that contain 0, 1 or 2, in which no cell becomes 0 again. Cells are
/// flipped, exchanged and shifted.
pub fn cells(rng: &mut Rng) -> String {
    let n = rng.i64(3..=4);
    let one = |rng: &mut Rng| match rng.u8(0..10) {
        // A condition that depends on three slots together. The condition on three slots is not a
        // product of conditions on single slots.
        9 => format!(
            "move t in 1..{n} when c[t] != 1 and (c[1] + c[2] * c[3]) % 3 != c[t] : {{ c[t] = 1 }}"
        ),
        // The result contains the copied cell twice, and the previous value of the replaced cell is
        // lost.
        8 => format!("move t in 2..{n} when c[t] > 0 : {{ c[1] = c[t] }}"),
        0 => format!(
            "move t in 1..{n} when c[t] == 0 : {{ c[t] = {} }}",
            rng.i64(1..=2)
        ),
        1 => format!(
            "move t in 1..{n} when c[t] == {} : {{ c[t] = 3 - c[t] }}",
            rng.i64(1..=2)
        ),
        2 => format!(
            "move t in 1..{} when c[t] != c[t+1] : {{ c[t] = c[t+1], c[t+1] = c[t] }}",
            n - 1
        ),
        3 => format!("move : {{ c[t] = if t == 1 then c[{n}] else c[t-1] for t in 1..{n} }}"),
        4 => format!("move : {{ c[t] = if c[t] == 0 then 0 else 3 - c[t] for t in 1..{n} }}"),
        5 => format!("move t in 1..{n}, s in 1..{n} when c[t] == 2 and c[s] == 1 : {{ c[t] = 1 }}"),
        6 => format!(
            "move t in 1..{n} when c[t] == 0 and c[1] == {} : {{ c[t] = {} }}",
            rng.i64(0..=2),
            rng.i64(1..=2)
        ),
        _ => "move when c[1] == 2 : nothing".to_owned(),
    };
    let moves: Vec<String> = (0..rng.usize(2..=4)).map(|_| one(rng)).collect();
    let require = match rng.u8(0..4) {
        0 => "require c[1] != c[2] or c[1] != 0",
        1 => "require (c[1] + c[2] * c[3]) % 3 != 2",
        _ => "",
    };
    format!(
        "game A {{ state c[1..{n}] in 0..2 {require} {} loopy {} }}",
        moves.join(" "),
        play(rng)
    )
}

/// Returns a game of tokens that move down; from some cells, a token can also move up. The game
/// sometimes has a declared measure, which may be wrong.
pub fn tokens(rng: &mut Rng) -> String {
    let (n, top) = (rng.i64(1..=3), rng.i64(3..=8));
    let unordered = ["", " unordered", ", q in 0..1 unordered p"][rng.usize(0..3)];
    let beside = unordered.contains('q');
    let one = |rng: &mut Rng| match rng.u8(0..5) {
        _ if beside && rng.u8(0..4) == 0 => {
            format!(
                "move t in 1..{n} when q == {} : {{ p[t] -= {}, q = {} }}",
                rng.i64(0..2),
                rng.i64(0..3),
                rng.i64(0..2)
            )
        }
        0 if beside && rng.bool() => format!(
            "move t in 1..{n}, d in {{1, {}}} : {{ p[t] -= d, q = 1 - q }}",
            rng.i64(2..4)
        ),
        0 => format!(
            "move t in 1..{n}, d in {{1, {}}} : {{ p[t] -= d }}",
            rng.i64(2..4)
        ),
        1 => format!(
            "move t in 1..{n} when p[t] % {} == {} and p[t] > 0 : {{ p[t] += {} }}",
            rng.i64(2..5),
            rng.i64(0..2),
            rng.i64(1..4)
        ),
        2 => format!("move t in 1..{n} when p[t] > 1 : {{ p[t] = 0 }}"),
        3 => format!(
            "move t in 1..{n}, s in 1..{n} when t != s and p[t] == p[s] : {{ p[t] = 0, p[s] = 0 }}"
        ),
        _ => format!("move t in 1..{n} when p[t] > 0 : {{ p[t] = {top} - p[t] }}"),
    };
    let moves: Vec<String> = (0..rng.usize(1..=3)).map(|_| one(rng)).collect();
    let tier = match rng.u8(0..4) {
        0 => format!("tier total(if p[t] > 0 then 1 else 0 for t in 1..{n})"),
        1 => format!("tier total(p[t] / 3 for t in 1..{n})"),
        // If the tokens are sorted, the token at a given index may be another token after a move.
        2 => format!("tier p[{}] / 2", rng.i64(1..=n)),
        _ => String::new(),
    };
    let require = if rng.u8(0..3) == 0 {
        format!("require all(p[s] != p[t] or p[s] == 0 for s in 1..{n}, t in s+1..{n})")
    } else {
        String::new()
    };
    let misere = if rng.u8(0..3) == 0 { "play misere" } else { "" };
    format!(
        "game A {{ state p[1..{n}] in 0..{top}{unordered} {require} {} loopy {tier} {misere} }}",
        moves.join(" ")
    )
}

/// Returns a game of shrinking heaps, whose play always ends. The slots of the game of heaps are
/// ordered or unordered, and its moves are symmetric or not. Sometimes the game of heaps has a
/// declared ending or a declared measure.
pub fn heaps(rng: &mut Rng) -> String {
    let (n, top) = (rng.i64(1..=4), rng.i64(3..=6));
    let (unordered, beside) = match rng.u8(0..4) {
        0 => ("", ""),
        1 => (" unordered a", ", w in 0..2"),
        _ => (" unordered", ""),
    };
    let one = |rng: &mut Rng| match rng.u8(0..8) {
        _ if !beside.is_empty() && rng.u8(0..3) == 0 => {
            let falls = [
                "w -= 1",
                "a[t] -= 1, w = 2 - w",
                "a[t] -= w, w = 0",
                "a[t] -= 2",
            ][rng.usize(0..4)];
            format!(
                "move t in 1..{n} when w > {} : {{ {falls} }}",
                rng.i64(-1..=1)
            )
        }
        0 | 1 => format!(
            "move t in 1..{n}, k in 1..{} : {{ a[t] -= k }}",
            rng.i64(1..=top)
        ),
        2 => format!(
            "move t in 1..{n} when a[t] % {} == {} and a[t] > 0 : {{ a[t] -= 1 }}",
            rng.i64(2..4),
            rng.i64(0..2)
        ),
        3 => format!(
            "move t in 1..{n}, s in 1..{n} when t != s : {{ a[t] -= 1, a[s] -= {} }}",
            rng.i64(1..=2)
        ),
        4 => "move k in 1..2 : { a[1] -= k }".to_owned(),
        5 => format!(
            "move t in 1..{n} when a[t] > 1 : {{ a[t] = {} }}",
            rng.i64(0..=1)
        ),
        // A condition on the position that does not depend on the choices. If the slots are
        // unordered, the position is sorted.
        6 => format!(
            "move t in 1..{n}, k in 1..{top} when a[{n}] > 0 and a[1] != 4 : {{ a[t] -= k }}"
        ),
        _ => "move when a[1] == 2 : nothing".to_owned(),
    };
    let moves: Vec<String> = (0..rng.usize(1..=3)).map(|_| one(rng)).collect();
    let items = [
        " play misere",
        " goal a[1] <= 1",
        " trap a[1] == 2",
        &format!(" tier total(if a[t] > 1 then 1 else 0 for t in 1..{n})"),
        "",
        "",
    ];
    let require = if rng.u8(0..4) == 0 {
        format!("require total(a[t] for t in 1..{n}) != 3")
    } else {
        String::new()
    };
    format!(
        "game A {{ state a[1..{n}] in 0..{top}{beside}{unordered} {require} {} {} }}",
        moves.join(" "),
        items[rng.usize(0..items.len())]
    )
}

/// Returns a game on a ring of cells that is invariant under rotation or reflection, and declares
/// this symmetry. Sometimes one move or one condition violates the symmetry.
pub fn ring(rng: &mut Rng) -> String {
    let (n, top) = (rng.i64(2..=5), rng.i64(1..=2));
    let beside = ["", ", w in 0..1", ", q[1..2] in 0..2 unordered q"][rng.usize(0..3)];
    let turned = rng.bool();
    let one = |rng: &mut Rng| match rng.u8(0..11) {
        0 if beside.contains('w') => {
            format!(
                "move t in 1..{n} when w == {} : {{ c[t] = {}, w = {} }}",
                rng.i64(0..2),
                rng.i64(0..=top),
                rng.i64(0..2)
            )
        }
        0 if beside.contains('q') => {
            format!("move t in 1..{n}, s in 1..2 when c[t] > 0 : {{ c[t] -= 1, q[s] += 1 }}")
        }
        1 => format!(
            "move t in 1..{n} when c[t] == {} : {{ c[t] = {} }}",
            rng.i64(0..=top),
            rng.i64(0..=top)
        ),
        2 => format!("move t in 1..{n}, s in 1..{n} when near(t, s) : {{ c[t] -= 1, c[s] += 1 }}"),
        3 => format!(
            "move t in 1..{n}, s in 1..{n} when near(t, s) and c[t] > c[s] : {{ c[t] = c[s], c[s] = c[t] }}"
        ),
        4 => format!("move : {{ c[t] = {top} - c[t] for t in 1..{n} }}"),
        5 => format!(
            "move t in 1..{n}, s in 1..{n} when near(t, s) : {{ c[t] = (c[t] + c[s]) % {} }}",
            top + 1
        ),
        6 => format!("move when all(c[t] == {top} for t in 1..{n}) : nothing"),
        7 => format!("move t in 1..{n}, k in 1..2 : {{ c[t] -= k }}"),
        8 => format!(
            "move t in 1..{n}, s in 1..{n} when near(t, s) and c[t] == 0 and c[s] == {top} : {{ c[s] = 0 }}"
        ),
        9 if turned => format!(
            "move t in 1..{n} when c[t] > 0 : {{ c[t] -= 1, c[t % {n} + 1] = {} }}",
            rng.i64(0..=top)
        ),
        _ => format!(
            "move t in 1..{n} when c[t] != {} : {{ c[t] = {} }}",
            rng.i64(0..=top),
            rng.i64(0..=top)
        ),
    };
    let mut moves: Vec<String> = (0..rng.usize(1..=3)).map(|_| one(rng)).collect();
    let mut items: Vec<String> = match rng.u8(0..9) {
        8 => vec![format!("tier total(t * c[t] for t in 1..{n})")],
        0 => vec![format!(
            "goal all(c[t] == {} for t in 1..{n})",
            rng.i64(0..=top)
        )],
        1 => vec![format!(
            "trap any(c[t] == {top} and c[t % {n} + 1] == 0 and c[(t + {n} - 2) % {n} + 1] == 0 for t in 1..{n})"
        )],
        2 => vec![format!("goal total(c[t] for t in 1..{n}) == 2")],
        3 => vec![format!(
            "require total(c[t] for t in 1..{n}) != {}",
            rng.i64(1..3)
        )],
        4 => vec![format!(
            "require not all(c[t] == c[t % {n} + 1] for t in 1..{n}) or c[1] == 0"
        )],
        5 => vec!["play misere".to_owned()],
        6 => vec![format!("tier total(c[t] for t in 1..{n})")],
        _ => Vec::new(),
    };
    // In some games, one item violates the symmetry.
    match rng.u8(0..16) {
        0 => moves.push("move when c[1] == 1 : { c[1] = 0 }".to_owned()),
        1 => items.push("goal c[1] == 1 and c[2] == 0".to_owned()),
        2 => items.push(
            [
                "require c[1] != 1 or c[2] != 0",
                "require c[1] != 0 or c[2] != 1",
            ][rng.usize(0..2)]
            .to_owned(),
        ),
        3 => moves.push("move when c[1] == 1 : { c[2] = 0 }".to_owned()),
        // A condition that does not depend on the choice.
        4 => moves.push(format!(
            "move t in 1..{n} when c[1] == 0 : {{ c[t] = {top} }}"
        )),
        5 => moves.push("move when c[1] == 1 : nothing".to_owned()),
        // The additional move adds one option to every position, but does not add the options
        // equivalent to it by symmetry.
        6 => moves.push(format!("move : {{ c[1] = {top} }}")),
        _ => {}
    }
    let rest = match beside {
        "" => "",
        _ if beside.contains('w') => ", w",
        _ => ", q[1], q[2]",
    };
    let round = format!("symmetry [c[t % {n} + 1] for t in 1..{n}{rest}]");
    let behind = format!("symmetry [c[{n} + 1 - t] for t in 1..{n}{rest}]");
    let said = match rng.u8(0..3) {
        _ if turned => round,
        0 => behind,
        1 => format!("{round} {behind}"),
        _ => round,
    };
    let near = format!("let near(t, s) = (t - s + {n}) % {n} == 1 or (s - t + {n}) % {n} == 1");
    let (moves, items) = (moves.join(" "), items.join(" "));
    format!("game A {{ state c[1..{n}] in 0..{top}{beside} {near} loopy {items} {said} {moves} }}")
}

/// Returns a game on a ring of shrinking heaps that declares invariance under rotation. Sometimes
/// the game is not invariant.
pub fn necklace(rng: &mut Rng) -> String {
    let (n, top) = (rng.i64(2..=4), rng.i64(1..=3));
    let next = format!("c[t % {n} + 1]");
    let one = |rng: &mut Rng| match rng.u8(0..6) {
        0 => format!(
            "move t in 1..{n}, k in 1..{} : {{ c[t] -= k }}",
            rng.i64(1..=top)
        ),
        1 => format!("move t in 1..{n} : {{ c[t] -= 1, {next} -= 1 }}"),
        2 => format!("move t in 1..{n} when c[t] > {next} : {{ c[t] = {next} }}"),
        3 => format!(
            "move t in 1..{n} when c[t] > 0 and {next} > 0 : {{ c[t] = 0 }} + {{ {next} = 0 }}"
        ),
        4 => format!("move when all(c[t] == {top} for t in 1..{n}) : nothing"),
        _ => format!("move t in 1..{n} when c[t] > 0 : {{ c[t] = 0, {next} = {next} / 2 }}"),
    };
    let mut moves: Vec<String> = (0..rng.usize(1..=3)).map(|_| one(rng)).collect();
    let item = match rng.u8(0..5) {
        0 => format!("goal any(c[t] == 1 and {next} == 1 for t in 1..{n})"),
        1 => format!("require total(c[t] for t in 1..{n}) != 2"),
        _ => String::new(),
    };
    match rng.u8(0..10) {
        0 => moves.push("move when c[1] > 0 : { c[1] -= 1 }".to_owned()),
        1 => moves.push(format!("move when c[1] == {top} : nothing")),
        _ => {}
    }
    format!(
        "game A {{ state c[1..{n}] in 0..{top} {item} symmetry [{next} for t in 1..{n}] {} }}",
        moves.join(" ")
    )
}
