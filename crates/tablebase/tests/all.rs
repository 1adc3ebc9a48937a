//! All integration tests of the crate are in one binary, so that its libraries are linked once.

mod index;
mod lines;
mod symmetry;
mod tiers;
