//! Whose an object is. Every object but the manifest carries a mark made of its store's manifest
//! and of its own name, so that an object of another table, or of another place in the same one, is
//! never taken for the one that was asked for.

use super::backend::StorageBackend;
use super::error::StoreError;
use super::manifest::Manifest;
use super::object_name::MANIFEST;

/// A store: where its objects lie, and whose they must be.
#[derive(Clone, Copy)]
pub struct TableStore<'p> {
    /// Where they lie.
    pub place: &'p dyn StorageBackend,
    id: u64,
}

impl<'p> TableStore<'p> {
    /// The store with this manifest.
    pub fn new(place: &'p dyn StorageBackend, manifest: &Manifest) -> TableStore<'p> {
        TableStore {
            place,
            id: hash(BASIS, manifest.text().as_bytes()),
        }
    }

    /// What the object of this name carries.
    pub fn mark(&self, name: &str) -> u64 {
        hash(self.id, name.as_bytes())
    }

    /// Compares the manifest in the place with the one of this store: before objects are removed,
    /// and before work that removes some.
    ///
    /// # Errors
    /// [`StoreError::Missing`] or [`StoreError::Foreign`] with the name of the manifest, if it is
    /// not there or another one; or if it cannot be read.
    pub fn confirm(&self) -> Result<(), StoreError> {
        let manifest =
            Manifest::read(self.place)?.ok_or_else(|| StoreError::Missing(MANIFEST.to_owned()))?;
        let is_own = TableStore::new(self.place, &manifest).id == self.id;
        if is_own {
            Ok(())
        } else {
            Err(StoreError::Foreign(MANIFEST.to_owned()))
        }
    }

    /// Compares the mark that an object carries with the one that it must.
    ///
    /// # Errors
    /// [`StoreError::Foreign`], if it is another.
    pub(crate) fn owns(&self, name: &str, mark: u64) -> Result<(), StoreError> {
        if mark == self.mark(name) {
            Ok(())
        } else {
            Err(StoreError::Foreign(name.to_owned()))
        }
    }
}

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a: no two objects of one store, nor of two stores, have the same by chance; against intent
/// there is `grundy big check`.
fn hash(from: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(from, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
