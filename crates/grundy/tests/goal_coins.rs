//! Coins that end play: equal coins cancel before the program checks whether a coin is a goal or a
//! trap. Every method is compared with the definition over whole positions.

use base::budget::Budget;
use engines::oracle::OutcomeOracle;
use engines::reference::ReferenceOutcomes;
use grundy::{Session, SolveError, SolveOptions, question};
use rules::game::Outcome;
use rules::play::ended_at_once;

use crate::support::SessionAnswers;

/// From 1 and from 3 a move leaves two equal coins that are goals. From 4 on, a move leaves three
/// equal coins that are goals, and one coin remains. Moves of a second game leave two or three
/// equal coins that are traps. The move `pair` leaves two equal coins from which a goal may be
/// reached at once.
const GAMES: &str = "
coins Goals {
  state s in 0..
  goal s == 0
  move \"two\" when s == 1 or s == 3 : [0] + [0]
  move \"three\" when s >= 4 and s % 2 == 0 : [0] + [0] + [0]
  move \"pair {k}\" k in 1..s-1 : [k] + [k]
  move \"step\" when s >= 2 : [s - 2] + [1]
}
coins Traps {
  state s in 0..
  trap s == 0
  move \"two\" when s >= 1 : [0] + [0]
  move \"one\" when s >= 2 : [s - 1]
  move \"three\" when s >= 3 : [0] + [0] + [0]
}
";

fn session() -> Session {
    let mut session = Session::new();
    session
        .load_rules("coins.game", GAMES)
        .unwrap_or_else(|error| panic!("{}", error.render(base::text::Lang::En, false)));
    session
}

#[test]
fn two_equal_goals_are_no_goal() {
    let mut session = session();
    let mut winner = |position: &str| session.answer_to(position, SolveOptions::MOVES);
    // The only move leaves two goals, which cancel. No component is left, and the opponent cannot
    // move.
    let one = winner("goals[1]");
    assert_eq!(
        (one.outcome, one.moves.unwrap()[0].leaves.len()),
        (Outcome::N, 0)
    );
    // One of three equal goals remains, and play is over.
    assert_eq!(winner("goals[4]").value, Some(grundy::Grundy::LOONY));
    assert_eq!(winner("goals[0] + goals[0]").position, []);
    assert_eq!(
        winner("goals[0] + goals[0] + goals[0] + goals[7]").outcome,
        Outcome::P
    );
    // Two equal traps also cancel; one of three equal traps remains.
    assert_eq!(winner("traps[1]").outcome, Outcome::N);
    assert_eq!(winner("traps[0] + traps[5]").outcome, Outcome::N);
}

#[test]
fn every_method_says_what_the_definition_says() {
    let budget = Budget::generous();
    let methods = grundy::settings::SessionSettings::default().switchable();
    let mut answered = 0;
    for method in methods.iter().copied().map(Some).chain([None]) {
        let mut session = session();
        if let Some(method) = method {
            session.settings.without = methods
                .iter()
                .filter(|other| **other != method)
                .map(|m| (*m).to_owned())
                .collect();
        }
        let singles = (0..9).flat_map(|s| ["goals", "traps"].map(|game| format!("{game}[{s}]")));
        let sums = (0..6).flat_map(|a| {
            (a..6).flat_map(move |b| {
                ["goals", "traps"].map(|game| format!("{game}[{a}] + {game}[{b}]"))
            })
        });
        for text in singles
            .chain(sums)
            .chain(["goals[5] + traps[4] + nim[2]".to_owned()])
        {
            let position = question::position(session.world_mut(), &text, &budget).unwrap();
            let sum = position.sum(&session.world);
            let conventions = position
                .conventions(&session.world, &session.settings, &Budget::generous())
                .unwrap();
            let expected = ReferenceOutcomes::new(conventions)
                .outcome(&session.world, &sum, &budget)
                .unwrap();
            let over = ended_at_once(&session.world, &sum, &budget)
                .unwrap()
                .is_some();
            for moves in [false, true] {
                match session.solve(
                    &text,
                    SolveOptions {
                        moves,
                        winner_only: false,
                        to_move: None,
                    },
                    &budget,
                ) {
                    Ok(answer) => {
                        assert_eq!(answer.outcome, expected, "{text} by {method:?}");
                        assert!(
                            answer.moves.is_none_or(
                                |moves| moves.is_empty() == (over || expected == Outcome::P)
                            ),
                            "{text} by {method:?}"
                        );
                        answered += 1;
                    }
                    Err(SolveError::Unsupported(_)) => {}
                    Err(error) => panic!(
                        "{text} by {method:?}: {}",
                        error.render(base::text::Lang::En, false)
                    ),
                }
            }
        }
    }
    assert!(answered > 400, "{answered}");
}
