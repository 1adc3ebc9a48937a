//! This module defines the trait of players for complete games, and the move type that most players
//! use.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;

/// A player that prepares once and then answers each move of the opponent, at the costs that its
/// documentation states.
pub trait OnlinePlayer {
    /// A move of either player.
    type Move;
    /// Prepares the answers for the current position, if the preparation may take long. The
    /// constructor has already prepared the first position. After each move, call this method
    /// before any other method, and before the next move.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out; the call may then be repeated.
    fn prepare(&mut self, _budget: &Budget<'_>) -> Result<(), StopReason> {
        Ok(())
    }
    /// Makes a move of either player.
    ///
    /// # Errors
    /// Returns the reason why the move is not legal.
    fn play(&mut self, made: &Self::Move) -> Result<(), Text>;
    /// Returns a winning move, or `None` if the player to move has none.
    fn winning_move(&mut self) -> Option<Self::Move>;
    /// Returns some legal move; `None` at the end of play.
    fn any_move(&mut self) -> Option<Self::Move>;
}

/// A move that takes an amount from one pile, heap or step, or moves one piece by an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PileTake {
    /// The index of the pile, starting at 0.
    pub pile: usize,
    /// The amount taken, at least 1.
    pub amount: u64,
}

/// Returns the message that a pile does not exist.
pub(crate) fn no_such_pile(pile: usize, count: usize) -> Text {
    text!(
        "unknown number {pile}: the position has {count} numbers, counted from 0",
        "没有编号 {pile}：编号从 0 起，共 {count} 个"
    )
}

/// Returns the message that a pile does not allow the amount taken.
pub(crate) fn not_allowed(pile: usize, amount: u64, size: u64) -> Text {
    text!(
        "cannot take {amount} from number {pile}, which is {size}",
        "编号 {pile} 现有 {size}，不可取 {amount}"
    )
}

/// Returns the size of the pile in which a move is made.
pub(crate) fn size_of(sizes: &[u64], pile: usize) -> Result<u64, Text> {
    sizes
        .get(pile)
        .copied()
        .ok_or_else(|| no_such_pile(pile, sizes.len()))
}
