//! Circle Kayles: a move takes one coin of a circle, or two neighbouring coins. The law and its
//! proof are in `law`; `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
