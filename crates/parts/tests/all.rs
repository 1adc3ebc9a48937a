//! The tests of the crate's outside, one binary.

mod games;
mod published;
mod saved;
mod threads;
mod twin;
