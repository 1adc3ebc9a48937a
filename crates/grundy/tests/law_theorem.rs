//! Laws in use. Answers by a law equal answers without the law, moves by a law lead to lost
//! positions, and damaged laws are refused.

use std::sync::Arc;

use base::budget::Budget;
use dashu_int::ops::SquareRoot;
use dashu_int::{IBig, UBig};
use fastrand::Rng;
use grundy::answer::Warning;
use grundy::law_theorem::UncheckedLaw;
use grundy::laws::LawQuery;
use grundy::status::AnswerStatus;
use grundy::{Session, SolveError, SolveOptions};
use rules::game::SumKind;

use crate::support::SessionAnswers;

const MOVES: SolveOptions = SolveOptions::MOVES;

fn certificate(name: &str) -> String {
    let report = Session::new()
        .law(name, &LawQuery::default(), &Budget::generous())
        .unwrap();
    report
        .certificate
        .expect("a law is found")
        .expect("its certificate is checked")
}

/// Every answer by a given law, with its winning moves, equals the answer without the law.
#[test]
fn answers_by_a_given_law_are_those_without_it() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(6);
    let games: [(&str, usize, i64); 13] = [
        ("ed", 2, 60),
        ("kayles", 1, 200),
        ("endnim", 4, 9),
        ("laskernim", 1, 200),
        ("newstone3", 3, 7),
        ("wythoff", 2, 60),
        ("knights(8)", 2, 8),
        ("miserenimrow", 3, 6),
        // Methods other than a single automaton are maximum Nim, boxes, independent slots and
        // lemmas.
        ("againstone", 1, 200),
        ("cutting", 2, 30),
        ("indexcapped", 4, 7),
        ("circlekayles", 1, 200),
        ("loop", 1, 200),
    ];
    for (name, slots, most) in games {
        let (mut with, mut without) = (Session::new(), Session::new());
        with.settings
            .laws
            .push(Arc::new(UncheckedLaw::read(&certificate(name)).unwrap()));
        without.settings.switch_off("law").unwrap();
        let mut compared = 0;
        for _ in 0..testkit::rounds(9, 60) {
            let numbers: Vec<String> = (0..slots).map(|_| rng.i64(0..=most).to_string()).collect();
            let question = format!("{name}[{}]", numbers.join(", "));
            let Ok(expected) = without.solve(&question, MOVES, &budget) else {
                continue;
            };
            let told = with.answer_to(&question, MOVES);
            assert_eq!(told.outcome, expected.outcome, "{question}");
            if let (Some(value), Some(expected)) = (told.value, expected.value) {
                assert_eq!(value, expected, "{question}");
            }
            // A law of outcomes does not confirm a value.
            assert!(
                told.status == AnswerStatus::Proved
                    || told.value.is_some() && !["ed", "kayles", "laskernim"].contains(&name),
                "{question}"
            );
            let leaves = |answer: &grundy::answer::Answer| {
                let mut list: Vec<_> = answer
                    .moves
                    .iter()
                    .flatten()
                    .map(|made| {
                        (
                            made.steps[0].rule,
                            made.steps[0].choices.clone(),
                            made.leaves.clone(),
                        )
                    })
                    .collect();
                list.sort();
                list
            };
            if told.more_moves.is_none() {
                assert_eq!(leaves(&told), leaves(&expected), "{question}");
            }
            compared += 1;
        }
        assert!(
            compared > testkit::rounds(3, 20),
            "{name}: {compared} positions"
        );
    }
}

/// A component on its own is decided by a law of outcomes whatever kind of sum it is in. A
/// component on its own is never decided by a law of values if its moves leave several components.
/// The answers are compared with a search of the complete position.
#[test]
fn alone_in_any_kind_of_sum_a_law_says_what_search_says() {
    let mut rng = Rng::with_seed(17);
    for (name, slots, most) in [
        ("wythoff", 2, 9),
        ("mooretake(2, 2)", 1, 9),
        ("selectivetake", 1, 12),
        ("endnim", 4, 4),
        ("dawsonkayles", 1, 11),
    ] {
        let found = certificate(name);
        for sum in [SumKind::One, SumKind::Every, SumKind::Any, SumKind::Upto(2)] {
            let (mut with, mut without) = (Session::new(), Session::new());
            with.settings
                .laws
                .push(Arc::new(UncheckedLaw::read(&found).unwrap()));
            without.settings.without = without
                .settings
                .switchable()
                .iter()
                .filter(|method| **method != "search")
                .map(|method| (*method).to_owned())
                .collect();
            for session in [&mut with, &mut without] {
                session.settings.sum = Some(sum);
            }
            for _ in 0..testkit::rounds(4, 40) {
                let numbers: Vec<String> =
                    (0..slots).map(|_| rng.i64(1..=most).to_string()).collect();
                let question = format!("{name}[{}]", numbers.join(", "));
                let [told, expected] =
                    [&mut with, &mut without].map(|session| session.answer_to(&question, MOVES));
                assert_eq!(told.outcome, expected.outcome, "{question}, {sum:?}");
                // The law is a law of values if values decide the outcome. If values do not decide
                // and no other method is available, the law is a law of outcomes.
                let by_law = told.components[0].method == "law";
                assert_eq!(
                    by_law,
                    (name == "dawsonkayles") == (sum == SumKind::One),
                    "{question}, {sum:?}"
                );
            }
        }
    }
}

