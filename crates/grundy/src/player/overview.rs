//! A position with all its legal moves, and the result of each move: the outcome, the value, and
//! the distance to the end. The answer is computed first. If the budget runs out while moves are
//! judged, the remaining moves are listed without a judgment.

use base::budget::{Budget, StopReason};
use rules::ast::{PlayConvention, Player};
use rules::game::{Conventions, Outcome};
use rules::play::Component;
use theory::value::Grundy;

use crate::answer::{Answer, WinningMove};
use crate::error::SolveError;
use crate::player::{MAX_LISTED_MOVES, Match, MatchMove};
use crate::question::{Position, QuestionInput};
use crate::solver::{Solver, SolverCache};

use crate::{Session, SolveOptions, winning_moves};

/// Maximum total number of components shown by all moves of a list.
const MAX_SHOWN_COMPONENTS: usize = 200_000;

/// A position and its moves.
#[derive(Clone, Debug)]
pub struct PositionOverview {
    /// The answer about the position itself; `None` if it was not requested.
    pub answer: Option<Answer>,
    /// The conventions of the position.
    pub conventions: Conventions,
    /// The current position; components without moves are omitted while other components have
    /// moves.
    pub position: Vec<Component>,
    /// The legal moves of the position, at most twice as many as requested; if the list is
    /// incomplete, winning moves come first.
    pub moves: Vec<JudgedMove>,
    /// Whether the list contains all legal moves.
    pub complete: bool,
}

/// A legal move, with the properties of the resulting position.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// The move.
    pub made: WinningMove,
    /// The outcome after the move; `None` if the budget ran out.
    pub outcome: Option<Outcome>,
    /// The value after the move, if values decide.
    pub value: Option<Grundy>,
    /// The number of moves to the end after the move, if positions may repeat and the resulting
    /// position is not a draw.
    pub remoteness: Option<u32>,
    /// The player who makes the move, if the players have different moves. The outcome is that of
    /// the opponent, whose turn it is after the move.
    pub player: Option<Player>,
}

impl Session {
    /// Answers a question and lists at most `most` legal moves of its position, each with the
    /// properties of its result.
    ///
    /// # Errors
    /// Returns the errors of [`Session::solve`].
    pub fn look<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<PositionOverview, SolveError> {
        let (position, conventions) = self.position_under_any_play(question, budget)?;
        if conventions.play == PlayConvention::Partizan {
            return self.partizan_overview(&position, conventions, most, budget);
        }
        self.ask(conventions, budget, |session, solver, budget| {
            session.look_at(&position, most, solver, budget)
        })
    }

    /// Lists at most `most` legal moves of a position without solving it, so that the moves of a
    /// large position are known at once.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the question is refused, the rules cannot be evaluated or the
    /// budget runs out.
    pub fn look_unsolved<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<PositionOverview, SolveError> {
        let (position, conventions) = self.position_under_any_play(question, budget)?;
        let most = listed(most, &position);
        if conventions.play == PlayConvention::Partizan {
            return self.partizan_moves(&position, conventions, most, budget);
        }
        let cache = SolverCache::new(&self.settings, conventions);
        let solver = Solver::new(&self.world, cache);
        let mut game = Match::with_solver(self.fork(), position, solver);
        let (moves, complete) = game.listed(most, false, budget)?;
        Ok(PositionOverview {
            answer: None,
            conventions,
            position: game.components,
            moves,
            complete,
        })
    }

