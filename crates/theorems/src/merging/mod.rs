//! Merging piles with a cap: a move merges two piles into one of at most m stones. The law and its
//! proof are in `law`; `recognise` detects the game in rules, and `strategy` plays complete games.

mod law;
pub(crate) mod recognise;
mod strategy;

pub use law::*;
pub use strategy::Player;
