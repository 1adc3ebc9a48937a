//! Wythoff's game: a move takes any number from one of two heaps, or equal numbers from both heaps.
//! The law and its proof are in `law`; `recognise` detects the game in rules.

pub mod golden;
mod law;
pub(crate) mod recognise;

pub use law::*;
