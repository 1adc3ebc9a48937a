//! Questions at the limits of the theorems: the largest parameters, a single pile of an array,
//! positions with more moves than can be listed, and games that lead into loopy games.

use base::budget::Budget;
use base::text::Lang;
use grundy::answer::Answer;
use grundy::{Session, SolveError, SolveOptions};
use rules::game::{Outcome, SumKind};

use crate::support::{SessionAnswers, session_with};

const SOLVE_OPTIONS: SolveOptions = SolveOptions::MOVES;

fn solve(question: &str) -> Answer {
    // The budget has twenty million steps; an answer by a law takes few of them.
    Budget::generous()
        .limited(20_000, |budget| {
            Session::new().solve(question, SOLVE_OPTIONS, budget)
        })
        .0
        .unwrap()
}

/// Returns the value of a question of one component by a theorem, and the choices and resulting
/// components of its first winning move.
fn by_theorem(question: &str) -> (String, Option<u64>, Option<String>) {
    let answer = solve(question);
    let moves = answer.moves.as_ref().expect("they were asked");
    let first = moves.first().map(|step| {
        step.steps[0]
            .choices
            .iter()
            .map(i64::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    });
    (
        answer.components[0].method.clone(),
        answer.value.and_then(|value| value.as_nimber()),
        first,
    )
}

/// A nim-sum that needs more than 63 bits is not reported as a number, but the position is won.
#[test]
fn a_nim_sum_that_does_not_fit_is_not_told() {
    let question = "laskernim[9223372036854775807] + nim[9223372036854775807]";
    let answer = Session::new().answer_to(question, SolveOptions::VALUE);
    assert_eq!((answer.value, answer.outcome), (None, Outcome::N));
    let ranges = "laskernim[9223372036854775807] + nim[9223372036854775806..9223372036854775807]";
    let refused = Session::new()
        .table(ranges, false, &Budget::generous())
        .unwrap_err()
        .render(Lang::En, false);
    assert!(refused.contains("the nim-sum is too large"), "{refused}");
}

#[test]
fn bachet_knows_every_number_that_may_be_taken() {
    let take = |n: u64| Some(n.to_string());
    assert_eq!(
        by_theorem("bash(2147483647)[4294967292]"),
        ("bachet".into(), Some(2147483644), take(2147483644))
    );
    assert_eq!(
        by_theorem("bash(9223372036854775807)[100]"),
        ("bachet".into(), Some(100), take(100))
    );
    assert_eq!(
        by_theorem("bash(1000000)[1000001]"),
        ("bachet".into(), Some(0), None)
    );
}

#[test]
fn a_single_pile_of_an_array_is_a_pile() {
    for game in [
        "staircase(1)",
        "sortednim(1)",
        "striptokens(1, 2000000000000)",
        "endnim(1)",
    ] {
        let (_, value, first) = by_theorem(&format!("{game}[1000000000000]"));
        assert_eq!(
            (value, first.is_some()),
            (Some(1_000_000_000_000), true),
            "{game}"
        );
    }
    assert_eq!(
        by_theorem("georgiaandbob(1)[1000000000000]").1,
        Some(999_999_999_999)
    );
    assert_eq!(by_theorem("oddtake[1000000000000]").1, Some(0));
    assert_eq!(
        by_theorem("oddtake[999999999999]"),
        ("piles".into(), Some(1), Some("1".into()))
    );
    assert_eq!(by_theorem("mixedpiles[6, 999999999999, 4]").0, "piles");
}

#[test]
fn a_winning_move_is_found_wherever_the_value_is_known() {
    assert_eq!(
        by_theorem("ruler[372061445656875870]"),
        ("coins".into(), Some(2), Some("372061445656875870".into()))
    );
    for question in [
        "stonegame2[372061445656875870] + nim[1]",
        "stonegame2[372061445656875871] + nim[1]",
        "stonegame2[347910] + nim[1]",
    ] {
        let answer = solve(question);
        let moves = answer.moves.expect("they were asked");
        assert_eq!(
            answer.outcome == Outcome::N,
            !moves.is_empty(),
            "{question}"
        );
    }
    // The run whose value equals the value of the other components is found by search in short
    // lines, and by the law in long lines.
    let mut session = Session::new();
    for place in 1..=40 {
        for other in [0, 1, 2, 3, 5, 8, 17] {
            let question = format!("ruler[{place}] + nim[{other}]");
            let law = session.answer_to(&question, SOLVE_OPTIONS);
            let mut plain = Session::new();
            plain.settings.switch_off("coins").unwrap();
            let plain = plain.answer_to(&question, SOLVE_OPTIONS);
            let list = |answer: &Answer| format!("{:?}", answer.moves);
            assert_eq!(
                (law.value, list(&law)),
                (plain.value, list(&plain)),
                "{question}"
            );
        }
    }
}

#[test]
fn a_game_that_leads_into_a_loopy_game_may_go_round() {
    let text = "game Inner { state n in 0..3 loopy move k in 1..n : [n - k] } \
                game Outer { state n in 0.. move \"go\" when n > 0 : Inner[2] } \
                game Round { state n in 0..2 loopy move : [(n + 1) % 3] } \
                game Into { state n in 0.. move \"go\" when n > 0 : Round[0] }";
    for without in ["", "search", "reference"] {
        for sum in [SumKind::One, SumKind::Upto(2), SumKind::Any] {
            let mut session = session_with("linked.game", text);
            session.settings.sum = Some(sum);
            if !without.is_empty() {
                session.settings.switch_off(without).unwrap();
                session.settings.switch_off("loopy").unwrap();
            }
            let mut outcome = |question: &str| {
                session
                    .solve(question, SOLVE_OPTIONS, &Budget::generous())
                    .map(|answer| answer.outcome)
            };
            match without {
                "reference" => assert!(outcome("outer[1] + outer[1]").is_err()),
                _ => {
                    assert_eq!(
                        outcome("outer[1] + outer[1]").unwrap(),
                        Outcome::P,
                        "{sum:?}"
                    );
                    assert_eq!(
                        outcome("outer[1] + inner[3]").unwrap(),
                        Outcome::N,
                        "{sum:?}"
                    );
                    assert_eq!(outcome("into[1]").unwrap(), Outcome::D, "{sum:?}");
                }
            }
        }
    }
}

#[test]
fn a_move_that_changes_nothing_is_named() {
    let never_ends = |moves: &str| {
        let text = format!("game Half {{ state n in 0..  {moves} }}");
        let mut session = session_with("a.game", &text);
        match session.solve("half[1]", SOLVE_OPTIONS, &Budget::generous()) {
            Err(SolveError::Endless(why)) => why.en,
            other => panic!("{other:?}"),
        }
    };
    let why = never_ends("move : [n / 2]");
    assert!(
        why.contains("the move half[0] -> half[0] changes nothing"),
        "{why}"
    );
    let why = never_ends("move when n <= 1 : [1 - n]");
    assert!(
        why.contains("half[1] -> half[0] -> half[1]") && !why.contains("changes"),
        "{why}"
    );
}

#[test]
fn a_refused_position_and_a_slot_set_twice_are_named_with_their_values() {
    let text = "game Gaps { state a[1..2] in 0..9  require a[1] < a[2]  move k in 1..a[1] : { a[1] -= k } } \
                game Twice { state n in 0..9, m in 0..9  move i in 0..1, j in 0..1 when n > 0 : { n = i, n = j } }";
    let mut session = session_with("a.game", text);
    let mut refused =
        |question: &str| match session.solve(question, SOLVE_OPTIONS, &Budget::generous()) {
            Err(error) => error.render(Lang::En, false),
            Ok(_) => panic!("{question} is answered"),
        };
    let gaps = refused("gaps[5, 3]");
    assert!(
        gaps.contains("`require a[1] < a[2]` is not satisfied")
            && gaps.contains("a[1] = 5")
            && gaps.contains("a[2] = 3"),
        "{gaps}"
    );
    let twice = refused("twice[1, 0]");
    assert!(
        twice.contains("`n = i`")
            && twice.contains("`n = j`")
            && twice.contains("both set the slot `n`"),
        "{twice}"
    );
}
