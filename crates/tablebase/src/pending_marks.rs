//! The marks that a share of a sieve sets in later shares. If a block has few marks, the marks are
//! stored as a list. If a block has many marks, the marks are stored as one bit per index of the
//! block. So the marks of a block never take more space than one bit per index.

use std::io::{self, Read, Write};
use std::ops::Range;

use super::blocks::BlockSize;
use super::error::TierError;
use super::kernel::ShareMode;
use super::{messages, share_state};

/// Two bytes of a message: an index within a block, or the marks of sixteen indices as bits.
type MarkRecord = [u8; 2];

/// The marks of a block: indices, or one bit for each index.
#[derive(Clone, Debug)]
enum BlockMarks {
    Few(Vec<u16>),
    Many(Vec<u16>),
}

/// The marks of the blocks from a given block to the end of the tier.
#[derive(Clone, Debug)]
pub(crate) struct PendingMarks {
    blocks: BlockSize,
    /// The first block, the number of blocks, and the marks of each block. The list of marks is
    /// empty until the first mark.
    first: u64,
    count: usize,
    marked: Vec<BlockMarks>,
    bytes: u64,
}

/// Returns the number of records for a block whose marks are bits. If a section has fewer records
/// than marks stored as bits need, the records are indices.
fn bits(blocks: BlockSize) -> usize {
    blocks.places().div_ceil(16) as usize
}

impl PendingMarks {
    /// Returns an empty set of marks for `count` blocks starting at `first`.
    pub(crate) fn none(blocks: BlockSize, first: u64, count: u64) -> PendingMarks {
        PendingMarks {
            blocks,
            first,
            count: count as usize,
            marked: Vec::new(),
            bytes: 0,
        }
    }

    /// Marks an index.
    #[inline]
    pub(crate) fn mark(&mut self, place: u64) {
        let (block, within) = self.blocks.locate(place);
        if self.marked.is_empty() {
            self.marked.resize(self.count, BlockMarks::Few(Vec::new()));
        }
        let marked = &mut self.marked[block - self.first as usize];
        match marked {
            BlockMarks::Many(bits) => bits[within / 16] |= 1 << (within % 16),
            BlockMarks::Few(places) => {
                places.push(within as u16);
                self.bytes += 2;
                let most = bits(self.blocks);
                if places.len() >= most {
                    let mut bits = vec![0; most];
                    places
                        .iter()
                        .for_each(|&place| bits[usize::from(place) / 16] |= 1 << (place % 16));
                    *marked = BlockMarks::Many(bits);
                }
            }
        }
    }

    /// Returns the number of bytes of a message with all marks.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Writes the marks of some blocks as sections of a message.
    pub(crate) fn write(&self, range: Range<u64>, out: &mut Vec<u8>) {
        for block in range {
            let Some(BlockMarks::Few(records) | BlockMarks::Many(records)) =
                self.marked.get((block - self.first) as usize)
            else {
                return;
            };
            let records: Vec<MarkRecord> =
                records.iter().map(|record| record.to_le_bytes()).collect();
            messages::write(block, &records, out);
        }
    }

    /// Removes all marks.
    pub(crate) fn clear(&mut self) {
        (self.marked, self.bytes) = (Vec::new(), 0);
    }

    /// Returns the approximate number of bytes in memory.
    pub(crate) fn memory_bytes(&self) -> u64 {
        2 * self.bytes + (size_of::<BlockMarks>() * self.marked.len()) as u64
    }

    /// Writes the marks to the state of its share.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        share_state::number(out, self.bytes)?;
        let some = || {
            self.marked.iter().enumerate().filter(
                |(_, marked)| !matches!(marked, BlockMarks::Few(places) if places.is_empty()),
            )
        };
        share_state::number(out, some().count() as u64)?;
        for (number, marked) in some() {
            let (BlockMarks::Few(records) | BlockMarks::Many(records)) = marked;
            share_state::number(out, number as u64)?;
            share_state::list(out, records)?;
        }
        Ok(())
    }

    /// Loads marks; `None` if the marks were not written by a share of this kind and location.
    pub(crate) fn restore(&mut self, from: &mut dyn Read) -> io::Result<Option<()>> {
        self.clear();
        let most = bits(self.blocks);
        self.bytes = share_state::read_number(from)?;
        let some = share_state::read_number(from)?;
        self.marked.resize(
            if some == 0 { 0 } else { self.count },
            BlockMarks::Few(Vec::new()),
        );
        for _ in 0..some {
            let Some(marked) = self
                .marked
                .get_mut(share_state::read_number(from)? as usize)
            else {
                return Ok(None);
            };
            let records: Vec<u16> = share_state::read_list(from, most as u64)?;
            *marked = if records.len() == most {
                BlockMarks::Many(records)
            } else {
                BlockMarks::Few(records)
            };
        }
        Ok(Some(()))
    }
}

/// Calls `mark` with the bits that a message sets. The arguments of `mark` are an index and the
/// bits of sixteen indices starting at this index, the lowest bit first. Returns whether the
/// message contains the end mark of its share.
///
/// # Errors
/// Returns [`TierError::Damaged`] if no share wrote the message.
pub(crate) fn read(
    message: &[u8],
    blocks: BlockSize,
    mark: &mut dyn FnMut(u64, u16) -> Result<(), TierError>,
) -> Result<bool, TierError> {
    let (mut last, most) = (false, bits(blocks));
    messages::read(message, &mut |block, records: &[MarkRecord]| {
        if block == ShareMode::SECTION {
            last = *records == [ShareMode::Finished.record()];
            return if last {
                Ok(())
            } else {
                Err(messages::damaged())
            };
        }
        let first = block * blocks.places();
        let places = records.len() < most;
        records
            .iter()
            .map(|record| u16::from_le_bytes(*record))
            .enumerate()
            .try_for_each(|(number, record)| match places {
                true => mark(first + u64::from(record), 1),
                // The last block may end before the end of its last sixteen bits.
                false if record == 0 => Ok(()),
                false => mark(first + 16 * number as u64, record),
            })
    })?;
    Ok(last)
}
