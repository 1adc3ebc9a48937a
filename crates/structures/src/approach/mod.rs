//! White and black pieces in turn on a row of squares, the first one white, the last one black.
//! White's pieces go to the right and Black's to the left, onto no piece and over none; a move
//! brings one to d own pieces forward, each as far as its player likes (Luogu P2490, SDOI 2011; for
//! d = 1 a row of Northcott's game without moves back). Who cannot move loses.
//!
//! A white piece and the black one after it come towards each other, and whoever moves can bring
//! the gap between them to any smaller number: the gaps are the heaps of Moore's Nim, for both
//! players alike. A gap between a black piece and the white one after it only grows.
//!
//! A question draws the row, `approach(W..B.W.B; up to 2)`, or lists it, the number of squares and
//! the squares of the pieces from 1 on, white and black in turn: `approach(8 1 4 6 8; up to 2)`.
//! Without `up to` one piece moves; `; black to move` may follow.

mod player;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use player::{ApproachMove, ApproachPlayer};
pub use rules::{ApproachRules, KIND};
pub(crate) use theorem::THEOREM;
