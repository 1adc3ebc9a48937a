//! Errors of reading and writing a store.

use base::impl_error;
use base::text;
use base::text::Text;

use super::object_name::{MANIFEST, escape_name};

/// The reason for which a store cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreError {
    /// A required object is missing. The field of the variant is the name of the object.
    Missing(String),
    /// An object is damaged. The fields of the variant are the name of the object and the defect.
    Damaged(String, Text),
    /// An object belongs to another table, or was written under another name in this table. The
    /// field of the variant is the name of the object.
    Foreign(String),
    /// An object has another format version. The fields of the variant are the name of the object
    /// and the version.
    Version(String, String),
    /// The storage has no room for an object. The field of the variant is the message of the
    /// storage.
    Full(Text),
    /// The storage reports an error. The field of the variant is the message of the storage.
    System(Text),
}

impl StoreError {
    /// Returns the message for the user: the problem and what to do.
    pub fn text(&self) -> Text {
        match self {
            StoreError::Missing(name) => {
                text!(
                    "{name} is not in the store: the table is incomplete; continue it with `grundy big solve`",
                    "存储中没有 {name}：表尚未完整；请用 `grundy big solve` 继续"
                )
            }
            // The message does not suggest removing only the damaged manifest, because a folder
            // without a manifest is not a store.
            StoreError::Damaged(name, Text { en, zh }) if name == MANIFEST => text!(
                "{name} is damaged ({en}): replace it with a copy (`grundy big solve` of the same table writes one to an empty folder), or build the table in another store",
                "{name} 已损坏（{zh}）：请放回它的副本（对同一张表，`grundy big solve` 会在空文件夹中写出相同的），或用另一个存储生成"
            ),
            StoreError::Foreign(name) if name == MANIFEST => text!(
                "{name} belongs to another table, because another process wrote it in the meantime; use another store",
                "{name} 属于另一张表：其间别的进程写出了它；请用另一个存储"
            ),
            StoreError::Damaged(name, Text { en, zh }) => text!(
                "{name} is damaged ({en}): remove it, and `grundy big solve` builds it again",
                "{name} 已损坏（{zh}）：删除它，`grundy big solve` 会重新生成"
            ),
            StoreError::Foreign(name) => text!(
                "{name} was written for another table, or for another object of this one: remove it, and `grundy big solve` builds the correct one",
                "{name} 是为别的表或本表的别的对象写的：删除它，`grundy big solve` 会生成正确的"
            ),
            StoreError::Version(name, version) => text!(
                "{name} has format version {version}, which this program cannot read: use the program that wrote it, or build the table again in another --store",
                "{name} 的格式版本是 {version}，本程序不能读取：请用写出它的程序，或用另一个 --store 重新生成"
            ),
            StoreError::Full(text) | StoreError::System(text) => text.clone(),
        }
    }

    /// Returns the error for an object `name` whose format version is given by a byte.
    pub(crate) fn of_version(name: &str, byte: Option<u8>) -> StoreError {
        let version = byte.map(|byte| escape_name(&char::from(byte).to_string()));
        StoreError::Version(name.to_owned(), version.unwrap_or_default())
    }
}

impl_error!(StoreError);
