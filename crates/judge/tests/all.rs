//! All integration tests of the crate in one binary, so that its libraries are linked once.

mod dags;
mod interact;
mod opponent;
mod problems;
mod sizes;
mod structures;
mod wild;
