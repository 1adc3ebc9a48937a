//! Octal games of rows and heaps: how they are recognised in rules is in `recognise`, a player on
//! several rows in `strategy`. Their codes and periods are in the crate [`heap`].

pub(crate) mod recognise;
mod strategy;

pub use recognise::{OctalReading, read};
pub use strategy::*;
