//! Compares every theorem of the registry with its reference implementation, on take-away games in
//! many formulations with random parameters. If a theorem recognizes a game, every value and every
//! move on small positions must be correct. The games of a theorem must be recognized, and games
//! that differ from such a game in one word must not be recognized.

mod wythoff;

use std::collections::{BTreeSet, HashMap};

use crate::case::{Case, theorem};
use base::budget::{Budget, StopReason};
use fastrand::Rng;
use rules::game::Outcome;
use testkit::take_away::{HeapRange, TakeAmounts, TakeAwayGame, TakeAwayWriter};
use theory::theorem::{ChosenMove, ClosedForm, ClosedFormEvidence, ConditionError};
use theory::value::Grundy;
use wythoff::floor_phi;

/// Returns a few ranges of heaps. All ranges are equal if `alike` is true.
fn heaps(rng: &mut Rng, count: usize, alike: bool) -> Vec<HeapRange> {
    let mut heap = || {
        let low = [0, 0, 0, 1, 3, -2][rng.usize(..6)];
        HeapRange {
            low,
            high: (rng.u32(..3) == 0).then(|| low + rng.i64(18..40)),
        }
    };
    match alike {
        true => vec![heap(); count],
        false => (0..count).map(|_| heap()).collect(),
    }
}

/// Returns a few different numbers from 1 to `most`, sorted.
fn set(rng: &mut Rng, most: i64) -> Vec<i64> {
    let count = rng.usize(1..=5);
    BTreeSet::from_iter((0..count).map(|_| rng.i64(1..=most)))
        .into_iter()
        .collect()
}

/// Returns a game that some theorem must recognize, and the name of that theorem.
fn recognisable(seed: u64) -> (&'static str, TakeAwayGame) {
    let mut rng = Rng::with_seed(seed);
    match rng.u32(..7) {
        0 => {
            let heaps = heaps(&mut rng, 1, true);
            let mut writer = TakeAwayWriter::new(seed, &heaps);
            writer.take(&[0], &TakeAmounts::All);
            ("nim", writer.finish(rng.bool()))
        }
        1 => {
            let heaps = heaps(&mut rng, 1, true);
            let mut writer = TakeAwayWriter::new(seed, &heaps);
            writer.take(&[0], &TakeAmounts::To(rng.i64(1..=9)));
            ("bachet", writer.finish(false))
        }
        2 => {
            let heaps = heaps(&mut rng, 1, true);
            let mut writer = TakeAwayWriter::new(seed, &heaps);
            let set = set(&mut rng, 12);
            writer.take(&[0], &TakeAmounts::Set(set.clone()));
            let dense = set[set.len() - 1] == set.len() as i64;
            let is_interval = set[set.len() - 1] - set[0] == set.len() as i64 - 1;
            (
                if dense {
                    "bachet"
                } else if is_interval {
                    "interval"
                } else {
                    "subtraction"
                },
                writer.finish(false),
            )
        }
        6 => {
            let heaps = heaps(&mut rng, 1, true);
            let mut writer = TakeAwayWriter::new(seed, &heaps);
            let least = rng.i64(2..=6);
            writer.take(
                &[0],
                &TakeAmounts::Set((least..=least + rng.i64(0..=7)).collect()),
            );
            ("interval", writer.finish(false))
        }
        3 => {
            let count = rng.usize(2..=3);
            let alike = rng.bool();
            let heaps = heaps(&mut rng, count, alike);
            let mut writer = TakeAwayWriter::new(seed, &heaps);
            for heap in 0..count {
                writer.take(&[heap], &TakeAmounts::All);
            }
            if rng.u32(..3) == 0 {
                writer.take(&[rng.usize(..count)], &TakeAmounts::Set(set(&mut rng, 4)));
            }
            ("nim", writer.finish(alike && rng.bool()))
        }
        _ => {
            let alike = rng.u32(..3) > 0;
            let heaps = heaps(&mut rng, 2, alike);
            let mut writer = TakeAwayWriter::new(seed, &heaps);
            for taken in [&[0][..], &[1], if rng.bool() { &[0, 1] } else { &[1, 0] }] {
                writer.take(taken, &TakeAmounts::All);
            }
            if rng.u32(..3) == 0 {
                writer.take(&[0, 1], &TakeAmounts::To(rng.i64(1..=3)));
            }
            ("wythoff", writer.finish(alike && rng.bool()))
        }
    }
}

