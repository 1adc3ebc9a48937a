//! Names of laws: a game with a known law gets the name of this law. Each name can be pasted into a
//! rule file as a claim, and this claim is proved. The name agrees at random positions with the
//! session's answers by other methods.

use base::budget::Budget;
use fastrand::Rng;
use grundy::check::CheckOptions;
use grundy::laws::{Conjecture, LawName, LawQuery, LawReport, NameStatus};
use grundy::status::AnswerStatus;
use grundy::{Session, SolveOptions};
use rules::eval::{EvalContext, at_most};
use rules::ir::RuleClaim;
use rules::printer::print_game;
use rules::world::World;

use crate::support::{SessionAnswers, prove_first_claim, session_with, small_law};

/// A game, and the name of its law.
const NAMES: &[(&str, &str)] = &[
    ("bash", "SG == n % 4"),
    ("bash(6)", "SG == n % 7"),
    (
        "bottles",
        "SG == 2 * h - min(h, 1) - popcount(h - min(h, 1)) % 2",
    ),
    ("circlekayles", "SG == min(n, 3) % 3"),
    ("dawsonkayles", "period 34 from 53"),
    ("ed", "SG == ctz(bitnot((a - 1) bitor (b - 1)))"),
    ("flip", "SG == 1"),
    ("hundredstones", "SG == n % 3"),
    ("kayles", "period 12 from 71"),
    (
        "kiki",
        "SG == if (x - y) % 2 == 0 then 2 * ((x - 1) % 2) else if x < y then (2 * x - 1) % 4 else (2 * y - 1) % 4",
    ),
    ("knights", "P iff (y - 1) % 4 <= 1 and (x - 1) % 4 <= 1"),
    ("laskernim", "SG == max(n, 1) + (n % 4 - 1) / 2"),
    ("lastloses", "P iff n % 4 == 1"),
    ("misereBash", "P iff n % 4 == 1"),
    ("miserenim", "P iff n == 1"),
    ("mixedpiles", "SG == a % 4 xor b % 2 xor c"),
    ("mockturtles", "SG == 2 * s + (popcount(s) + 1) % 2"),
    ("moore", "P iff n == 0"),
    ("nim", "SG == n"),
    ("nimthree", "SG == a xor b xor c"),
    ("nimtwo", "SG == a xor b"),
    ("nullify", "SG == 16 * a + 4 * (b xor c) + d"),
    ("oddtake", "SG == n % 2"),
    ("pokernim", "SG == n"),
    ("powertake", "SG == n % 3"),
    ("rowcolumn", "SG == x xor y"),
    ("selectivetake", "P iff n % 3 == 0"),
    ("staircase", "SG == a[1] xor a[3]"),
    ("staircase(6)", "SG == a[1] xor a[3] xor a[5]"),
    ("stonegame2", "SG == (popcount(x) + 1) % 2"),
    ("striptokens", "SG == p[1] xor p[2] xor p[3]"),
    ("turtles", "SG == s"),
    ("twins", "SG == s"),
];

/// A game whose rules no clauses describe. A conjecture about a game without clauses is made from
/// the divisors of the position's numbers. The conjecture fits a table that the search for it did
/// not use, and values beyond that table.
#[test]
fn equal_splits_count_prime_factors() {
    let mut session = Session::new();
    let Some(Conjecture::Fits(text, agree)) = report(&mut session, "splitequally").conjecture
    else {
        panic!("nothing fits")
    };
    assert!(text.contains("bigomega") && agree >= 200, "{text}, {agree}");
    let rules = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../rules/games/splitting.game"
    ))
    .unwrap();
    let (start, end) = (rules.find("game SplitEqually").unwrap(), rules.len());
    let own = rules[start..end]
        .replace("SplitEqually", "Own")
        .replace("  expect", &format!("  claim {text}\n  expect"));
    let mut session = session_with("own.game", &own);
    let report = session.check_report(
        &["Own".to_owned()],
        CheckOptions {
            positions: 3_000,
            ..CheckOptions::default()
        },
    );
    assert!(report.passes() && report.findings.len() == 2, "{text}");
}

