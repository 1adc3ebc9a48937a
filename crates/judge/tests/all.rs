//! Every test of the crate's outside in one binary: its libraries are linked once.

mod dags;
mod interact;
mod opponent;
mod problems;
mod sizes;
mod structures;
