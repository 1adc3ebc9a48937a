//! Again Stone (LightOJ 1296): a move takes at least one stone and at most half of a pile. The law
//! and its proof are in `law`; `recognise` detects the game in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
