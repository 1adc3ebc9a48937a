//! Automata that read the digits of several numbers in parallel, most significant first. Each node
//! reads one digit, and the *tracks* take turns. So words share inner nodes as in decision
//! diagrams, and no node needs an edge for each combination of digits of many tracks.
//!
//! Every statement about all numbers that is proved with these automata has one of two forms.
//! [`none()`] shows that no digits satisfy a conjunction of *atoms*; it explores the product of the
//! atoms. [`cover()`] shows that all digits that one automaton accepts satisfy one of several
//! conjunctions, for some digits of hidden tracks. `cover` simulates sets of product states in
//! parallel with the automaton. [`conjunction()`] decides the same statements as `cover` by
//! projection, and is the reference implementation of `cover`.
//!
//! The crate does not depend on games. No function recurses on the size of an automaton, and all
//! long-running functions poll their budget.
//!
//! ```
//! use automata::{LinearRelation, atoms, none};
//! use base::budget::Budget;
//!
//! let budget = Budget::generous();
//! // x + y = z and x < z has a solution; x + y = z and x > z has none.
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