#[test]
fn a_game_is_recognised_in_any_words_and_every_value_and_move_is_true() {
    let mut met: HashMap<&str, u64> = HashMap::new();
    for seed in 0..testkit::rounds(700, 2_000) {
        let (expected, written) = recognisable(seed);
        let case = Case::new(&written.text);
        let recognised = case.recognised();
        if recognised.first().map(|(name, _)| *name) != Some(expected) {
            let reasons = theorems::all()
                .iter()
                .map(|t| format!("{}: {:?}", t.name(), case.apply(t.as_ref()).err()))
                .collect::<Vec<_>>()
                .join("\n");
            panic!(
                "seed {seed}: not recognised as {expected}\n{}\n{reasons}",
                written.text
            );
        }
        let most = [24, 7, 4][case.world.rules(case.game).slots().len() - 1];
        for (name, form) in &recognised {
            *met.entry(name).or_default() += case.compare(name, &**form, most);
        }
    }
    println!("moves compared: {met:?}");
    for name in ["nim", "bachet", "interval", "subtraction", "wythoff"] {
        assert!(
            met.get(name)
                .is_some_and(|moves| *moves > testkit::rounds(8_000, 30_000)),
            "{name}: {met:?}"
        );
    }
}

#[test]
fn what_is_recognised_among_random_games_is_true() {
    let mut met = 0;
    for seed in 0..testkit::rounds(1_300, 4_000) {
        let text = testkit::random_game(seed)
            .replace("A {", "G {")
            .replace("A(", "G(");
        let case = Case::new(&text);
        for (name, form) in case.recognised() {
            case.compare(name, &*form, 9);
            met += 1;
        }
    }
    println!("{met} games recognised");
    assert!(met > testkit::rounds(4, 15), "{met}");
}

/// Returns rules of one number with bounds and results of every kind of expression. Only a few of
/// the generated rules are covered by theorems.
fn odd_words(seed: u64) -> String {
    let mut rng = Rng::with_seed(seed);
    let high = rng.i64(4..=9);
    let c = rng.i64(0..=high + 1);
    let d = rng.i64(1..=4);
    let odd = |rng: &mut Rng| match rng.u32(..16) {
        0 => format!("{c} - n / {d}"),
        1 => format!("n / {d} + {c}"),
        2 => format!("{c} - n % {d}"),
        3 => format!("min(n, {c} - n / {d})"),
        4 => format!("max(n, {c})"),
        5 => format!("min({c}, n)"),
        6 => format!("n xor {d}"),
        7 => format!("(if n > {d} then n else {c})"),
        8 => format!("abs(n - {c}) + {d}"),
        9 => format!("isqrt(n) + {c}"),
        10 => format!("n * n - {c} * n + {c}"),
        11 => format!("{c} - popcount(n)"),
        12 => format!("max({c}, n - {d})"),
        13 => format!("{c} - total(1 for i in 0..1, j in 1..i * n)"),
        14 => "n".to_owned(),
        _ => format!("{high} - gcd(n, {d})"),
    };
    let mut rules = Vec::new();
    for _ in 0..rng.u32(1..=2) {
        let bound = odd(&mut rng);
        let (domain, amount) = match rng.u32(..5) {
            0 => (format!("k in 0..{bound}"), "k + 1"),
            1 => (format!("k in n - ({bound})..n - 1"), "n - k"),
            2 => (format!("k in -({bound})..-1"), "-k"),
            _ => (format!("k in 1..{bound}"), "k"),
        };
        let guard = match rng.u32(..4) {
            0 => format!(" when k <= {}", odd(&mut rng)),
            1 => format!(" when {} >= 0", odd(&mut rng)),
            _ => String::new(),
        };
        rules.push(format!("  move {domain}{guard} : [n - ({amount})]\n"));
    }
    let high = if rng.u32(..4) == 0 {
        String::new()
    } else {
        high.to_string()
    };
    format!("game G {{\n  state n in 0..{high}\n{}}}\n", rules.concat())
}

