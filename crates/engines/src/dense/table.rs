//! The entries of a table: one byte a value where all are small, else two or four. The four greatest codes of each width are no
//! nimbers: not filled, loony, goal, trap. A table that turns out too narrow is filled again, wider; that happens early, or never.

use std::sync::Arc;

use theory::value::Grundy;

/// How many bytes an entry takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// One byte: nimbers up to 251.
    One,
    /// Two bytes: nimbers up to 65,531.
    Two,
    /// Four bytes: nimbers up to 2^32 - 5.
    Four,
}

impl Width {
    /// All widths, the narrowest first.
    pub const ALL: [Width; 3] = [Width::One, Width::Two, Width::Four];

    /// Bytes an entry.
    pub fn bytes(self) -> usize {
        match self {
            Width::One => 1,
            Width::Two => 2,
            Width::Four => 4,
        }
    }

    /// The code of an entry that is not filled: all bits set.
    pub fn empty(self) -> u32 {
        u32::MAX >> (32 - 8 * self.bytes())
    }

    /// The greatest nimber that fits.
    pub fn greatest(self) -> u32 {
        self.empty() - 4
    }

    /// The code of a value; none if it does not fit.
    pub fn pack(self, value: Grundy) -> Option<u32> {
        match value {
            Grundy::LOONY => Some(self.empty() - 1),
            Grundy::GOAL => Some(self.empty() - 2),
            Grundy::TRAP => Some(self.empty() - 3),
            other => other.as_nimber().and_then(|n| u32::try_from(n).ok()).filter(|n| *n <= self.greatest()),
        }
    }

    /// The value of a code; none where nothing was filled in.
    pub fn unpack(self, code: u32) -> Option<Grundy> {
        match self.empty() - code {
            0 => None,
            1 => Some(Grundy::LOONY),
            2 => Some(Grundy::GOAL),
            3 => Some(Grundy::TRAP),
            _ => Grundy::nimber(code.into()),
        }
    }
}

/// Bytes that a table can live in: a vector, the memory of a machine, a mapped file.
pub trait Bytes: Send + Sync {
    /// The bytes.
    fn bytes(&self) -> &[u8];
}

impl Bytes for Vec<u8> {
    fn bytes(&self) -> &[u8] {
        self
    }
}

/// A filled table: entries in the order of their places, little-endian. Copies share the bytes.
#[derive(Clone)]
pub struct Table {
    bytes: Arc<dyn Bytes>,
    /// Bytes an entry.
    pub width: Width,
}

impl Table {
    /// A table of entries of this width.
    pub fn new(bytes: Arc<dyn Bytes>, width: Width) -> Table {
        Table { bytes, width }
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.bytes()
    }

    /// The value at a place; none where nothing was filled in.
    pub fn get(&self, place: usize) -> Option<Grundy> {
        let bytes = self.bytes();
        if place >= bytes.len() / self.width.bytes() {
            return None;
        }
        let code = match self.width {
            Width::One => u8::get(bytes, place),
            Width::Two => u16::get(bytes, place),
            Width::Four => u32::get(bytes, place),
        };
        self.width.unpack(code)
    }
}

/// How entries of one width are read and written while a table is filled.
pub(super) trait Cell {
    const WIDTH: Width;

    /// The code at a place.
    fn get(table: &[u8], place: usize) -> u32;

    /// Writes a code that fits.
    fn set(table: &mut [u8], place: usize, code: u32);
}

macro_rules! cell {
    ($int:ty, $width:expr) => {
        impl Cell for $int {
            const WIDTH: Width = $width;

            #[inline(always)]
            fn get(table: &[u8], place: usize) -> u32 {
                const SIZE: usize = size_of::<$int>();
                let entry = &table[place * SIZE..place * SIZE + SIZE];
                <$int>::from_le_bytes(entry.try_into().expect("as long as an entry")).into()
            }

            #[inline(always)]
            fn set(table: &mut [u8], place: usize, code: u32) {
                const SIZE: usize = size_of::<$int>();
                table[place * SIZE..place * SIZE + SIZE].copy_from_slice(&(code as $int).to_le_bytes());
            }
        }
    };
}

cell!(u8, Width::One);
cell!(u16, Width::Two);
cell!(u32, Width::Four);
