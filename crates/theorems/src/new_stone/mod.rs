//! A New Stone Game: take from a pile, then move stones of it to other piles. The law and its proof
//! are in `law`; `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
