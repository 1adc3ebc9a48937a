//! Values of all positions by proof methods other than a single automaton. On random games of each
//! kind the values are compared with plain search of the rules. If a game violates a condition, the
//! method declines it, and forged certificates are refused.

use std::sync::Arc;

use base::budget::Budget;
use base::text::Lang;
use certificate::{
    Certificate, CertificateClaim, CertificateProof, LawProof, Lemma, ProofMethod, check,
};
use dashu_int::{IBig, UBig};
use engines::oracle::GrundyOracle;
use engines::reference::ReferenceGrundy;
use fastrand::Rng;
use grundy::law_theorem::UncheckedLaw;
use grundy::laws::{LawQuery, LawReport, ValueFunction};
use grundy::status::AnswerStatus;
use grundy::{Session, SolveOptions};
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;
use theory::value::Grundy;

use crate::support::{SessionAnswers, prove_first_claim, session_with};

/// Values by the definition.
struct Search {
    text: String,
    world: World,
    reference: ReferenceGrundy,
}

impl Search {
    fn new(text: &str) -> (Search, GameId) {
        let mut world = World::empty();
        world
            .load("test.game", text)
            .unwrap_or_else(|refusal| panic!("{text}: {}", refusal.render(Lang::En, false)));
        let game = world.instantiate("G", Vec::new()).unwrap();
        (
            Search {
                text: text.to_owned(),
                world,
                reference: ReferenceGrundy::new(),
            },
            game,
        )
    }

    fn value(&mut self, game: GameId, slots: &[Int]) -> u64 {
        self.reference
            .grundy(&self.world, game, slots, &Budget::generous())
            .unwrap()
            .as_nimber()
            .unwrap()
    }

    /// Compares the values at random positions with a search, and with the answers of a session
    /// that has the certificate.
    fn agrees(
        &mut self,
        game: GameId,
        report: &LawReport,
        (most, times): (Int, usize),
        rng: &mut Rng,
    ) {
        let shown = report.method().unwrap();
        let mut given = session_with("test.game", &self.text);
        given.settings.laws.push(Arc::new(
            UncheckedLaw::read(report.certificate.as_ref().unwrap().as_ref().unwrap()).unwrap(),
        ));
        // Each method except maximum Nim is equivalent to one automaton.
        let whole = shown
            .told
            .combined_law(&self.world, game, &Budget::generous())
            .unwrap();
        let of_maximum = |told: &ValueFunction| matches!(told, ValueFunction::Maximum(_));
        assert_eq!(
            whole.is_none(),
            of_maximum(&shown.told) || shown.told.parts().iter().any(of_maximum),
            "{}",
            self.text
        );
        for _ in 0..times {
            let mut slots: Vec<Int> = self
                .world
                .rules(game)
                .slots()
                .iter()
                .map(|slot| slot.low + rng.i64(0..=most))
                .collect();
            self.world.rules(game).canonicalise(&mut slots);
            let numbers: Vec<IBig> = slots.iter().map(|&slot| IBig::from(slot)).collect();
            let told = shown.told.value(&numbers, &Budget::generous()).unwrap();
            let value = self.value(game, &slots);
            if let Some(law) = &whole {
                assert_eq!(law.value(&numbers), told, "{slots:?} of {}", self.text);
            }
            assert_eq!(
                told,
                Some(UBig::from(value)),
                "{slots:?} of {}",
                report.title
            );
            let asked = SolveOptions::MOVES;
            let answer = given.answer_to(&self.world.show(game, &slots), asked);
            assert_eq!(
                answer.components[0].method, "law",
                "{slots:?} of {}",
                self.text
            );
            assert_eq!(
                answer.status,
                AnswerStatus::Proved,
                "{slots:?} of {}",
                self.text
            );
            assert_eq!(
                answer.value.and_then(Grundy::as_nimber),
                Some(value),
                "{slots:?} of {}",
                self.text
            );
            assert_eq!(
                answer.moves.is_some_and(|moves| !moves.is_empty()),
                value != 0,
                "{slots:?} of {}",
                self.text
            );
        }
    }
}

fn report(text: &str) -> Result<LawReport, grundy::SolveError> {
    let mut session = Session::new();
    session.load_rules("test.game", text)?;
    let sought = LawQuery {
        values: true,
        nodes: 300,
        cells: 300_000,
        ..LawQuery::default()
    };
    // A search would take long if no method fits the game.
    Budget::generous()
        .limited(30_000, |budget| session.law("G", &sought, budget))
        .0
}

