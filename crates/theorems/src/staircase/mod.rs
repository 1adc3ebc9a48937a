//! Staircase Nim: pieces move one step down. The law and its proof are in `law`; `recognise`
//! detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
