//! The storage that contains the objects of a store: a folder, a bucket, or memory.

use super::error::StoreError;

/// A collection of objects. The name of an object consists of words separated by `/`.
pub trait StorageBackend: Send + Sync {
    /// Returns the bytes of an object; `None` if no object has this name.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the object cannot be read.
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// Returns the length of an object in bytes; `None` if no object has this name.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the storage cannot be queried.
    fn size(&self, name: &str) -> Result<Option<u64>, StoreError>;

    /// Returns `length` bytes of an object, starting at byte `start`.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the object does not exist, is too short, or cannot be read.
    fn read(&self, name: &str, start: u64, length: usize) -> Result<Vec<u8>, StoreError>;

    /// Returns the first `most` bytes of an object, or all bytes of a shorter object; `None` if no
    /// object has this name. The backend sends a single request, even if the caller uses only a
    /// part of the result.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the object cannot be read.
    fn read_prefix(&self, name: &str, most: usize) -> Result<Option<Vec<u8>>, StoreError>;

    /// Returns the escaped name of one entry if the storage is not a store and is not empty.
    /// Returns `None` for a store, for empty storage, and for storage that contains only
    /// half-written objects of a writer that died before it wrote the manifest.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the storage cannot be listed.
    fn occupied(&self) -> Result<Option<String>, StoreError>;

    /// Writes an object, either completely or not at all. An existing object is not changed.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the object cannot be written.
    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError>;

    /// Returns the names of all objects that begin with `prefix` and a `/`, in any order. Symbolic
    /// links, and entries whose name is not an object name ([`super::object_name`]), are omitted.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the objects cannot be listed.
    fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError>;

    /// Returns the names that [`StorageBackend::list`] omits, escaped and sorted. Half-written
    /// objects are not included, and neither are the entries below a folder with a foreign name.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the storage cannot be listed.
    fn foreign(&self) -> Result<Vec<String>, StoreError>;

    /// Removes an object, if it exists. No object is removed if `name` is not an object name or if
    /// the storage has no manifest.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the object exists and cannot be removed.
    fn remove(&self, name: &str) -> Result<(), StoreError>;

    /// Removes half-written objects below a prefix, and empty folders of the store. If the prefix
    /// is empty, half-written objects are removed in the complete store. A running writer whose
    /// file is removed writes the file again.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the storage cannot be listed.
    fn tidy(&self, _prefix: &str, _leftovers: Leftovers) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Selects the half-written objects to remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leftovers {
    /// The half-written objects that no writer has changed for an hour, by the clock of the
    /// storage.
    Stale,
    /// All half-written objects, because no process needs to write any more.
    All,
}
