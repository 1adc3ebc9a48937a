//! The BOI Game (Baltic Olympiad in Informatics 2008): two pieces race on a board to each other's
//! start and may jump over each other.

pub mod board;
pub mod cones;
pub mod generator;
pub mod levels;
pub mod player;
pub mod race;
pub mod rules;
pub mod theorem;