fn report(session: &mut Session, name: &str) -> LawReport {
    session
        .law(name, &LawQuery::default(), &Budget::generous())
        .unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

/// Compares a name with answers by other methods, at random positions with numbers below `far`;
/// returns the number of valid positions.
fn compared(
    session: &mut Session,
    game: &str,
    (report, name): (&LawReport, &LawName),
    far: i64,
    rng: &mut Rng,
) -> usize {
    session.settings.without.insert("law".to_owned());
    let mut compared = 0;
    for _ in 0..30 {
        let position: Vec<i64> = report.slots.iter().map(|_| rng.i64(0..=far)).collect();
        let listed = position
            .iter()
            .map(i64::to_string)
            .collect::<Vec<_>>()
            .join(", ");
        let Ok(answer) = session.solve(
            &format!("{game}[{listed}]"),
            SolveOptions::VALUE,
            &Budget::generous(),
        ) else {
            continue;
        };
        let [component] = &answer.position[..] else {
            continue;
        };
        compared += 1;
        let tick = at_most(10_000, 0);
        let told = |expr| {
            EvalContext::new(&component.slots, 0, &tick)
                .eval(expr)
                .unwrap_or_else(|fault| panic!("{game}{position:?}: {fault:?}"))
        };
        match &name.claim {
            RuleClaim::Value(expr) => {
                let value = answer
                    .value
                    .and_then(|value| value.as_nimber())
                    .expect("a nimber");
                assert_eq!(
                    told(expr),
                    value as i64,
                    "{game}{position:?}: {}",
                    name.text
                );
            }
            RuleClaim::Outcome(expr) => assert_eq!(
                told(expr) != 0,
                answer.outcome.letter() == 'P',
                "{game}{position:?}: {}",
                name.text
            ),
            &RuleClaim::Period(period, from, saltus) => {
                let [n] = position[..] else {
                    panic!("a period speaks of one number")
                };
                if n < from {
                    continue;
                }
                let then =
                    session.answer_to(&format!("{game}[{}]", n + period), SolveOptions::VALUE);
                let [value, later] = [answer, then].map(|answer| {
                    answer
                        .value
                        .and_then(|value| value.as_nimber())
                        .expect("a nimber") as i64
                });
                assert_eq!(value + saltus, later, "{game}[{n}]: {}", name.text);
            }
        }
    }
    compared
}

#[test]
fn known_laws_have_their_names() {
    let mut rng = Rng::with_seed(81);
    let mut others = Vec::new();
    for (game, expected) in testkit::some(NAMES, 3) {
        let mut session = Session::new();
        let report = report(&mut session, game);
        let Some(name) = &report.name else {
            others.push(format!("{game}: no name"));
            continue;
        };
        if name.text != *expected || name.standing != NameStatus::Same {
            others.push(format!("{game}: {} ({:?})", name.text, name.standing));
        }
        compared(&mut session, game, (&report, name), 40, &mut rng);
    }
    assert!(others.is_empty(), "{others:#?}");
}

/// Each name is a claim of the rule language, and this claim is proved.
#[test]
fn names_can_be_pasted_as_claims() {
    let world = World::with_library();
    let declarations = world.declarations();
    for game in [
        "bash",
        "ed",
        "kayles",
        "kiki",
        "laskernim",
        "mixedpiles",
        "mockturtles",
        "nullify",
        "staircase",
        "stonegame2",
    ] {
        let mut session = Session::new();
        let name = report(&mut session, game)
            .name
            .unwrap_or_else(|| panic!("{game} has a name"));
        let declared = declarations
            .iter()
            .find(|declared| declared.name.to_lowercase() == game)
            .unwrap();
        let text = print_game(declared.decl())
            .lines()
            .filter(|line| !line.trim().starts_with("claim"))
            .collect::<Vec<_>>()
            .join("\n");
        let (text, _) = text.rsplit_once('}').unwrap();
        let text =
            format!("{text}\n  claim {}\n}}", name.text).replacen(&*declared.name, "Pasted", 1);
        let claim = prove_first_claim(&text, 200);
        assert!(
            matches!(claim.verdict, Ok(AnswerStatus::Proved)),
            "{text}: {:?} {:?}",
            claim.verdict,
            claim.unproved
        );
    }
}

/// Random linear rules: each proved name is correct for positions far beyond the cells in which the
/// name was searched.
#[test]
fn names_of_random_games_hold() {
    let mut rng = Rng::with_seed(82);
    let (mut named, mut right) = (0, 0);
    for seed in 0..testkit::rounds(9, 50) {
        let text = testkit::linear::game(&mut Rng::with_seed(seed));
        let Some((mut session, report)) = small_law(&text, 12_000) else {
            continue;
        };
        let Some(name) = report
            .name
            .clone()
            .filter(|name| name.standing == NameStatus::Same)
        else {
            continue;
        };
        named += 1;
        let far = if report.slots.len() == 1 { 600 } else { 40 };
        right += compared(&mut session, "G", (&report, &name), far, &mut rng);
    }
    assert!(
        named >= testkit::rounds(2, 12) && right >= testkit::rounds(30, 200),
        "{named} names, {right} positions"
    );
}
