//! Kiki's game: a coin moves one step left, down, or diagonally left and down. The law and its
//! proof are in `law`; `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
