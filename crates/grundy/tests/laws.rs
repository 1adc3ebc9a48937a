//! Laws of games: proved laws are compared with other methods far beyond the cells that the search
//! queried, on the library and on random rule files. Claims with one change are refuted.

use base::budget::Budget;
use dashu_int::{IBig, UBig};
use fastrand::Rng;
use grundy::check::CheckOptions;
use grundy::laws::{LawForm, LawOutput, LawQuery, LawReport};
use grundy::status::AnswerStatus;
use grundy::{Session, SolveError, SolveOptions};
use rules::ast::RuleFile;
use rules::printer::print_file;

use crate::support::{SessionAnswers, prove_first_claim, session_with, small_law};

/// Asserts that the law agrees with the session's own answer for a position. Returns `false` for an
/// invalid position, which is skipped.
fn agrees(session: &mut Session, name: &str, report: &LawReport, position: &[i64]) -> bool {
    let (found, _) = report.law().expect("it was proved");
    let listed = position
        .iter()
        .map(i64::to_string)
        .collect::<Vec<_>>()
        .join(", ");
    let question = format!("{name}[{listed}]");
    // The session computes its own answer without the law.
    session.settings.without.insert("law".to_owned());
    let Ok(answer) = session.solve(&question, SolveOptions::VALUE, &Budget::generous()) else {
        return false;
    };
    // The session may sort the numbers, but the law describes the numbers in one order only.
    if answer
        .position
        .first()
        .is_some_and(|component| *component.slots != *position)
    {
        return false;
    }
    let numbers: Vec<IBig> = position.iter().map(|&n| IBig::from(n)).collect();
    let told = found
        .law
        .value(&numbers)
        .unwrap_or_else(|| panic!("{question}: the law tells nothing"));
    match found.law.kind {
        LawOutput::Outcomes => assert_eq!(
            told == UBig::ZERO,
            answer.outcome.letter() == 'P',
            "{question}"
        ),
        LawOutput::Values | LawOutput::PowersOfValues => {
            let value = answer
                .value
                .and_then(|value| value.as_nimber())
                .expect("a nimber");
            assert_eq!(told, UBig::from(value), "{question}");
        }
    }
    true
}

/// Games whose laws are found quickly, and numbers far beyond the boxes that the search queried.
const LIBRARY: &[(&str, i64)] = &[
    ("bash(5)", 2000),
    ("chomp(3, 4)", 4),
    ("dawsonkayles", 1500),
    ("ed", 300),
    ("georgiaandbob", 20),
    ("kayles", 1500),
    ("kiki", 200),
    ("knights(8)", 8),
    ("laskernim", 500),
    ("miserenimrow", 12),
    ("mixedpiles", 100),
    ("mockturtles", 300),
    ("moore(2)", 2000),
    ("nimthree", 64),
    ("pokernim", 100),
    ("powertake", 1000),
    ("seatnim", 40),
    ("staircase(5)", 9),
    ("striptokens", 12),
    ("subtract({2, 5})", 2000),
    ("turtles", 300),
];

#[test]
fn laws_of_the_library_hold_far_out() {
    let mut rng = Rng::with_seed(43);
    for (name, far) in LIBRARY.iter().step_by(testkit::rounds(3, 1)) {
        let mut session = Session::new();
        let report = session
            .law(name, &LawQuery::default(), &Budget::generous())
            .unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert!(report.law().is_some(), "{name}: {:?}", report.tried);
        let mut compared = 0;
        for _ in 0..testkit::rounds(60, 200) {
            let position: Vec<i64> = report.slots.iter().map(|_| rng.i64(0..=*far)).collect();
            compared += usize::from(agrees(&mut session, name, &report, &position));
        }
        // All positions with small numbers: one number up to 2,000, or two numbers up to 60.
        let near: i64 = testkit::rounds([0, 0], [2_000, 60])
            .get(report.slots.len() - 1)
            .copied()
            .unwrap_or(0);
        for cell in 0..(near + 1).pow(report.slots.len() as u32) {
            let position: Vec<i64> = (0..report.slots.len() as u32)
                .map(|slot| cell / (near + 1).pow(slot) % (near + 1))
                .collect();
            agrees(&mut session, name, &report, &position);
        }
        // If `require` excludes most rows of numbers, few random rows are positions.
        let rare = ["georgiaandbob", "striptokens", "chomp(3, 4)", "seatnim"].contains(name);
        assert!(
            compared >= if rare { 1 } else { testkit::rounds(15, 50) },
            "{name}: {compared}"
        );
    }
}

