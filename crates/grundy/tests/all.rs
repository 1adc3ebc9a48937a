//! Every test of the crate's outside in one binary: its libraries are linked once.

mod apart;
mod compounds;
mod conformance;
mod conventions;
mod edges;
mod entailing;
mod goal_coins;
mod graph;
mod invariants;
mod joining;
mod loopy;
mod losing;
mod memory;
mod nim;
mod player;
mod quotient;
mod rust_game;
mod saved;
mod signature;
mod slips;
mod sums;
mod tables;
mod toy_engine;
mod values;
mod warnings;
mod why;
