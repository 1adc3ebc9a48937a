//! Rules for sums of Nim heaps and of components that behave like heaps.

use base::budget::{Budget, StopReason};
use base::text::Text;
use rules::game::Outcome;

/// A move in heaps: the index and the new size of each changed heap.
pub type HeapMove = Vec<(usize, u64)>;

/// Winning moves in heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapMoves {
    /// The moves, without duplicates; the heaps of each move are in order.
    pub list: Vec<HeapMove>,
    /// Whether the list contains all winning moves.
    pub complete: bool,
}

/// A rule for sums of Nim heaps.
pub trait HeapRule: Send {
    /// Returns the outcome of a sum of these heaps.
    fn outcome(&self, heaps: &[u64]) -> Outcome;

    /// Returns the winning moves, at most `limit` of them; at least one if there is any.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    fn winning(
        &self,
        heaps: &[u64],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<HeapMoves, StopReason>;

    /// Explains for a human reader how the rule determines the outcome of these named heaps. The
    /// text may have several lines.
    fn explanation(&self, heaps: &[(Text, u64)]) -> Text;
}

/// Returns P if the position is lost for the player to move, N if it is won.
pub(super) fn outcome_if_lost(lost: bool) -> Outcome {
    if lost { Outcome::P } else { Outcome::N }
}