/// Positions that are too large for tables: the interpreter confirms that the reported moves are
/// legal, and the law shows that the resulting positions are lost.
#[test]
fn positions_of_any_size_are_answered_and_proved() {
    let budget = Budget::generous();
    let mut session = Session::new();
    let questions = [
        "hyperknight[1000003, 1000000007]",
        "wythoff[1000000007, 1618033998]",
        "kayles[1000000000000]",
        "cutting[1000000000, 1000000007]",
        "cutting[999999999, 1000000011] + nim[2]",
        // The moves of the game lead into another game.
        "loop[1000000000000000]",
        "loop[1000000000000001]",
        "loop[10000000000007]",
        // The theorem lists no moves, or far too many.
        "laskernim[1000000000000000]",
        "ed[100000000000000000, 300000000000000000]",
        // Games with parameters that differ from the defaults of the library, and rules of the
        // user.
        "bash(5)[1000000000000000]",
        "staircase(6)[1000000000, 3, 4, 5, 6, 7]",
        "heap[1000000000000000]",
        // Misère play.
        "misereBash[1000000000000000]",
        "miserenimrow[1000000000, 5, 6]",
        // The conventions allow moves in several components, but the position has only one
        // component.
        "mooretake(2, 2)[1000000000000001]",
    ];
    session
        .load_rules(
            "own.game",
            "game Heap { state n in 0.. move k in 1..n : [n - k] }",
        )
        .unwrap();
    for question in questions {
        let answer = session.answer_to(question, MOVES);
        assert_eq!(
            answer.status,
            AnswerStatus::Proved,
            "{question}: {:?}",
            answer.evidence
        );
        let moves = answer.moves.unwrap();
        assert_eq!(
            answer.outcome.letter() == 'N',
            !moves.is_empty(),
            "{question}"
        );
        for made in moves.iter().take(5) {
            let left: Vec<String> = made
                .leaves
                .iter()
                .map(|part| session.world_mut().show(part.game, &part.slots))
                .collect();
            let left_over = left.join(" + ");
            let answer = session.solve(&left_over, SolveOptions::WINNER, &budget);
            let answer = answer.unwrap_or_else(|error| panic!("{left_over}: {error:?}"));
            assert_eq!(answer.outcome.letter(), 'P', "{question} to {left:?}");
        }
    }
}

#[test]
fn a_law_that_is_wrong_or_of_other_rules_is_not_used() {
    let budget = Budget::generous();
    let text = certificate("ed");
    // The checker would refuse a different law with a correct checksum. This test truncates and
    // changes the text of certificates.
    assert!(matches!(
        UncheckedLaw::read(&text[..text.len() / 2]),
        Err(SolveError::Usage(_))
    ));
    assert!(matches!(
        UncheckedLaw::read(&text.replacen("claim law powers", "claim law values", 1)),
        Err(SolveError::Usage(_))
    ));
    let mut session = Session::new();
    session
        .settings
        .laws
        .push(Arc::new(UncheckedLaw::read(&text).unwrap()));
    session
        .load_rules(
            "own.game",
            "game ED { state a in 1.., b in 1.. move k in 1..b - 1 : [a, b - k] }",
        )
        .unwrap();
    let answer = session.answer_to("ed[5, 7]", MOVES);
    assert!(
        answer.components.iter().all(|part| part.method != "law"),
        "the rules are others"
    );
    let other = Warning::OtherLaw {
        law: "ED".to_owned(),
    };
    assert_eq!(answer.warnings, std::slice::from_ref(&other));
    let mut session = Session::new();
    session
        .settings
        .laws
        .push(Arc::new(UncheckedLaw::read(&text).unwrap()));
    assert_eq!(
        session.table("nim[0..3]", false, &budget).unwrap().warnings,
        [other]
    );
    assert_eq!(session.answer_to("ed[5, 7] + nim[3]", MOVES).warnings, []);
}

