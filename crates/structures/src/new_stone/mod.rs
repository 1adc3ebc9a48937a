//! A New Stone Game with any number of piles (POJ 1740). A move removes at least one stone of a
//! pile, and then moves any other stones of this pile to non-empty piles. A query names the piles:
//! `newstone(2 1 3)`. Rules written in the rule language can only have a fixed number of piles. For
//! a fixed number of piles, rules written in the rule language describe the same game, with the
//! same law ([`theorems::new_stone`]).

mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use rules::{KIND, NewStoneRules};
pub(crate) use theorem::THEOREM;
