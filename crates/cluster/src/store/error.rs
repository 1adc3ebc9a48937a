//! Errors of reading and writing a store.

use base::impl_error;
use base::text;
use base::text::Text;

use super::object_name::{MANIFEST, escape_name};

/// The reason for which a store cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreError {
    /// A required object is missing: its name.
    Missing(String),
    /// An object is damaged: its name, and the defect.
    Damaged(String, Text),
    /// An object belongs to another table or has another name in this one: its name.
    Foreign(String),
    /// An object has another format version: its name, and the version.
    Version(String, String),
    /// The storage has no room for an object: the message.
    Full(Text),
    /// The storage reports an error: the message.
    System(Text),
}

impl StoreError {
    /// Returns the message for the user: the problem and what to do.
    pub fn text(&self) -> Text {
        match self {
            StoreError::Missing(name) => {
                text!(
                    "{name} is not in the store: the table is not whole; `grundy big solve` goes on with it",
                    "存储中没有 {name}：表尚未完整；`grundy big solve` 可继续"
                )
            }
            // A folder without a manifest is not a store, so it is not enough to remove the damaged
            // manifest.
            StoreError::Damaged(name, Text { en, zh }) if name == MANIFEST => text!(
                "{name} is damaged ({en}): replace it with a copy, which `grundy big solve` of the same table writes into an empty folder, or build the table in another store",
                "{name} 已损坏（{zh}）：请放回它的副本（对同一张表，`grundy big solve` 会在空文件夹中写出相同的），或用另一个存储生成"
            ),
            StoreError::Foreign(name) if name == MANIFEST => text!(
                "{name} is of another table: another process wrote it meanwhile; use another store",
                "{name} 属于另一张表：别的进程刚写出了它；请用另一个存储"
            ),
            StoreError::Damaged(name, Text { en, zh }) => text!(
                "{name} is damaged ({en}): take it away, and `grundy big solve` makes it again",
                "{name} 已损坏（{zh}）：删除它，`grundy big solve` 会重新生成"
            ),
            StoreError::Foreign(name) => text!(
                "{name} was written for another table, or for another place of this one: take it away, and `grundy big solve` makes the right one",
                "{name} 是为别的表或本表的别处写的：删除它，`grundy big solve` 会生成正确的"
            ),
            StoreError::Version(name, version) => text!(
                "{name} has version {version} of the format, which this program does not read: ask the program that wrote it, or make the table anew in another --store",
                "{name} 的格式版本是 {version}，本程序不能读取：请用写出它的程序查询，或用另一个 --store 重新生成"
            ),
            StoreError::Full(text) | StoreError::System(text) => text.clone(),
        }
    }

    /// Returns the error for an object `name` whose format version is given by this byte.
    pub(crate) fn of_version(name: &str, byte: Option<u8>) -> StoreError {
        let version = byte.map(|byte| escape_name(&char::from(byte).to_string()));
        StoreError::Version(name.to_owned(), version.unwrap_or_default())
    }
}

impl_error!(StoreError);
