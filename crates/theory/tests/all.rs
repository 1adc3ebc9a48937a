//! Every test of the crate's outside in one binary: its libraries are linked once.

mod misere;
mod retrograde;
