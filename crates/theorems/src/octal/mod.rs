//! Octal games of rows and heaps: `recognise` detects them in rules, and `strategy` is a player on
//! several rows. Their codes and periods are in the crate [`heap`].

pub(crate) mod recognise;
mod strategy;

pub use recognise::{OctalReading, read};
pub use strategy::*;
