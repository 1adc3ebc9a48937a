//! The tests of the crate's outside, one binary.

mod atoms;
mod cover;
mod laws;
mod limits;
mod numeration;
mod operations;
mod random;
mod words;
