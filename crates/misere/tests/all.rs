//! The tests of the crate's outside, one binary.

mod published;
mod search;
