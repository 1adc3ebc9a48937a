//! Where objects lie: a folder, a bucket, or memory.

use super::error::StoreError;

/// Objects by their names: words with `/` between them.
pub trait StorageBackend: Send + Sync {
    /// Returns an object; `None` if no object has this name.
    ///
    /// # Errors
    /// If it cannot be read.
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// Returns the length of an object in bytes; `None` if no object has this name.
    ///
    /// # Errors
    /// If it cannot be asked for.
    fn size(&self, name: &str) -> Result<Option<u64>, StoreError>;

    /// `length` bytes of an object from `start` on.
    ///
    /// # Errors
    /// If they are not there.
    fn read(&self, name: &str, start: u64, length: usize) -> Result<Vec<u8>, StoreError>;

    /// Returns the first `most` bytes of an object, or all of a shorter one; `None` if no object
    /// has this name. It is one request, however much of the result is used.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read_prefix(&self, name: &str, most: usize) -> Result<Option<Vec<u8>>, StoreError>;

    /// What is in the place if it is no store and something else: the name of one thing in it, as
    /// it is printed. `None` if nothing is there, or only what a writer that died left behind
    /// before its store had a manifest.
    ///
    /// # Errors
    /// If it cannot be looked for.
    fn occupied(&self) -> Result<Option<String>, StoreError>;

    /// Writes an object, complete or not at all. One that is there stays as it is.
    ///
    /// # Errors
    /// If it cannot be written.
    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError>;

    /// The names of all objects that begin with `prefix` and a `/`, in no order. What has no name
    /// of an object ([`super::object_name`]) is left out, and so are symbolic links.
    ///
    /// # Errors
    /// If they cannot be listed.
    fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError>;

    /// The names in the place that [`StorageBackend::list`] leaves out, as they are printed, in
    /// order, without what a writer has not named yet. What is below a folder of such a name is
    /// left out too.
    ///
    /// # Errors
    /// If they cannot be listed.
    fn foreign(&self) -> Result<Vec<String>, StoreError>;

    /// Takes an object away; it need not be there. Nothing is removed that has not the name of an
    /// object, or from a place without a manifest.
    ///
    /// # Errors
    /// If it is there and stays.
    fn remove(&self, name: &str) -> Result<(), StoreError>;

    /// Takes away what writers that died left half-written under a prefix (all of the store, if it
    /// is empty), and folders of the store that are empty. A writer that lives and
    /// loses something writes it again.
    ///
    /// # Errors
    /// If it cannot be looked for.
    fn tidy(&self, _prefix: &str, _leftovers: Leftovers) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Which half-written objects are taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leftovers {
    /// Those that no writer has touched for an hour, by the clock of the place.
    Stale,
    /// All: no process needs to write there any more.
    All,
}
