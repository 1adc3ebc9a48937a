//! A row of red and blue cells. Red's move chooses two adjacent cells, at least one of which is
//! red, and paints both cells white. Blue's move chooses two adjacent cells, at least one of which
//! is blue (Codeforces 1704 F). The second cell of a move may have any colour, including white. A
//! player who cannot move loses.
//!
//! The player with more cells of their own colour wins, whichever player is to move. If both
//! players have the same number of cells, a move either paints a red cell and an adjacent blue one,
//! or loses. In alternating stretches of cells, the moves that paint two colours are the moves of
//! Dawson's Kayles, 0.07, whose values decide the game.
//!
//! A query draws the row, with `.` for white: `paintrow(RBRB.BR; blue to move)`.

mod law;
mod player;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use law::{CellColour, PaintRowLaw};
pub use player::PaintRowPlayer;
pub use rules::{KIND, PaintRowRules};
pub(crate) use theorem::THEOREM;
