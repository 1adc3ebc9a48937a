//! Candy piles: eat the whole of a largest pile, or one candy of every pile; who eats the last one
//! loses. The law with its reasons is in `law`; `recognise` finds it in rules, `strategy` plays
//! whole games.

mod law;
pub(crate) mod recognise;
mod strategy;

pub use law::*;
pub use strategy::Player;
