//! Stores of large tables: the names of their objects, their formats, and how to read the entry of
//! one position without reading the rest of the table. A store is a folder or any other
//! [`StorageBackend`]. This module opens no files.
//!
//! | object | contents |
//! |---|---|
//! | `manifest` | the description of the table ([`manifest`]) |
//! | `tier/T/share/S/table` | the entries of a share of a tier, in blocks ([`table`]) |
//! | `tier/T/round/R/from/S` | the messages of a share to the others in a round; removed once the tier or the table is complete ([`message`]) |
//! | `tier/T/checkpoint/S/…` | the state of a share after a round or within one; removed once the tier is complete ([`checkpoint`]); the name ends in the share's progress ([`object_name::ShareProgress`]) |
//!
//! Names are parsed strictly ([`object_name`]). Any name that is not an object name is *foreign*.
//! Objects with foreign names are never read and never removed.
//!
//! Every object is written once and in one operation. An object contains checksums of all its bytes
//! ([`verify()`]) and the identity of its table ([`table_store`]). An existing object is never
//! overwritten. Readers therefore see only complete objects, two processes may write the same
//! object, and no locks are needed.

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
