//! Every test of the crate's outside in one binary: its libraries are linked once.

mod claims;
mod gaps;
mod library;
mod random;
mod written;
