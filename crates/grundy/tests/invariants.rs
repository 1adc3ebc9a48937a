//! The invariants of ARCHITECTURE.md that no other test covers: layers, honest status, and winning
//! moves that are exactly the legal moves that win.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use base::budget::Budget;
use engines::oracle::OutcomeOracle;
use engines::reference::ReferenceOutcomes;
use grundy::answer::{TableAnswer, TableCells};
use grundy::status::AnswerStatus;
use grundy::{Session, SolveOptions, position_text, question};
use rules::ast::PlayConvention;
use rules::game::{Outcome, SumKind};
use rules::play::{SumPosition, moves};

use crate::support::{SessionAnswers, session_with};

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Each crate may depend only on crates that precede it in the list. The checker depends neither on
/// theory nor on engines, and the core does not depend on the machine. The web page depends only on
/// its own crates.
#[test]
fn crates_use_only_those_below_them() {
    let allowed: [(&str, &[&str]); 23] = [
        ("nimber", &[]),
        ("base", &[]),
        ("automata", &["base"]),
        ("rules", &["nimber", "base"]),
        ("clauses", &["base", "rules"]),
        ("certificate", &["nimber", "base", "rules", "clauses"]),
        ("heap", &["nimber", "base"]),
        (
            "laws",
            &["base", "automata", "rules", "clauses", "certificate"],
        ),
        ("facts", &["base", "rules", "clauses"]),
        ("theory", &["nimber", "base", "rules", "facts"]),
        (
            "theorems",
            &["nimber", "base", "rules", "heap", "facts", "theory"],
        ),
        (
            "structures",
            &["nimber", "base", "rules", "heap", "theory", "theorems"],
        ),
        ("tablebase", &["base", "rules", "facts", "theory"]),
        (
            "engines",
            &["nimber", "base", "rules", "facts", "theory", "tablebase"],
        ),
        ("jit", &["base", "engines", "tablebase"]),
        ("cluster", &["base", "rules", "tablebase"]),
        (
            "grundy",
            &[
                "nimber",
                "base",
                "automata",
                "rules",
                "clauses",
                "laws",
                "certificate",
                "heap",
                "facts",
                "theory",
                "theorems",
                "structures",
                "tablebase",
                "engines",
            ],
        ),
        ("picture", &["base", "rules", "theory", "grundy"]),
        (
            "judge",
            &[
                "nimber",
                "base",
                "rules",
                "heap",
                "theory",
                "theorems",
                "structures",
                "grundy",
            ],
        ),
        (
            "requests",
            &[
                "nimber",
                "base",
                "rules",
                "certificate",
                "heap",
                "theory",
                "engines",
                "grundy",
                "picture",
                "judge",
            ],
        ),
        ("serve", &["base", "engines", "grundy", "requests"]),
        (
            "cli",
            &[
                "base",
                "rules",
                "certificate",
                "facts",
                "theory",
                "engines",
                "tablebase",
                "jit",
                "cluster",
                "grundy",
                "picture",
                "judge",
                "requests",
                "serve",
            ],
        ),
        ("web", &["base", "engines", "requests"]),
    ];
    let ours: Vec<&str> = allowed.iter().map(|(name, _)| *name).collect();
    for (name, may_use) in allowed {
        let manifest = fs::read_to_string(crates().join(name).join("Cargo.toml")).unwrap();
        let dependencies = manifest
            .split("[dependencies]")
            .nth(1)
            .unwrap()
            .split("\n[")
            .next()
            .unwrap();
        for line in dependencies.lines() {
            let used = line.split(['.', ' ', '=']).next().unwrap();
            assert!(
                !ours.contains(&used) || may_use.contains(&used),
                "{name} uses {used}"
            );
        }
    }
}

/// The core needs no clock, thread or file: the caller provides the clock and the cancellation
/// through the budget.
#[test]
fn the_core_does_not_touch_the_operating_system() {
    fn sources(folder: &Path, list: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, list);
            } else {
                list.push(path);
            }
        }
    }
    for name in [
        "nimber",
        "base",
        "automata",
        "rules",
        "certificate",
        "clauses",
        "laws",
        "facts",
        "theory",
        "theorems",
        "structures",
        "tablebase",
        "engines",
        "grundy",
        "picture",
    ] {
        let mut list = Vec::new();
        sources(&crates().join(name).join("src"), &mut list);
        for path in list {
            let text = fs::read_to_string(&path).unwrap();
            for word in [
                "std::time",
                "std::thread",
                "std::fs",
                "std::env",
                "std::net",
                "std::process",
            ] {
                assert!(!text.contains(word), "{} speaks of {word}", path.display());
            }
        }
    }
}

