//! Checkpoint objects, from which stopped work is resumed. A checkpoint is a table
//! ([`super::table`]). The first block of a checkpoint contains the progress of a share. The other
//! blocks contain the state of the share, in the format of the share. If no other object contains
//! the messages of the share's round, the other blocks contain these messages too.

use std::io::{self, Read, Write};

use base::text;

use super::error::StoreError;
use super::message::{RoundMessage, RoundSummary};
use super::table::{MAX_BLOCK_BYTES, TableReader, TableWriter};
use super::table_store::TableStore;

/// The header of a checkpoint, which precedes the state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckpointHeader {
    /// Number of positions of the tier that the share has decided.
    pub decided: u64,
    /// The messages that the share wrote in its round; `None` if a message object contains them.
    pub message: Option<RoundMessage>,
}

/// A writer that builds a checkpoint. The writer writes first the header, then the state as a
/// stream of bytes.
pub struct CheckpointWriter {
    table: TableWriter,
    block: Vec<u8>,
    fault: Option<StoreError>,
}

impl CheckpointWriter {
    /// Starts a checkpoint with this header.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the header cannot be compressed.
    pub fn new(head: &CheckpointHeader) -> Result<CheckpointWriter, StoreError> {
        let mut writing = CheckpointWriter {
            table: TableWriter::new()?,
            block: Vec::new(),
            fault: None,
        };
        let mut first = head.decided.to_le_bytes().to_vec();
        first.push(head.message.is_some().into());
        let (said, parts) = match &head.message {
            Some(message) => (message.said, &message.parts[..]),
            None => (RoundSummary::default(), &[][..]),
        };
        first.extend_from_slice(&said.decided.to_le_bytes());
        first.extend_from_slice(&said.next.map_or(u64::MAX, u64::from).to_le_bytes());
        first.extend_from_slice(&(parts.len() as u64).to_le_bytes());
        writing.table.block(&first)?;
        for part in parts {
            let _ = writing.write_all(&(part.len() as u64).to_le_bytes());
            let _ = writing.write_all(part);
        }
        Ok(writing)
    }

    /// Returns the bytes of the finished object.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if a part could not be compressed.
    pub fn finish(mut self, mark: u64) -> Result<Vec<u8>, StoreError> {
        match self.fault.take() {
            Some(fault) => Err(fault),
            None => {
                self.table.block(&self.block)?;
                Ok(self.table.finish(mark))
            }
        }
    }
}

impl Write for CheckpointWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(MAX_BLOCK_BYTES - self.block.len());
        self.block.extend_from_slice(&bytes[..taken]);
        if self.block.len() == MAX_BLOCK_BYTES {
            if let Err(fault) = self.table.block(&self.block) {
                self.fault = Some(fault);
                return Err(io::ErrorKind::Other.into());
            }
            self.block.clear();
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A reader of a checkpoint. The reader reads first the header, then the state as a stream of
/// bytes.
pub struct CheckpointReader<'p> {
    store: TableStore<'p>,
    name: String,
    table: TableReader,
    next: u64,
    block: Vec<u8>,
    at: usize,
    /// The error of the storage or of the object if a read failed.
    pub fault: Option<StoreError>,
}

impl<'p> CheckpointReader<'p> {
    /// Opens a checkpoint and reads its header.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the object cannot be read or is damaged.
    pub fn open(
        store: TableStore<'p>,
        name: &str,
    ) -> Result<(CheckpointHeader, CheckpointReader<'p>), StoreError> {
        let table = TableReader::open(&store, name)?;
        let mut reading = CheckpointReader {
            store,
            name: name.to_owned(),
            table,
            next: 0,
            block: Vec::new(),
            at: 0,
            fault: None,
        };
        let damaged = || {
            StoreError::Damaged(
                name.to_owned(),
                text!("it is not the state of a share", "不是某一份的状态"),
            )
        };
        if reading.table.blocks() == 0 {
            return Err(damaged());
        }
        let first = reading.table.block(&store, 0)?;
        reading.next = 1;
        if first.len() != 33 {
            return Err(damaged());
        }
        let number =
            |at: usize| u64::from_le_bytes(first[at..at + 8].try_into().expect("eight bytes"));
        let mut head = CheckpointHeader {
            decided: number(0),
            message: None,
        };
        if first[8] == 1 {
            let mut parts = Vec::new();
            for _ in 0..number(25) {
                let mut length = [0; 8];
                let mut part = Vec::new();
                let read = reading.read_exact(&mut length).and_then(|()| {
                    let length = u64::from_le_bytes(length);
                    reading
                        .by_ref()
                        .take(length)
                        .read_to_end(&mut part)
                        .map(|read| read as u64 == length)
                });
                if !matches!(read, Ok(true)) {
                    return Err(reading.fault.take().unwrap_or_else(damaged));
                }
                parts.push(part);
            }
            head.message = Some(RoundMessage {
                said: RoundSummary {
                    decided: number(9),
                    next: u32::try_from(number(17)).ok(),
                },
                parts,
            });
        }
        Ok((head, reading))
    }

    /// Returns the error to report if a share rejects the state.
    pub fn into_error(mut self) -> StoreError {
        let name = self.name;
        self.fault.take().unwrap_or(StoreError::Damaged(
            name,
            text!("it is not the state of its share", "不是该份的状态"),
        ))
    }
}

impl Read for CheckpointReader<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while self.at == self.block.len() && self.next < self.table.blocks() {
            match self.table.block(&self.store, self.next) {
                Ok(block) => (self.block, self.at, self.next) = (block, 0, self.next + 1),
                Err(fault) => {
                    self.fault = Some(fault);
                    return Err(io::ErrorKind::InvalidData.into());
                }
            }
        }
        let taken = bytes.len().min(self.block.len() - self.at);
        bytes[..taken].copy_from_slice(&self.block[self.at..self.at + taken]);
        self.at += taken;
        Ok(taken)
    }
}
