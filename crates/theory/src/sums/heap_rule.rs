//! Rules for sums of Nim heaps and of components that behave like heaps.

use base::budget::{Budget, StopReason};
use base::text::Text;
use rules::game::Outcome;

/// A move in heaps: the index and the new size of each changed heap.
pub type HeapMove = Vec<(usize, u64)>;

/// Winning moves in heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapMoves {
    /// The moves, without duplicates; each move lists its changed heaps in ascending order of their
    /// indices.
    pub list: Vec<HeapMove>,
    /// Whether the list contains all winning moves.
    pub complete: bool,
}

/// A rule for sums of Nim heaps.
pub trait HeapRule: Send {
    /// Returns the outcome of a sum of heaps of the given sizes.
    fn outcome(&self, heaps: &[u64]) -> Outcome;

    /// Returns at most `limit` winning moves, and at least one if the position has a winning move.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    fn winning(
        &self,
        heaps: &[u64],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<HeapMoves, StopReason>;

    /// Explains for a human reader how the rule determines the outcome of the named heaps. The
    /// explanation may have several lines.
    fn explanation(&self, heaps: &[(Text, u64)]) -> Text;
}

/// Returns P if the position is lost for the player to move, N if it is won.
pub(super) fn outcome_if_lost(lost: bool) -> Outcome {
    if lost { Outcome::P } else { Outcome::N }
}
