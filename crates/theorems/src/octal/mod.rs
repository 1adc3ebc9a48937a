//! Octal games of rows and heaps: `recognise` detects them in rules, and `strategy` is a player on
//! several rows. The codes and periods of octal games are in the crate [`heap`].

pub(crate) mod recognise;
mod strategy;

pub use recognise::{OctalReading, read};
pub use strategy::*;
