//! Election Promises (Codeforces 1149 E): an acyclic digraph with a tax on each city. A move lowers
//! the tax of one city, and may set any taxes on the heads of its arcs. A player to move loses if
//! all taxes are 0.
//!
//! A query names the arcs and the taxes: `election(a>b c>d; taxes a=2 b=1 d=5)`; a city that the
//! query does not name has tax 0. So that a position has finitely many moves, taxes stay below a
//! bound, a power of two. The clause `; below 8` sets the bound; without the clause, the bound is
//! the smallest power of two above all taxes. If taxes have a bound, the values of positions are
//! known ([`CityLevels`]). If taxes had no bound, the values would be ordinals, with the same
//! outcomes.

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
