//! Stores of large tables: what their objects are called, how they are written, and how one
//! position is read without the rest. A store is a folder, or whatever else is a
//! [`StorageBackend`]; this module opens no files.
//!
//! | object | holds |
//! |---|---|
//! | `manifest` | what the table is of ([`manifest`]) |
//! | `tier/T/share/S/table` | the entries of a share of a tier, in blocks ([`table`]) |
//! | `tier/T/round/R/from/S` | what a share wrote to the others in a round, until the tier is whole or the table ([`message`]) |
//! | `tier/T/checkpoint/S/…` | the state of a share after a round, or within its first, until the tier is whole ([`checkpoint`]); the name ends in the share's progress ([`object_name::ShareProgress`]) |
//!
//! Names are read strictly ([`object_name`]): any other name is foreign; it is never read and never
//! removed.
//!
//! Every object is written once, as a whole. It carries checksums of all its bytes ([`verify()`])
//! and the identity of its table ([`table_store`]). An object that exists is never overwritten. So
//! a reader sees complete objects only, two processes may write the same object, and nothing
//! needs a lock.

pub mod backend;
pub mod checkpoint;
mod error;
pub mod manifest;
pub mod memory_backend;
pub mod message;
pub mod object_name;
pub mod table;
pub mod table_store;
mod verify;

pub use backend::{Leftovers, StorageBackend};
pub use error::StoreError;
pub use memory_backend::MemoryBackend;
pub use object_name::{MANIFEST, message_name, table_name};
pub use table_store::TableStore;
pub use verify::verify;
