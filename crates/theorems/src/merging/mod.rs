//! Merging piles with a cap: a move merges two piles into one of at most m stones. The law with its
//! reasons is in `law`; `recognise` finds it in rules, `strategy` plays whole games.

mod law;
pub(crate) mod recognise;
mod strategy;

pub use law::*;
pub use strategy::Player;
