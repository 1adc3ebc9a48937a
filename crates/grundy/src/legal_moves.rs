//! Every legal move of a position, with what it leaves: what the rules say, without a look at who
//! wins. Where they are too many to be held in memory they are refused; a player is shown the first
//! of them ([`crate::player`]).

use base::budget::Budget;
use rules::play::{SumPosition, TurnState, resolve_turn};

use crate::answer::WinningMove;
use crate::error::{RulesResult, SolveError};
use crate::question::QuestionInput;
use crate::session::Session;
use crate::winning_moves::to_winning_move;

impl Session {
    /// Every legal move, in the order of the components as they were written and of the rules; none
    /// where play is over.
    ///
    /// # Errors
    /// Where the question is refused, the rules cannot be evaluated, or the budget ends.
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
