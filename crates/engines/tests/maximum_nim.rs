//! Maximum Nim in many formulations, compared with search: random bounds of the amount taken, with
//! and without guards. Most bounds increase by 0 or 1 from each n to the next, and some bounds
//! increase by more or decrease.

use base::budget::Budget;
use fastrand::Rng;
use theory::value::Grundy;

use crate::case::{Case, theorem};

/// Returns an expression of n that increases by 0 or 1 from each n to the next.
fn rising(rng: &mut Rng, depth: u32) -> String {
    let inner = |rng: &mut Rng| rising(rng, depth - 1);
    match if depth == 0 {
        rng.u32(..2)
    } else {
        rng.u32(..12)
    } {
        0 => "n".to_owned(),
        1 => rng.i64(0..=7).to_string(),
        2 => format!("({} + {})", inner(rng), rng.i64(0..=4)),
        3 => format!("({} - {})", inner(rng), rng.i64(0..=4)),
        4 => format!("({} / {})", inner(rng), rng.i64(1..=4)),
        5 => {
            let by = rng.i64(1..=5);
            format!(
                "(({} * {} + {}) / {by})",
                inner(rng),
                rng.i64(0..=by),
                rng.i64(0..=4)
            )
        }
        6 => format!("min({}, {})", inner(rng), inner(rng)),
        7 => format!("max({}, {})", inner(rng), inner(rng)),
        8 => format!("(n - {})", inner(rng)),
        9 => format!("isqrt(max(0, {}))", inner(rng)),
        10 => format!("(({} + {}) / 2)", inner(rng), inner(rng)),
        _ => format!("bitlen(max(0, {}))", inner(rng)),
    }
}

/// Returns a game, and whether the theorem must recognize the game.
fn written(rng: &mut Rng) -> (String, bool) {
    let low = [0, 0, 0, 1, 5, -3][rng.usize(..6)];
    let high = if rng.u32(..4) == 0 {
        (low + rng.i64(20..40)).to_string()
    } else {
        String::new()
    };
    let bound = match rng.u32(..8) {
        // The following expressions may increase by more than 1, or decrease.
        0 => format!("n * {} / {}", rng.i64(1..=3), rng.i64(1..=3)),
        1 => format!("{} + n % {}", rng.i64(0..=3), rng.i64(2..=4)),
        2 => format!("{} - n / {}", rng.i64(1..=9), rng.i64(1..=4)),
        _ => rising(rng, 2),
    };
    // A condition may restrict the amount taken further, or create positions without moves.
    let guard = match rng.u32(..10) {
        0 => format!(" when k <= {}", rising(rng, 1)),
        1 => format!(" when n > {}", rng.i64(0..=6)),
        2 => format!(" when k * {} <= n", rng.i64(1..=3)),
        3 => " when k % 2 == 1".to_owned(),
        _ => String::new(),
    };
    let (choice, result) = match rng.u32(..6) {
        0 => (format!("k in 0..{bound} - 1"), "[n - k - 1]"),
        1 => (format!("k in n - {bound}..n - 1"), "[k]"),
        2 => (format!("k in 1..{bound}"), "{ n -= k }"),
        3 => (format!("k in 2..{bound}"), "[n - k]"),
        _ => (format!("k in 1..{bound}"), "[n - k]"),
    };
    let is_seen = guard.is_empty() && choice.starts_with("k in 1..");
    let extra = match rng.u32(..20) {
        0 => " goal n == 7",
        1 => " trap n == 7",
        2 => " require n != 7",
        3 => " move when n == 9 : [n - 2]",
        _ => "",
    };
    let must = is_seen
        && extra.is_empty()
        && !bound.contains('%')
        && !bound.starts_with(|c: char| c.is_ascii_digit())
        && !bound.starts_with("n *");
    (
        format!("game G {{ state n in {low}..{high}{extra} move {choice}{guard} : {result} }}"),
        must,
    )
}

#[test]
fn maximum_nim_in_any_words_is_true() {
    let (mut met, mut compared) = (0, 0);
    for seed in 0..testkit::rounds(600, 6_000) {
        let mut rng = Rng::with_seed(seed);
        let (text, must) = written(&mut rng);
        let case = Case::new(&text);
        let form = match case.apply(theorem("maximum-nim").as_ref()) {
            Ok(form) => form,
            Err(why) => {
                assert!(!must, "{why:?}\n{text}");
                continue;
            }
        };
        met += 1;
        compared += case.compare("maximum-nim", &*form, 30);
    }
    println!("{met} games, {compared} moves");
    assert!(
        met > testkit::rounds(120, 1_200) && compared > testkit::rounds(20_000, 200_000),
        "{met} {compared}"
    );
}

