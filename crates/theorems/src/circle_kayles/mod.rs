//! Circle Kayles: one coin of a circle, or two neighbours. The law and its proof are in `law`;
//! `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