#[test]
fn what_is_recognised_in_odd_words_is_true() {
    let mut met = 0;
    for seed in 0..testkit::rounds(7_000, 20_000) {
        let case = Case::new(&odd_words(seed));
        for (name, form) in case.recognised() {
            case.compare(name, &*form, 12);
            met += 1;
        }
    }
    println!("{met} recognised");
    assert!(met > testkit::rounds(150, 500), "{met}");
}

/// A theorem, a game that it recognizes, and games that it must reject, each of which differs from
/// the first game in one word.
const NEAR_MISS_CASES: &[(&str, &str, &[&str])] = &[
    (
        "nim",
        "game G { state n in 0.. move k in 1..n : [n - k] }",
        &[
            // Games in which one move is missing.
            "game G { state n in 0.. move k in 2..n : [n - k] }",
            "game G { state n in 0.. move k in 2.. : [n - k] }",
            "game G { state n in 0.. move k in 1..n - 1 : [n - k] }",
            "game G { state n in 0.. move k in 0..n - 2 : [k] }",
            "game G { state n in 0.. move k in 1..n - 1 : [k] }",
            "game G { state n in 0.. move k in 0..n - 2 : [n - k - 1] }",
            "game G { state n in 1.. move k in 1..n - 2 : [n - k] }",
            "game G { state n in 0..20 move k in 1..19 : [n - k] }",
            "game G { state n in 0.. move k in 1..n when k != 3 : [n - k] }",
            // Games with only half of the moves, or with only a few moves.
            "game G { state n in 0.. move k in 1..n / 2 : [n - k] }",
            "game G { state n in 0.. move k in 1..n : [n - 2 * k] }",
            "game G { state n in 0.. move k in {1, n} : [n - k] }",
            "game G { state n in 0.. move k in {fib(i) for i in 2..} : [n - k] }",
            "game G { state n in 0.. move k in digits(n) when k > 0 : [n - k] }",
            "game G { state n in 0.. move k in 1..n, j in 1..2 : [n - k - j] }",
            // Games with one additional move.
            "game G { state n in 0.. move k in 0..n : [n - k] }",
            "game G { state n in 0.. move k in 1..n : [n - k] move when n >= 3 : [n - 1] }",
            "game G { state n in 0.. move k in 1..n : [n - k] move i in 1..n - 1 : [i] + [n - i] }",
            "game G { state n in 0.. move k in 1..n : [n - k] move when n == 2 : nothing }",
            "game G { state n in 0.. move k in 1..n : [n - k] + [k - 1] }",
            "game G { state n in 0..9 move k in 1..n : [n - k] move when n < 9 : [n + 1] }",
            "game G { state n in 0.. move k in 1..n : [n - k] move k in 1..n : H[n - k] } game H { state n in 0.. move : [n - 1] }",
            "game G { state n in 0.. move k in 1..n : [n - k] for t in 1..2 }",
            // A condition.
            "game G { state n in 0.. move k in 1..n when k % 2 == 1 : [n - k] }",
            "game G { state n in 0.. move k in 1..n when n >= 2 : [n - k] }",
            "game G { state n in 0.. move k in 1..n when k < n : [n - k] }",
            "game G { state n in 0.. move k in 1..n when k <= 3 or n < 7 : [n - k] }",
            "game G { state n in 0.. move k in 1..n when 2 * k <= n : [n - k] }",
            "game G { state n in 0.. require n != 4 move k in 1..n : [n - k] }",
            "game G { state n in 0.. goal n == 0 move k in 1..n : [n - k] }",
            "game G { state n in 0.. trap n == 0 move k in 1..n : [n - k] }",
            // Games with other conventions.
            "game G { state n in 0.. play misere move k in 1..n : [n - k] }",
            "game G { state n in 0.. sum every move k in 1..n : [n - k] }",
            "game G { state n in 0.. sum any move k in 1..n : [n - k] }",
            "game G { state n in 0.. sum upto 2 move k in 1..n : [n - k] }",
            "game G { state n in 0.. loopy move k in 1..n : [n - k] }",
            "game G { state n in 0.. strict move k in {1, 2} : [n - k] move k in 1..n : [n - k] }",
        ],
    ),
    (
        "nim",
        "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k } }",
        &[
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..min(b, 5) : { b -= k } }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..a : { b -= k } }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b when a > 0 : { b -= k } }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b when a >= b : { b -= k } }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k } move : { a -= 1, b -= 1 } }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k, a += k } }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : [b - k, a] }",
            "game G { state a in 0.., b in 0.. move k in 1..a : [b, a - k] move k in 1..b : [b - k, a] }",
            "game G { state a in 0.., b in 0.. require a >= b move k in 1..a : { a -= k } move k in 1..b : { b -= k } }",
            "game G { state a in 0.., b in 0.. play misere move k in 1..a : { a -= k } move k in 1..b : { b -= k } }",
        ],
    ),
    (
        "bachet",
        "game G { state n in 0.. move k in 1..4 : [n - k] }",
        &[
            "game G { state n in 0.. move k in {1, 2, 4} : [n - k] }",
            "game G { state n in 0.. move k in {1, 3, 4} : [n - k] }",
            "game G { state n in 0.. move k in 2..4 : [n - k] }",
            "game G { state n in 0.. move k in 1..4 : [n - k] move : [n - 6] }",
            "game G { state n in 0.. move k in 0..4 : [n - k] }",
            "game G { state n in 0.. move k in {-1, 1, 2} : [n - k] }",
            "game G { state n in 0.. move k in 1..n : [n - k] }",
            "game G { state n in 0.. move k in 1..3 + n % 2 : [n - k] }",
            "game G { state n in 0.. move k in 1..min(4, n - 1) : [n - k] }",
            "game G { state n in 0.. move k in 1..4 when k <= 3 : [n - k] }",
            "game G { state n in 0.. move k in 1..4 when n % 5 != 0 : [n - k] }",
            "game G { state n in 0.. move k in 1..4 when k < n : [n - k] }",
            "game G { state n in 0.. play misere move k in 1..4 : [n - k] }",
            "game G { state n in 0.. sum every move k in 1..4 : [n - k] }",
            "game G { state n in 0.. trap n == 0 move k in 1..4 : [n - k] }",
            "game G { state n in 0.. goal n == 7 move k in 1..4 : [n - k] }",
            "game G { state n in 0.. require n != 7 move k in 1..4 : [n - k] }",
            "game G { state n in 0.. loopy move k in 1..4 : [n - k] }",
            "game G { state n in 0.. strict move k in 1..4 : [n - k] }",
            "game G { state n in 0.. move k in 1..4 : [n - k] + [k] }",
            "game G { state a in 0.., b in 0.. move k in 1..4 : { a -= k } move k in 1..4 : { b -= k } }",
            "game G { state n in 0.., q in 0..4 move k in 1..q : [n - k, q] }",
        ],
    ),
    (
        "subtraction",
        "game G { state n in 0.. move k in {1, 3, 4} : [n - k] }",
        &[
            "game G { state n in 0.. move k in {0, 3, 4} : [n - k] }",
            "game G { state n in 0.. move k in {-1, 3, 4} : [n - k] }",
            "game G { state n in 0.. move k in {1, 3, n} : [n - k] }",
            "game G { state n in 0.. move k in {1, 3, 4} when k < n : [n - k] }",
            "game G { state n in 0.. move k in {1, 3, 4} when n > 2 : [n - k] }",
            "game G { state n in 0.. move k in {1, 3, 4} : [n - k] + [1] }",
            "game G { state n in 0.. move k in {1, 3, 4} : [n - k * k + n] }",
            "game G { state n in 0.. move k in {2 ** i for i in 0..} : [n - k] }",
            "game G { state n in 0.. move k in 1.. : [n - k] }",
            "game G { state n in 0.. play misere move k in {1, 3, 4} : [n - k] }",
            "game G { state n in 0.. sum upto 2 move k in {1, 3, 4} : [n - k] }",
            "game G { state n in 0.. goal n == 0 move k in {1, 3, 4} : [n - k] }",
            "game G { state n in 0.. require n != 2 move k in {1, 3, 4} : [n - k] }",
            "game G { state n in 0.. strict move k in {1, 3, 4} : [n - k] }",
            "game G { state n in 0.., m in 0.. move k in {1, 3, 4} : [n - k, m] }",
        ],
    ),
    (
        "wythoff",
        "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k } move k in 1.. : [a - k, b - k] }",
        &[
            // Games without the diagonal moves, and with a part of the diagonal moves.
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k } }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k } move : [a - 1, b - 1] }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k } move k in 1..3 : [a - k, b - k] }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k } move k in 2.. : [a - k, b - k] }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k }
               move k in 1..min(a, b, 4) : [a - k, b - k] }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k }
               move k in 1..min(a, b) - 1 : [a - k, b - k] }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k }
               move k in 1.. when a != b : [a - k, b - k] }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k }
               move k in 1.. when k < a : [a - k, b - k] }",
            // Games in which a move takes different numbers of tokens from the two heaps.
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k } move k in 1.. : [a - k, b - 2 * k] }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k } move k in 1.. : [a - k, b - k - 1] }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k }
               move k in 1..a, j in 1..b when -1 <= k - j <= 1 : [a - k, b - j] }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k } move k in 1.. : [b - k, a - k - 1] }",
            // Games with fewer moves on one heap.
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1.. : [a - k, b - k] }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..3 : { b -= k } move k in 1.. : [a - k, b - k] }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b when k <= a : { b -= k }
               move k in 1.. : [a - k, b - k] }",
            // Games with more heaps, endings, requirements or other conventions.
            "game G { state a in 0.., b in 0.., c in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k }
               move k in 1..c : { c -= k } move k in 1.. : { a -= k, b -= k } }",
            "game G { state a in 0.., b in 0.. require a >= b move k in 1..a : { a -= k } move k in 1..b : { b -= k }
               move k in 1.. : [a - k, b - k] }",
            "game G { state a in 0.., b in 0.. goal a + b == 0 move k in 1..a : { a -= k } move k in 1..b : { b -= k }
               move k in 1.. : [a - k, b - k] }",
            "game G { state a in 0.., b in 0.. play misere move k in 1..a : { a -= k } move k in 1..b : { b -= k }
               move k in 1.. : [a - k, b - k] }",
            "game G { state a in 0.., b in 0.. sum any move k in 1..a : { a -= k } move k in 1..b : { b -= k }
               move k in 1.. : [a - k, b - k] }",
        ],
    ),
];