/// AtCoder ARC 091 F: at most n / K of n stones are taken.
#[test]
fn strange_nim_of_large_heaps() {
    for k in [1, 2, 3, 7, 1000, 99_999] {
        let case = Case::new(&format!(
            "game G {{ state n in 0.. move x in 1..n / {k} : [n - x] }}"
        ));
        let form = case
            .apply(theorem("maximum-nim").as_ref())
            .expect("it is maximum Nim");
        let polls = std::cell::Cell::new(0);
        let budget = Budget::generous();
        for n in [1_000_000_000, 999_999_937, 123_456_789_012] {
            // The recursion of the editorial, one move at a time.
            let mut left: i64 = n;
            while left >= k && left % k != 0 {
                left -= left / k + 1;
                polls.set(polls.get() + 1);
            }
            let value = if left < k { 0 } else { (left / k) as u64 };
            assert_eq!(
                form.grundy(&[n], &budget),
                Ok(Grundy::nimber(value)),
                "{n} {k}"
            );
        }
        assert!(polls.get() > 0 || k == 1);
    }
}

/// The theorem makes no claim about numbers at which the arithmetic of the rules overflows.
#[test]
fn numbers_near_the_end_of_64_bits() {
    let case = Case::new("game G { state n in 0.. move x in 1..(n + 5) / 2 : [n - x] }");
    let form = case
        .apply(theorem("maximum-nim").as_ref())
        .expect("it is maximum Nim");
    let budget = Budget::generous();
    assert!(
        form.beyond_reach(&[i64::MAX - 4], &budget)
            .unwrap()
            .is_some()
    );
    assert_eq!(form.grundy(&[i64::MAX - 4], &budget), Ok(None));
    assert!(
        form.beyond_reach(&[i64::MAX - 5], &budget)
            .unwrap()
            .is_none()
    );
    assert!(form.grundy(&[i64::MAX - 5], &budget).unwrap().is_some());
    let lowest = Case::new(&format!(
        "game G {{ state n in {}.. move x in 1..min(n, 100) : [n - x] }}",
        i64::MIN + 1
    ));
    if let Ok(form) = lowest.apply(theorem("maximum-nim").as_ref()) {
        assert!(form.grundy(&[i64::MAX], &budget).unwrap().is_some());
    }
}

/// Each game differs from maximum Nim in one word.
#[test]
fn what_is_almost_maximum_nim() {
    let of = |rest: &str| {
        Case::new(&format!("game G {{ state n in 0.. {rest} }}"))
            .apply(theorem("maximum-nim").as_ref())
            .is_ok()
    };
    assert!(
        of("move x in 1..n / 3 : [n - x]")
            && of("move x in n - n / 3..n - 1 : [x]")
            && of("move x in 1.. when 3 * x <= n : [n - x]")
    );
    for rest in [
        "move x in 1..n / 3 when x != 4 : [n - x]",
        "move x in 1..n / 3 when x % 2 == 1 : [n - x]",
        "move x in 1..n / 3 when n % 4 > 0 : [n - x]",
        "move x in 1..n / 3 when n > 9 : [n - x]",
        "move x in 2..n / 3 : [n - x]",
        "move x in 0..n / 3 : [n - x]",
        "move x in 1..n / 3 : [n - x] move : [n - 2]",
        "move x in 1..n / 3 : [n - x] + [x]",
        "move x in 1..n / 3 : [n - 2 * x]",
        "move x in 1..n - n % 3 : [n - x]",
        "move x in 1..3 * n / 2 - 4 : [n - x]",
        "goal n == 5 move x in 1..n / 3 : [n - x]",
        "trap n == 5 move x in 1..n / 3 : [n - x]",
        "require n != 5 move x in 1..n / 3 : [n - x]",
        "urgent n == 5 move x in 1..n / 3 : [n - x]",
        "strict move x in 1..n / 3 : [n - x]",
        "loopy move x in 1..n / 3 : [n - x]",
        "play misere move x in 1..n / 3 : [n - x]",
        "sum every move x in 1..n / 3 : [n - x]",
    ] {
        assert!(!of(rest), "{rest}");
    }
    for text in [
        "coins G { state n in 0.. move x in 1..n / 3 : [n - x] }",
        "game G { state n in 0.., m in 0..9 move x in 1..n / 3 : [n - x, m] }",
        "game G { state n in 0.. move x in 1..n / 3 : H[n - x] } game H { state n in 0.. move : [n - 1] }",
    ] {
        assert!(
            Case::new(text)
                .apply(theorem("maximum-nim").as_ref())
                .is_err(),
            "{text}"
        );
    }
}
