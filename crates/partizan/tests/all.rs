//! All integration tests of the crate are in one binary, so that the libraries are linked only
//! once.

mod atomic_weights;
mod born_games;
mod domineering;
mod dyadics;
mod limits;
mod names;
mod ordinal_sums;
mod reading;
mod thermographs;
mod world;
