//! The problems, one file for each kind of game.

/// The function [`crate::Problem::brute`] of a problem whose game is a rule file in `games/`.
macro_rules! by_rules {
    ($name:literal) => {
        |input, out| {
            let rules = include_str!(concat!("../../games/", $name, ".game"));
            crate::rule_problem::answer_by_rules(rules, input, out)
        }
    };
}

mod bash;
mod big;
mod boi;
mod bottles;
mod by_engine;
mod candy;
mod cards;
mod cells;
mod coins;
mod dags;
mod dynamic;
mod election;
mod facing;
mod game_pack;
mod games;
mod geography;
mod hackenbush;
mod heaps_removed;
mod heaps_split;
mod knights;
mod laws;
mod loopy;
mod matrix;
mod merging;
mod multiples;
mod nim;
mod numbers;
mod patches;
mod piles;
mod placements;
mod rabbit;
mod red_and_blue;
mod red_blue_hackenbush;
mod rows;
mod seats_and_beans;
mod shapes;
mod sharti;
mod stairs;
mod stones;
mod trees;
mod walks;
mod wythoff;
mod zigzag;

use crate::contest::Contest;
use crate::problem::Problem;

pub use games::{GAMES, PLAYED_AS};

/// All interactive problems that are played in their own protocols.
pub const CONTESTS: &[Contest] = &[cards::CONTEST, zigzag::CONTEST];

/// All problems, file by file.
pub const PROBLEMS: &[&[Problem]] = &[
    bash::PROBLEMS,
    nim::PROBLEMS,
    heaps_removed::PROBLEMS,
    matrix::PROBLEMS,
    piles::PROBLEMS,
    candy::PROBLEMS,
    merging::PROBLEMS,
    cards::PROBLEMS,
    stairs::PROBLEMS,
    placements::PROBLEMS,
    dynamic::PROBLEMS,
    wythoff::PROBLEMS,
    numbers::PROBLEMS,
    stones::PROBLEMS,
    seats_and_beans::PROBLEMS,
    rows::PROBLEMS,
    cells::PROBLEMS,
    heaps_split::PROBLEMS,
    bottles::PROBLEMS,
    coins::PROBLEMS,
    red_and_blue::PROBLEMS,
    shapes::PROBLEMS,
    sharti::PROBLEMS,
    patches::PROBLEMS,
    multiples::PROBLEMS,
    boi::PROBLEMS,
    hackenbush::PROBLEMS,
    red_blue_hackenbush::PROBLEMS,
    trees::PROBLEMS,
    game_pack::PROBLEMS,
    geography::PROBLEMS,
    walks::PROBLEMS,
    rabbit::PROBLEMS,
    facing::PROBLEMS,
    knights::PROBLEMS,
    dags::PROBLEMS,
    election::PROBLEMS,
    loopy::PROBLEMS,
    zigzag::PROBLEMS,
];
