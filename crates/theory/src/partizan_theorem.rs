//! Theorems about games in which the players have different moves. Like a [`Theorem`] about games
//! with the same moves for both players, such a theorem tests its conditions on the rules, and its
//! reference implementation is a search.
//!
//! [`Theorem`]: crate::theorem::Theorem

use base::budget::{Budget, StopReason};
use base::text::Text;
use facts::ConditionError;
use partizan::{Id, Store, ValueError};
use rules::game::Rules;
use rules::ir::Int;

/// A theorem about games in which the players have different moves.
pub trait PartizanTheorem: Send + Sync {
    /// Returns the short name, for `--without`.
    fn name(&self) -> &'static str;

    /// Returns the statement of the theorem, in one sentence.
    fn statement(&self) -> Text;

    /// Returns the author and year of the theorem.
    fn source(&self) -> &'static str;

    /// Tests the conditions and returns a computation of the value of every position of the game.
    ///
    /// # Errors
    /// Returns [`ConditionError`] for the first condition that fails.
    fn apply(&self, rules: &dyn Rules) -> Result<Box<dyn PartizanClosedForm>, ConditionError>;
}

/// The values of the positions of a game to which a theorem applies. The methods expect the slots
/// of a position of the game, in canonical form.
pub trait PartizanClosedForm: Send + Sync {
    /// Returns the value of a position in canonical form. All calls must use the same store. The
    /// results of earlier calls are cached, even if the budget runs out.
    ///
    /// # Errors
    /// Returns [`ValueError`] if the budget runs out or the value is too large.
    fn value(
        &mut self,
        slots: &[Int],
        store: &mut Store,
        budget: &Budget<'_>,
    ) -> Result<Id, ValueError>;

    /// Returns positions of the same game whose sum is the position; at least two, or `None` if the
    /// theorem does not divide it.
    ///
    /// # Errors
    /// Returns an error if the budget runs out.
    fn summands(
        &self,
        _slots: &[Int],
        _budget: &Budget<'_>,
    ) -> Result<Option<Vec<Vec<Int>>>, StopReason> {
        Ok(None)
    }

    /// Returns the approximate number of bytes of the cache.
    fn bytes(&self) -> u64 {
        0
    }
}

/// Theorems in the order in which they are tried.
pub type PartizanTheorems = Vec<&'static dyn PartizanTheorem>;
