//! Poker Nim: chips may be added from a reserve that only shrinks. The law and its proof are in
//! `law`; `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
