//! Large tables ([`engines::tiers`]) for faces that have files: what one would cost ([`estimate`]),
//! making it or going on with it ([`make`]), how far it is ([`status`]), comparing it with the
//! rules ([`check`]), and a store of it that answers questions as a theorem does ([`theorem`]).
//! Each reply is said once, in data and in words; what a face calls its options, it says itself
//! ([`Advice`], [`Wrong::Absent`]).
//!
//! A crate of its own: who runs shares (`cluster`) need not know the front door, and the page,
//! which has no files, carries none of this.

mod amounts;
mod check;
mod lower;
mod make;
mod memory;
mod opened;
mod plan;
mod status;
mod store;
mod wrong;

pub use amounts::human;
pub use check::{Checked, check};
pub use make::{Making, begin, divisible, make};
pub use opened::{Held, Opened, what, word};
pub use plan::{Estimate, estimate};
pub use status::{Status, foreign_words, status};
pub use store::{Asked, theorem};
pub use wrong::{Advice, Wrong};
