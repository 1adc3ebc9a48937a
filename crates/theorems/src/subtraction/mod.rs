//! Subtraction sets: intervals, finite sets, and the powers of a number. The law and its proof are
//! in `law`; `recognise` detects the game in rules.

pub(crate) mod interval;
mod law;
pub(crate) mod powers;
pub(crate) mod recognise;

pub use law::*;
