//! E&D: a move discards one heap of a pair and splits the other heap in two. The law and its proof
//! are in `law`; `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
