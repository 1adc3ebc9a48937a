//! `explain` names the method by which `solve` answers.

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text::Lang;
use grundy::answer::ComponentAnswer;
use grundy::plan::{Attempt, AttemptVerdict};
use grundy::{Session, SolveError, SolveOptions};
use rules::ast::{ExpectDecl, GameItemKind, PlayConvention};
use rules::game::GameId;
use rules::ir::Int;
use rules::lower::Expectation;
use rules::world::Declaration;

/// Returns the methods that `explain` names as accepted. If the explanation contains a plan for the
/// complete position, only this plan counts, unless a method of a game makes the plan unnecessary.
fn accepted(
    session: &mut Session,
    question: &str,
    budget: &Budget<'_>,
) -> Result<BTreeSet<String>, SolveError> {
    let explained = session.explain(question, false, budget)?;
    let names = |attempts: &[Attempt]| -> BTreeSet<String> {
        attempts
            .iter()
            .filter(|attempt| attempt.verdict() == AttemptVerdict::Accepted)
            .map(|attempt| attempt.name.to_owned())
            .collect()
    };
    let mut all = names(&explained.whole);
    for game in &explained.games {
        all.extend(names(&game.attempts));
    }
    Ok(all)
}

/// Asserts that `explain` names the methods that `solve` reports, and returns these methods; `None`
/// if the budget runs out before an answer.
pub fn same_method(
    session: &mut Session,
    question: &str,
    label: &str,
    budget: &Budget<'_>,
) -> Option<BTreeSet<String>> {
    let shown = |error: SolveError| error.render(Lang::En, false);
    let answer = match session.solve(question, SolveOptions::VALUE, budget) {
        Ok(answer) => answer,
        Err(SolveError::Unsupported(_) | SolveError::Stopped(_)) => return None,
        Err(error) => panic!("{label}: {}", shown(error)),
    };
    let named = match accepted(session, question, budget) {
        Err(SolveError::Stopped(_)) => return None,
        named => named.unwrap_or_else(|error| panic!("{label}: {}", shown(error))),
    };
    let methods = |part: &ComponentAnswer| {
        part.method
            .split(", ")
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let answered: BTreeSet<String> = answer.components.iter().flat_map(methods).collect();
    assert_eq!(
        named, answered,
        "{label}: explain on the left, solve on the right"
    );
    Some(answered)
}

/// Returns questions for the positions of an expectation: the position itself, or the first and the
/// last position of ranges.
fn questions(session: &mut Session, declared: &Declaration, expect: &ExpectDecl) -> Vec<String> {
    let (game, expectation) = session
        .world_mut()
        .expectation(declared, expect)
        .expect("the library is right");
    let ends = |ranges: &[(Int, Int)]| -> Vec<Vec<(GameId, Vec<Int>)>> {
        let first = ranges.iter().map(|range| range.0).collect();
        let last = ranges.iter().map(|range| range.1).collect();
        vec![vec![(game, first)], vec![(game, last)]]
    };
    let sums = match expectation {
        Expectation::Values(ranges, _)
        | Expectation::Outcomes(ranges, _)
        | Expectation::Scores(ranges, _) => ends(&ranges),
        Expectation::Value(numbers, _) => vec![vec![(game, numbers)]],
        Expectation::Sum(list, _) | Expectation::Score(list, _) => vec![list],
        // These expectations are about games in which the players have different moves, which
        // `explain` refuses.
        Expectation::Forms(..) | Expectation::Form(..) | Expectation::Winner(..) => Vec::new(),
        Expectation::Same { ranges, other, .. } => {
            let mut both = ends(&ranges);
            both.extend(ends(&ranges).into_iter().map(|sum| {
                sum.into_iter()
                    .map(|(_, numbers)| (other, numbers))
                    .collect()
            }));
            both
        }
    };
    let world = &session.world;
    let shown = |(game, numbers): &(GameId, Vec<Int>)| {
        let mut slots = world.rules(*game).position(Some(numbers)).ok()?;
        world.rules(*game).canonicalise(&mut slots);
        Some(world.show(*game, &slots))
    };
    let text = |sum: Vec<(GameId, Vec<Int>)>| {
        sum.iter()
            .map(shown)
            .collect::<Option<Vec<_>>>()
            .map(|parts| parts.join(" + "))
    };
    sums.into_iter().filter_map(text).collect()
}

/// `explain` and `solve` name the same method for the positions of the library's expectations. The
/// test uses the conventions of the games and misère play, and asks about each position on its own
/// and in a sum with another game.
#[test]
fn the_library_is_solved_as_it_is_explained() {
    const POLLS: u32 = 32;
    // Positions tested per game.
    const MAX_POSITIONS: usize = 3;
    let mut session = Session::new();
    let mut methods = BTreeSet::new();
    let (mut asked, mut compared) = (0, 0);
    let declared: Vec<Declaration> = session
        .world
        .declarations()
        .into_iter()
        .filter(|declared| declared.library)
        .cloned()
        .collect();
    for declared in declared {
        // `explain` does not support games in which the players have different moves.
        let game = grundy::question::game(session.world_mut(), &declared.lower())
            .expect("the parameters have defaults");
        if session.world.rules(game).conventions().play == PlayConvention::Partizan {
            continue;
        }
        let expects = declared
            .decl()
            .items
            .iter()
            .filter_map(|item| match &item.kind {
                GameItemKind::Expect(expect) => Some(expect),
                _ => None,
            });
        let mut all: Vec<String> = expects
            .flat_map(|expect| questions(&mut session, &declared, expect))
            .collect();
        all.sort();
        all.dedup();
        all.truncate(MAX_POSITIONS);
        for question in all {
            for (play, question) in [
                (None, question.clone()),
                (Some(PlayConvention::Misere), question.clone()),
                (None, format!("{question} + nim[2]")),
            ] {
                session.settings.play = play;
                let budget = Budget::generous();
                let position = grundy::question::position(session.world_mut(), &question, &budget)
                    .expect("it is a position");
                // Games with different conventions cannot form a sum.
                if position
                    .conventions(&session.world, &session.settings, &budget)
                    .is_err()
                {
                    continue;
                }
                let label = format!("{question}, {play:?}");
                let (found, _) = Budget::generous().limited(POLLS, |budget| {
                    same_method(&mut session, &question, &label, budget)
                });
                asked += 1;
                compared += usize::from(found.is_some());
                methods.extend(found.into_iter().flatten());
            }
        }
    }
    println!(
        "{compared} of {asked} compared, by {} methods",
        methods.len()
    );
    assert!(
        2 * compared > asked && asked > 200 && methods.len() > 20,
        "{compared} of {asked} compared, by {methods:?}"
    );
}