/// Random linear rules: each proved law is correct for numbers four times as large as the numbers
/// of the box with which guesses are compared.
#[test]
fn proved_laws_of_random_games_hold() {
    let mut rng = Rng::with_seed(44);
    let (mut proved, mut compared) = (0, 0);
    for seed in 0..testkit::rounds(10, 100) {
        let text = testkit::linear::game(&mut Rng::with_seed(seed));
        let Some((mut session, report)) = small_law(&text, 6_000) else {
            continue;
        };
        if report.law().is_none() {
            continue;
        }
        proved += 1;
        let far = match report.slots.len() {
            1 => 900,
            2 => 90,
            _ => 25,
        };
        for _ in 0..40 {
            let position: Vec<i64> = report.slots.iter().map(|_| rng.i64(0..=far)).collect();
            compared += usize::from(agrees(&mut session, "G", &report, &position));
        }
    }
    assert!(
        proved >= testkit::rounds(2, 25) && compared >= testkit::rounds(30, 400),
        "{proved} proved, {compared} compared"
    );
}

/// A rule file, and whether its claim is true for all positions.
const CLAIMS: &[(&str, bool)] = &[
    (
        "game G { state n in 0.. move k in 1..3 : [n - k] claim SG == n % 4 }",
        true,
    ),
    (
        "game G { state n in 0.. move k in 1..3 : [n - k] claim P iff n % 4 == 0 }",
        true,
    ),
    (
        "game G { state n in 0.. move k in 1..3 : [n - k] claim SG == if n == 5000 then 1 else n % 4 }",
        false,
    ),
    (
        "game G { state n in 0.. move k in 1..3 : [n - k] claim P iff n % 4 == 0 and n != 80000 }",
        false,
    ),
    (
        "game G { state n in 0.. move k in 1..3 : [n - k] claim period 4 }",
        true,
    ),
    (
        "game G { state a in 0.., b in 0.. move k in 1.. : [a - k, b] move k in 1.. : [a, b - k] claim SG == a xor b }",
        true,
    ),
    (
        "game G { state a in 0.., b in 0.. move k in 1.. : [a - k, b] move k in 1.. : [a, b - k] claim SG == if a == b + 4096 and b == 9999 then 1 else a xor b }",
        false,
    ),
    (
        "game G { state a in 0.., b in 0.. play misere move k in 1.. : [a - k, b] move k in 1.. : [a, b - k] claim P iff a == b and a > 1 or a + b == 1 }",
        true,
    ),
    (
        "game G { state a in 0.., b in 0.. play misere move k in 1.. : [a - k, b] move k in 1.. : [a, b - k] claim P iff a == b and a > 1 and a != 70000 or a + b == 1 }",
        false,
    ),
    (
        "game G { state n in 0.. move k in 1..2, i in 0..(n - k) / 2 when n >= k : [i] + [n - k - i] claim P iff n == 0 }",
        true,
    ),
    (
        "game G { state n in 0.. move k in 1..2, i in 0..(n - k) / 2 when n >= k : [i] + [n - k - i] claim P iff n == 0 or n == 5001 }",
        false,
    ),
    // The moves of the game lead into another game, whose law is proved first.
    (
        "game K { state n in 0.. move k in 1..2, i in 0..n - k : [i] + [n - k - i] } game G { state n in 0.. move k in 1..2 when n >= k : K[n - k] claim P iff n == 0 or n >= 3 }",
        true,
    ),
    (
        "game K { state n in 0.. move k in 1..2, i in 0..n - k : [i] + [n - k - i] } game G { state n in 0.. move k in 1..2 when n >= k : K[n - k] claim SG == if n < 3 or n == 6001 then n else 0 }",
        false,
    ),
    (
        "game G { state n in 0.. goal n == 70001 move k in 1..2 : [n - k] claim P iff n % 3 == 0 }",
        false,
    ),
];

/// Asserts that each claim is proved or refuted as expected.
fn decided(claims: impl Iterator<Item = &'static (&'static str, bool)>) {
    for (text, holds) in claims {
        let claim = prove_first_claim(text, 300);
        match (&claim.verdict, holds) {
            (Ok(AnswerStatus::Proved), true) | (Err(_), false) => {}
            (verdict, _) => panic!("{text}: {verdict:?}, {:?}", claim.unproved),
        }
    }
}

#[test]
fn claims_are_proved_or_refuted_far_out() {
    decided(testkit::some(CLAIMS, 3));
}

