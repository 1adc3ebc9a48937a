//! A New Stone Game with any number of piles (POJ 1740): a move takes at least one stone from a
//! pile, then moves any of its other stones to non-empty piles. A query names the piles:
//! `newstone(2 1 3)`. Rules in the language can only have a fixed number of piles; these are the
//! same game, and so is the law ([`theorems::new_stone`]).

mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use rules::{KIND, NewStoneRules};
pub(crate) use theorem::THEOREM;
