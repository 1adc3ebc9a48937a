//! Games on a row that are equivalent to staircase Nim: sorted piles, Georgia and Bob. The law and
//! its proof are in `law`; `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
