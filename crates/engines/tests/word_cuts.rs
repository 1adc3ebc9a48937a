//! Games in which words are cut. Random rules that `word-cuts` recognizes agree with search at
//! every word of a small alphabet, in every value and every move. Rules that differ in one word
//! from recognized rules are not recognized.

use base::budget::Budget;
use fastrand::Rng;
use theory::theorem::ConditionError;
use theory::value::Grundy;

use crate::case::{Case, theorem};

/// Returns all words of up to `room` letters as positions.
fn words(letters: i64, room: usize) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..room {
        last = last
            .iter()
            .flat_map(|word| (1..=letters).map(move |letter| [&word[..], &[letter]].concat()))
            .collect();
        all.extend(last.clone());
    }
    all.into_iter().map(|word| position(&word, room)).collect()
}

fn position(word: &[i64], room: usize) -> Vec<i64> {
    let mut slots = vec![word.len() as i64];
    slots.extend(word);
    slots.resize(1 + room, 0);
    slots
}

/// Returns the text for `i` plus a number.
fn place(more: i64) -> String {
    match more {
        0 => "i".to_owned(),
        1.. => format!("i + {more}"),
        _ => format!("i - {}", -more),
    }
}

/// Returns a move that the theorem must recognize. The window of the move is `from..to`, relative
/// to the index.
fn cut(rng: &mut Rng) -> String {
    let (from, to) = (rng.i64(-2..=0), rng.i64(0..=2));
    let letter = |rng: &mut Rng, at: i64| {
        let (other, known) = (rng.i64(from..=to), if rng.bool() { "x" } else { "o" });
        match rng.u32(..3) {
            0 if other != at => format!("w[{}] == w[{}]", place(at), place(other)),
            1 => format!("w[{}] != \"{known}\"", place(at)),
            _ => format!("w[{}] == \"{known}\"", place(at)),
        }
    };
    let mut guard = match rng.u32(..4) {
        0 => format!(
            "w[{}..{}] == \"{}\"",
            place(from),
            place(to),
            "xooxx".get(..(to - from + 1) as usize).unwrap()
        ),
        1 => {
            let (a, b) = (letter(rng, from), letter(rng, to));
            format!("({a} or {b})")
        }
        _ => {
            let (a, b) = (letter(rng, from), letter(rng, to));
            format!("{a} and {b}")
        }
    };
    // The ends of the word are tested in the range of the choice or in the guard.
    let mut range = (format!("{}", 1 - from), format!("size(w) - {to}"));
    if rng.bool() {
        range.0 = "1".to_owned();
        guard = format!("{} >= 1 and {guard}", place(from));
    }
    if rng.bool() {
        range.1 = "size(w)".to_owned();
        guard = format!("{guard} and {} <= size(w)", place(to));
    }
    let left = rng.i64(from - 1..to);
    let right = rng.i64((left + 1).max(from + 1)..=to + 1);
    let middle = (left + 1, right - 1);
    let keeps = middle.0 <= middle.1 && (middle.0 > from || middle.1 < to) && rng.bool();
    let middle = if keeps {
        format!(" + [w[{}..{}]]", place(middle.0), place(middle.1))
    } else {
        String::new()
    };
    format!(
        " move i in {}..{} when {guard} : [w[..{}]]{middle} + [w[{}..]]",
        range.0,
        range.1,
        place(left),
        place(right)
    )
}

/// Moves that change letters. After a move that changes letters, no move of the game is possible in
/// the window.
const FLIPS: [&str; 4] = [
    " move i in 1..size(w) - 1 when w[i..i+1] == \"xx\" : { w[i..i+1] = \"oo\" }",
    " move i in 1..size(w) when w[i] == \"x\" and w[i+1] == \"x\" : { w[i] = \"o\" }",
    " move i in 2..size(w) when w[i] == \"x\" and w[i-1] == \"x\" : { w[i] = \"o\" } move i in 1..size(w), k in i..i when w[k] == \"x\" : { w[k] = \"o\" }",
    " move i in 1..size(w), k in i+1..i+2 when w[i] == \"x\" and w[k] == \"x\" and k <= size(w) : [w[..i-1]] + [w[k+1..]]",
];

#[test]
fn cuts_in_any_words_are_recognised_and_true() {
    let mut rng = Rng::with_seed(305);
    let mut compared = 0;
    for round in 0..testkit::rounds(60, 600) {
        let moves = match round {
            0..4 => FLIPS[round as usize].to_owned(),
            _ if rng.bool() => cut(&mut rng),
            _ => cut(&mut rng) + &cut(&mut rng),
        };
        let text = format!("game G {{ state w word of \"xo\" start \"xxxxxxxx\"{moves} }}");
        let case = Case::new(&text);
        let form = case
            .apply(theorem("word-cuts").as_ref())
            .unwrap_or_else(|why| panic!("{text}\n{why:?}"));
        compared += case.compare_at(
            "word-cuts",
            &*form,
            words(2, if round < 20 { 8 } else { 7 })
                .into_iter()
                .map(|slots| padded(slots, 8))
                .collect(),
        );
    }
    println!("{compared} moves compared");
    assert!(compared > testkit::rounds(20_000, 200_000), "{compared}");
}