/// Returns the report, if a method of this name computes the values.
fn told(text: &str, key: &str) -> Option<LawReport> {
    let report = report(text).ok()?;
    let named = report.method().is_some_and(|shown| shown.told.key() == key);
    if named {
        assert_eq!(report.status(), AnswerStatus::Proved, "{text}");
        let written = report.certificate.as_ref().unwrap().as_ref().unwrap();
        let read = certificate::parse(written).unwrap();
        read.check(&Budget::generous())
            .unwrap_or_else(|refused| panic!("{refused}: {text}"));
        assert_eq!(
            &certificate::write(&read.world, &read.certificate).unwrap(),
            written
        );
    }
    named.then_some(report)
}

/// Returns whether the checker accepts a method for a game.
fn accepts(text: &str, method: ProofMethod) -> bool {
    let (search, game) = Search::new(text);
    check(
        &search.world,
        &Certificate {
            claim: CertificateClaim::AllValues(game),
            proof: CertificateProof::Method(method),
        },
        &Budget::generous(),
    )
    .is_ok()
}

/// Returns the method that was found for a game.
fn method(text: &str) -> ProofMethod {
    report(text)
        .unwrap()
        .method()
        .unwrap_or_else(|| panic!("{text}"))
        .method
        .clone()
}

/// Returns a move in one slot of a position. The move leaves another number, or two components if
/// `split` supplies the remaining slots of the second component.
fn move_of(
    slot: &str,
    with: &dyn Fn(&str) -> String,
    split: Option<&dyn Fn(&str) -> String>,
    rng: &mut Rng,
) -> String {
    let left = |number: &str| with(number);
    let rest = left(&format!("{slot} - k"));
    match rng.u8(..if split.is_some() { 5 } else { 4 }) {
        0 => format!("move k in {{{}, {}}} : {rest}", rng.u8(1..4), rng.u8(2..7)),
        1 => format!("move k in 1..{} : {rest}", rng.u8(1..6)),
        2 => format!("move k in 1..{slot} / {} : {rest}", rng.u8(2..5)),
        3 => format!(
            "move k in {{1, {}}} when {slot} % {} == {} : {rest}",
            rng.u8(2..4),
            rng.u8(2..4),
            rng.u8(0..2)
        ),
        _ => {
            let second = split.unwrap()(&format!("{slot} - k - i"));
            format!(
                "move k in 1..{}, i in 0..{slot} - k : {} + {second}",
                rng.u8(1..4),
                left("i")
            )
        }
    }
}

