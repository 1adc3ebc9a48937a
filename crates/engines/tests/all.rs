//! Every test of the crate's outside in one binary: its libraries are linked once.

mod agreement;
mod boxes;
mod case;
mod dense;
mod folds;
mod index;
mod kernels;
mod lines;
mod maximum_nim;
mod membership;
mod models;
mod octal;
mod round;
mod sliding;
mod symmetry;
mod theorems;
mod tiers;
mod word_cuts;
