//! E&D: from a pair of heaps, one is discarded and the other split in two. The law and its proof
//! are in `law`; `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
