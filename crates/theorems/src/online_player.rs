//! Players for whole games: what each can do, and the moves that most of them make.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;

/// A player that prepares once and then answers each move of the opponent in the cost that its game
/// states.
pub trait OnlinePlayer {
    /// A move of either player.
    type Move;
    /// Computes what the answers at the position at hand need, if that may take long. The
    /// constructor has done so for the first position; after each move call this before asking
    /// anything else, and before the next move.
    ///
    /// # Errors
    /// If the budget ends; then this may be called again.
    fn prepare(&mut self, _budget: &Budget<'_>) -> Result<(), StopReason> {
        Ok(())
    }
    /// Makes a move of either player on the position.
    ///
    /// # Errors
    /// Returns the reason why the move is not legal.
    fn play(&mut self, made: &Self::Move) -> Result<(), Text>;
    /// A winning move, if the player to move has one.
    fn winning_move(&mut self) -> Option<Self::Move>;
    /// Some legal move; `None` at the end of the play.
    fn any_move(&mut self) -> Option<Self::Move>;
}

/// A move that takes something from one place: a heap, a pile, a step, a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PileTake {
    /// Which one, from 0 on.
    pub pile: usize,
    /// How much, at least 1.
    pub amount: u64,
}

/// There is no such pile.
pub(crate) fn no_such_pile(pile: usize, count: usize) -> Text {
    text!(
        "there is no number {pile}; they are counted from 0, and there are {count}",
        "没有编号 {pile}：编号从 0 起，共 {count} 个"
    )
}

/// This pile does not allow this amount.
pub(crate) fn not_allowed(pile: usize, amount: u64, size: u64) -> Text {
    text!(
        "{amount} may not be taken from number {pile}, which has {size}",
        "编号 {pile} 现有 {size}，不可取 {amount}"
    )
}

/// The size of the pile of a move.
pub(crate) fn size_of(sizes: &[u64], pile: usize) -> Result<u64, Text> {
    sizes
        .get(pile)
        .copied()
        .ok_or_else(|| no_such_pile(pile, sizes.len()))
}
