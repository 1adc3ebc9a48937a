//! The problems, a file for each kind of game.

mod bash;
mod by_engine;
mod cells;
mod coins;
mod heaps_split;
mod nim;
mod piles;
mod rows;
mod stairs;

use crate::Problem;

/// Every problem, file by file.
pub const PROBLEMS: &[&[Problem]] = &[
    bash::PROBLEMS,
    rows::PROBLEMS,
    cells::PROBLEMS,
    heaps_split::PROBLEMS,
    coins::PROBLEMS,
    nim::PROBLEMS,
    piles::PROBLEMS,
    stairs::PROBLEMS,
];
