//! Runs the shares of a large table ([`tablebase`]) and stores their results ([`store`]). All
//! shares run in one process, or each share runs in its own process. The processes run on one
//! machine or on several machines with a common folder or object storage.
//!
//! There is no coordinator. In each round, a share reads the messages that the other shares wrote
//! in the previous round, writes its own messages, and waits for the other shares. Every share
//! computes the number of the next round from the messages of the current round. If a process
//! stops, the next process that runs the same shares can rebuild their state from the store. Any
//! process, or every process, may die at any time without loss of stored results. If two processes
//! run the same share, they write identical objects, and the first write wins.
//!
//! Only the crate `cluster` and the command `grundy` use files and processes. Only the crate
//! `cluster` uses object storage.

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
