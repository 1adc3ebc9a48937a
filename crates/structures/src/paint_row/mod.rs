//! A row of red and blue cells. Red's move chooses two adjacent cells, at least one of them red,
//! and paints both white; Blue's move needs at least one blue cell (Codeforces 1704 F). The other
//! cell may have any colour, including white. A player who cannot move loses.
//!
//! The player with more cells of their own colour wins, whoever moves. If both have the same
//! number, a move either takes a red cell and an adjacent blue one, or loses. In alternating
//! stretches of cells these are the moves of Dawson's Kayles, 0.07, and its values decide.
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
