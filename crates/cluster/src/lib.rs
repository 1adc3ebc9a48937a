//! Runs the shares of a large table ([`tablebase`]) and keeps what they make in a store
//! ([`store`]): all of them in one process, or each in a process of its own, on one machine or on
//! several that have a folder or object storage in common. Nobody is in charge. A share reads what
//! the others wrote in the round before, writes its own, and waits for the rest; where the round
//! ends nobody has to say. What a process held is made again from the store by whoever runs its
//! shares next, so that any process may die at any moment, all of them too. Two processes that run
//! the same share write the same objects, of which the first stays.
//!
//! This crate and the command alone know files and processes, and this one alone object storage.

mod checkpoints;
#[cfg(feature = "objects")]
mod cloud;
mod error;
mod folder;
mod location;
mod process_memory;
mod run;
pub mod store;
mod stored_tables;
mod swap;
mod threads;

#[cfg(feature = "objects")]
pub use cloud::CloudBackend;
pub use error::ClusterError;
pub use folder::FolderBackend;
pub use location::{is_url, open_backend};
pub use process_memory::{ProcessMemory, memory};
pub use run::{RunProgress, ShareJob, run};
pub use stored_tables::{StoredTables, missing_shares};
pub use threads::run_on;
