//! Automata that read the digits of several numbers side by side, most significant first: one node
//! a digit, the *tracks* in turn, so that words share their inner nodes as decision diagrams do and
//! many tracks never cost an edge for each of their letters.
//!
//! Every statement about all numbers that is proved with them has one of two kinds. [`none()`]: no
//! digits satisfy a conjunction of *atoms*; the product of the atoms is walked as it is made.
//! [`cover()`]: all digits that one automaton accepts satisfy one of several conjunctions for some
//! digits of hidden tracks; sets of product states are simulated beside that automaton.
//! [`conjunction()`] decides the second kind another way, by projection: its twin.
//!
//! Nothing here knows a game, nothing recurses on the size of an automaton, and everything that can
//! take long asks its budget.
//!
//! ```
//! use automata::{LinearRelation, atoms, none};
//! use base::budget::Budget;
//!
//! let budget = Budget::generous();
//! // x + y = z and x < z; and x > z is for no numbers.
//! let sum = atoms::linear(
//!     2,
//!     &[(0, 1), (1, 1), (2, -1)],
//!     0,
//!     LinearRelation::Equal,
//!     &budget,
//! )?;
//! let less = atoms::linear(2, &[(0, 1), (2, -1)], 1, LinearRelation::AtMost, &budget)?;
//! let greater = atoms::linear(2, &[(2, 1), (0, -1)], 1, LinearRelation::AtMost, &budget)?;
//! let word = none(&[&sum, &less], &budget)?.unwrap();
//! assert_eq!(
//!     [0, 1, 2].map(|track| word.small(track)),
//!     [Some(0), Some(1), Some(1)]
//! );
//! assert!(none(&[&sum, &greater], &budget)?.is_none());
//! # Ok::<(), base::budget::StopReason>(())
//! ```

pub mod atoms;
mod automaton;
mod conjunction;
pub mod cover;
mod emptiness;
mod interner;
mod minimise;
pub mod numeration;
mod product;
mod project;
mod rename;
mod reverse_edges;
mod simulation;
mod track;
mod word;
mod words;

pub use atoms::LinearRelation;
pub use automaton::{Automaton, AutomatonError};
pub use conjunction::conjunction;
pub use cover::{CoverResult, cover};
pub use emptiness::none;
pub use numeration::Numeration;
pub use track::Track;
pub use word::DigitWord;
pub use words::words;
