//! Every legal move of a position, with what it leaves: what the rules say, without a look at who
//! wins. Where they are too many to be held in memory they are refused; a player is shown the first
//! of them ([`crate::player`]).

use base::budget::Budget;
use rules::play::{Sum, TurnState, resolve_turn};

use crate::answer::WinningMove;
use crate::error::Error;
use crate::question::About;
use crate::session::Session;
use crate::winning::told;

impl Session {
    /// Every legal move, in the order of the components as they were written and of the rules; none
    /// where play is over.
    ///
    /// # Errors
    /// Where the question is refused, the rules cannot be evaluated, or the budget ends.
    pub fn legal_moves<'q>(
        &mut self,
        question: impl Into<About<'q>>,
        budget: &Budget<'_>,
    ) -> Result<Vec<WinningMove>, Error> {
        let (position, conventions) = self.position(question, budget)?;
        let (world, sum) = (&self.world, Sum(position.components));
        let fault = |fault| Error::of_fault(world, &fault);
        let TurnState::Open(legal) =
            resolve_turn(world, &sum, conventions, budget).map_err(fault)?
        else {
            return Ok(Vec::new());
        };
        legal
            .into_iter()
            .map(|made| told(world, &sum, made, budget))
            .collect()
    }
}
