//! All integration tests of the crate in one binary, so that its libraries are linked once.

mod certificates;
mod emit;
mod gaps;
mod measure;
mod moves;
mod names;
mod proofs;
mod random;
mod runs;
