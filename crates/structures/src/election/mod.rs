//! Election Promises (Codeforces 1149 E): an acyclic digraph with a tax on each city. A move lowers
//! the tax of one city, and may set any taxes on the heads of its arcs. A player who finds all
//! taxes 0 loses.
//!
//! A query names the arcs and the taxes: `election(a>b c>d; taxes a=2 b=1 d=5)`; a city without a
//! tax has 0. So that a position has finitely many moves, taxes stay below a bound, a power of two:
//! `; below 8`, otherwise the smallest one above all taxes. With such a bound the values are known
//! ([`CityLevels`]); without it they would be ordinals, and the outcomes are the same.

mod levels;
mod player;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use levels::CityLevels;
pub use player::ElectionPlayer;
pub use rules::{ElectionRules, KIND};
pub(crate) use theorem::THEOREM;
