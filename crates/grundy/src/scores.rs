//! Answers under `play score`: the points of both players, and the moves with their points.

use std::cmp::Reverse;

use base::budget::Budget;
use engines::score::Score;
use rules::arithmetic::ArithmeticError;
use rules::game::{EvalError, RulesError};
use rules::ir::Int;
use rules::play::{SumPosition, moves as sum_moves};
use rules::world::World;

use crate::answer::{
    Answer, AnswerEvidence, ComponentAnswer, ScoreAnswer, ScoredMove, UnlistedMoves,
};
use crate::error::{RulesResult, SolveError};
use crate::measure::{Measure, MeasuredValue, Measurement};
use crate::solve_options::SolveOptions;
use crate::solver::Solver;
use crate::winning_moves::{ListedWinningMoves, max_listed, to_winning_move};

/// Adds the outcome, the points and the requested moves of a sum to an answer.
pub(crate) fn complete_answer(
    world: &World,
    sum: &SumPosition,
    asked: SolveOptions,
    solver: &mut Solver,
    answer: &mut Answer,
    budget: &Budget<'_>,
) -> Result<(), SolveError> {
    let (score, method) = solver.score(sum, budget)?;
    let Score { difference, .. } = score;
    answer.outcome = score.outcome();
    answer.evidence = AnswerEvidence::ExactAlgorithm;
    let components = answer.position.iter();
    answer.components = components
        .map(|component| ComponentAnswer {
            component: component.clone(),
            value: None,
            loopy: None,
            method: method.to_owned(),
        })
        .collect();
    let parts = match &answer.position[..] {
        [_] => vec![MeasuredValue::Number(difference)],
        _ => Vec::new(),
    };
    answer.measured = Some(Measurement {
        measure: Measure::Score,
        parts,
        total: Some(MeasuredValue::Number(difference)),
        adds: false,
    });
    let mut moves = None;
    if asked.moves {
        let whole = SumPosition(answer.position.clone());
        let mut list = scored_moves(world, &whole, solver, budget)?;
        answer.more_moves = shortened(&mut list, max_listed(&answer.position));
        let best = list.iter().take_while(|one| one.worth == difference);
        answer.moves = Some(best.map(|one| one.made.clone()).collect());
        moves = Some(list);
    }
    answer.score = Some(ScoreAnswer {
        difference,
        shares: score.shares(),
        moves,
    });
    answer.stats = solver.stats();
    Ok(())
}

/// Returns every move of a sum with its points, the best first.
pub(crate) fn scored_moves(
    world: &World,
    sum: &SumPosition,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Vec<ScoredMove>, SolveError> {
    let made = sum_moves(world, sum, solver.conventions, budget).explain_fault(world)?;
    let mut list: Vec<ScoredMove> = Vec::with_capacity(made.len());
    for one in made {
        let (left, _) = solver.score(&one.leaves, budget)?;
        let gain = one.gain;
        let worth = gain
            .checked_sub(left.difference)
            .ok_or_else(|| overflow(world, sum))?;
        list.push(ScoredMove {
            made: to_winning_move(world, sum, one, budget)?,
            gain,
            worth,
        });
    }
    // The sort is stable, so equal moves keep the order of the rules.
    list.sort_by_key(|one| Reverse(one.worth));
    Ok(list)
}

/// Returns the moves with the largest difference of points.
pub(crate) fn best_moves(
    world: &World,
    sum: &SumPosition,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<ListedWinningMoves, SolveError> {
    let mut list = scored_moves(world, sum, solver, budget)?;
    let best: Option<Int> = list.first().map(|one| one.worth);
    list.retain(|one| Some(one.worth) == best);
    let more = shortened(&mut list, max_listed(&sum.0));
    Ok(ListedWinningMoves {
        list: list.into_iter().map(|one| one.made).collect(),
        more,
    })
}

/// Removes the moves after the first `most`, and returns the number of all moves if some were
/// removed.
fn shortened(list: &mut Vec<ScoredMove>, most: usize) -> Option<UnlistedMoves> {
    let count = list.len();
    list.truncate(most);
    (count > most).then_some(UnlistedMoves::InAll(count as u128))
}

fn overflow(world: &World, sum: &SumPosition) -> SolveError {
    let first = sum.0.first();
    let fault = RulesError::Rule {
        cause: EvalError::Arithmetic(ArithmeticError::Overflow),
        game: first.map(|component| component.game),
        span: Default::default(),
        at: first.map_or_else(Vec::new, |component| component.slots.to_vec()),
    };
    SolveError::of_fault(world, &fault)
}
