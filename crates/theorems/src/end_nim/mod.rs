//! End-Nim: a row of piles of which only the end piles may be lowered. The law and its proof are in
//! `law`; `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
