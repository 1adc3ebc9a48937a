//! Piles with individual rules, and small games of piles that have a law: Lasker's Nim, piles that
//! are split. The law and its proof are in `law`; `recognise` detects the game in rules.

pub mod bottles;
pub(crate) mod lasker;
mod law;
pub(crate) mod recognise;
pub(crate) mod splitting;

pub use law::*;
