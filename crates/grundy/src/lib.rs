//! Rules in, strategy out: the front door of Grundy.
//!
//! ```
//! use grundy::{Asked, Session};
//! use base::budget::Budget;
//!
//! let mut session = Session::new();
//! let asked = Asked { moves: true, winner_only: false };
//! let answer = session.solve("kayles[12] + nim[7] + subtract({1,3,4})[8]", asked,
//! &Budget::generous()).unwrap(); assert_eq!(answer.value.unwrap().to_string(), "2");
//! assert_eq!(answer.moves.unwrap().len(), 6);
//! ```
//!
//! The way of a question: text → position ([`question`]) → facts and plan ([`plan`]) → run
//! ([`solver`]) → answer ([`answer`]) → check by the `certificate` crate, which calls no engine.

pub mod answer;
mod apart;
pub mod big;
pub mod check;
pub mod column;
mod compounds;
mod entries;
pub mod error;
mod evidence;
pub mod export;
pub mod fold;
mod for_all;
mod generators;
pub mod given;
pub mod graph;
pub mod heap;
mod law_at;
pub mod lawful;
pub mod laws;
mod legal;
mod losing;
pub mod measure;
mod memory;
pub mod misere;
mod narrow;
pub mod nim;
pub mod plan;
mod play_length;
pub mod player;
mod position_value;
pub mod question;
mod reach;
mod remoteness;
mod rounds;
pub mod same;
pub mod saved;
mod session;
pub mod settings;
mod shipped;
pub mod solver;
pub mod statistics;
pub mod status;
mod sums;
mod table;
mod turns;
mod warnings;
pub mod why;
mod winning;
pub mod words;
mod worths;

pub use entries::{Entries, Meaning};
pub use error::Error;
#[doc(hidden)]
pub use narrow::of_rules as narrow_slots;
pub use position_value::PositionValue;
pub use question::About;
pub use session::{Asked, Session};
pub use theory::value::Grundy;
