//! Every test of the crate's outside in one binary: its libraries are linked once.

mod big;
mod field;
mod group;
mod levels;
mod texts;
