//! Rules for sums of Nim heaps, and of components that behave like heaps.

use base::budget::{Budget, StopReason};
use base::text::Text;
use rules::game::Outcome;

/// A move in heaps: which, and what it leaves of each.
pub type HeapMove = Vec<(usize, u64)>;

/// Winning moves in heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapMoves {
    /// The moves, each once, the heaps of a move in order.
    pub list: Vec<HeapMove>,
    /// Whether these are all.
    pub complete: bool,
}

/// A rule for sums of Nim heaps.
pub trait HeapRule: Send {
    /// Who wins.
    fn outcome(&self, heaps: &[u64]) -> Outcome;

    /// The winning moves, at most `limit` of them (at least one).
    ///
    /// # Errors
    /// If the budget ends.
    fn winning(
        &self,
        heaps: &[u64],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<HeapMoves, StopReason>;

    /// How the rule finds who wins these heaps, each with its name, for a person. Lines.
    fn explanation(&self, heaps: &[(Text, u64)]) -> Text;
}

/// Returns P if the position is lost for the player to move, N if it is won.
pub(super) fn outcome_if_lost(lost: bool) -> Outcome {
    if lost { Outcome::P } else { Outcome::N }
}