#[test]
fn near_misses_are_not_recognised() {
    for (name, base, changed) in NEAR_MISS_CASES {
        let theorem = theorem(name);
        assert_eq!(Case::new(base).first(), Some(*name), "{base}");
        for text in *changed {
            let case = Case::new(text);
            match case.apply(theorem.as_ref()) {
                Ok(form) => panic!("{text}\nis taken for {name}: {}", form.summary().en),
                Err(ConditionError::Condition(reason) | ConditionError::Near(reason)) => {
                    assert!(!reason.en.is_empty() && !reason.zh.is_empty())
                }
                Err(ConditionError::Stopped(stop)) => panic!("{text}\n{stop:?}"),
            }
            // If another theorem recognizes the game, the values of that theorem must be correct.
            for (name, form) in case.recognised() {
                case.compare(
                    name,
                    &*form,
                    if case.facts.never_grows.len() == 1 {
                        24
                    } else {
                        7
                    },
                );
            }
        }
    }
}

/// Bounds and results that are not linear keep their exact meaning, and are not ignored.
#[test]
fn bounds_that_are_not_linear_are_not_everything() {
    for text in [
        "game G { state n in 0..5 move k in 1..5 - n / 5 : [n - k] }",
        "game G { state n in 0..10 move k in 1..10 - n % 3 : [n - k] }",
        "game G { state n in 0..10 move k in 1..min(n, 10 - n / 2) : [n - k] }",
        "game G { state n in 0..9 move k in 1..n : [n + total(k - n - 1 for i in 0..1, j in 0..i * (n - k))] }",
    ] {
        assert_eq!(Case::new(text).first(), None, "{text}");
    }
}

