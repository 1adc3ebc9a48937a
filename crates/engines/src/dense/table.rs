//! The entries of a table: one byte per value if all values are small, otherwise two or four bytes.
//! A [`TableKernel`](super::TableKernel) defines the meaning of the codes. If a value does not fit
//! in an entry, the table is refilled with wider entries. If a table must be refilled, the first
//! value that does not fit usually occurs early.

use std::sync::Arc;

/// The number of bytes of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryWidth {
    /// One byte: nimbers up to 251.
    One,
    /// Two bytes: nimbers up to 65,531.
    Two,
    /// Four bytes: nimbers up to 2^32 - 5.
    Four,
}

impl EntryWidth {
    /// All widths, in ascending order.
    pub const ALL: [EntryWidth; 3] = [EntryWidth::One, EntryWidth::Two, EntryWidth::Four];

    /// Returns the number of bytes per entry.
    pub fn bytes(self) -> usize {
        match self {
            EntryWidth::One => 1,
            EntryWidth::Two => 2,
            EntryWidth::Four => 4,
        }
    }

    /// Returns the code of an empty entry: all bits set.
    pub fn empty(self) -> u32 {
        u32::MAX >> (32 - 8 * self.bytes())
    }

    /// Returns the largest nimber that fits: the four largest codes have other meanings.
    pub fn greatest(self) -> u32 {
        self.empty() - 4
    }
}

/// Storage for the bytes of a table: a vector, the memory of a machine or a mapped file.
pub trait TableBytes: Send + Sync {
    /// Returns the bytes.
    fn bytes(&self) -> &[u8];
}

impl TableBytes for Vec<u8> {
    fn bytes(&self) -> &[u8] {
        self
    }
}

/// A filled table: little-endian entries, ordered by index. Clones share the bytes.
#[derive(Clone)]
pub struct EntryTable {
    bytes: Arc<dyn TableBytes>,
    /// The width of an entry.
    pub width: EntryWidth,
}

impl EntryTable {
    /// Creates a table from bytes that contain entries of this width.
    pub fn new(bytes: Arc<dyn TableBytes>, width: EntryWidth) -> EntryTable {
        EntryTable { bytes, width }
    }

    /// Returns the bytes with shared ownership.
    pub fn shared(&self) -> Arc<dyn TableBytes> {
        self.bytes.clone()
    }

    /// Returns all bytes.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.bytes()
    }

    /// Returns the code at an index; `None` beyond the end.
    pub fn code(&self, place: usize) -> Option<u32> {
        let bytes = self.bytes();
        if place >= bytes.len() / self.width.bytes() {
            return None;
        }
        Some(match self.width {
            EntryWidth::One => u8::get(bytes, place),
            EntryWidth::Two => u16::get(bytes, place),
            EntryWidth::Four => u32::get(bytes, place),
        })
    }
}

/// Reads and writes the entries of a table.
pub(super) trait EntryAccess {
    /// The content of an entry.
    type Code: Copy;

    /// Returns the code at an index.
    fn get(table: &[u8], place: usize) -> Self::Code;

    /// Writes the code at an index.
    fn set(table: &mut [u8], place: usize, code: Self::Code);
}

/// Entries of a few bytes whose codes are numbers of 32 bits.
pub(super) trait NarrowEntry: EntryAccess<Code = u32> {
    /// The width of the entries.
    const WIDTH: EntryWidth;
}

macro_rules! cell {
    ($int:ty, $width:expr) => {
        impl NarrowEntry for $int {
            const WIDTH: EntryWidth = $width;
        }

        impl EntryAccess for $int {
            type Code = u32;

            #[inline(always)]
            fn get(table: &[u8], place: usize) -> u32 {
                const SIZE: usize = size_of::<$int>();
                let entry = &table[place * SIZE..place * SIZE + SIZE];
                <$int>::from_le_bytes(entry.try_into().expect("as long as an entry")).into()
            }

            #[inline(always)]
            fn set(table: &mut [u8], place: usize, code: u32) {
                const SIZE: usize = size_of::<$int>();
                table[place * SIZE..place * SIZE + SIZE]
                    .copy_from_slice(&(code as $int).to_le_bytes());
            }
        }
    };
}

cell!(u8, EntryWidth::One);
cell!(u16, EntryWidth::Two);
cell!(u32, EntryWidth::Four);
