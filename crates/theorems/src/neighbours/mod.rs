//! Neighbours taken from a row: a move takes l to r adjacent numbers, and the row splits in two.
//! The law and its proof are in `law`; `recognise` detects the game in rules, and `strategy` plays
//! complete games.

mod law;
pub(crate) mod recognise;
mod strategy;

pub use law::*;
pub use strategy::Player;
