//! Candy piles: a move eats a largest pile completely, or one candy of every pile; the player who
//! eats the last candy loses. The law and its proof are in `law`; `recognise` detects the game in
//! rules, and `strategy` plays complete games.

mod law;
pub(crate) mod recognise;
mod strategy;

pub use law::*;
pub use strategy::Player;
