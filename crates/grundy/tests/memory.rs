//! A session caches results: later questions reuse the results of earlier questions, within the
//! memory limit of questions. Answers do not depend on earlier questions.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use fastrand::Rng;
use grundy::plan::AttemptKind;
use grundy::{Session, SolveError, SolveOptions};
use jit::Jit;

use crate::support::{SessionAnswers, session_with};

/// Questions of every kind: values by tables, theorems and searches, misère play and sums of other
/// kinds, loopy play.
const GAMES: &str = "
    game Ring { state n in 0..11 loopy move k in {1, 5} when n != 0 : [(n + k) % 12] }
    game Rough { state n in 0.. play misere move k in 1..3 when n >= k : [n - k] move i in 1..n - 3 : [i] + [n - 2 - i] }
    game Both { state a in 0.., b in 0.. sum every move k in 1..2 when a >= k : [a - k, b] move when b >= 1 : [a, b - 1] }
    game Chain { state n in 0.. move when n >= 2 : [n - 2] move when n >= 3 : Side[n - 3] }
    game Side { state n in 0.. move k in {1, 4} when n >= k : [n - k] move when n >= 6 : Chain[n - 6] + [2] }
";

fn session() -> Session {
    session_with("test.game", GAMES)
}

fn random_question(rng: &mut Rng) -> String {
    let n = |rng: &mut Rng, most: u32| rng.u32(0..=most);
    match rng.u8(..9) {
        0 => format!("kayles[{}]", n(rng, 60)),
        1 => format!("nim[{}] + kayles[{}]", n(rng, 20), n(rng, 40)),
        2 => format!("ring[{}]", n(rng, 11)),
        3 => format!("rough[{}]", n(rng, 14)),
        4 => format!(
            "both[{}, {}] + both[{}, 1]",
            n(rng, 5),
            n(rng, 5),
            n(rng, 5)
        ),
        5 => format!("chain[{}] + side[{}]", n(rng, 12), n(rng, 12)),
        6 => format!(
            "wythoff[{}, {}] + subtract({{1, 3, 4}})[{}]",
            n(rng, 9),
            n(rng, 9),
            n(rng, 20)
        ),
        7 => format!("splittwo[{}] + dawsonkayles[{}]", n(rng, 30), n(rng, 30)),
        _ => format!("side[{}]", n(rng, 14)),
    }
}

#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let mut rng = Rng::with_seed(7);
    let mut old = session();
    for _ in 0..400 {
        let question = random_question(&mut rng);
        let asked = SolveOptions {
            moves: rng.bool(),
            winner_only: rng.u8(..4) == 0,
            to_move: None,
        };
        let (remembered, fresh) = (
            old.answer_to(&question, asked),
            session().answer_to(&question, asked),
        );
        let told = |answer: &grundy::answer::Answer| {
            let methods: Vec<String> = answer
                .components
                .iter()
                .map(|component| component.method.clone())
                .collect();
            (
                answer.outcome,
                answer.value,
                methods,
                answer.status,
                answer.evidence.clone(),
            )
        };
        assert_eq!(told(&remembered), told(&fresh), "{question}");
        let moves = |answer: &grundy::answer::Answer| answer.moves.as_ref().map(Vec::len);
        assert_eq!(moves(&remembered), moves(&fresh), "{question}");
    }
}

/// Facts from the program of one table make it unnecessary to compile programs for other tables,
/// and lead to the same plans.
#[test]
fn plans_do_not_depend_on_what_was_planned_before() {
    let (budget, mut rng) = (Budget::generous(), Rng::with_seed(8));
    let machine = Arc::new(Jit::new(1));
    let with_code = || {
        let mut session = session();
        session.settings.machine = Some(machine.clone());
        session
    };
    let mut old = with_code();
    let mut declined = 0;
    for round in 0..testkit::rounds(8, 60) {
        let number = |rng: &mut Rng, most: u32| rng.u32(0..=most);
        let question = match round % 4 {
            0 => format!(
                "newstone4[{0}, {0}, {1}, {1}]",
                number(&mut rng, 5),
                number(&mut rng, 5)
            ),
            1 => format!(
                "hyperknight[{}, {}]",
                number(&mut rng, 400),
                number(&mut rng, 400)
            ),
            2 => format!("rough[{}]", number(&mut rng, 4000)),
            _ => format!("kayles[{}]", number(&mut rng, 4000)),
        };
        let engines = |session: &mut Session| -> Vec<_> {
            let explained = session.explain(&question, false, &budget).unwrap();
            let attempts = explained
                .games
                .into_iter()
                .flat_map(|game| game.attempts)
                .filter(|attempt| attempt.kind == AttemptKind::Engine);
            attempts
                .map(|attempt| (attempt.name, attempt.verdict(), attempt.result.reason().en))
                .collect()
        };
        let found = engines(&mut old);
        assert_eq!(found, engines(&mut with_code()), "{question}");
        declined += usize::from(found.iter().any(|(name, _, why)| {
            *name == "codegen" && why.contains("is faster") || why.contains("steps")
        }));
    }
    assert!(declined > testkit::rounds(2, 20), "{declined}");
}

