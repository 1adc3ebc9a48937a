//! Which place a person means by `--store`: a folder, or a URL.

use archive::{Fault, Place};
use base::text;

use crate::Folder;

/// Whether this is a URL and no path. A letter before a colon is a drive.
pub fn is_url(store: &str) -> bool {
    store.split_once("://").is_some_and(|(scheme, _)| scheme.len() > 1 && scheme.chars().all(|sign| sign.is_ascii_alphanumeric()))
}

/// The place that is meant: a folder by its path or by `file://`, or object storage.
///
/// # Errors
/// [`Fault::System`], if this program has no access to such places, with what to do.
pub fn place(store: &str) -> Result<Box<dyn Place>, Fault> {
    if !is_url(store) {
        return Ok(Box::new(Folder::new(store)));
    }
    if let Some(path) = store.strip_prefix("file://") {
        if !path.starts_with('/') {
            return Err(Fault::System(text!(
                "{store}: write file:///PATH, with three strokes",
                "{store}：请写成 file:///路径，共三条斜线"
            )));
        }
        return Ok(Box::new(Folder::new(path)));
    }
    remote(store)
}

#[cfg(feature = "objects")]
fn remote(store: &str) -> Result<Box<dyn Place>, Fault> {
    Ok(Box::new(crate::Objects::open(store, std::env::vars())?))
}

#[cfg(not(feature = "objects"))]
fn remote(store: &str) -> Result<Box<dyn Place>, Fault> {
    Err(Fault::System(text!(
        "{store}: this program was built without object storage; `cargo install --path crates/cli --features objects` builds one with it, or say a folder",
        "{store}：本程序未含对象存储；`cargo install --path crates/cli --features objects` 可生成含有它的程序，或改用文件夹"
    )))
}
