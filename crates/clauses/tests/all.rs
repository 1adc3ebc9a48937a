//! All integration tests of the crate are in one binary, so that the libraries are linked only
//! once.

mod claims;
mod gaps;
mod handwritten_rules;
mod library;
mod random;
