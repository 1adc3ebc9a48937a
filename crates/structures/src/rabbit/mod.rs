//! Rabbit and egg (NOI 2011): a board with one empty cell, white and black pieces on the others. In
//! turn the rabbit slides a white piece, the egg a black one, from beside the empty cell into it.
//! Who cannot move loses.
//!
//! The empty cell walks, and never comes back: coloured as for chess, its cells alternate, and the
//! piece that a move leaves behind on a cell is of the player who left it, who could enter it only
//! as the other. So it walks in undirected vertex geography ([`crate::geography`]) on its own cell
//! and on those that hold a piece of the player who would enter them ([`may_be_entered`]), and a
//! matching says who wins.

mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use rules::{KIND, RabbitRules};
pub(crate) use theorem::THEOREM;

use crate::grid::Grid;

/// Whether the empty cell may ever come to a cell, or is there: if a piece stands on it of the
/// player whose turn it would be. `white` tells where the rabbit's pieces are.
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
