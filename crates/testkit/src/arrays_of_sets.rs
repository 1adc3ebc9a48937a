//! Random games on an array of two sets. Each game is also written on two separate sets, in which a
//! rule that chooses the set is written once for each set. Some games are lists of moves; play can
//! cycle.

use fastrand::Rng;

/// A game in two forms.
pub struct SetArrayTwins {
    /// A file with the game `A`, whose position is `s[1..2]`, and the game `B`, whose position is
    /// `a` and `b`.
    pub text: String,
    /// The maximum element: each set contains numbers from 1 to this maximum.
    pub most: usize,
}

/// Conditions on the set `s[i]` and the number `x` in it.
const CONDITIONS: [&str; 7] = [
    "x + 1 in s[i]",
    "x not in s[3 - i]",
    "size(s[i]) > 2",
    "any(y > x for y in s[3 - i])",
    "x in s[1 + i % 2]",
    "x > i",
    "x + 1 in s[3 - i] and x - 1 not in s[i]",
];

/// Changes that a move may make.
const CHANGES: [&str; 11] = [
    "s[i] -= {x}",
    "s[i] -= {x}",
    "s[i] -= {x, x + 1}",
    "s[i] -= {y in s[i] when y >= x}",
    "s[i] -= {y + 1 for y in s[i] when y != x}",
    "s[i] -= {y for y in s[3 - i]}",
    "s[i] -= {x}, s[3 - i] += {x}",
    "s[i] -= {x}, s[3 - i] -= {x + 1}, s[3 - i] += {x + 2}",
    "s[3 - i] = {y in s[i] when y != x}",
    "s[j] -= {x} for j in 1..2",
    "s[j] -= {y in s[3 - j] when y > x} for j in 1..2",
];

/// Returns two games with the same moves.
pub fn arrays(seed: u64) -> SetArrayTwins {
    let mut rng = Rng::with_seed(seed);
    let most = rng.usize(2..5);
    let (mut array, mut apart) = (
        format!("  state s[1..2] set of 1..{most}\n"),
        format!("  state a set of 1..{most}, b set of 1..{most}\n"),
    );
    for _ in 0..rng.u32(1..4) {
        let guard = CONDITIONS[rng.usize(..CONDITIONS.len())];
        let change = CHANGES[rng.usize(..CHANGES.len())];
        array += &format!("  move i in 1..2, x in s[i] when {guard} : {{ {change} }}\n");
        for i in [1, 2] {
            let (set, guard, change) = (name(i), apart_at(guard, i), apart_at(&spread(change), i));
            apart += &format!("  move x in {set} when {guard} : {{ {change} }}\n");
        }
    }
    SetArrayTwins {
        text: format!("game A {{\n{array}}}\ngame B {{\n{apart}}}\n"),
        most,
    }
}

/// Replaces a change for each j in 1..2 by two changes.
fn spread(change: &str) -> String {
    let Some((change, _)) = change.split_once(" for j in 1..2") else {
        return change.to_owned();
    };
    let at = |j: usize| {
        change
            .replace("[j]", &format!("[{j}]"))
            .replace("[3 - j]", &format!("[{}]", 3 - j))
    };
    format!("{}, {}", at(1), at(2))
}

/// Returns a text about `s[i]` for one value of i, written with the names of the separate sets.
fn apart_at(text: &str, i: usize) -> String {
    let indices = [
        ("[i]", i),
        ("[3 - i]", 3 - i),
        ("[1 + i % 2]", 1 + i % 2),
        ("[1]", 1),
        ("[2]", 2),
    ];
    let sets = indices.iter().fold(text.to_owned(), |text, (index, at)| {
        text.replace(&format!("s{index}"), name(*at))
    });
    sets.replace("> i", &format!("> {i}"))
}

fn name(at: usize) -> &'static str {
    if at == 1 { "a" } else { "b" }
}
