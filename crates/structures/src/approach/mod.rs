//! White and black pieces alternate on a row of squares, the first one white, the last one black.
//! White's pieces move right and Black's move left, without landing on or jumping over a piece. A
//! move brings one to d of a player's own pieces forward, each any distance (Luogu P2490, SDOI
//! 2011; for d = 1 a row of Northcott's game without moves back). A player who cannot move loses.
//!
//! A white piece and the black one after it approach each other, and the player to move can reduce
//! the gap between them to any smaller number. So the gaps are the heaps of Moore's Nim, for both
//! players alike. A gap between a black piece and the white one after it only grows.
//!
//! A query draws the row, `approach(W..B.W.B; up to 2)`, or lists it as the number of squares and
//! the squares of the pieces, counted from 1, white and black in turn:
//! `approach(8 1 4 6 8; up to 2)`. Without `up to`, one piece moves; `; black to move` may follow.

mod player;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use player::{ApproachMove, ApproachPlayer};
pub use rules::{ApproachRules, KIND};
pub(crate) use theorem::THEOREM;
