//! Games in a row that are staircase Nim in other words: sorted piles, Georgia and Bob. The law and
//! its proof are in `law`; `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
