//! The list of losing moves compared with its definition: the legal moves after which the opponent
//! wins, by the reference engine.

use base::budget::Budget;
use engines::oracle::OutcomeOracle;
use engines::reference::ReferenceOutcomes;
use grundy::{Session, question};
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Outcome, SumKind};
use rules::play::{SumPosition, ended_at_once, moves};

const QUESTIONS: &[&str] = &[
    "nim[3] + nim[5] + nim[6]",
    "nim[3] + nim[5] + nim[7]",
    "nim[2] + nim[2]",
    "wythoff[3, 5]",
    "wythoff[4, 5]",
    "kayles[7] + bash(3)[5]",
    "dynamicsubtraction(phi)[12]",
    "dynamicsubtraction[13]",
    "turningturtles[1, 3, 4]",
    "lastloses[5]",
    "chomppoisoned[3,3,2]",
    "digraph(a>b b>c c>a c>d; at a)",
    "digraph(a>b b>c c>a c>d a>d; at a) + nim[1]",
    "tictactoerow[3]",
    "moore[2] + moore[3]",
    "nim[0]",
    "topentails[5] + topentails[3] + nim[1]",
];

#[test]
fn losing_moves_are_those_after_which_the_opponent_wins() {
    let budget = Budget::generous();
    let (mut compared, mut drawn) = (0, 0);
    for question in QUESTIONS {
        for (play, sum, until) in [
            (None, None, None),
            (Some(PlayConvention::Misere), None, None),
            (None, Some(SumKind::Every), None),
            (Some(PlayConvention::Misere), Some(SumKind::Any), None),
            (None, None, Some(EndCondition::One)),
        ] {
            let mut session = Session::new();
            (
                session.settings.play,
                session.settings.sum,
                session.settings.until,
            ) = (play, sum, until);
            let Ok(answer) = session.losing(*question, &budget) else {
                continue;
            };
            let position =
                question::position(&mut session.world_mut().clone(), question, &budget).unwrap();
            let conventions = position
                .conventions(&session.world, &session.settings, &Budget::generous())
                .unwrap();
            let whole = SumPosition(position.components.clone());
            let mut oracle = ReferenceOutcomes::new(conventions);
            let over = ended_at_once(&session.world, &whole, &budget)
                .unwrap()
                .is_some();
            let legal = if over {
                Vec::new()
            } else {
                moves(&session.world, &whole, conventions, &budget).unwrap()
            };
            let mut expected = Vec::new();
            for made in legal {
                match oracle
                    .outcome(&session.world, &made.leaves, &budget)
                    .unwrap()
                {
                    Outcome::N => expected.push(
                        made.steps
                            .iter()
                            .map(|step| (step.component, step.rule, step.choices.to_vec()))
                            .collect::<Vec<_>>(),
                    ),
                    Outcome::D => drawn += 1,
                    Outcome::P => {}
                }
            }
            let found = answer.losing.unwrap();
            let mut found: Vec<Vec<_>> = found
                .iter()
                .map(|made| {
                    made.steps
                        .iter()
                        .map(|step| (step.component - 1, step.rule, step.choices.to_vec()))
                        .collect()
                })
                .collect();
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{question}, {play:?}, {sum:?}, {until:?}");
            assert!(answer.more_moves.is_none());
            compared += 1;
        }
    }
    assert!(compared > 50 && drawn > 2, "{compared}, {drawn}");
}

/// For a pile with 10^18 stones only some moves are listed, without delay.
#[test]
fn very_many_losing_moves_are_not_all_listed() {
    let answer = Session::new()
        .losing("nim[1000000000000000000]", &Budget::generous())
        .unwrap();
    assert!(answer.more_moves.is_some() && !answer.losing.unwrap().is_empty());
}
