//! Every legal move of a position with its result, by the rules and without computing outcomes. If
//! a position has too many moves for the memory, the question fails. [`crate::player`] lists only
//! the first moves.

use base::budget::Budget;
use rules::play::{SumPosition, TurnState, resolve_turn};

use crate::answer::WinningMove;
use crate::error::{RulesResult, SolveError};
use crate::question::QuestionInput;
use crate::session::Session;
use crate::winning_moves::to_winning_move;

impl Session {
    /// Returns every legal move; no move if play is over. The moves are sorted by component, in the
    /// order as written, and then by move rule.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the question is refused, the rules cannot be evaluated or the
    /// budget runs out.
    pub fn legal_moves<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        budget: &Budget<'_>,
    ) -> Result<Vec<WinningMove>, SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        let (world, sum) = (&self.world, SumPosition(position.components));
        let TurnState::Open(legal) =
            resolve_turn(world, &sum, conventions, budget).explain_fault(world)?
        else {
            return Ok(Vec::new());
        };
        legal
            .into_iter()
            .map(|made| to_winning_move(world, &sum, made, budget))
            .collect()
    }
}
