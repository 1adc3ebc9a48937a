//! Rabbit and egg (NOI 2011): a board with one empty cell, and white and black pieces on the
//! others. In turn, the rabbit slides a white piece into the empty cell from a neighbouring cell,
//! and the egg a black one. A player who cannot move loses.
//!
//! The empty cell walks, and never returns. In a chess colouring its cells alternate, and the piece
//! that a move leaves behind on a cell belongs to the player who left it, who could enter it only
//! as the other. So the empty cell plays undirected vertex geography ([`crate::geography`]) on its
//! own cell and on those with a piece of the player who would enter them ([`may_be_entered`]), and
//! a matching gives the outcome.

mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use rules::{KIND, RabbitRules};
pub(crate) use theorem::THEOREM;

use crate::grid::Grid;

/// Returns whether the empty cell is at a cell or may ever come to it: whether the piece on it
/// belongs to the player whose turn it would be. `white` returns whether a cell has one of the
/// rabbit's pieces.
pub fn may_be_entered(
    grid: Grid,
    empty: u32,
    rabbit_to_move: bool,
    white: impl Fn(u32) -> bool,
) -> impl Fn(u32) -> bool {
    move |cell| {
        cell == empty
            || (grid.is_black(cell) != grid.is_black(empty)) == (white(cell) == rabbit_to_move)
    }
}
