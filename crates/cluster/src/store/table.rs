//! Table objects, which contain the entries of a share. A table consists of separately compressed
//! blocks, followed by an index and the number of blocks. The index contains the end and the
//! checksum of each block. Reading a block takes two or three short reads, regardless of the size
//! of the table.
//!
//! ```text
//! block … block        zstd
//! (end u64, length u32, CRC-32 u32) for each block: its end in the object, its decompressed length, the checksum of its compressed bytes
//! blocks u64, mark u64, CRC-32 u32 of the previous line and of these two numbers, "grundyT4"
//! ```

use std::io;

use base::text;
use base::text::Text;
use zstd::bulk::Compressor;

use super::error::StoreError;
use super::table_store::TableStore;

const MAGIC: &[u8; 8] = b"grundyT4";
const ENTRY: usize = 16;
const TAIL: usize = 28;
/// Compression level at which compression is about as fast as writing to a disk.
const LEVEL: i32 = 3;
/// Maximum size of a decompressed block, in bytes.
pub const MAX_BLOCK_BYTES: usize = 1 << 20;
/// Number of bytes at the end of a table that are read first. For most tables, these bytes contain
/// the complete index.
const FIRST: u64 = 16 << 10;

/// Returns the bytes of a table with these blocks and the mark of its name ([`TableStore::mark`]).
///
/// # Errors
/// Returns [`StoreError::System`] if a block cannot be compressed.
///
/// # Panics
/// Panics if a block is longer than [`MAX_BLOCK_BYTES`].
pub fn write<'b>(mark: u64, blocks: impl Iterator<Item = &'b [u8]>) -> Result<Vec<u8>, StoreError> {
    let mut writer = TableWriter::new()?;
    for block in blocks {
        writer.block(block)?;
    }
    Ok(writer.finish(mark))
}

/// A writer that builds a table block by block.
pub struct TableWriter {
    /// One compressor is used for all blocks, because creating its workspace takes longer than
    /// compressing a small block.
    compressor: Compressor<'static>,
    bytes: Vec<u8>,
    index: Vec<u8>,
    count: u64,
}

impl TableWriter {
    /// Starts a table without blocks.
    ///
    /// # Errors
    /// Returns [`StoreError::System`] if the compressor cannot be created.
    pub fn new() -> Result<TableWriter, StoreError> {
        let compressor = Compressor::new(LEVEL).map_err(failed)?;
        Ok(TableWriter {
            compressor,
            bytes: Vec::new(),
            index: Vec::new(),
            count: 0,
        })
    }

    /// Appends a block.
    ///
    /// # Errors
    /// Returns [`StoreError::System`] if the block cannot be compressed.
    ///
    /// # Panics
    /// Panics if the block is longer than [`MAX_BLOCK_BYTES`].
    pub fn block(&mut self, block: &[u8]) -> Result<(), StoreError> {
        assert!(
            block.len() <= MAX_BLOCK_BYTES,
            "a block of {} bytes",
            block.len()
        );
        let compressed = self.compressor.compress(block).map_err(failed)?;
        self.bytes.extend_from_slice(&compressed);
        self.index
            .extend_from_slice(&(self.bytes.len() as u64).to_le_bytes());
        self.index
            .extend_from_slice(&(block.len() as u32).to_le_bytes());
        self.index
            .extend_from_slice(&crc32fast::hash(&compressed).to_le_bytes());
        self.count += 1;
        Ok(())
    }

    /// Returns the bytes of the finished object.
    pub fn finish(mut self, mark: u64) -> Vec<u8> {
        self.index.extend_from_slice(&self.count.to_le_bytes());
        self.index.extend_from_slice(&mark.to_le_bytes());
        let sum = crc32fast::hash(&self.index);
        self.bytes.extend(self.index);
        self.bytes.extend_from_slice(&sum.to_le_bytes());
        self.bytes.extend_from_slice(MAGIC);
        self.bytes
    }
}

fn failed(why: io::Error) -> StoreError {
    StoreError::System(text!("{why}", "{why}"))
}

/// A table whose footer has been read.
#[derive(Clone, Debug)]
pub struct TableReader {
    name: String,
    size: u64,
    blocks: u64,
    /// The last entries of the index; the request for the footer also read these entries.
    index: Vec<u8>,
}

