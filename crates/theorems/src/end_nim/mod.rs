//! End-Nim: a row of piles where only the ends may be lowered. The law with its reasons is in
//! `law`; `recognise` finds it in rules.

mod law;
pub(crate) mod recognise;

pub use law::*;
