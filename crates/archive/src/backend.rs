//! Where objects lie: a folder, a bucket, or memory.

use base::text;
use base::text::Text;

use crate::MANIFEST;

/// Objects by their names: words with `/` between them.
pub trait StorageBackend: Send + Sync {
    /// An object; `None` if there is none of this name.
    ///
    /// # Errors
    /// If it cannot be read.
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// How long an object is, in bytes; `None` if there is none of this name.
    ///
    /// # Errors
    /// If it cannot be asked for.
    fn size(&self, name: &str) -> Result<Option<u64>, StoreError>;

    /// `length` bytes of an object from `start` on.
    ///
    /// # Errors
    /// If they are not there.
    fn read(&self, name: &str, start: u64, length: usize) -> Result<Vec<u8>, StoreError>;

    /// The beginning of an object, `most` bytes or all that it has; `None` if there is none of this
    /// name. One request, however much of it is needed afterwards.
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
    /// of an object ([`crate::object_name`]) is left out, and so are symbolic links.
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

/// Why a store cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreError {
    /// An object that must be there is not.
    Missing(String),
    /// An object is not what was written: its name, and what is wrong.
    Damaged(String, Text),
    /// An object was written for another table, or for another place of this one: its name.
    Foreign(String),
    /// An object is of another version of the format: its name, and which.
    Version(String, String),
    /// There is no room for an object.
    Full(Text),
    /// The system refuses.
    System(Text),
}

impl StoreError {
    /// What is wrong and what to do.
    pub fn text(&self) -> Text {
        match self {
            StoreError::Missing(name) => {
                text!(
                    "{name} is not in the store: the table is not whole; `grundy big solve` goes on with it",
                    "存储中没有 {name}：表尚未完整；`grundy big solve` 可继续"
                )
            }
            // Without a manifest the folder is no store: it is not enough to take it away.
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
}

/// The version that an object names in a byte, as it is printed.
pub(crate) fn version(byte: u8) -> String {
    crate::object_name::escape_name(&char::from(byte).to_string())
}

/// An object of a few words with its checksum at the end.
pub fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// What was sealed.
///
/// # Errors
/// [`StoreError::Damaged`], if the checksum says that it is something else.
pub fn open(name: &str, mut bytes: Vec<u8>) -> Result<Vec<u8>, StoreError> {
    let damaged = |why: Text| Err(StoreError::Damaged(name.to_owned(), why));
    let Some(length) = bytes.len().checked_sub(4) else {
        return damaged(text!("it is cut off", "内容被截断"));
    };
    let sum = crc32fast::hash(&bytes[..length]).to_le_bytes();
    if bytes[length..] != sum {
        return damaged(text!("its checksum does not fit", "校验和不符"));
    }
    bytes.truncate(length);
    Ok(bytes)
}
