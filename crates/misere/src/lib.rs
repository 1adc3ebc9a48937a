//! Misère play of disjunctive sums: the player who cannot move wins.
//!
//! Sums consist of *generators*, components whose options are sums of earlier generators
//! ([`generators`]). Two sums are equivalent if, for any third sum, adding the third sum to both
//! gives sums with equal outcomes. The equivalence classes form the *misère quotient* (Plambeck and
//! Siegel). The quotient is guessed heap by heap and then proved ([`quotient_builder`], [`pairs`]),
//! so a wrong guess costs time but never gives a wrong result.
//!
//! If the quotient is too large or infinite, canonical forms and the genus (Conway) still describe
//! single components ([`forms`], [`genus`]).
//!
//! ```
//! use base::budget::Budget;
//! use misere::heaps::generators;
//! use misere::quotient_builder::QuotientBuilder;
//!
//! let budget = Budget::generous();
//! let kayles = "0.77".parse().unwrap();
//! let heaps = generators(&kayles, 28, &budget).unwrap();
//! let quotient = QuotientBuilder::from_generators(&heaps, 5000, &budget)
//!     .unwrap()
//!     .into_quotient();
//! assert_eq!(quotient.order(), 40);
//! // Six rows of nine pins and one of twelve: generator n - 1 is the heap of n.
//! assert!(!quotient.is_lost(quotient.value(&[8, 8, 8, 8, 8, 8, 11])));
//! ```

#![forbid(unsafe_code)]

mod adjoin;
mod automaton;
mod error;
pub mod forms;
pub mod generators;
pub mod genus;
mod guide;
pub mod heaps;
mod learn;
mod outcomes;
pub mod pairs;
pub mod period;
pub mod quotient;
pub mod quotient_builder;

pub use error::QuotientError;
