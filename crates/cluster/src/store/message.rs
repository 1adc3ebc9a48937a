//! Message objects: the messages of a share in a round. A message object contains the number of
//! positions that the share decided, the next round in which the share has work, and one part for
//! each share. A share that reads the object reads only the header and the part for this share.
//!
//! ```text
//! "grundyR5", mark u64, decided u64, next round u32 (all ones: none), shares u32, (end u64, CRC-32 u32) of each part …, CRC-32 of all this u32
//! parts
//! ```

use base::text;
use base::text::Text;

use super::error::StoreError;
use super::table_store::TableStore;

const MAGIC: &[u8; 8] = b"grundyR5";
const NONE: u32 = u32::MAX;
/// Offset of the list of ends and checksums of the parts, in bytes.
const ENDS: usize = 32;
/// Size in bytes of the end and the checksum of a part.
const ENTRY: usize = 12;
/// Number of bytes of a message that are read in the first request. Most messages are so short that
/// the first request reads them completely.
const FIRST: usize = 16 << 10;

/// The summary of a round of a share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundSummary {
    /// Number of positions that the share decided.
    pub decided: u64,
    /// The next round in which the share has work if it receives no more messages; `None` if it
    /// then has no more work.
    pub next: Option<u32>,
}

/// The messages of a share in a round, with the parts for some of the shares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundMessage {
    /// The summary of the round.
    pub said: RoundSummary,
    /// The part for each of the selected shares.
    pub parts: Vec<Vec<u8>>,
}

/// Returns the bytes of a message object with this summary and one part for each share.
pub fn write(mark: u64, said: RoundSummary, told: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&mark.to_le_bytes());
    bytes.extend_from_slice(&said.decided.to_le_bytes());
    bytes.extend_from_slice(&said.next.unwrap_or(NONE).to_le_bytes());
    bytes.extend_from_slice(&(told.len() as u32).to_le_bytes());
    let mut end = 0;
    for part in told {
        end += part.len() as u64;
        bytes.extend_from_slice(&end.to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(part).to_le_bytes());
    }
    let mut bytes = seal(bytes);
    told.iter().for_each(|part| bytes.extend_from_slice(part));
    bytes
}

/// The header of a message, which precedes its parts.
#[derive(Clone, Debug)]
pub struct MessageHeader {
    name: String,
    /// The summary of the round.
    pub said: RoundSummary,
    /// Offset of the first part. The field `ends` contains the end of each part relative to this
    /// offset, and the checksum of each part.
    begin: u64,
    ends: Vec<(u64, u32)>,
}

/// Reads the summary and the parts for `readers`, in a table with `of` shares per tier; `None` if
/// the object does not exist yet. The function sends one request, and one more for each part beyond
/// the prefix that the first request returns.
///
/// # Errors
/// Returns a [`StoreError`] if the object cannot be read, is not the message of this name, or was
/// written with another number of shares.
pub fn read(
    store: &TableStore<'_>,
    name: &str,
    readers: &[usize],
    of: usize,
) -> Result<Option<RoundMessage>, StoreError> {
    let Some((head, first)) = read_header_with_prefix(store, name, of, FIRST)? else {
        return Ok(None);
    };
    let parts = readers
        .iter()
        .map(|reader| head.part_after(store, *reader, &first))
        .collect::<Result<_, _>>()?;
    Ok(Some(RoundMessage {
        said: head.said,
        parts,
    }))
}

/// Reads the header of a message of one of `of` shares; `None` if the object does not exist yet.
/// The header shows which parts are empty and need not be read. The function sends one request.
///
/// # Errors
/// Returns an error under the same conditions as [`read`].
pub fn read_header(
    store: &TableStore<'_>,
    name: &str,
    of: usize,
) -> Result<Option<MessageHeader>, StoreError> {
    Ok(read_header_with_prefix(store, name, of, 0)?.map(|(head, _)| head))
}

impl MessageHeader {
    /// Returns whether the part for this share is not empty.
    pub fn has_part(&self, reader: usize) -> bool {
        self.range(reader).is_none_or(|(_, length)| length > 0)
    }

    /// Returns the part for a share.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the part cannot be read or is damaged.
    pub fn part(&self, store: &TableStore<'_>, reader: usize) -> Result<Vec<u8>, StoreError> {
        if self.has_part(reader) {
            self.part_after(store, reader, &[])
        } else {
            Ok(Vec::new())
        }
    }

    /// Returns the offset and the length of a part; `None` if the ends are not in ascending order.
    fn range(&self, reader: usize) -> Option<(u64, usize)> {
        let begin = reader
            .checked_sub(1)
            .map_or(0, |before| self.ends[before].0);
        Some((
            begin,
            usize::try_from(self.ends[reader].0.checked_sub(begin)?).ok()?,
        ))
    }

