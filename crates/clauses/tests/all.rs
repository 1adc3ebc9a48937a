//! All integration tests of the crate in one binary, so that its libraries are linked only once.

mod claims;
mod gaps;
mod handwritten_rules;
mod library;
mod random;
