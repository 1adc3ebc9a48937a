//! The identity of objects. Every object except the manifest carries a mark, which is computed from
//! the manifest of its store and from its own name. An object of another table, or with another
//! name in the same table, is therefore never mistaken for the requested object.

use super::backend::StorageBackend;
use super::error::StoreError;
use super::manifest::Manifest;
use super::object_name::MANIFEST;

/// A store: its storage backend and the identity that its objects must carry.
#[derive(Clone, Copy)]
pub struct TableStore<'p> {
    /// The storage backend that contains the objects.
    pub place: &'p dyn StorageBackend,
    id: u64,
}

impl<'p> TableStore<'p> {
    /// Returns the store with this manifest.
    pub fn new(place: &'p dyn StorageBackend, manifest: &Manifest) -> TableStore<'p> {
        TableStore {
            place,
            id: hash(BASIS, manifest.text().as_bytes()),
        }
    }

    /// Returns the mark that the object of this name carries.
    pub fn mark(&self, name: &str) -> u64 {
        hash(self.id, name.as_bytes())
    }

    /// Checks that the manifest in the storage is the manifest of this store. The manifest is
    /// checked before objects are removed, and before work that removes objects.
    ///
    /// # Errors
    /// Returns [`StoreError::Missing`] with the name of the manifest if there is no manifest.
    /// Returns [`StoreError::Foreign`] if the manifest belongs to another table. Also returns an
    /// error if the manifest cannot be read.
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

    /// Checks the mark that an object carries.
    ///
    /// # Errors
    /// Returns [`StoreError::Foreign`] if the mark of the object is not the mark that belongs to
    /// its name.
    pub(crate) fn owns(&self, name: &str, mark: u64) -> Result<(), StoreError> {
        if mark == self.mark(name) {
            Ok(())
        } else {
            Err(StoreError::Foreign(name.to_owned()))
        }
    }
}

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// Computes the hash FNV-1a. It is very unlikely that two objects of one store or of two stores
/// have the same hash by accident. The command `grundy big check` protects against deliberate
/// changes.
fn hash(from: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(from, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
