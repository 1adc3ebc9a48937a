//! A position with all its legal moves, and what each of them leaves: who wins, the value, the way
//! to the end. The answer comes first; where the budget ends while moves are judged, the rest of
//! them stand there without a judgement.

use base::budget::{Budget, StopReason};
use rules::game::Outcome;
use rules::play::Component;
use theory::value::Grundy;

use crate::answer::{Answer, WinningMove};
use crate::error::SolveError;
use crate::player::{MAX_LISTED_MOVES, Match};
use crate::question::{Position, QuestionInput};
use crate::solver::{Solver, SolverCache};

use crate::{Session, SolveOptions, winning_moves};

/// The most components that all moves of a list show together.
const MAX_SHOWN_COMPONENTS: usize = 200_000;

/// A position and its moves.
#[derive(Clone, Debug)]
pub struct PositionOverview {
    /// The answer about the position itself.
    pub answer: Answer,
    /// The position before the player to move: where others can be moved in, components that
    /// cannot are left out.
    pub position: Vec<Component>,
    /// Its legal moves, at most twice as many as were asked for; winning ones stand first where
    /// not all are listed.
    pub moves: Vec<JudgedMove>,
    /// Whether these are all.
    pub complete: bool,
}

/// A legal move, and what is known of the position that it leaves.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// The move.
    pub made: WinningMove,
    /// Who wins then; `None` if the budget did not tell.
    pub outcome: Option<Outcome>,
    /// What the position is worth, where values decide.
    pub value: Option<Grundy>,
    /// In how many moves play ends, where positions may repeat and somebody wins.
    pub remoteness: Option<u32>,
}

impl Session {
    /// Answers a question and lists its legal moves, at most `most` of them, each with what it
    /// leaves.
    ///
    /// # Errors
    /// As for [`Session::solve`].
    pub fn look<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<PositionOverview, SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        self.ask(conventions, budget, |session, solver, budget| {
            session.look_at(&position, most, solver, budget)
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
        let most = most
            .min(MAX_LISTED_MOVES)
            .min(MAX_SHOWN_COMPONENTS / position.components.len().max(1))
            .max(1);
        let spare = Solver::new(
            &self.world,
            SolverCache::new(&self.settings, solver.conventions),
        );
        let mut game = Match::with_solver(
            self.fork(),
            position.clone(),
            std::mem::replace(solver, spare),
        );
        let found = game.judged(most, budget);
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
            answer,
            position,
            moves,
            complete,
        })
    }
}

impl JudgedMove {
    fn winning(made: WinningMove) -> JudgedMove {
        JudgedMove {
            made,
            outcome: Some(Outcome::P),
            value: None,
            remoteness: None,
        }
    }
}

impl Match {
    fn judged(
        &mut self,
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<(Vec<JudgedMove>, bool), SolveError> {
        let components = self.components.clone();
        let legal = self.legal_in(&components, most, budget)?;
        let complete = legal.complete && legal.moves.len() <= most;
        let mut moves = Vec::with_capacity(legal.moves.len().min(most));
        // Where play may go round, what the position reaches is listed once, with all that its
        // moves leave.
        let stopped = |found| {
            matches!(
                found,
                Err(SolveError::Stopped(
                    StopReason::Time | StopReason::Memory(..)
                ))
            )
        };
        let mut is_known =
            !(self.conventions().loopy && stopped(self.outcome(&components, budget)));
        for made in legal.moves.iter().take(most) {
            let made = self.describe(&components, made, budget)?;
            let mut judged = JudgedMove {
                made,
                outcome: None,
                value: None,
                remoteness: None,
            };
            if is_known {
                is_known = self.judge(&mut judged, budget)?;
            }
            moves.push(judged);
        }
        Ok((moves, complete))
    }

    /// Judges what a move leaves; `false` if the budget ended before.
    fn judge(&mut self, judged: &mut JudgedMove, budget: &Budget<'_>) -> Result<bool, SolveError> {
        let left = judged.made.leaves.clone();
        let mut found = |game: &mut Match| -> Result<(), SolveError> {
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

    /// The sum of the values, where these decide and cost no more than the winner does.
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
