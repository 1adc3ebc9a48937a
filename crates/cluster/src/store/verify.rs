//! Verification of every checksum of a store. A checksum covers each byte of each object.

use super::error::StoreError;
use super::manifest::Manifest;
use super::message;
use super::object_name::ObjectName;
use super::table::TableReader;
use super::table_store::TableStore;

/// Reads all objects of a store, including messages and checkpoints, and compares all checksums and
/// marks. The manifest was already verified when it was read. The callback `poll` is called before
/// each object is read. Missing objects are not reported.
///
/// # Errors
/// Returns an error for the first object that is damaged, belongs to another store, or has another
/// name. Also returns the errors of `poll`.
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
            // Other processes may remove messages and checkpoints during the verification, when no
            // process needs these objects any more.
            Err(StoreError::Missing(_)) => {}
            verified => verified?,
        }
    }
    Ok(())
}