#[test]
fn only_checked_answers_are_called_proved() {
    let mut session = Session::new();
    let asked = SolveOptions::VALUE;
    let mut status = |question: &str| session.answer_to(question, asked).status;
    assert_eq!(status("kayles[12] + nim[7]"), AnswerStatus::Proved);
    // The period of a finite subtraction set is proved by one window of values, however large the
    // heap is.
    assert_eq!(
        status("subtract({1,3,4})[1000000007]"),
        AnswerStatus::Proved
    );
    assert_eq!(status("cuttingasstated[5,6]"), AnswerStatus::Proved);
    // The positions in this test are too large for an automatic certificate of rows. A law proves
    // the answers to these positions, unless laws are switched off.
    const LARGE_POSITIONS: [&str; 3] = [
        "kayles[900]",
        "nim[1000000007] + nim[5]",
        "wythoff[1000000007, 5]",
    ];
    LARGE_POSITIONS
        .iter()
        .for_each(|question| assert_eq!(status(question), AnswerStatus::Proved, "{question}"));
    assert_eq!(status("officers[900]"), AnswerStatus::Computed);
    session.settings.switch_off("law").unwrap();
    for question in LARGE_POSITIONS {
        assert_eq!(
            session.answer_to(question, asked).status,
            AnswerStatus::Computed,
            "{question}"
        );
    }
    assert!(
        AnswerStatus::Unknown < AnswerStatus::Conjectured
            && AnswerStatus::Conjectured < AnswerStatus::Bounded(9)
    );
    assert!(
        AnswerStatus::Bounded(9) < AnswerStatus::Conditional
            && AnswerStatus::Conditional < AnswerStatus::Computed
            && AnswerStatus::Computed < AnswerStatus::Proved
    );
}

/// The checker derives periods from one form of rules. For rules in other forms, an answer is only
/// computed, and no certificate is created.
#[test]
fn a_certificate_that_was_not_accepted_is_not_handed_out() {
    let mut session = Session::new();
    let odd = "game Odd { state n in 0.. move k in {1, 3, 4} : { n -= k } }
        game Two { state n in 0.. move k in {1, 4} : [n - k] move : [n - 3] }
        game Shifted { state n in 3.. move k in {0, 2, 3} : [n - k - 1] }";
    session.load_rules("odd.game", odd).unwrap();
    let budget = Budget::generous();
    for question in ["odd[1000000007]", "two[1000000007]", "shifted[1000000010]"] {
        let asked = SolveOptions::VALUE;
        let answer = session.answer_to(question, asked);
        assert_eq!(
            (answer.status, answer.value.unwrap().as_nimber()),
            (AnswerStatus::Computed, Some(2)),
            "{question}"
        );
        assert!(
            matches!(
                session.certify(question, false, &budget),
                Err(grundy::SolveError::Unsupported(_))
            ),
            "{question}"
        );
    }
    let (answer, text) = session
        .certify("subtract({1,3,4})[1000000007]", false, &budget)
        .unwrap();
    assert_eq!(answer.status, AnswerStatus::Proved);
    assert!(certificate::parse(&text).unwrap().check(&budget).is_ok());
}

/// Returns the results of the winning moves by the definition.
fn by_definition(session: &mut Session, question: &str) -> BTreeMap<SumPosition, usize> {
    let budget = Budget::generous();
    let position = question::position(session.world_mut(), question, &Budget::generous()).unwrap();
    let sum = position.sum(&session.world);
    let conventions = position
        .conventions(&session.world, &session.settings, &Budget::generous())
        .unwrap();
    let mut reference = ReferenceOutcomes::new(conventions);
    let mut winning = BTreeMap::new();
    if reference.outcome(&session.world, &sum, &budget).unwrap() != Outcome::N {
        return winning;
    }
    if rules::play::ended_at_once(&session.world, &sum, &Budget::generous())
        .unwrap()
        .is_some()
    {
        return winning;
    }
    for option in moves(&session.world, &sum, conventions, &budget).unwrap() {
        if reference
            .outcome(&session.world, &option.leaves, &budget)
            .unwrap()
            == Outcome::P
        {
            *winning.entry(option.leaves).or_default() += 1;
        }
    }
    winning
}

/// Coins that end play, and a game that names a second game whose goal cannot be reached from the
/// first game.
const ODD: &str = "
coins C { state n in 0.. move k in 1..n : [n - k] }
coins MisereC { state n in 0.. play misere move k in 1..n : [n - k] }
coins E { state n in 0.. goal n == 0 move : [n - 1] move : [n - 2] }
coins F { state n in 0.. trap n == 0 move : [n - 1] }
game Linked { state n in 0.. move k in 1..n : [n - k] move k in 1..n : Far[n - k] }
game Far { state n in 0..5 goal n == 5 move k in 1..2 : [n - k] }
game Round { state n in 0..3 move : [(n + 1) % 4] }
game Ends { state n in 0..3 goal n == 0 move : [n - 1] }";