fn padded(mut slots: Vec<i64>, room: usize) -> Vec<i64> {
    slots.resize(1 + room, 0);
    slots
}

const PALINDROMES: &str =
    "move i in 2..size(w) - 1 when w[i-1] == w[i+1] : [w[..i-1]] + [w[i..i]] + [w[i+1..]]";

#[test]
fn palindromes_of_three_letters_are_compared_on_longer_words() {
    let case = Case::new(&format!(
        "game G {{ state w word of a..c start \"aaaaaaaaaaaaa\" {PALINDROMES} }}"
    ));
    let form = case.apply(theorem("word-cuts").as_ref()).unwrap();
    let mut rng = Rng::with_seed(3);
    let random = (0..60).map(|_| {
        position(
            &(0..rng.usize(8..=13))
                .map(|_| rng.i64(1..=3))
                .collect::<Vec<_>>(),
            13,
        )
    });
    case.compare_at(
        "word-cuts",
        &*form,
        words(3, 5)
            .into_iter()
            .map(|slots| padded(slots, 13))
            .chain(random)
            .collect(),
    );
    // 5,000 equal letters: Dawson's Kayles with 4,998 cells has period 34.
    let long = |n: usize| {
        form.grundy(&position(&vec![1; n], n), &Budget::generous())
            .unwrap()
    };
    assert_eq!(long(5_000), long(5_000 - 34 * 100));
    assert_eq!(long(3), Grundy::nimber(1));
}

#[test]
fn near_misses_are_not_recognised() {
    for moves in [
        // The end of a piece makes a move possible.
        "move i in 1..size(w) when w[i-1] != w[i+1] : [w[..i-1]] + [w[i+1..]]",
        "move i in 2..size(w) when w[i-1] == w[i] and not w[i+1] == \"a\" : [w[..i-1]] + [w[i+1..]]",
        // Moves that join, lose or duplicate pieces, or leave the complete word.
        "move i in 2..size(w) - 1 when w[i-1] == w[i+1] : [w[..i-1] + w[i+1..]]",
        "move i in 2..size(w) - 1 when w[i-1] == w[i+1] : [w[..i-1]]",
        "move i in 2..size(w) - 1 when w[i-1] == w[i+1] : [w[..i]] + [w[i..]]",
        "move i in 2..size(w) - 1 when w[i-1] == w[i+1] : [w[..i-1]] + [w[i-1..i+1]] + [w[i+2..]]",
        // Moves that depend on the index or the number of letters.
        "move i in 2..size(w) - 1 when i % 2 == 0 and w[i-1] == w[i+1] : [w[..i-1]] + [w[i+1..]]",
        "move i in 2..size(w) - 1 when size(w) > 5 and w[i-1] == w[i+1] : [w[..i-1]] + [w[i+1..]]",
        "move i in 2..size(w) - 1 when w[1] == w[i+1] : [w[..i-1]] + [w[i+1..]]",
        "move i in 2..size(w) - 1 when w[size(w)] == w[i+1] : [w[..i-1]] + [w[i+1..]]",
        "move i in 1..size(w), k in 1..size(w) when w[i] == w[k] : [w[..i-1]] + [w[i+1..]]",
        "move when size(w) > 0 : [w[2..]]",
        // A letter that is set makes a move possible.
        "move i in 1..size(w) - 1 when w[i..i+1] == \"aa\" : { w[i..i+1] = \"ab\" }",
        "move i in 1..size(w) - 1 when w[i] == \"a\" : { w[i] = \"b\" } move i in 1..size(w) when w[i] == \"b\" : { w[i] = \"c\" }",
        // The window is longer than the letters read, so a move near a set letter may remain
        // possible.
        "move i in 2..size(w) when w[i] == \"a\" : { w[i] = \"b\" }",
        "move i in 1..size(w) - 2 when w[i..i+2] == \"abb\" : { w[i..i+2] = \"bba\" }",
    ] {
        let case = Case::new(&format!("game G {{ state w word of a..c {moves} }}"));
        assert!(
            matches!(case.refusal("word-cuts"), Some(ConditionError::Near(_))),
            "{moves}: {:?}",
            case.refusal("word-cuts")
        );
    }
    for items in ["play misere", "require size(w) < 9", "goal size(w) == 1"] {
        let case = Case::new(&format!(
            "game G {{ state w word of a..c {items} {PALINDROMES} }}"
        ));
        assert!(case.refusal("word-cuts").is_some(), "{items}");
    }
    let case = Case::new("game G { state n in 0.. move k in 1..n : [n - k] }");
    assert!(matches!(
        case.refusal("word-cuts"),
        Some(ConditionError::Condition(_))
    ));
}
