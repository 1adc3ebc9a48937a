//! Comparing every checksum of a store: each byte of each object is covered by one.

use super::error::StoreError;
use super::manifest::Manifest;
use super::message;
use super::object_name::ObjectName;
use super::table::TableReader;
use super::table_store::TableStore;

/// Reads all objects of a store and compares all their checksums and marks, those of messages and
/// checkpoints too. The manifest has been compared when it was read. `poll` is called before each
/// object. Whether an object is missing is not its concern.
///
/// # Errors
/// The first object that is damaged, of another store or of another name, as a fault of the store;
/// or what `poll` returns.
pub fn verify<E: From<StoreError>>(
    store: &TableStore<'_>,
    manifest: &Manifest,
    poll: &dyn Fn() -> Result<(), E>,
) -> Result<(), E> {
    let mut names = store.place.list("tier")?;
    names.sort_unstable();
    for name in names {
        poll()?;
        let verified = match ObjectName::parse(&name) {
            Some(ObjectName::Message { .. }) => message::verify(store, &name, manifest.shares),
            Some(_) => TableReader::open(store, &name).and_then(|table| table.verify(store)),
            None => Ok(()),
        };
        match verified {
            // Messages and checkpoints go when another process needs them no more.
            Err(StoreError::Missing(_)) => {}
            verified => verified?,
        }
    }
    Ok(())
}
