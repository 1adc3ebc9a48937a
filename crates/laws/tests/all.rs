//! Every test of the crate's outside in one binary: its libraries are linked once.

mod certificates;
mod emit;
mod gaps;
mod measure;
mod moves;
mod names;
mod proofs;
mod random;
mod runs;
