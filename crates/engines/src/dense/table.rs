//! The entries of a table: one byte a value where all are small, else two or four. What their codes
//! mean is said by a [`TableKernel`](super::TableKernel). A table that turns out too narrow is
//! filled again, wider; that happens early, or never.

use std::sync::Arc;

/// How many bytes an entry takes.
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
    /// All widths, the narrowest first.
    pub const ALL: [EntryWidth; 3] = [EntryWidth::One, EntryWidth::Two, EntryWidth::Four];

    /// Bytes an entry.
    pub fn bytes(self) -> usize {
        match self {
            EntryWidth::One => 1,
            EntryWidth::Two => 2,
            EntryWidth::Four => 4,
        }
    }

    /// The code of an entry that is not filled: all bits set.
    pub fn empty(self) -> u32 {
        u32::MAX >> (32 - 8 * self.bytes())
    }

    /// The greatest nimber that fits: the four greatest codes mean other things.
    pub fn greatest(self) -> u32 {
        self.empty() - 4
    }
}

/// Bytes that a table can live in: a vector, the memory of a machine, a mapped file.
pub trait TableBytes: Send + Sync {
    /// The bytes.
    fn bytes(&self) -> &[u8];
}

impl TableBytes for Vec<u8> {
    fn bytes(&self) -> &[u8] {
        self
    }
}

/// A filled table: entries in the order of their places, little-endian. Copies share the bytes.
#[derive(Clone)]
pub struct EntryTable {
    bytes: Arc<dyn TableBytes>,
    /// Bytes an entry.
    pub width: EntryWidth,
}

impl EntryTable {
    /// A table of entries of this width.
    pub fn new(bytes: Arc<dyn TableBytes>, width: EntryWidth) -> EntryTable {
        EntryTable { bytes, width }
    }

    /// The bytes, to be kept beside this table.
    pub fn shared(&self) -> Arc<dyn TableBytes> {
        self.bytes.clone()
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.bytes()
    }

    /// The code at a place; `None` beyond the end.
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

/// How entries of one width are read and written while a table is filled.
pub(super) trait EntryAccess {
    const WIDTH: EntryWidth;

    /// The code at a place.
    fn get(table: &[u8], place: usize) -> u32;

    /// Writes a code that fits.
    fn set(table: &mut [u8], place: usize, code: u32);
}

macro_rules! cell {
    ($int:ty, $width:expr) => {
        impl EntryAccess for $int {
            const WIDTH: EntryWidth = $width;

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
