//! An impartial game is a set, namely the set of its options; `{}` is the game without options.
//! Every hereditarily finite set is a game, and can be written directly as a component of a query:
//! `{{}, {{}}} + {*1, *2}`. `*n` is the Nim heap of size n, which is the set of all heaps from *0 =
//! {} to *(n - 1).
//!
//! Equal sets are one position, however they are written, and equal options count once. A set that
//! is a heap is displayed as a heap, so a heap of 10^18 costs no more than a heap of 5.

mod forest;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use rules::{SetRules, Sets};
pub(crate) use theorem::THEOREM;
