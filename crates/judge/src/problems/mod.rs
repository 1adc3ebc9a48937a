//! The problems, a file for each kind of game.

mod bash;
mod big;
mod dynamic;
mod numbers;
mod seats_and_beans;
mod stones;
mod wythoff;

use crate::Problem;

/// Every problem, file by file.
pub const PROBLEMS: &[&[Problem]] =
    &[bash::PROBLEMS, dynamic::PROBLEMS, numbers::PROBLEMS, seats_and_beans::PROBLEMS, stones::PROBLEMS, wythoff::PROBLEMS];
