//! Wythoff's game: any number from one of two heaps, or the same from both. The law and its proof
//! are in `law`; `recognise` detects the game in rules.

pub mod golden;
mod law;
pub(crate) mod recognise;

pub use law::*;