#[test]
fn equal_coins_cancel_and_play_that_is_over_is_over() {
    let mut session = session_with("odd.game", ODD);
    let asked = SolveOptions::VALUE;
    let mut ask = |question: &str| session.solve(question, asked, &Budget::generous());
    // No component is left, and the player who cannot move wins.
    let answer = ask("2 * misereC[3]").unwrap();
    assert_eq!(
        (answer.outcome, answer.value, answer.conventions.play),
        (Outcome::N, None, PlayConvention::Misere)
    );
    assert_eq!(answer.position, []);
    assert!(
        ask("misereC[2] + misereC[2] + nim[3]").is_err(),
        "the conventions of coins that cancel count as well"
    );
    // Play under the winning strategy never enters the cycle.
    assert_eq!(ask("round[1] + ends[0]").unwrap().outcome, Outcome::P);
    assert!(ask("round[1] + ends[1]").is_err());
}

#[test]
fn winning_moves_are_all_the_winning_legal_moves() {
    let sums = [
        "nim[3] + nim[5] + nim[9]",
        "nim[6] + kayles[5]",
        "kayles[7] + kayles[7] + nim[2]",
        "bash(5)[17] + subtract({1,3,4})[8]",
        "subtract({2,5})[9] + nim[3] + againstone[6]",
        "wythoff[10, 15]",
        "cards[7]",
        "cards[12] + cards[5]",
        "wythoff[6, 10]",
        "wythoff[3, 4] + nim[4]",
        "ed[4, 6] + nim[1]",
        "mockturtles[3] + mockturtles[5] + mockturtles[6]",
        "corners[2, 3] + corners[1, 1]",
        "cuttingasstated[4, 3]",
        "cuttingasstated[4, 4] + cuttingasstated[2, 2]",
        "cuttingasstated[3, 1] + cuttingasstated[2, 2]",
        "lastloses(3)[6]",
        "chomp(3, 3)",
        "hyperknight[3, 4] + hyperknight[2, 2]",
        "nimthree[1, 4, 6]",
        "knights(7)[5, 6] + knights(7)[3, 3]",
        "moore[1] + moore[2] + moore[4]",
        "nim[0]",
        "c[2] + c[2]",
        "c[5] + c[1] + c[5]",
        "e[1] + e[1] + e[4]",
        "f[0] + f[0] + f[2]",
        "f[3] + f[0]",
        "linked[3]",
        "linked[4] + nim[2]",
    ];
    let mut session = session_with("odd.game", ODD);
    let mut found = 0;
    for question in sums {
        let misere = !question.contains("knights") && !question.contains("moore");
        for (play, sum) in [
            (None, None),
            (Some(PlayConvention::Misere), None),
            (None, Some(SumKind::Any)),
        ] {
            if (play.is_some() || sum.is_some()) && !misere {
                continue;
            }
            (session.settings.play, session.settings.sum) = (play, sum);
            let answer = session.answer_to(
                question,
                SolveOptions {
                    moves: true,
                    winner_only: true,
                    to_move: None,
                },
            );
            let mut given: BTreeMap<SumPosition, usize> = BTreeMap::new();
            for winning in answer.moves.unwrap() {
                // The result of a move is shown in a form that is accepted as a question.
                let leaves = SumPosition::canonical(winning.leaves.clone(), &session.world);
                for shown in [position_text::position, position_text::position_with_counts]
                    .map(|written| written(&session.world, &winning.leaves))
                {
                    let asked = if shown == "0" {
                        SumPosition::default()
                    } else {
                        question::position(session.world_mut(), &shown, &Budget::generous())
                            .unwrap()
                            .sum(&session.world)
                    };
                    assert_eq!(asked, leaves, "{question}: {shown}");
                }
                *given.entry(leaves).or_default() += 1;
                found += 1;
            }
            assert_eq!(
                given,
                by_definition(&mut session, question),
                "{question} {play:?} {sum:?}"
            );
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn a_table_of_outcomes_is_the_same_with_and_without_theorems() {
    for question in [
        "wythoff[0..40, 0..40]",
        "wythoff[7..50, 90..120]",
        "bash(3)[0..50]",
        "nim[0..20]",
        "subtract({2,5})[0..60]",
    ] {
        let mut session = Session::new();
        let outcomes = |session: &mut Session| match session
            .table(question, true, &Budget::generous())
            .unwrap()
        {
            TableAnswer {
                cells: TableCells::Outcomes(list),
                method,
                ..
            } => (list, method),
            _ => panic!("outcomes"),
        };
        let (with, by) = outcomes(&mut session);
        session.settings.without.insert(by.clone());
        let (without, engine) = outcomes(&mut session);
        assert!(
            with == without && by != engine,
            "{question}: {by} and {engine}"
        );
    }
}

#[test]
fn methods_that_are_switched_off_do_nothing() {
    for name in grundy::settings::SessionSettings::default().switchable() {
        let mut session = Session::new();
        session.settings.without.insert(name.to_owned());
        for question in [
            "nim[5]",
            "bash(3)[9]",
            "subtract({1,3,4})[9]",
            "wythoff[3,4]",
            "kayles[9]",
        ] {
            let answer = session.answer_to(question, SolveOptions::VALUE);
            assert!(
                answer.components.iter().all(|c| c.method != name),
                "{question} by {name}"
            );
        }
    }
}