    /// Returns the part for a share. `first` contains the bytes of the parts that were already
    /// read.
    fn part_after(
        &self,
        store: &TableStore<'_>,
        reader: usize,
        first: &[u8],
    ) -> Result<Vec<u8>, StoreError> {
        let disorder = || {
            StoreError::Damaged(
                self.name.clone(),
                text!("its parts are out of order", "其各部分次序有误"),
            )
        };
        let (begin, length) = self.range(reader).ok_or_else(disorder)?;
        let bytes = match usize::try_from(begin)
            .ok()
            .and_then(|begin| first.get(begin..begin.checked_add(length)?))
        {
            Some(part) => part.to_vec(),
            None => store.place.read(
                &self.name,
                self.begin.checked_add(begin).ok_or_else(disorder)?,
                length,
            )?,
        };
        match crc32fast::hash(&bytes) == self.ends[reader].1 {
            true => Ok(bytes),
            false => Err(StoreError::Damaged(
                self.name.clone(),
                text!("its checksum does not match", "校验和不符"),
            )),
        }
    }
}

/// Reads a message of one of `of` shares completely and compares every checksum.
///
/// # Errors
/// Returns [`StoreError::Missing`] if the object does not exist. If the object exists, returns an
/// error under the same conditions as [`read`].
pub fn verify(store: &TableStore<'_>, name: &str, of: usize) -> Result<(), StoreError> {
    let missing = || StoreError::Missing(name.to_owned());
    let (head, _) = read_header_with_prefix(store, name, of, 0)?.ok_or_else(missing)?;
    for reader in 0..of {
        head.part_after(store, reader, &[])?;
    }
    let end = head.ends.last().map_or(0, |(end, _)| *end);
    match store
        .place
        .size(name)?
        .ok_or_else(missing)?
        .checked_sub(head.begin)
        == Some(end)
    {
        true => Ok(()),
        false => Err(StoreError::Damaged(
            name.to_owned(),
            text!("there is data after its parts", "各部分之后还有内容"),
        )),
    }
}

/// Reads the header of a message. Also returns the bytes of the parts that the request for the
/// header returned.
fn read_header_with_prefix(
    store: &TableStore<'_>,
    name: &str,
    of: usize,
    at_least: usize,
) -> Result<Option<(MessageHeader, Vec<u8>)>, StoreError> {
    let damaged = |why| StoreError::Damaged(name.to_owned(), why);
    let cut = || damaged(text!("it is truncated", "内容被截断"));
    let length = ENDS + ENTRY * of + 4;
    let Some(mut first) = store.place.read_prefix(name, length.max(at_least))? else {
        return Ok(None);
    };
    let half = |bytes: &[u8], at: usize| {
        u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
    };
    let whole = |bytes: &[u8], at: usize| {
        u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
    };
    if first.starts_with(&MAGIC[..7]) && first.get(7) != Some(&MAGIC[7]) {
        return Err(StoreError::of_version(name, first.get(7).copied()));
    }
    if !first.starts_with(MAGIC) {
        return Err(damaged(text!(
            "it is not a message of a round",
            "不是某一轮的消息"
        )));
    }
    if first.len() < ENDS {
        return Err(cut());
    }
    store.owns(name, whole(&first, 8))?;
    if half(&first, 28) as usize != of {
        let wrote = half(&first, 28);
        return Err(damaged(text!(
            "it was written by one of {wrote} shares, but this table has {of} shares",
            "它由 {wrote} 份之一写出，而此处有 {of} 份"
        )));
    }
    if first.len() < length {
        return Err(cut());
    }
    let rest = first.split_off(length);
    let head = open(name, first)?;
    let said = RoundSummary {
        decided: whole(&head, 16),
        next: Some(half(&head, 24)).filter(|&next| next != NONE),
    };
    let ends = (0..of)
        .map(|share| ENDS + ENTRY * share)
        .map(|at| (whole(&head, at), half(&head, at + 8)))
        .collect();
    Ok(Some((
        MessageHeader {
            name: name.to_owned(),
            said,
            begin: length as u64,
            ends,
        },
        rest,
    )))
}

/// Appends the checksum of the bytes.
fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// Removes the checksum at the end of the bytes and returns the bytes before it.
///
/// # Errors
/// Returns [`StoreError::Damaged`] if the checksum does not match.
fn open(name: &str, mut bytes: Vec<u8>) -> Result<Vec<u8>, StoreError> {
    let damaged = |why: Text| Err(StoreError::Damaged(name.to_owned(), why));
    let Some(length) = bytes.len().checked_sub(4) else {
        return damaged(text!("it is truncated", "内容被截断"));
    };
    let sum = crc32fast::hash(&bytes[..length]).to_le_bytes();
    if bytes[length..] != sum {
        return damaged(text!("its checksum does not match", "校验和不符"));
    }
    bytes.truncate(length);
    Ok(bytes)
}
