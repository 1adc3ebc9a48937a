//! All integration tests of the crate in one binary, so that the libraries of the crate are linked
//! once.

mod agreement;
mod boxes;
mod case;
mod dense;
mod fixed_parity;
mod fold_tables;
mod kernels;
mod loopy_box;
mod maximum_nim;
mod membership;
mod models;
mod octal;
mod partizan;
mod search;
mod theorems;
mod word_cuts;
