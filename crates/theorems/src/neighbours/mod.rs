//! Neighbours taken from a row: between l and r of them, and the row falls into two. The law with
//! its reasons is in `law`; `recognise` finds it in rules, `strategy` plays whole games.

mod law;
pub(crate) mod recognise;
mod strategy;

pub use law::*;
pub use strategy::Player;
