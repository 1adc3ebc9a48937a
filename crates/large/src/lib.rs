//! Large tables ([`tablebase`]) for front ends that have files. The crate estimates the cost of a
//! table ([`estimate`]), builds or resumes it ([`make`]), reports its status ([`status`]) and
//! compares it with the rules ([`check`]). A store can also be used as a theorem that answers
//! queries ([`theorem`]). Only this crate defines the replies, both as data and as text. Front ends
//! add the names of their own options ([`Advice`], [`LargeTableError::Absent`]).
//!
//! The crate is separate so that `cluster` does not depend on the query interface. The crate is not
//! part of the web page, which has no files.

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