/// A table with room for later questions may include positions at which the rules fail. If the
/// rules fail outside the requested box, only this box is filled.
#[test]
fn room_for_later_questions_does_not_change_answers() {
    // The rules divide by zero at a heap of 25.
    let rules =
        "game Fault { state n in 0.. move k in 1..min(n, 100 / abs(25 - n) + 2) : [n - k] }";
    let budget = Budget::generous();
    let asked = SolveOptions::MOVES;
    let mut old = session_with("fault.game", rules);
    for n in [5, 9, 14, 16, 20, 24] {
        let mut fresh = session_with("fault.game", rules);
        let question = format!("fault[{n}]");
        let (remembered, alone) = (
            old.answer_to(&question, asked),
            fresh.answer_to(&question, asked),
        );
        assert!(
            alone.components[0].method == "dense",
            "{question} is answered by {}",
            alone.components[0].method
        );
        assert_eq!(
            (remembered.value, remembered.status),
            (alone.value, alone.status),
            "{question}"
        );
    }
    assert!(old.solve("fault[26]", asked, &budget).is_err());
}

#[test]
fn the_second_question_lists_no_option() {
    let mut session = session();
    for question in [
        "kayles[80]",
        "rough[12]",
        "both[4, 3] + both[2, 2]",
        "ring[5]",
        "chain[12] + side[9]",
        "cutting[6, 7]",
    ] {
        let first = session.answer_to(question, SolveOptions::VALUE);
        assert!(first.stats.options > 0, "{question}");
        let second = session.answer_to(question, SolveOptions::VALUE);
        assert_eq!(
            (second.stats.options, second.stats.positions),
            (0, 0),
            "{question}"
        );
    }
    // A smaller position is in the table of a larger position, but its certificate has separate
    // rows.
    let smaller = session.answer_to("kayles[12]", SolveOptions::VALUE);
    assert_eq!(
        (smaller.stats.options, smaller.evidence.text().en.as_str()),
        (0, "a certificate of 13 rows was checked")
    );
    session.forget();
    assert!(
        session
            .answer_to("kayles[80]", SolveOptions::VALUE)
            .stats
            .options
            > 0,
        "forgotten"
    );
}

#[test]
fn every_position_of_a_loopy_game_costs_one_analysis() {
    let mut session = Session::new();
    let rules = "game Walk { state a in 0..8, b in 0..8, c in 0..8 loopy
        move when a + b + c > 0 : [(a + 1) % 9, b, c]
        move when a + b + c > 0 : [a, (b + a) % 9, c]
        move when a + b + c > 0 : [a, b, (c + b + 1) % 9] }";
    session.load_rules("walk.game", rules).unwrap();
    let mut options = 0;
    for n in 0..729 {
        let question = format!("walk[{}, {}, {}]", n / 81, n / 9 % 9, n % 9);
        options += session
            .answer_to(&question, SolveOptions::VALUE)
            .stats
            .options;
    }
    assert!(
        options <= 3 * 729,
        "{options} options were listed for 729 positions"
    );
}

#[test]
fn what_is_known_gives_way_to_the_question() {
    let mut session = session();
    let roomy = Budget::generous();
    session
        .solve("kayles[3000]", SolveOptions::VALUE, &roomy)
        .unwrap();
    // The memory suffices for the table of either game, but not for both tables.
    for (question, memory) in [
        ("treblecross[3000]", 8_000),
        ("kayles[3000]", 8_000),
        ("rough[14]", 60_000),
    ] {
        let tight = Budget::new(memory, &|| None, &|_, _| ());
        let fresh = self::session().solve(question, SolveOptions::WINNER, &tight);
        let remembered = session.solve(question, SolveOptions::WINNER, &tight);
        match (fresh, remembered) {
            (Ok(fresh), Ok(remembered)) => {
                assert_eq!(fresh.outcome, remembered.outcome, "{question}")
            }
            (Err(SolveError::Stopped(StopReason::Memory(..))), _) => {}
            (fresh, remembered) => panic!("{question}: {fresh:?} and {remembered:?}"),
        }
    }
}

#[test]
fn other_methods_and_conventions_are_remembered_apart() {
    let mut session = session();
    let method = |session: &mut Session| {
        session
            .answer_to("kayles[30]", SolveOptions::VALUE)
            .components[0]
            .method
            .clone()
    };
    let first = method(&mut session);
    session.settings.switch_off(&first).unwrap();
    let second = method(&mut session);
    assert_ne!(first, second);
    session.settings.play = Some(rules::ast::PlayConvention::Misere);
    let misere = session.answer_to("kayles[3]", SolveOptions::VALUE);
    assert!(misere.value.is_none());
    session.settings.play = None;
    session.settings.without.clear();
    assert_eq!(method(&mut session), first);
}
