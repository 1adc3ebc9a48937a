//! Rabbit and egg (NOI 2011): a board with one empty cell, and white and black pieces on the other
//! cells. In turn, the rabbit slides a white piece into the empty cell from a neighbouring cell,
//! and the egg slides a black piece. A player who cannot move loses.
//!
//! The empty cell moves over the board, and never returns to a cell. In a chess colouring, the
//! colour of the empty cell alternates with the player to move. So after a move fills a cell, only
//! the opponent of the mover could make this cell empty again. But the piece in the filled cell
//! belongs to the mover. So the empty cell moves like the token of undirected vertex geography
//! ([`crate::geography`]). The vertices of the graph are the empty cell and every cell whose piece
//! belongs to the player who would enter the cell ([`may_be_entered`]). A matching gives the
//! outcome.

mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use rules::{KIND, RabbitRules};
pub(crate) use theorem::THEOREM;

use crate::grid::Grid;

/// Returns whether a cell is empty or may ever become empty: whether the piece on the cell belongs
/// to the player who would then be to move. `white` returns whether a cell has one of the rabbit's
/// pieces.
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
