//! The multiplication game: a number is multiplied until it reaches a goal. The law and its proof
//! are in `law`; `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
