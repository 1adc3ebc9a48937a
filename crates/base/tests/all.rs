//! Every test of the crate's outside in one binary: its libraries are linked once.

mod budget;
mod diagnostic;
mod faces;
mod listed;
