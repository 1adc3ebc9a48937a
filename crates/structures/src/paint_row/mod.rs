//! A row of red and blue cells. Red's move picks two neighbouring cells, at least one of them red,
//! and paints both white; Blue's move at least one blue (Codeforces 1704 F). The other cell may
//! have any colour, white too. Who cannot move loses.
//!
//! Whoever has more cells of his own colour wins, whoever moves. Where both have the same number,
//! each move takes a red cell and a blue one beside it, or loses; in stretches of cells that
//! alternate these are the moves of Dawson's Kayles, 0.07, and its values decide.
//!
//! A question draws the row, `.` for white: `paintrow(RBRB.BR; blue to move)`.

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