/// Powers of a base other than 2, and numbers that must be increasing.
const IN_OTHER_WORDS: &[(&str, bool)] = &[
    (
        "game G { state n in 0.. move k in {3 ** i for i in 0..} : [n - k] claim SG == n % 2 }",
        true,
    ),
    (
        "game G { state n in 0.. move k in {5 ** i for i in 0..} : [n - k] claim P iff n % 2 == 0 and n != 40000 }",
        false,
    ),
    (
        "game G { state n in 0.. move k in {4 ** i for i in 0..} : [n - k] claim SG == if n % 5 == 4 then 2 else n % 5 % 2 }",
        true,
    ),
    (
        "game G { state n in 0.. move k in {16 ** i for i in 0..} : [n - k] claim P iff n % 17 % 2 == 0 and n % 17 != 16 }",
        true,
    ),
    (
        "game G { state a[1..5] in 0.. require all(a[i] <= a[i+1] for i in 1..4) move i in 1..5, k in 1..a[i] : { a[i] -= k } claim SG == a[1] xor (a[3] - a[2]) xor (a[5] - a[4]) }",
        true,
    ),
    (
        "game G { state a[1..5] in 0.. require all(a[i] <= a[i+1] for i in 1..4) move i in 1..5, k in 1..a[i] : { a[i] -= k } claim P iff (a[1] xor (a[3] - a[2]) xor (a[5] - a[4])) == 0 and a[2] != 50000 }",
        false,
    ),
];

#[test]
fn claims_in_other_digits_and_of_gaps() {
    decided(IN_OTHER_WORDS.iter());
}

/// A request for a position, or for code, of a law that was just found returns the cached law
/// without a new search.
#[test]
fn a_law_is_remembered() {
    let (mut session, budget) = (Session::new(), Budget::generous());
    let plain = LawQuery::default();
    for (name, at) in [
        ("kayles", vec![1_000_003]),
        ("cutting", vec![1_000_007, 1_000_000]),
        ("knights", vec![3, 4]),
    ] {
        let at = LawQuery {
            at: Some(at.into_iter().map(IBig::from).collect()),
            ..plain.clone()
        };
        let fresh = Session::new().law(name, &at, &budget).unwrap();
        let needs = |session: &mut Session| {
            let few = |looks: &u32| {
                budget
                    .limited(*looks, |budget| session.law(name, &at, budget).is_ok())
                    .0
            };
            (0..20).map(|power| 1u32 << power).find(few).unwrap()
        };
        let alone = needs(&mut Session::new());
        session.law(name, &plain, &budget).unwrap();
        let after = needs(&mut session);
        assert!(
            after * 8 <= alone,
            "{name}: {after} looks, {alone} with the search"
        );
        let again = session.law(name, &at, &budget);
        let (again, fresh) = (again.unwrap().at.unwrap(), fresh.at.unwrap());
        assert_eq!(
            (&again.position, &again.value),
            (&fresh.position, &fresh.value),
            "{name}"
        );
        assert_eq!(
            again.winning.map(|made| (made.rule, made.choices)),
            fresh.winning.map(|made| (made.rule, made.choices)),
            "{name}"
        );
    }
    let every = LawQuery {
        for_all: Some("N".to_owned()),
        at: Some([3, 4, 30].map(IBig::from).into()),
        ..plain.clone()
    };
    let first = session.law("knights", &every, &budget).unwrap().at.unwrap();
    let (again, _) = budget.limited(100, |budget| session.law("knights", &every, budget));
    assert_eq!(again.unwrap().at.unwrap().value, first.value);
    // A request with different options starts a new search for a law.
    assert!(
        session
            .law("kayles", &plain, &budget)
            .unwrap()
            .law()
            .is_some_and(|(found, _)| found.law.kind == LawOutput::Values)
    );
    let outcomes = session
        .law(
            "kayles",
            &LawQuery {
                outcomes: true,
                ..plain.clone()
            },
            &budget,
        )
        .unwrap();
    assert!(
        outcomes
            .law()
            .is_none_or(|(found, _)| found.law.kind == LawOutput::Outcomes)
    );
    session.settings.play = Some(rules::ast::PlayConvention::Misere);
    assert_eq!(
        session
            .law("nim", &plain, &budget)
            .unwrap()
            .conventions
            .play,
        rules::ast::PlayConvention::Misere
    );
}