/// Returns the moves that the rules of a generated game allow at a position: the rule and its
/// result. `amounts` returns the numbers of tokens that the heaps of a rule must lose so that the
/// move wins.
fn expected_moves(
    written: &TakeAwayGame,
    slots: &[i64],
    lows: &[i64],
    amounts: &dyn Fn(&[usize]) -> Vec<i64>,
) -> Vec<(usize, Vec<i64>)> {
    let mut expected = Vec::new();
    for (number, rule) in written.rules.iter().enumerate() {
        for amount in amounts(&rule.heaps)
            .into_iter()
            .filter(|&amount| rule.amounts.contains(amount))
        {
            let mut left = slots.to_vec();
            rule.heaps.iter().for_each(|&heap| left[heap] -= amount);
            if left.iter().zip(lows).all(|(n, low)| n >= low) {
                expected.push((number, left));
            }
        }
    }
    expected.sort_unstable();
    expected
}

/// Returns the moves to a value that a closed form lists.
fn moves_to(form: &dyn ClosedForm, slots: &[i64], value: Grundy) -> Vec<ChosenMove> {
    form.moves_to(slots, value, &Budget::generous())
        .expect("the budget is generous")
        .expect("it lists them")
}

/// Returns the moves of a closed form at a large position as rule and result. Each move is checked
/// by its label: the choice must be within its bounds.
fn told_moves(
    case: &Case,
    form: &dyn ClosedForm,
    slots: &[i64],
    value: u64,
) -> Vec<(usize, Vec<i64>)> {
    let moves = moves_to(form, slots, Grundy::nimber(value).expect("it fits"));
    let judge = |chosen: &ChosenMove| {
        let told = case.read(slots, chosen);
        assert!(
            told.low <= told.chosen && told.chosen <= told.high,
            "{chosen:?} at {slots:?}\n{}",
            case.text
        );
        assert_eq!(
            case.world
                .contains(case.game, &told.leaves, &Budget::generous()),
            Ok(true),
            "{chosen:?} at {slots:?}\n{}",
            case.text
        );
        (chosen.0, told.leaves)
    };
    let mut told: Vec<(usize, Vec<i64>)> = moves.iter().map(judge).collect();
    told.sort_unstable();
    told
}

