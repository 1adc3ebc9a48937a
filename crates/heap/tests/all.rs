//! All integration tests of the crate are in one binary, so that its libraries are linked once.

mod codes;
mod periodic;
mod periods;
mod resume;
mod sparse;
mod streams;
mod tables;
