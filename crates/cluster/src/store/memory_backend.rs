//! A storage backend in memory, whose objects are lost when the program ends. The backend is used
//! for results that are not stored, and for tests.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use base::text;

use super::backend::StorageBackend;
use super::error::StoreError;
use super::object_name::{MANIFEST, escape_name, is_object};

/// A storage backend in the memory of this process.
#[derive(Debug, Default)]
pub struct MemoryBackend(Mutex<BTreeMap<String, Vec<u8>>>);

impl MemoryBackend {
    /// Locks and returns all objects by name.
    pub fn objects(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StorageBackend for MemoryBackend {
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.objects().get(name).cloned())
    }

    fn size(&self, name: &str) -> Result<Option<u64>, StoreError> {
        Ok(self.objects().get(name).map(|bytes| bytes.len() as u64))
    }

    fn read(&self, name: &str, start: u64, length: usize) -> Result<Vec<u8>, StoreError> {
        let objects = self.objects();
        let bytes = objects
            .get(name)
            .ok_or_else(|| StoreError::Missing(name.to_owned()))?;
        let range = usize::try_from(start)
            .ok()
            .and_then(|start| Some(start..start.checked_add(length)?));
        let cut = || StoreError::Damaged(name.to_owned(), text!("it is truncated", "内容被截断"));
        range
            .and_then(|range| bytes.get(range))
            .map(<[u8]>::to_vec)
            .ok_or_else(cut)
    }

    fn read_prefix(&self, name: &str, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self
            .objects()
            .get(name)
            .map(|bytes| bytes[..most.min(bytes.len())].to_vec()))
    }

    fn occupied(&self) -> Result<Option<String>, StoreError> {
        let objects = self.objects();
        Ok(if objects.contains_key(MANIFEST) {
            None
        } else {
            objects.keys().next().map(|name| escape_name(name))
        })
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.objects()
            .entry(name.to_owned())
            .or_insert_with(|| bytes.to_vec());
        Ok(())
    }

    fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        let prefix = format!("{prefix}/");
        Ok(self
            .objects()
            .keys()
            .filter(|name| name.starts_with(&prefix) && is_object(name))
            .cloned()
            .collect())
    }

    fn foreign(&self) -> Result<Vec<String>, StoreError> {
        Ok(self
            .objects()
            .keys()
            .filter(|name| !is_object(name))
            .map(|name| escape_name(name))
            .collect())
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        self.objects().remove(name);
        Ok(())
    }
}