#[test]
fn slots_that_stand_apart_are_summed() {
    let mut rng = Rng::with_seed(5);
    let mut summed = 0;
    for _ in 0..testkit::rounds(4, 24) {
        let names = &["a", "b", "c"][..rng.usize(2..=3)];
        let mut moves = String::new();
        for (place, name) in names.iter().enumerate() {
            let row = |others: bool, number: &str| {
                let one = |(at, other): (usize, &&str)| match (at == place, others) {
                    (true, _) => number.to_owned(),
                    (false, true) => (*other).to_owned(),
                    (false, false) => "0".to_owned(),
                };
                format!(
                    "[{}]",
                    names
                        .iter()
                        .enumerate()
                        .map(one)
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            };
            let (with, beside) = (
                |number: &str| row(true, number),
                |number: &str| row(false, number),
            );
            moves += &format!(" {}", move_of(name, &with, Some(&beside), &mut rng));
        }
        let state: Vec<String> = names.iter().map(|name| format!("{name} in 0..")).collect();
        let text = format!("game G {{ state {}{moves} }}", state.join(", "));
        if let Some(report) = told(&text, "separate") {
            summed += 1;
            let (mut search, game) = Search::new(&text);
            search.agrees(
                game,
                &report,
                (if names.len() == 2 { 24 } else { 11 }, 40),
                &mut rng,
            );
        }
    }
    // Random games whose values a single automaton computes are not counted in `summed`.
    assert!(summed >= testkit::rounds(1, 8), "{summed}");
}

#[test]
fn slots_that_do_not_stand_apart_are_not_summed() {
    let apart = "game G { state a in 0.., b in 0.. move k in 1..a / 2 : [a - k, b] move k in 1..b / 3 : [a, b - k] }";
    let whole = method(apart);
    assert!(matches!(whole, ProofMethod::Separate(_)) && accepts(apart, whole.clone()));
    for (old, new) in [
        // Games that violate a condition: a move in both slots, a move that depends on or copies
        // the other number, and an invalid position.
        ("[a - k, b]", "[a - k, b + 1]"),
        ("k in 1..a / 2 :", "k in 1..a / 2 when b > 0 :"),
        ("k in 1..a / 2", "k in 1..(a + b) / 2"),
        ("[a - k, b]", "[a - k, b] + [k, b]"),
        ("[a - k, b]", "[a - k, b] + [0, 3]"),
        ("[a - k, b]", "nothing"),
        ("b in 0..", "b in 0.. require a != b"),
        ("b in 0..", "b in 0.. goal a == 0"),
        ("b in 0..", "b in 0.. unordered"),
        ("[a, b - k]", "[a, b - k] + [a, 0]"),
    ] {
        let text = apart.replacen(old, new, 1);
        assert!(!accepts(&text, whole.clone()), "{text}");
        // The search takes long if no method fits the game.
        if testkit::rounds(false, true)
            && let Some(report) = told(&text, "separate")
        {
            let (mut search, game) = Search::new(&text);
            search.agrees(game, &report, (14, 40), &mut Rng::with_seed(1));
        }
    }
    // The positions of the game are sorted, and both numbers have the same moves.
    let sorted = "game G { state a in 0.., b in 0.. unordered move k in 1..a / 2 : [a - k, b] move k in 1..b / 2 : [a, b - k] }";
    let report = told(sorted, "separate").unwrap();
    let (mut search, game) = Search::new(sorted);
    search.agrees(game, &report, (20, 60), &mut Rng::with_seed(2));
    let ProofMethod::Separate(mut parts) = method(
        "game G { state a in 0.., b in 0.. move k in {1, 3} : [a - k, b] move k in 1..b / 2 : [a, b - k] }",
    ) else {
        panic!("separate")
    };
    parts.reverse();
    let text = "game G { state a in 0.., b in 0.. move k in {1, 3} : [a - k, b] move k in 1..b / 2 : [a, b - k] }";
    assert!(!accepts(text, ProofMethod::Separate(parts.clone())));
    parts.pop();
    assert!(!accepts(text, ProofMethod::Separate(parts)));
    assert!(!accepts(apart, ProofMethod::Maximum));
}

/// Returns an expression in n that increases by 0 or 1 at each step.
fn rising(depth: u32, rng: &mut Rng) -> String {
    match if depth == 0 { 0 } else { rng.u8(..8) } {
        0 | 1 => "n".to_owned(),
        2 => {
            let by = rng.u8(1..6);
            format!(
                "({} * {} + {}) / {by}",
                rng.u8(0..=by),
                rising(depth - 1, rng),
                rng.u8(0..9)
            )
        }
        3 => format!("isqrt({})", rising(depth - 1, rng)),
        4 => format!("bitlen({})", rising(depth - 1, rng)),
        5 => format!("(n - {})", rising(depth - 1, rng)),
        6 => format!(
            "min({}, {})",
            rising(depth - 1, rng),
            rising(depth - 1, rng)
        ),
        _ => format!(
            "max({} - {}, {})",
            rising(depth - 1, rng),
            rng.u8(0..5),
            rising(depth - 1, rng)
        ),
    }
}

#[test]
fn maximum_nim_is_told() {
    let mut rng = Rng::with_seed(6);
    let mut known = 0;
    for _ in 0..testkit::rounds(30, 60) {
        let (low, most) = (rng.u8(0..3), rising(3, &mut rng));
        let text = format!("game G {{ state n in {low}.. move k in 1..{most} : [n - k] }}");
        // If the argument of a square root may be negative, the rules fail, and no claim is made.
        if !accepts(&text, ProofMethod::Maximum) {
            assert!(most.contains('('), "{text}");
            continue;
        }
        known += 1;
        if let Some(report) = told(&text, "maximum") {
            let (mut search, game) = Search::new(&text);
            search.agrees(game, &report, (150, 60), &mut rng);
        }
    }
    assert!(known >= testkit::rounds(15, 40), "{known}");
    for (most, value) in [
        ("n / 2", "625000000000000000000000000000000000000"),
        ("n / 3", ""),
        ("isqrt(n) / 9", ""),
        ("bitlen(n)", ""),
    ] {
        let report = told(
            &format!("game G {{ state n in 0.. move k in 1..{most} : [n - k] }}"),
            "maximum",
        )
        .unwrap();
        let far = IBig::from(10).pow(if value.is_empty() { 6 } else { 40 }) + IBig::from(7);
        let told = report
            .method()
            .unwrap()
            .told
            .value(&[far], &Budget::generous())
            .unwrap()
            .unwrap();
        assert!(
            value.is_empty() || told.to_string() == value,
            "{most}: {told}"
        );
    }
}

/// The range of k and the guards together determine the maximum that a move may take.
#[test]
fn guards_count_in_maximum_nim() {
    let mut rng = Rng::with_seed(12);
    for (range, guard) in [
        ("1..n", "2 * k <= n"),
        ("1..n", "3 * k <= n + 1"),
        ("1..", "k <= n / 2"),
        ("1..n / 2", "3 * k <= n"),
        ("1..n / 3", "2 * k <= n"),
    ] {
        let text = format!("game G {{ state n in 0.. move k in {range} when {guard} : [n - k] }}");
        let report = told(&text, "maximum").unwrap_or_else(|| panic!("{text}"));
        let (mut search, game) = Search::new(&text);
        search.agrees(game, &report, (150, 60), &mut rng);
    }
}

#[test]
fn what_rises_otherwise_is_no_maximum_nim() {
    for text in testkit::some(
        [
            // Each game violates one condition. The function f increases by 2, decreases, starts
            // above 0 although no heap is smaller, or leaves gaps; or a move leaves another
            // component.
            "game G { state n in 0.. move k in 1..n / 2 * 2 : [n - k] }",
            "game G { state n in 0.. move k in 1..isqrt(3 * n) : [n - k] }",
            "game G { state n in 0.. move k in 1..n % 5 : [n - k] }",
            "game G { state n in 0.. move k in 1..9 - n : [n - k] }",
            "game G { state n in 0.. move k in 2..n / 2 : [n - k] }",
            "game G { state n in 0.. move k in 0..n / 2 : [n - k] }",
            "game G { state n in 0.. move k in 1..n / 2 : [n - 2 * k] }",
            "game G { state n in 0.. move k in 1..n / 2 : [n - k] + [k] }",
            "game G { state n in 0.. move k in 1..n / 2 : [n - k] move : [n - 9] }",
            "game G { state n in 0.. move k in 1..n / 2 when k % 2 == 1 : [n - k] }",
            "game G { state n in 0.. move k in 1..n / 2 when n % 2 == 1 : [n - k] }",
            "game G { state n in 0.. move k in 1..isqrt(n) when n > 5 : [n - k] }",
            "game G { state n in 0..40 move k in 1..isqrt(n) : [n - k] }",
            "game G { state n in 0.. require n != 3 move k in 1..isqrt(n) : [n - k] }",
            "game G { state n in 0.. goal n == 3 move k in 1..isqrt(n) : [n - k] }",
            "game G { state n in 0.. strict move k in 1..isqrt(n) : [n - k] }",
            "game G { state n in 0.. move k in 1..isqrt(n - 1) : [n - k] }",
            "game G { state n in 0.. move k in 1..isqrt(n) : [k] }",
        ],
        2,
    ) {
        assert!(
            told(text, "maximum").is_none() && !accepts(text, ProofMethod::Maximum),
            "{text}"
        );
    }
}

/// Returns a move that takes a fixed number from a slot, or splits the remainder.
fn cut_of(slot: &str, low: u8, with: &dyn Fn(&str) -> String, rng: &mut Rng) -> String {
    let taken = rng.u8(u8::from(low == 0)..3);
    let when = if rng.u8(..4) == 0 {
        format!(" when {slot} % 2 == {}", rng.u8(..2))
    } else {
        String::new()
    };
    let rest = format!("{slot} - {taken}");
    match rng.u8(..4) {
        0 => format!(
            "move{when} : {}",
            with(&format!("{slot} - {}", taken.max(1)))
        ),
        1 => format!(
            "move k in {{1, {}}}{when} : {}",
            rng.u8(2..4),
            with(&format!("{slot} - k"))
        ),
        2 => format!(
            "move i in {low}..({rest}) / 2{when} : {} + {}",
            with("i"),
            with(&format!("{rest} - i"))
        ),
        _ => format!(
            "move i in {}..{rest}{when} : {} + {}",
            low + rng.u8(..2),
            with("i"),
            with(&format!("{rest} - i"))
        ),
    }
}

#[test]
fn values_by_classes_are_told() {
    let mut rng = Rng::with_seed(8);
    let mut known = 0;
    for _ in 0..testkit::rounds(8, 40) {
        let names = &["a", "b"];
        let lows: Vec<u8> = names.iter().map(|_| rng.u8(..3)).collect();
        let mut moves = String::new();
        for (place, (name, &low)) in names.iter().zip(&lows).enumerate() {
            let with = |number: &str| {
                let one = |(at, other): (usize, &&str)| {
                    if at == place {
                        number.to_owned()
                    } else {
                        (*other).to_owned()
                    }
                };
                format!(
                    "[{}]",
                    names
                        .iter()
                        .enumerate()
                        .map(one)
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            };
            moves += &format!(" {}", cut_of(name, low, &with, &mut rng));
        }
        let state: Vec<String> = names
            .iter()
            .zip(&lows)
            .map(|(name, low)| format!("{name} in {low}.."))
            .collect();
        let text = format!("game G {{ state {}{moves} }}", state.join(", "));
        if let Some(report) = told(&text, "boxes") {
            known += 1;
            let (mut search, game) = Search::new(&text);
            search.agrees(game, &report, (40, 60), &mut rng);
        }
    }
    // Random games are not counted in `known` if a single automaton computes their values, or the
    // values of their slots are summed.
    assert!(known >= testkit::rounds(1, 3), "{known}");
}

const CUTTING: &str = "game G { state w in 2.., h in 2.. unordered move k in 2..w-2 : [k, h] + [w - k, h] move k in 2..h-2 : [w, k] + [w, h - k] }";

#[test]
fn cutting_is_told_for_all_sheets() {
    let report = told(CUTTING, "boxes").unwrap();
    let (mut search, game) = Search::new(CUTTING);
    let far = testkit::rounds(30, 120usize);
    search.agrees(game, &report, (far as i64, far), &mut Rng::with_seed(3));
    // The value of a sheet is determined by the values of Dawson's Kayles at n - 2.
    let mut session = Session::new();
    let mut dawson = |n: i64| {
        let answer = session.solve(
            &format!("dawsonkayles[{}]", n - 2),
            SolveOptions::VALUE,
            &Budget::generous(),
        );
        answer
            .unwrap()
            .value
            .and_then(|value| value.as_nimber())
            .unwrap()
    };
    let mut rng = Rng::with_seed(4);
    for _ in 0..200 {
        let (w, h) = (rng.i64(2..100_000), rng.i64(2..100_000));
        let expected = match (dawson(w), dawson(h)) {
            (0, other) | (other, 0) => other,
            _ => 1,
        };
        let told = report
            .method()
            .unwrap()
            .told
            .value(&[w.max(h), w.min(h)].map(IBig::from), &Budget::generous())
            .unwrap();
        assert_eq!(told, Some(UBig::from(expected)), "{w} x {h}");
    }
}

/// A claim about a game whose values are computed by classes: if Dawson's Kayles has value 0 for
/// both side lengths, the sheet is lost.
#[test]
fn claims_are_proved_by_methods() {
    let mut session = Session::new();
    let asked = SolveOptions::VALUE;
    let mut value = |n: i64| {
        session
            .answer_to(&format!("dawsonkayles[{}]", n - 2), asked)
            .value
    };
    let zeros: Vec<i64> = (2..90)
        .filter(|&n| value(n).and_then(Grundy::as_nimber) == Some(0))
        .collect();
    let zero = |n: i64| zeros.contains(&n);
    let lost = |x: &str, without: i64| {
        let early = (2..56).filter(|&n| zero(n)).map(|n| format!("{x} == {n}"));
        let late = (56..90)
            .filter(|&n| zero(n) && n != without)
            .map(|n| format!("{x} >= 56 and {x} % 34 == {}", n % 34));
        format!("({})", early.chain(late).collect::<Vec<_>>().join(" or "))
    };
    let last = (56..90).rev().find(|&n| zero(n)).unwrap();
    for without in [0, last] {
        let text = CUTTING.replace(
            " }",
            &format!(
                " claim P iff {} and {} }}",
                lost("w", without),
                lost("h", 0)
            ),
        );
        let claim = prove_first_claim(&text, 300);
        match &claim.verdict {
            Ok(AnswerStatus::Proved) => assert_eq!(without, 0, "{text}"),
            Err(why) => assert!(
                without == last && format!("{why:?}").contains(&format!("[{last}, 2]")),
                "{why:?}"
            ),
            verdict => panic!("{verdict:?}, {:?}: {text}", claim.unproved),
        }
    }
}

#[test]
fn what_is_damaged_in_classes_is_refused_or_right() {
    let mut rng = Rng::with_seed(9);
    let ProofMethod::Boxes(whole) = method(CUTTING) else {
        panic!("boxes")
    };
    let (mut search, game) = Search::new(CUTTING);
    let right = |boxes: &certificate::BoxProof, search: &mut Search| {
        (2..90).all(|w| {
            (2..=w).all(|h| {
                let [row, column] = [(w, 0), (h, 1)]
                    .map(|(n, slot): (i64, usize)| boxes.slots[slot].class(n as usize - 2));
                boxes.values[row * boxes.slots[1].count() + column] == search.value(game, &[w, h])
            })
        })
    };
    let mut passed = 0;
    for turn in 0..120 {
        let mut boxes = whole.clone();
        let slot = &mut boxes.slots[rng.usize(..2)];
        match turn % 4 {
            0 => boxes.values[rng.usize(..81)] ^= 1 << rng.u8(..4),
            1 => slot.of[rng.usize(..87)] = rng.u32(..9),
            2 => {
                // The repetition of the damaged classes begins one number earlier.
                slot.before -= 1;
                slot.of.remove(rng.usize(..2));
            }
            _ => {
                slot.period -= 1;
                slot.of.pop();
            }
        }
        if boxes != whole && accepts(CUTTING, ProofMethod::Boxes(boxes.clone())) {
            passed += 1;
            assert!(right(&boxes, &mut search), "accepted and wrong");
        }
    }
    assert!(passed <= 3, "{passed}");
    assert!(accepts(CUTTING, ProofMethod::Boxes(whole.clone())));
    for (old, new) in [
        ("k in 2..w-2", "k in 2..(w-1) / 2"),
        ("k in 2..w-2", "k in 2..w-2 when k % 3 == 0"),
        ("k in 2..w-2", "k in 2..min(w-2, 30)"),
        ("k in 2..w-2", "k in 3..w-2"),
        ("k in 2..w-2", "k in 2..w-2 when h > 4"),
        ("k in 2..w-2", "k in 2..w-2 when w % 5 != 0"),
        ("[w - k, h]", "[w - k - 1, h]"),
        ("[w - k, h]", "[w - k, h - 1]"),
        ("[w - k, h]", "[w - k, 2]"),
        (" + [w - k, h]", ""),
        ("w in 2.., h in 2..", "w in 2..500, h in 2..500"),
        ("w in 2.., h in 2..", "w in 1.., h in 1.."),
        ("unordered", "unordered require w != 90"),
        ("unordered", "unordered goal w == 2"),
        ("move k in 2..h", "move : [w - 100, h] move k in 2..h"),
    ] {
        let text = CUTTING.replacen(old, new, 1);
        assert_ne!(text, CUTTING);
        assert!(!accepts(&text, ProofMethod::Boxes(whole.clone())), "{text}");
    }
}

#[test]
fn laws_of_other_games_are_lemmas() {
    let kayles = "game K { state n in 0.. move k in 1..2, i in 0..n - k : [i] + [n - k - i] }";
    let mut rng = Rng::with_seed(11);
    for (others, own, far) in testkit::some(
        [
            (kayles, "move k in 1..2 when n >= k : K[n - k]", 200),
            (
                kayles,
                "move k in 1..2 : [n - k] move k in 0..n : K[n]",
                100,
            ),
            (
                kayles,
                "move when n >= 2 : K[n - 2] + K[n / 2] move : [n - 1] + K[n]",
                100,
            ),
            (
                "game K { state n in 0.. move i in 1..n : [i - 1] }",
                "move i in 1..n : K[i - 1] + K[n - i]",
                60,
            ),
            (
                "game J { state n in 0.. move k in 1..3 : [n - k] } game K { state n in 0.. move k in 1..2 : J[n - k] move : [n - 1] }",
                "move k in {1, 4} : [n - k] + K[k] move : J[n] + K[n]",
                60,
            ),
            (
                "game K { state a in 0.., b in 1.. move k in 1..a : [a - k, b] move k in 1.. : [a, b - k] }",
                "move k in 0..n : K[k, 2]",
                40,
            ),
            // The first rules leave runs of a game whose own moves leave no runs. The second rules
            // leave runs of a game whose own moves also leave runs.
            (
                "game K { state n in 0.. move k in 1..3 : [n - k] }",
                "move k in 1..4 : K[j] for j in n - k..n - 1 move : [n - 1]",
                60,
            ),
            (
                "coins K { state s in 1.. move t in 0..2 : [j] for j in s - t..s - 1 }",
                "move k in 1..3 : K[j] for j in n..n + k move : [n - 1] + K[n + 1] move : [n - 2]",
                60,
            ),
        ],
        2,
    ) {
        let text = format!("{others} game G {{ state n in 0.. {own} }}");
        let report = told(&text, "lemma").unwrap_or_else(|| panic!("{text}"));
        let (mut search, game) = Search::new(&text);
        search.agrees(game, &report, (far, 40), &mut rng);
        let read =
            certificate::parse(report.certificate.as_ref().unwrap().as_ref().unwrap()).unwrap();
        let CertificateProof::Method(ProofMethod::Lemmas { lemmas, proof }) =
            &read.certificate.proof
        else {
            panic!("lemma")
        };
        let titles: Vec<String> = lemmas
            .iter()
            .map(|lemma| read.world.rules(lemma.game).title())
            .collect();
        // Returns whether the laws are accepted for the games of these rules.
        let accepts = |text: &str, laws: &[(&str, &LawProof)]| {
            let (mut search, game) = Search::new(text);
            let lemma = |(title, proof): &(&str, &LawProof)| Lemma {
                game: search.world.instantiate(title, Vec::new()).unwrap(),
                proof: (*proof).clone(),
            };
            let lemmas = laws.iter().map(lemma).collect();
            let method = ProofMethod::Lemmas {
                lemmas,
                proof: proof.clone(),
            };
            check(
                &search.world,
                &Certificate {
                    claim: CertificateClaim::AllValues(game),
                    proof: CertificateProof::Method(method),
                },
                &Budget::generous(),
            )
            .is_ok()
        };
        let laws: Vec<(&str, &LawProof)> = titles
            .iter()
            .map(String::as_str)
            .zip(lemmas.iter().map(|lemma| &lemma.proof))
            .collect();
        assert!(accepts(&text, &laws), "{text}");
        // The checker refuses missing lemmas, lemmas in a different order, the law of another game,
        // and a damaged law.
        assert!(!accepts(&text, &[]));
        assert!(!accepts(&text, &[(laws[0].0, proof)]));
        let reversed: Vec<(&str, &LawProof)> = laws.iter().rev().copied().collect();
        assert!(laws.len() == 1 || !accepts(&text, &reversed));
        for edge in 0..laws[0].1.law.next.len().min(12) {
            let mut forged = laws[0].1.clone();
            forged.law.next[edge] ^= 1;
            let forged: Vec<(&str, &LawProof)> = [(laws[0].0, &forged)]
                .into_iter()
                .chain(laws[1..].iter().copied())
                .collect();
            assert!(!accepts(&text, &forged), "edge {edge} of {text}");
        }
        for (old, new) in [
            ("1..2, i", "1..1, i"),
            ("1..3", "1..4"),
            ("K[n - 2]", "K[n - 1]"),
            ("K[n - k]", "K[n]"),
        ] {
            let damaged = text.replacen(old, new, 1);
            assert!(damaged == text || !accepts(&damaged, &laws), "{damaged}");
        }
    }
    // Games that lead into each other, or into a game without a law.
    for text in [
        "game K { state n in 0.. move : G[n - 1] } game G { state n in 0.. move : K[n - 1] }",
        "game K { state n in 0.. move k in 1..n - 1 when k != n - k : [k] + [n - k] } game G { state n in 0.. move : K[n - 1] }",
    ] {
        assert!(told(text, "lemma").is_none(), "{text}");
    }
}
