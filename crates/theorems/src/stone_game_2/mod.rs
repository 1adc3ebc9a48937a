//! Stone Game II: a pile x is replaced by k and k xor x. The law and its proof are in `law`;
//! `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
