//! The tests of the crate's outside, one binary.

mod games;
mod published;
mod threads;
mod twin;
