//! The entries of a share: blocks of bytes, each compressed by itself, behind them where each begins with its checksum, and at the end how many there are. A
//! block is read with three short reads, whatever the table's size.
//!
//! ```text
//! block … block        zstd
//! (end u64, length u32, CRC-32 u32) a block: where it ends, how long it is when it is whole, the checksum of that
//! blocks u64, CRC-32 u32 of the line above and of this number, "grundyT1"
//! ```

use base::text;
use base::text::Text;

use crate::{Fault, Place};

const MAGIC: &[u8; 8] = b"grundyT1";
const ENTRY: usize = 16;
const TAIL: usize = 20;
/// As fast as writing to a disk.
const LEVEL: i32 = 3;
/// No block is longer when it is whole.
pub const MOST: usize = 1 << 20;

/// The object of these blocks.
///
/// # Errors
/// [`Fault::System`], if they cannot be compressed.
///
/// # Panics
/// If a block is longer than [`MOST`].
pub fn write<'b>(blocks: impl Iterator<Item = &'b [u8]>) -> Result<Vec<u8>, Fault> {
    let (mut bytes, mut index) = (Vec::new(), Vec::new());
    let mut count = 0_u64;
    for block in blocks {
        assert!(block.len() <= MOST, "a block of {} bytes", block.len());
        bytes.extend(zstd::bulk::compress(block, LEVEL).map_err(|why| Fault::System(text!("{why}", "{why}")))?);
        index.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        index.extend_from_slice(&(block.len() as u32).to_le_bytes());
        index.extend_from_slice(&crc32fast::hash(block).to_le_bytes());
        count += 1;
    }
    index.extend_from_slice(&count.to_le_bytes());
    let sum = crc32fast::hash(&index);
    bytes.extend(index);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes.extend_from_slice(MAGIC);
    Ok(bytes)
}

/// A table whose end was read.
#[derive(Clone, Debug)]
pub struct Table {
    name: String,
    size: u64,
    blocks: u64,
}

impl Table {
    /// Looks at the end of a table.
    ///
    /// # Errors
    /// If it is not there, is no table, or is cut off.
    pub fn open(place: &dyn Place, name: &str) -> Result<Table, Fault> {
        let size = place.size(name)?.ok_or_else(|| Fault::Missing(name.to_owned()))?;
        let mut table = Table { name: name.to_owned(), size, blocks: 0 };
        if size < TAIL as u64 {
            return Err(table.damaged(text!("it is cut off", "内容被截断")));
        }
        let tail = place.read(name, size - TAIL as u64, TAIL)?;
        match &tail[12..] {
            magic if magic == MAGIC => {}
            magic if magic.starts_with(b"grundyT") => {
                return Err(Fault::Version(table.name, char::from(magic[7]).to_string()));
            }
            _ => return Err(table.damaged(text!("it is no table, or is cut off", "不是表，或内容被截断"))),
        }
        table.blocks = number(&tail);
        if table.blocks.checked_mul(ENTRY as u64).and_then(|index| index.checked_add(TAIL as u64)).is_none_or(|end| end > size) {
            return Err(table.damaged(text!("it has no room for its blocks", "容不下所说的块数")));
        }
        Ok(table)
    }

    /// How many blocks it has.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// A block.
    ///
    /// # Errors
    /// If it cannot be read or is not what was written.
    ///
    /// # Panics
    /// If there is no such block.
    pub fn block(&self, place: &dyn Place, block: u64) -> Result<Vec<u8>, Fault> {
        assert!(block < self.blocks, "block {block} of {}", self.blocks);
        let start = self.size - TAIL as u64 - (self.blocks - block) * ENTRY as u64;
        // The entry before says where this block begins.
        let two = if block == 0 { 0 } else { ENTRY };
        let entries = place.read(&self.name, start - two as u64, two + ENTRY)?;
        let begin = if block == 0 { 0 } else { number(&entries) };
        let (end, rest) = (number(&entries[two..]), &entries[two + 8..]);
        let half = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let (length, sum) = (half(rest) as usize, half(&rest[4..]));
        let compressed = end.checked_sub(begin).filter(|_| end <= start).and_then(|length| usize::try_from(length).ok());
        let Some(compressed) = compressed.filter(|&compressed| length <= MOST && compressed <= 2 * MOST) else {
            return Err(self.damaged(text!("its index is wrong at block {block}", "第 {block} 块的索引有误")));
        };
        let bytes = place.read(&self.name, begin, compressed)?;
        match zstd::bulk::decompress(&bytes, length) {
            Ok(whole) if whole.len() == length && crc32fast::hash(&whole) == sum => Ok(whole),
            _ => Err(self.damaged(text!("the checksum of block {block} does not fit", "第 {block} 块的校验和不符"))),
        }
    }

    /// Reads all of it and compares every checksum, that of the index among them.
    ///
    /// # Errors
    /// What is damaged.
    pub fn verify(&self, place: &dyn Place) -> Result<(), Fault> {
        let index = (self.blocks as usize) * ENTRY + 8;
        let bytes = place.read(&self.name, self.size - TAIL as u64 + 8 - index as u64, index + 4)?;
        if crc32fast::hash(&bytes[..index]).to_le_bytes() != bytes[index..] {
            return Err(self.damaged(text!("the checksum of its index does not fit", "索引的校验和不符")));
        }
        (0..self.blocks).try_for_each(|block| self.block(place, block).map(drop))
    }

    fn damaged(&self, why: Text) -> Fault {
        Fault::Damaged(self.name.clone(), why)
    }
}

fn number(bytes: &[u8]) -> u64 {
    u64::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]])
}