/// Claims of a game whose numbers increase up to a bound are decided for every bound. True claims
/// are proved, and damaged claims are refuted at positions at which the definition contradicts
/// them. Only the named forms are tried, in their order.
#[test]
fn forms_that_are_named_are_tried() {
    let look = |name: &str, kinds: &str| {
        // A search that finds no law ends soon.
        let sought = LawQuery {
            forms: Some(LawForm::list(kinds).unwrap()),
            names: false,
            nodes: 200,
            cells: 10_000,
            ..LawQuery::default()
        };
        Session::new().law(name, &sought, &Budget::generous())
    };
    // Without named forms, values are tried first, then methods, then P-positions.
    for (name, kinds, kind, numerals) in [
        ("nimtwo", "outcomes", LawOutput::Outcomes, "base 2"),
        (
            "nimtwo",
            "outcomes:3, values",
            LawOutput::Outcomes,
            "base 3",
        ),
        ("ed", "powers", LawOutput::PowersOfValues, "base 2"),
        ("ed", "outcomes:4", LawOutput::Outcomes, "base 4"),
        (
            "nimtwo",
            "outcomes:fibonacci",
            LawOutput::Outcomes,
            "Fibonacci digits",
        ),
    ] {
        let report = look(name, kinds).unwrap();
        let (found, _) = report
            .law()
            .unwrap_or_else(|| panic!("{kinds}: {:?}", report.tried));
        assert_eq!(
            (found.law.kind, &found.law.numerals.name().en[..]),
            (kind, numerals),
            "{kinds}"
        );
    }
    assert_eq!(
        look("againstone", "methods")
            .unwrap()
            .method()
            .unwrap()
            .told
            .key(),
        "maximum"
    );
    // Only the named forms are tried.
    let report = look("wythoff", "outcomes:2, methods, values:3").unwrap();
    assert!(report.law().is_none() && report.method().is_none());
    assert_eq!(
        report
            .tried
            .iter()
            .map(|tried| (tried.kind, &tried.numerals.en[..]))
            .collect::<Vec<_>>(),
        [
            (LawOutput::Outcomes, "base 2"),
            (LawOutput::Values, "base 3")
        ]
    );
    assert!(matches!(
        look("miserenim", "values, methods"),
        Err(SolveError::Usage(_))
    ));
    for wrong in [
        "",
        "value",
        "outcomes:17",
        "outcomes:1",
        "methods:2",
        "values,",
        "outcomes:metallic16",
        "outcomes:pel",
    ] {
        let why = LawForm::list(wrong).unwrap_err();
        assert!(
            why.en.starts_with("expected values, powers"),
            "{wrong}: {}",
            why.en
        );
    }
}

#[test]
fn claims_for_every_parameter() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/laws/race.game"
    ))
    .unwrap();
    let check = |text: &str| {
        let mut session = session_with("race.game", text);
        let every: Vec<_> = ["race", "runners"]
            .map(|name| session.for_every(name, "N").unwrap())
            .into();
        let every = print_file(&RuleFile {
            games: every,
            trailing: Vec::new(),
        });
        let games = session.load_rules("every.game", &every).unwrap();
        session
            .check_report(
                &games,
                CheckOptions {
                    positions: 200,
                    prove: true,
                },
            )
            .findings
    };
    let found = check(&text);
    assert_eq!(found.len(), 4);
    assert!(
        found
            .iter()
            .all(|claim| matches!(claim.verdict, Ok(AnswerStatus::Proved))),
        "{found:?}"
    );
    for (from, to) in [
        ("SG == (N - x) % 11", "SG == (N - x) % 12"),
        ("== (N - y) % 4", "== N % 4 - y % 4"),
        ("k in 1..10", "k in 1..9"),
    ] {
        let damaged = text.replacen(from, to, 1);
        assert_ne!(damaged, text);
        assert!(
            check(&damaged).iter().any(|claim| claim.verdict.is_err()),
            "{from} as {to}"
        );
    }
}

/// The law of the CEOI knights for boards of every size, compared with the answers for each board
/// size.
#[test]
fn one_law_for_every_parameter() {
    let mut session = Session::new();
    let sought = LawQuery {
        for_all: Some("N".to_owned()),
        ..LawQuery::default()
    };
    let report = session
        .law("knights", &sought, &Budget::generous())
        .unwrap();
    let (found, _) = report.law().expect("it was proved");
    for side in 1..=testkit::rounds(8, 14i64) {
        for x in 1..=side {
            for y in 1..=side {
                let lost = found.law.value(&[x, y, side].map(IBig::from)).unwrap() == UBig::ZERO;
                let answer =
                    session.answer_to(&format!("knights({side})[{x}, {y}]"), SolveOptions::VALUE);
                assert_eq!(lost, answer.outcome.letter() == 'P', "{x}, {y} on {side}");
            }
        }
    }
    session
        .load_rules(
            "more.game",
            "game Sorted(N = 3) { state a in 0..N, b in 0..N unordered move k in 1.. : [a - k, b] }
        recurrence Made(N = 3) { SG(n) = mex { SG(n - i) for i in 1..N } }",
        )
        .unwrap();
    for (name, parameter) in [
        ("sorted", "N"),
        ("made", "N"),
        ("knights", "M"),
        ("nim", "N"),
        ("staircase", "H"),
    ] {
        let sought = LawQuery {
            for_all: Some(parameter.to_owned()),
            ..LawQuery::default()
        };
        assert!(
            matches!(
                session.law(name, &sought, &Budget::generous()),
                Err(SolveError::Usage(_))
            ),
            "{name} {parameter}"
        );
    }
}
