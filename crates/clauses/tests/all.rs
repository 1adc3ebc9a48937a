//! Every test of the crate's outside in one binary: its libraries are linked once.

mod claims;
mod gaps;
mod handwritten_rules;
mod library;
mod random;
