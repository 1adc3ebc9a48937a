//! Large tables ([`tablebase`]) for faces that have files: what one would cost ([`estimate`]),
//! making it or going on with it ([`make`]), how far it is ([`status`]), comparing it with the
//! rules ([`check`]), and a store of it that answers questions as a theorem does ([`theorem`]).
//! Each reply is said once, in data and in words; what a face calls its options, it says itself
//! ([`Advice`], [`LargeTableError::Absent`]).
//!
//! A crate of its own: who runs shares (`cluster`) need not know the front door, and the page,
//! which has no files, carries none of this.

mod build;
mod check;
mod cost_estimate;
mod error;
mod format;
mod lower_tables;
mod memory_estimate;
mod memory_plan;
mod status;
mod store_theorem;
mod table_spec;

pub use build::{TableBuildOptions, begin, divisible, make};
pub use check::{EntrySample, TableCheckReport, check};
pub use cost_estimate::{CostEstimate, estimate};
pub use error::{Advice, LargeTableError};
pub use format::format_bytes;
pub use status::{TableStatus, foreign_words, status};
pub use store_theorem::{AttachedStore, theorem};
pub use table_spec::{OpenedStore, TableSpec, kind_name, parse_kind};
