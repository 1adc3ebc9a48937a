//! White and black pieces alternate on a row of squares; the first piece is white and the last
//! piece black. White's pieces move right and Black's pieces move left, without landing on or
//! jumping over a piece. A move advances one to d of the player's own pieces, each by any distance
//! (Luogu P2490, SDOI 2011). For d = 1, the game is a row of Northcott's game without moves back. A
//! player who cannot move loses.
//!
//! A white piece and the black one after it approach each other. The player to move can reduce the
//! gap between a white piece and the next black one to any smaller number. So the gaps between a
//! white piece and the next black one are the heaps of Moore's Nim, for both players. A gap between
//! a black piece and the next white one only grows.
//!
//! A query draws the row, `approach(W..B.W.B; up to 2)`, or gives a list, `approach(8 1 4 6 8; up
//! to 2)`. The list contains the number of squares, and then the squares of the pieces, counted
//! from 1; white and black pieces alternate. Without `up to`, a move advances one piece; a query
//! may end with `; black to move`.

mod player;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use player::{ApproachMove, ApproachPlayer};
pub use rules::{ApproachRules, KIND};
pub(crate) use theorem::THEOREM;
