//! The Beans Game: a move takes any number from one of three piles, or the same number from two
//! piles. The law and its proof are in `law`; `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
