//! Euclid's game: a multiple of the smaller number is subtracted from the larger number. The law
//! and its proof are in `law`; `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