/// Positions of two thousand digits: the outcome agrees with plain arithmetic, and the winning move
/// is legal and leaves a lost position.
#[test]
fn winning_moves_of_huge_positions_win() {
    type Lost = fn(&[IBig]) -> bool;
    let games: [(&str, usize, Lost); 5] = [
        ("nimthree", 3, |at| &at[0] ^ &at[1] == at[2]),
        ("staircase", 4, |at| at[0] == at[2]),
        ("georgiaandbob", 4, |at| &at[1] - &at[0] == &at[3] - &at[2]),
        // The larger number of a lost position is the smaller number plus d, where d is the
        // difference; the smaller number is floor(d * phi).
        ("wythoff", 2, |at| {
            let d = UBig::try_from(&at[0] - &at[1]).unwrap();
            let lower = (&d + (UBig::from(5u8) * &d * &d).sqrt()) >> 1;
            IBig::from(lower) == at[1]
        }),
        // Both numbers of a lost position are odd.
        ("ed", 2, |at| at.iter().all(|number| number % 2u8 == 1)),
    ];
    let mut rng = Rng::with_seed(9);
    for (name, slots, lost) in games {
        let mut won = 0;
        for round in 0..testkit::rounds(2, 40) {
            let mut at: Vec<IBig> = (0..slots)
                .map(|_| {
                    (0..2000).fold(IBig::ZERO, |number, _| {
                        number * IBig::from(10) + IBig::from(rng.u8(..10))
                    }) + IBig::ONE
                })
                .collect();
            at.sort();
            if name == "staircase" && round % 4 == 3 {
                at[2] = at[0].clone();
            }
            if matches!(name, "wythoff" | "ed") {
                at.reverse();
            }
            let sought = LawQuery {
                outcomes: name == "wythoff",
                at: Some(at.clone()),
                ..LawQuery::default()
            };
            let found = Session::new()
                .law(name, &sought, &Budget::generous())
                .unwrap()
                .at
                .expect("a law is found");
            assert_eq!(
                found.value.expect("it is a position") == UBig::ZERO,
                lost(&at),
                "{name}"
            );
            let Some(made) = found.winning else {
                assert!(lost(&at), "{name}");
                continue;
            };
            won += 1;
            let [(_, left)] = &made.leaves[..] else {
                panic!("{name}: {:?}", made.leaves)
            };
            assert!(lost(left), "{name}: {left:?}");
            assert!(legal(name, &at, left), "{name}: {at:?} to {left:?}");
        }
        assert!(won > 0, "{name}");
    }
}

/// Returns whether the text of the rules allows a move from the first position to the second.
fn legal(name: &str, from: &[IBig], to: &[IBig]) -> bool {
    let taken: Vec<IBig> = from
        .iter()
        .zip(to)
        .map(|(before, after)| before - after)
        .collect();
    let changed: Vec<usize> = (0..from.len())
        .filter(|&at| taken[at] != IBig::ZERO)
        .collect();
    let natural = to.iter().all(|number| *number >= IBig::ZERO);
    let falls = |at: usize| taken[at] > IBig::ZERO;
    let one = changed.len() == 1 && falls(changed[0]);
    natural
        && match name {
            "nimthree" => one,
            // In a move down the staircase, the counters that a step loses are added to the step
            // below. The counters of the lowest step are lost to the ground.
            "staircase" => match changed[..] {
                [0] => falls(0),
                [low, high] => {
                    high == low + 1 && falls(high) && &taken[low] + &taken[high] == IBig::ZERO
                }
                _ => false,
            },
            "georgiaandbob" => {
                one && to[0] >= IBig::ONE && to.windows(2).all(|pair| pair[0] < pair[1])
            }
            // The numbers are stored largest first, so the result is compared in both orders.
            "wythoff" => {
                let [a, b] = [&from[0], &from[1]];
                [[&to[0], &to[1]], [&to[1], &to[0]]]
                    .into_iter()
                    .any(|[c, d]| {
                        let (x, y) = (a - c, b - d);
                        let (least, most) = if x < y { (x, y) } else { (y, x) };
                        most > IBig::ZERO && (least == IBig::ZERO || least == most)
                    })
            }
            // The move throws one number away and splits the other.
            "ed" => {
                let sum = &to[0] + &to[1];
                to.iter().all(|number| *number >= IBig::ONE) && from.contains(&sum)
            }
            _ => false,
        }
}
