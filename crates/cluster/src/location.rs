//! Maps the value of `--store` to a storage backend: a folder or a URL.

use std::path::Path;

use crate::store::{StorageBackend, StoreError};
use base::text;

use crate::FolderBackend;

/// Returns whether `store` is a URL and not a path. A single letter before a colon is the name of a
/// drive and not a URL scheme.
pub fn is_url(store: &str) -> bool {
    store.split_once("://").is_some_and(|(scheme, _)| {
        scheme.len() > 1 && scheme.chars().all(|sign| sign.is_ascii_alphanumeric())
    })
}

/// Opens the backend of `store`: a folder, given by its path or by a `file://` URL, or object
/// storage.
///
/// # Errors
/// Returns [`StoreError::System`] if the name is empty or a dangling symbolic link, or if this
/// program was built without access to the storage of the URL.
pub fn open_backend(store: &str) -> Result<Box<dyn StorageBackend>, StoreError> {
    if store.is_empty() {
        return Err(StoreError::System(text!(
            "the name of the store is empty: expected a folder or a URL",
            "存储的名称为空：应为文件夹或 URL"
        )));
    }
    if !is_url(store) {
        return folder(Path::new(store));
    }
    if let Some(path) = store.strip_prefix("file://") {
        if !path.starts_with('/') {
            return Err(StoreError::System(text!(
                "{store}: expected file:///PATH, with three slashes",
                "{store}：应写成 file:///路径，共三条斜线"
            )));
        }
        return folder(Path::new(path));
    }
    remote(store)
}

/// Returns the backend of a folder. The path may be a symbolic link to a folder.
fn folder(path: &Path) -> Result<Box<dyn StorageBackend>, StoreError> {
    if path.is_symlink() && !path.exists() {
        return Err(StoreError::System(text!(
            "this symbolic link points to nothing: remove it or use another folder",
            "这是指向不存在之处的符号链接：请删除它或另指定文件夹"
        )));
    }
    Ok(Box::new(FolderBackend::new(path)))
}

#[cfg(feature = "objects")]
fn remote(store: &str) -> Result<Box<dyn StorageBackend>, StoreError> {
    Ok(Box::new(crate::CloudBackend::open(
        store,
        std::env::vars(),
    )?))
}

#[cfg(not(feature = "objects"))]
fn remote(_: &str) -> Result<Box<dyn StorageBackend>, StoreError> {
    Err(StoreError::System(text!(
        "this program was built without object storage: use a folder, or build the program with `cargo install --path crates/cli --features objects`",
        "本程序未含对象存储：请改用文件夹，或用 `cargo install --path crates/cli --features objects` 生成含有它的程序"
    )))
}