    fn look_at(
        &self,
        position: &Position,
        most: usize,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<PositionOverview, SolveError> {
        let mut answer = self.answer(position, SolveOptions::VALUE, solver, budget)?;
        answer.remoteness = self.play_length(&answer, solver, budget);
        let (most, conventions) = (listed(most, position), solver.conventions);
        let spare = Solver::new(
            &self.world,
            SolverCache::new(&self.settings, solver.conventions),
        );
        let mut game = Match::with_solver(
            self.fork(),
            position.clone(),
            std::mem::replace(solver, spare),
        );
        let found = game.listed(most, true, budget);
        let position = std::mem::take(&mut game.components);
        *solver = game.solver;
        let (mut moves, complete) = found?;
        if !complete && answer.outcome == Outcome::N {
            let winning =
                winning_moves::moves(&self.world, &position, Outcome::N, solver, budget)?.list;
            let unlisted = |made: &WinningMove| {
                moves
                    .iter()
                    .all(|judged: &JudgedMove| judged.made.steps != made.steps)
            };
            let mut first: Vec<JudgedMove> = winning
                .into_iter()
                .take(most)
                .filter(unlisted)
                .map(JudgedMove::winning)
                .collect();
            first.append(&mut moves);
            moves = first;
        }
        Ok(PositionOverview {
            answer: Some(answer),
            conventions,
            position,
            moves,
            complete,
        })
    }
}

/// Returns the number of moves of a position that may be listed if `most` are requested.
fn listed(most: usize, position: &Position) -> usize {
    most.min(MAX_LISTED_MOVES)
        .min(MAX_SHOWN_COMPONENTS / position.components.len().max(1))
        .max(1)
}

impl JudgedMove {
    fn winning(made: WinningMove) -> JudgedMove {
        JudgedMove {
            made,
            outcome: Some(Outcome::P),
            value: None,
            remoteness: None,
            player: None,
        }
    }
}

impl Match {
    /// Lists legal moves, with their results if `judges` is true.
    fn listed(
        &mut self,
        most: usize,
        judges: bool,
        budget: &Budget<'_>,
    ) -> Result<(Vec<JudgedMove>, bool), SolveError> {
        let components = self.components.clone();
        let legal = self.legal_in(&components, most, budget)?;
        let complete = legal.complete && legal.moves.len() <= most;
        let mut moves = Vec::with_capacity(legal.moves.len().min(most));
        // In loopy games, the positions reachable from the current position are listed once,
        // together with the positions after each move.
        let stopped = |found| {
            matches!(
                found,
                Err(SolveError::Stopped(
                    StopReason::Time | StopReason::Memory(..)
                ))
            )
        };
        let mut is_known =
            judges && !(self.conventions().loopy && stopped(self.outcome(&components, budget)));
        for made in legal.moves.iter().take(most) {
            let made = self.describe(&components, made, budget)?;
            let mut judged = JudgedMove {
                made,
                outcome: None,
                value: None,
                remoteness: None,
                player: None,
            };
            if is_known {
                is_known = self.judge(&mut judged, budget)?;
            }
            moves.push(judged);
        }
        Ok((moves, complete))
    }

    /// Judges the result of a move; returns `false` if the budget ran out.
    fn judge(&mut self, judged: &mut JudgedMove, budget: &Budget<'_>) -> Result<bool, SolveError> {
        let left = judged.made.leaves.clone();
        let mut found = |game: &mut Match| -> Result<(), SolveError> {
            if game.conventions().play == PlayConvention::Score {
                let before = game.components.clone();
                let made = MatchMove::from(&judged.made);
                let outcome = game.outcome_with_points(&before, &made, &left, 0, budget)?;
                judged.outcome = Some(outcome);
                return Ok(());
            }
            judged.outcome = Some(game.outcome(&left, budget)?);
            judged.value = game.worth(&left, budget)?;
            if game.conventions().loopy && judged.outcome != Some(Outcome::D) {
                let decision = game.decision(&left, budget)?;
                if game.is_near(&left, &decision, budget)? {
                    judged.remoteness = Some(game.distance(&left, budget)?.1);
                }
            }
            Ok(())
        };
        match found(self) {
            Ok(()) => Ok(true),
            Err(SolveError::Stopped(StopReason::Time | StopReason::Memory(..))) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns the value of the sum, if values decide and cost no more than the outcome.
    fn worth(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Grundy>, SolveError> {
        if !self.solver.values_decide() || self.over_at_once(components, budget)?.is_some() {
            return Ok(None);
        }
        let mut values = Vec::with_capacity(components.len());
        for component in components {
            let known = self
                .solver
                .plan_of(component.game)
                .and_then(|plan| plan.method.as_ref());
            if components.len() == 1 && !known.is_some_and(crate::plan::ValueMethod::is_cheap) {
                return Ok(None);
            }
            values.push(self.solver.value(component, budget)?);
        }
        Ok(Grundy::sum(values))
    }
}
