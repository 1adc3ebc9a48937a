//! A New Stone Game: a move takes stones from a pile, then may move other stones of that pile to
//! other piles. The law and its proof are in `law`; `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
