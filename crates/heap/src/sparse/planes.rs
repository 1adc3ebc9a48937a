//! Bit *planes*, one for each value, that record which of the last heaps have the value. To read
//! any run of heaps as complete words, there are eight copies of each plane, each shifted by one
//! more bit. Heaps beyond the reach are dropped.

use super::kernel::{HelperHeap, JoinStep, OffsetGroup, SimdLevel, join};

/// Offsets with their values, grouped by value, for blocks of one size.
#[derive(Default)]
pub(super) struct BlockOffsets {
    groups: Vec<OffsetGroup>,
    distances: Vec<i32>,
}

/// A selection of words in the rows of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowWindow {
    /// Number of words of a row.
    pub row: usize,
    /// The first word.
    pub word: usize,
    /// Number of words.
    pub words: usize,
    /// The number of the first row that is not written; later rows are not written either.
    pub limit: u16,
}

/// The planes of all values below `values`.
pub(super) struct BitPlanes {
    values: usize,
    /// Number of bytes of one copy.
    copy: usize,
    /// The heap of the bit `pad`; a multiple of 64.
    low: u64,
    /// Number of zero bits before the bit of the heap `low`. A read that begins slightly before the
    /// bit of the heap `low` returns zero bits.
    pad: u64,
    /// The largest offset that is read.
    reach: u64,
    data: Vec<u8>,
    /// For each value, the heap after its last occurrence.
    last: Vec<u64>,
    active: Vec<u16>,
    is_active: Vec<bool>,
    used: usize,
}

