//! The problems, a file for each kind of game.

mod bash;

use crate::Problem;

/// Every problem, file by file.
pub const PROBLEMS: &[&[Problem]] = &[bash::PROBLEMS];
