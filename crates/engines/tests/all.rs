//! Every test of the crate's outside in one binary: its libraries are linked once.

mod agreement;
mod boxes;
mod case;
mod dense;
mod fixed_parity;
mod fold_tables;
mod index;
mod kernels;
mod lines;
mod loopy_box;
mod maximum_nim;
mod membership;
mod models;
mod octal;
mod symmetry;
mod theorems;
mod tiers;
mod word_cuts;