impl TableReader {
    /// Opens a table and reads its footer.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the object does not exist, is not a table, is truncated, or does
    /// not carry the mark of its name.
    pub fn open(store: &TableStore<'_>, name: &str) -> Result<TableReader, StoreError> {
        let size = store
            .place
            .size(name)?
            .ok_or_else(|| StoreError::Missing(name.to_owned()))?;
        let mut table = TableReader {
            name: name.to_owned(),
            size,
            blocks: 0,
            index: Vec::new(),
        };
        if size < TAIL as u64 {
            return Err(table.damaged(text!("it is truncated", "内容被截断")));
        }
        let first = size.min(FIRST);
        let mut end = store.place.read(name, size - first, first as usize)?;
        let tail = end.split_off(end.len() - TAIL);
        match &tail[20..] {
            magic if magic == MAGIC => {}
            magic if magic.starts_with(&MAGIC[..7]) => {
                return Err(StoreError::of_version(name, Some(magic[7])));
            }
            _ => {
                return Err(table.damaged(text!(
                    "it is not a table, or it is truncated",
                    "不是表，或内容被截断"
                )));
            }
        }
        store.owns(name, number(&tail[8..]))?;
        table.blocks = number(&tail);
        if table
            .blocks
            .checked_mul(ENTRY as u64)
            .and_then(|index| index.checked_add(TAIL as u64))
            .is_none_or(|end| end > size)
        {
            return Err(table.damaged(text!(
                "it is too short for its number of blocks",
                "长度容不下它的块数"
            )));
        }
        let index =
            usize::try_from(table.blocks).map_or(end.len(), |blocks| end.len().min(blocks * ENTRY));
        table.index = end.split_off(end.len() - index / ENTRY * ENTRY);
        if table.index.len() as u64 == table.blocks * ENTRY as u64 {
            let mut sum = crc32fast::Hasher::new();
            sum.update(&table.index);
            sum.update(&tail[..16]);
            if sum.finalize().to_le_bytes() != tail[16..20] {
                return Err(table.damaged(text!(
                    "the checksum of its index does not match",
                    "索引的校验和不符"
                )));
            }
        }
        Ok(table)
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Reads and decompresses a block.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the block cannot be read or is damaged.
    ///
    /// # Panics
    /// Panics if there is no block with this number.
    pub fn block(&self, store: &TableStore<'_>, block: u64) -> Result<Vec<u8>, StoreError> {
        assert!(block < self.blocks, "block {block} of {}", self.blocks);
        // The preceding entry of the index contains the start of this block.
        let two = if block == 0 { 0 } else { ENTRY };
        let behind = (self.blocks - block) * ENTRY as u64 + two as u64;
        let start = self.size - TAIL as u64 - behind;
        let entries = match self.index.len().checked_sub(behind as usize) {
            Some(at) => self.index[at..at + two + ENTRY].to_vec(),
            None => store.place.read(&self.name, start, two + ENTRY)?,
        };
        let begin = if block == 0 { 0 } else { number(&entries) };
        let (end, rest) = (number(&entries[two..]), &entries[two + 8..]);
        let half = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let (length, sum) = (half(rest) as usize, half(&rest[4..]));
        let compressed = end
            .checked_sub(begin)
            .filter(|_| end <= self.size)
            .and_then(|length| usize::try_from(length).ok());
        let Some(compressed) = compressed
            .filter(|&compressed| length <= MAX_BLOCK_BYTES && compressed <= 2 * MAX_BLOCK_BYTES)
        else {
            return Err(self.damaged(text!(
                "its index is wrong at block {block}",
                "第 {block} 块的索引有误"
            )));
        };
        let bytes = store.place.read(&self.name, begin, compressed)?;
        // Some bits of a compressed block have no effect. Therefore the checksum of all bytes of
        // the block is compared before the block is decompressed.
        let whole = if crc32fast::hash(&bytes) == sum {
            zstd::bulk::decompress(&bytes, length).ok()
        } else {
            None
        };
        match whole {
            Some(whole) if whole.len() == length => Ok(whole),
            _ => Err(self.damaged(text!(
                "the checksum of block {block} does not match",
                "第 {block} 块的校验和不符"
            ))),
        }
    }

    /// Reads the complete table and compares every checksum, including the checksum of the index.
    /// Also checks that there are no bytes between the blocks and the index.
    ///
    /// # Errors
    /// Returns a [`StoreError`] for the first part that is damaged or cannot be read.
    pub fn verify(&self, store: &TableStore<'_>) -> Result<(), StoreError> {
        let index = self.blocks * ENTRY as u64 + 16;
        let begin = self.size - TAIL as u64 + 16 - index;
        let (mut sum, mut at) = (crc32fast::Hasher::new(), 0);
        let mut last = 0;
        while at < index {
            // The index of a very large table is read in pieces.
            let piece = store.place.read(
                &self.name,
                begin + at,
                (index - at).min(MAX_BLOCK_BYTES as u64) as usize,
            )?;
            sum.update(&piece);
            at += piece.len() as u64;
            let entries = piece.len() as u64 - (at + 16).saturating_sub(index).min(16);
            last = if entries == 0 {
                last
            } else {
                number(&piece[entries as usize - ENTRY..])
            };
        }
        let own = store.place.read(&self.name, begin + index, 4)?;
        if sum.finalize().to_le_bytes() != own[..] {
            return Err(self.damaged(text!(
                "the checksum of its index does not match",
                "索引的校验和不符"
            )));
        }
        if last != begin {
            return Err(self.damaged(text!(
                "there is data between its blocks and their index",
                "各块与索引之间还有内容"
            )));
        }
        (0..self.blocks).try_for_each(|block| self.block(store, block).map(drop))
    }

    fn damaged(&self, why: Text) -> StoreError {
        StoreError::Damaged(self.name.clone(), why)
    }
}

fn number(bytes: &[u8]) -> u64 {
    u64::from_le_bytes([
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
    ])
}