impl BitPlanes {
    /// Creates empty planes starting at a heap (a multiple of 64), for offsets up to `reach` and
    /// blocks of `block` heaps. Reads may extend to `before` heaps before heap 0.
    pub fn new(values: usize, low: u64, reach: u64, block: u64, before: u64) -> BitPlanes {
        let pad = before.next_multiple_of(64) + 64;
        let reach = reach.max(512);
        let bits = pad + (reach + block + reach.max(2 * block)).next_multiple_of(64) + 128;
        let copy = (bits / 8 + 16) as usize;
        let (data, last, is_active) = (
            vec![0; values * 8 * copy],
            vec![0; values],
            vec![false; values],
        );
        BitPlanes {
            values,
            copy,
            low,
            pad,
            reach,
            data,
            last,
            active: Vec::new(),
            is_active,
            used: 0,
        }
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> u64 {
        self.data.len() as u64
    }

    pub fn values(&self) -> usize {
        self.values
    }

    /// Returns a number that exceeds all values that have occurred.
    pub fn used(&self) -> usize {
        self.used
    }

    /// Returns the values that occur.
    pub fn active(&self) -> &[u16] {
        &self.active
    }

    /// Increases the bound of the values.
    pub fn widen(&mut self, values: usize) {
        self.values = values;
        self.data.resize(values * 8 * self.copy, 0);
        self.last.resize(values, 0);
        self.is_active.resize(values, false);
    }

    /// Prepares pairs of an offset and a value for these planes. No offset may exceed the reach.
    pub fn prepare(&self, mut pairs: Vec<(u64, u16)>) -> BlockOffsets {
        pairs.sort_unstable_by_key(|&(offset, value)| (value, offset));
        let mut offsets = BlockOffsets::default();
        for (offset, value) in pairs {
            debug_assert!(offset <= self.reach);
            let place = offsets.distances.len() as u32;
            match offsets.groups.last_mut() {
                Some(group) if group.value == value => group.to = place + 1,
                _ => offsets.groups.push(OffsetGroup {
                    value,
                    from: place,
                    to: place + 1,
                }),
            }
            offsets.distances.push(self.distance(offset));
        }
        offsets
    }

    /// Returns the distance in bytes from the byte of a heap to the bits that start `offset` heaps
    /// before it.
    fn distance(&self, offset: u64) -> i32 {
        // In the copy with this shift, the first required bit is at the start of a byte.
        let shift = offset % 8;
        (shift as usize * self.copy) as i32 - ((offset - shift) / 8) as i32
    }

    /// Converts an offset within reach and its value to a helper.
    pub fn helper(&self, offset: u64, value: u16) -> HelperHeap {
        debug_assert!(offset <= self.reach);
        HelperHeap {
            row: value.into(),
            distance: self.distance(offset),
        }
    }

    /// Returns the bits of 64 heaps, starting at a multiple of 64, for a value, or for a helper
    /// with this distance.
    pub fn word(&self, value: usize, heap: u64, distance: i32) -> u64 {
        let at = value * 8 * self.copy + ((heap - self.low + self.pad) / 8) as usize;
        let bytes = &self.data[at.wrapping_add_signed(distance as isize)..];
        bytes
            .first_chunk()
            .map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    /// Returns all planes, the number of bytes of the planes of one value, and the offset of the
    /// bit of a heap (a multiple of 8) in them.
    pub fn data(&self, heap: u64) -> (&[u8], usize, usize) {
        (
            &self.data,
            8 * self.copy,
            ((heap - self.low + self.pad) / 8) as usize,
        )
    }

    /// Prepares for a block that starts at a given heap: drops heaps beyond the reach, and moves
    /// the remaining bits to the front if space is short.
    pub fn start_block(&mut self, base: u64, block: u64) {
        let (last, reach, size) = (&self.last, self.reach, 8 * self.copy);
        self.active.retain(|&value| {
            let value = value as usize;
            let reached = last[value] + reach + 64 >= base;
            if !reached {
                self.is_active[value] = false;
                self.data[value * size..][..size].fill(0);
            }
            reached
        });
        let end = (base + block - self.low + self.pad).next_multiple_of(64) / 8 + 16;
        if end <= self.copy as u64 {
            return;
        }
        let low = base.saturating_sub(self.reach + 64) & !63;
        let by = ((low - self.low) / 8) as usize;
        self.low = low;
        for &value in &self.active {
            for copy in self.data[value as usize * size..][..size].chunks_exact_mut(self.copy) {
                copy.copy_within(by.., 0);
                let end = copy.len() - by;
                copy[end..].fill(0);
            }
        }
    }

    /// Adds 64 heaps starting at `base` (a multiple of 64): the values that occur among them, and
    /// for each value the bits of its heaps.
    pub fn add(&mut self, base: u64, values: &[u16], words: &[u64]) {
        let at = ((base - self.low + self.pad) / 8) as usize;
        for &value in values {
            let (value, word) = (value as usize, words[value as usize]);
            if !std::mem::replace(&mut self.is_active[value], true) {
                self.active.push(value as u16);
                self.used = self.used.max(value + 1);
            }
            self.last[value] = base + 64;
            for shift in 0..8 {
                let bytes = &mut self.data[(value * 8 + shift) * self.copy + at..][..9];
                let mut low = [0; 8];
                low.copy_from_slice(&bytes[..8]);
                let joined = u64::from_le_bytes(low) | word << shift;
                bytes[..8].copy_from_slice(&joined.to_le_bytes());
                bytes[8] = (u128::from(word) << shift >> 64) as u8;
            }
        }
    }

    /// Adds the options that the offsets give to the rows of `seen` (one for each value). The first
    /// word that is written starts with the heap `base`. Only the values in `active` are used, or
    /// all values that occur if `active` is `None`.
    pub fn join(
        &self,
        level: SimdLevel,
        offsets: &BlockOffsets,
        active: Option<&[u16]>,
        base: u64,
        seen: &mut [u64],
        rows: RowWindow,
    ) {
        let RowWindow {
            row,
            word,
            words,
            limit,
        } = rows;
        let active = active.unwrap_or(&self.active);
        if offsets.groups.is_empty() || active.is_empty() {
            return;
        }
        let (planes, stride, start) = self.data(base);
        let job = JoinStep {
            planes,
            stride,
            start,
            active,
            limit,
            groups: &offsets.groups,
            distances: &offsets.distances,
            row,
            word,
            words,
        };
        join(level, &job, seen);
    }
}