/// Returns heaps without an upper bound.
fn open_heaps(rng: &mut Rng, count: usize) -> Vec<HeapRange> {
    (0..count)
        .map(|_| HeapRange {
            low: [0, 0, 1, 3, -2][rng.usize(..5)],
            high: None,
        })
        .collect()
}

/// Returns a number of random length, at most 10^18.
fn large(rng: &mut Rng) -> i64 {
    (rng.u64(..) >> rng.u32(4..60)).min(1_000_000_000_000_000_000) as i64
}

#[test]
fn nim_of_huge_heaps_gives_all_legal_moves_and_no_other() {
    let mut compared = 0;
    for seed in 0..500 {
        let mut rng = Rng::with_seed(seed);
        let count = rng.usize(1..=3);
        let heaps = open_heaps(&mut rng, count);
        let mut writer = TakeAwayWriter::new(seed, &heaps);
        (0..count).for_each(|heap| writer.take(&[heap], &TakeAmounts::All));
        let written = writer.finish(false);
        let case = Case::new(&written.text);
        let lows: Vec<i64> = heaps.iter().map(|heap| heap.low).collect();
        let (name, form) = &case.recognised()[0];
        assert_eq!(*name, "nim");
        for round in 0..20 {
            let mut sizes: Vec<i64> = (0..count)
                .map(|_| {
                    if round == 0 {
                        1_000_000_000_000_000_000
                    } else {
                        large(&mut rng)
                    }
                })
                .collect();
            if round % 3 == 1 {
                sizes[0] = sizes[1..]
                    .iter()
                    .fold(0, |sum, n| sum ^ n)
                    .min(1_000_000_000_000_000_000);
            }
            let slots: Vec<i64> = sizes
                .iter()
                .zip(&lows)
                .map(|(size, low)| size + low)
                .collect();
            let sum = sizes.iter().fold(0, |sum, n| sum ^ n);
            assert_eq!(
                form.grundy(&slots, &Budget::generous()).unwrap(),
                Grundy::nimber(sum as u64),
                "{slots:?}"
            );
            for value in [0, 1, sum, sum ^ 1, large(&mut rng), rng.i64(0..=sum)] {
                let amounts = |heaps: &[usize]| {
                    let size = sizes[heaps[0]];
                    Vec::from_iter(Some(size - (size ^ sum ^ value)).filter(|amount| *amount > 0))
                };
                let expected = expected_moves(&written, &slots, &lows, &amounts);
                assert_eq!(
                    told_moves(&case, &**form, &slots, value as u64),
                    expected,
                    "{slots:?} to {value}\n{}",
                    case.text
                );
                compared += expected.len();
            }
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn bachet_and_subtraction_from_huge_heaps_give_all_legal_moves_and_no_other() {
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let heaps = open_heaps(&mut rng, 1);
        let low = heaps[0].low;
        let mut writer = TakeAwayWriter::new(seed, &heaps);
        let set = if rng.bool() {
            (1..=rng.i64(1..=9)).collect()
        } else {
            set(&mut rng, 9)
        };
        writer.take(&[0], &TakeAmounts::Set(set.clone()));
        let written = writer.finish(false);
        let case = Case::new(&written.text);
        // The values of a very large heap, from the period of a direct table.
        let table = direct_table(&set, 10_000);
        let (preperiod, period) = least_period(&table, &set);
        let direct = |size: i64| {
            table[if size < 5_000 {
                size
            } else {
                preperiod + (size - preperiod) % period
            } as usize]
        };
        for (name, form) in case.recognised() {
            for _ in 0..20 {
                let size = large(&mut rng);
                assert_eq!(
                    form.grundy(&[size + low], &Budget::generous()).unwrap(),
                    Grundy::nimber(direct(size)),
                    "{name} {size}\n{}",
                    case.text
                );
                for value in 0..=set.len() as u64 + 1 {
                    let good = |_: &[usize]| {
                        set.iter()
                            .copied()
                            .filter(|&s| s <= size && direct(size - s) == value)
                            .collect()
                    };
                    let expected = expected_moves(&written, &[size + low], &[low], &good);
                    assert_eq!(
                        told_moves(&case, &*form, &[size + low], value),
                        expected,
                        "{name} {size} to {value}\n{}",
                        case.text
                    );
                }
            }
        }
    }
}

/// Returns G(0), G(1), … of a subtraction set, by the definition.
fn direct_table(set: &[i64], length: i64) -> Vec<u64> {
    let mut table: Vec<u64> = Vec::new();
    for n in 0..length {
        let options: Vec<u64> = set
            .iter()
            .filter(|&&s| s <= n)
            .map(|s| table[(n - s) as usize])
            .collect();
        table.push(
            (0..)
                .find(|value| !options.contains(value))
                .expect("the options are finitely many"),
        );
    }
    table
}

/// Returns the least period of a table and the least index from which the period holds, by trying
/// all periods and indices. A period holds forever if the number of entries for which it holds is
/// at least the largest member of the set.
fn least_period(table: &[u64], set: &[i64]) -> (i64, i64) {
    let window = set[set.len() - 1] as usize;
    for period in 1..table.len() {
        let from = (0..table.len() - period)
            .rev()
            .find(|&n| table[n] != table[n + period])
            .map_or(0, |n| n + 1);
        if from + period + window <= table.len() {
            return (from as i64, period as i64);
        }
    }
    panic!("the table of {set:?} is too short");
}

#[test]
fn periods_of_subtraction_sets_are_the_least_and_hold_to_ten_thousand() {
    let mut rng = Rng::with_seed(2024);
    let (mut longest, mut latest) = (0, 0);
    for _ in 0..200 {
        let set = set(&mut rng, 12);
        let list = set
            .iter()
            .map(i64::to_string)
            .collect::<Vec<_>>()
            .join(", ");
        let case = Case::new(&format!(
            "game G {{ state n in 0.. move k in {{{list}}} : [n - k] }}"
        ));
        let theorem = theorem("subtraction");
        let form = case
            .apply(theorem.as_ref())
            .unwrap_or_else(|refusal| panic!("{set:?}: {refusal:?}"));
        let table = direct_table(&set, 10_000);
        for (n, &value) in table.iter().enumerate() {
            assert_eq!(
                form.grundy(&[n as i64], &Budget::generous()).unwrap(),
                Grundy::nimber(value),
                "{set:?} at {n}"
            );
        }
        let Some(ClosedFormEvidence::SubtractionPeriod {
            set: shown,
            preperiod,
            period,
            values,
        }) = form.evidence()
        else {
            panic!("a subtraction set has a period")
        };
        assert_eq!(shown, set);
        assert_eq!(
            (preperiod as i64, period as i64),
            least_period(&table, &set),
            "{set:?}"
        );
        // The evidence contains the values up to the second occurrence of the window, which is the
        // first repetition of any window.
        let window = set[set.len() - 1] as u64;
        assert_eq!(
            values,
            table[..(preperiod + period + window) as usize],
            "{set:?}"
        );
        longest = longest.max(period);
        latest = latest.max(preperiod);
    }
    println!("greatest period {longest}, greatest preperiod {latest}");
    assert!(longest > 12 && latest > 5, "{longest} {latest}");
}

#[test]
fn the_ends_of_the_numbers_are_no_exception() {
    let nim = Case::new("game G { state n in 0.. move k in 1..n : [n - k] }");
    let (_, form) = &nim.recognised()[0];
    assert_eq!(
        form.grundy(&[i64::MAX], &Budget::generous()).unwrap(),
        Grundy::nimber(i64::MAX as u64)
    );
    assert_eq!(
        moves_to(&**form, &[i64::MAX], Grundy::ZERO),
        [(0, vec![i64::MAX])]
    );
    let rules = "state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k } move k in 1.. : [a - k, b - k]";
    let wythoff = Case::new(&format!("game G {{ {rules} }}"));
    let (_, form) = &wythoff.recognised()[0];
    // The P-positions (⌊jφ⌋, ⌊jφ⌋ + j) with the largest heaps that fit in 64 bits.
    let mut j = 3_522_946_300_000_000_000;
    while floor_phi(j).checked_add(j).is_some() {
        j += 1 << 40;
    }
    j -= 1 << 40;
    for step in (0..40).rev() {
        j += if floor_phi(j + (1 << step))
            .checked_add(j + (1 << step))
            .is_some()
        {
            1 << step
        } else {
            0
        };
    }
    for j in j - 1000..=j {
        let (a, b) = (floor_phi(j), floor_phi(j) + j);
        assert_eq!(
            form.outcome(&[a, b], &Budget::generous()).unwrap(),
            Outcome::P,
            "{a} {b}"
        );
        assert!(
            moves_to(&**form, &[a, b], Grundy::ZERO).is_empty(),
            "{a} {b}"
        );
        assert!(
            moves_to(&**form, &[i64::MAX, b], Grundy::ZERO).contains(&(0, vec![i64::MAX - a])),
            "{a} {b}"
        );
    }
}

#[test]
fn a_long_search_for_a_period_can_be_stopped() {
    let case = Case::new("game G { state n in 0.. move k in {1, 2, 1000000} : [n - k] }");
    let theorem = theorem("subtraction");
    let stopped = case.apply_within(
        theorem.as_ref(),
        &Budget::new(1 << 30, &|| Some(StopReason::Cancelled), &|_, _| ()),
    );
    assert!(matches!(
        stopped,
        Err(ConditionError::Stopped(StopReason::Cancelled))
    ));
    let stopped = case.apply_within(
        theorem.as_ref(),
        &Budget::new(1 << 16, &|| None, &|_, _| ()),
    );
    assert!(
        matches!(stopped, Err(ConditionError::Stopped(StopReason::Memory(needed, 65_536))) if needed > 65_536)
    );
}
