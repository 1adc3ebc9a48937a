//! Every test of the crate's outside in one binary: its libraries are linked once.

mod codes;
mod periodic;
mod periods;
mod resume;
mod sparse;
mod streams;
mod tables;
