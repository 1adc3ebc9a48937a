//! Random games on an array of two words. Each game is also written on two separate words, in which
//! a rule that chooses the word is written once for each word. Some moves leave a word, or a
//! component into which a word fits.

use fastrand::Rng;

/// Conditions on the word `w[i]` and the index `j` in it.
const CONDITIONS: [&str; 9] = [
    "w[i][j] == \"a\"",
    "w[i][j] != w[3 - i][j]",
    "w[i][j + 1] > w[i][j]",
    "size(w[i]) > size(w[3 - i])",
    "w[3 - i] != w[i]",
    "w[i][j..j + 1] == \"ab\"",
    "any(w[i][t] == \"b\" for t in j..size(w[i]))",
    "w[1 + i % 2][1] == \"a\"",
    "j > i",
];

/// Results that a move may leave.
const LEFT: [&str; 13] = [
    "{ w[i][j] = \"b\" }",
    "{ w[i][j] = w[3 - i][j] }",
    "{ w[i][2] = \"a\" }",
    "{ w[3 - i] = w[i] }",
    "{ w[i] = w[i][..j - 1] }",
    "{ w[i] = w[i][j + 1..] + \"b\" }",
    "{ w[i] = w[3 - i][1..1] + w[i][j..] }",
    "{ w[i] = w[i][2..], w[3 - i] = w[3 - i] + \"a\" }",
    "{ w[i][j..j] = \"b\", w[3 - i][1..2] = \"ba\" }",
    "{ w[t][1] = \"b\" for t in 1..2 }",
    "{ w[t] = w[3 - t] for t in 1..2 }",
    "[w[3 - i], w[i][j..]]",
    "[w[i][..j - 1], w[i]] + [w[3 - i], \"ab\"]",
];

/// Returns a file with the game `A`, whose position is `w[1..2]`, and the game `B`, whose position
/// is `u` and `v`.
pub fn arrays(seed: u64) -> String {
    let mut rng = Rng::with_seed(seed);
    let (mut array, mut apart) = (
        "  state w[1..2] word of \"ab\"\n".to_owned(),
        "  state u word of \"ab\", v word of \"ab\"\n".to_owned(),
    );
    for _ in 0..rng.u32(1..4) {
        let guard = CONDITIONS[rng.usize(..CONDITIONS.len())];
        let left = LEFT[rng.usize(..LEFT.len())];
        array += &format!("  move i in 1..2, j in 1..size(w[i]) when {guard} : {left}\n");
        for i in [1, 2] {
            let (word, guard, left) = (name(i), apart_at(guard, i), apart_at(&spread(left), i));
            apart += &format!("  move j in 1..size({word}) when {guard} : {left}\n");
        }
    }
    format!("game A {{\n  loopy\n{array}}}\ngame B {{\n  loopy\n{apart}}}\n")
}

/// Replaces a change for each t in 1..2 by two changes.
fn spread(left: &str) -> String {
    let Some(change) = left
        .strip_prefix("{ ")
        .and_then(|left| left.strip_suffix(" for t in 1..2 }"))
    else {
        return left.to_owned();
    };
    let at = |t: usize| {
        change
            .replace("w[t]", &format!("w[{t}]"))
            .replace("w[3 - t]", &format!("w[{}]", 3 - t))
    };
    format!("{{ {}, {} }}", at(1), at(2))
}

/// Returns a text about `w[i]` for one value of i, written with the names of the separate words.
fn apart_at(text: &str, i: usize) -> String {
    let indices = [("[i]", i), ("[3 - i]", 3 - i), ("[1 + i % 2]", 1 + i % 2)];
    let words = indices.iter().fold(text.to_owned(), |text, (index, at)| {
        text.replace(&format!("w{index}"), name(*at))
    });
    let words = if words.contains("w[1]") {
        words.replace("w[1]", "u").replace("w[2]", "v")
    } else {
        words
    };
    words.replace("> i", &format!("> {i}"))
}

fn name(at: usize) -> &'static str {
    if at == 1 { "u" } else { "v" }
}
