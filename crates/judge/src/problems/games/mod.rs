//! The problems whose complete games the judge plays: the format of a position and a move, and the
//! strategy that answers.

mod boards;
mod coins;
mod formats;
mod piles;

use crate::opponent::JudgeGame;

pub use formats::{number, opponent, try_opponent};

/// All games, file by file.
pub const GAMES: &[&[JudgeGame]] = &[piles::GAMES, coins::GAMES, boards::GAMES];

/// Problems with the same complete games as another problem: the name of the problem, and the name
/// of the other problem.
pub const PLAYED_AS: &[(&str, &str)] = &[
    ("p2197", "nim_moves"),
    ("p5970", "nim_moves"),
    ("p4279", "poj3480"),
    ("p2252", "wythoff_moves"),
    ("p3480", "sorted_nim"),
    ("p5363", "poj1704"),
];
