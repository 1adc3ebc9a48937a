//! The tests of the crate's outside, one binary.

mod automorphisms;
mod games;
mod misere;
mod published;
mod saved;
mod threads;
mod twin;
