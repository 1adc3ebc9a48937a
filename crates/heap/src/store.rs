//! Storage of values in as few bytes as the largest value requires.

use std::borrow::Cow;

use crate::machine::NimberSlice;

/// A list of values with one byte per value, or two or four bytes per value if the largest value
/// requires them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NimberStore {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
    Longs(Vec<u32>),
}

impl NimberStore {
    pub fn new() -> NimberStore {
        NimberStore::Bytes(Vec::new())
    }

    /// Creates an empty store whose values have at least `width` bytes; `None` if `width` is not 1,
    /// 2 or 4.
    pub fn of_width(width: u32) -> Option<NimberStore> {
        match width {
            1 => Some(NimberStore::Bytes(Vec::new())),
            2 => Some(NimberStore::Words(Vec::new())),
            4 => Some(NimberStore::Longs(Vec::new())),
            _ => None,
        }
    }

    /// Returns the number of bytes per value.
    pub fn width(&self) -> usize {
        match self {
            NimberStore::Bytes(_) => 1,
            NimberStore::Words(_) => 2,
            NimberStore::Longs(_) => 4,
        }
    }

    pub fn len(&self) -> usize {
        match self {
            NimberStore::Bytes(values) => values.len(),
            NimberStore::Words(values) => values.len(),
            NimberStore::Longs(values) => values.len(),
        }
    }

    pub fn get(&self, n: usize) -> Option<u32> {
        match self {
            NimberStore::Bytes(values) => values.get(n).map(|&value| value.into()),
            NimberStore::Words(values) => values.get(n).map(|&value| value.into()),
            NimberStore::Longs(values) => values.get(n).copied(),
        }
    }

    /// Returns all values as 16-bit words; `None` if a value does not fit into 16 bits.
    pub fn words(&self) -> Option<Cow<'_, [u16]>> {
        match self {
            NimberStore::Bytes(values) => Some(values.iter().map(|&value| value.into()).collect()),
            NimberStore::Words(values) => Some(values.into()),
            NimberStore::Longs(_) => None,
        }
    }

    pub fn push(&mut self, value: u32) {
        match self {
            NimberStore::Longs(values) => return values.push(value),
            NimberStore::Words(values) => {
                if let Ok(value) = u16::try_from(value) {
                    return values.push(value);
                }
                *self = NimberStore::Longs(values.iter().map(|&value| value.into()).collect());
            }
            NimberStore::Bytes(values) => {
                if let Ok(value) = u8::try_from(value) {
                    return values.push(value);
                }
                *self = NimberStore::Words(values.iter().map(|&value| value.into()).collect());
            }
        }
        self.push(value);
    }

    /// Appends values of a machine, except for the first `skip` values.
    pub fn extend(&mut self, values: NimberSlice<'_>, skip: usize) {
        match (&mut *self, values) {
            (NimberStore::Words(own), NimberSlice::Words(new)) => {
                own.extend_from_slice(new.get(skip..).unwrap_or(&[]))
            }
            // Only a game with more than 2^32 heaps can have a value that does not fit into 32
            // bits, and memory runs out earlier.
            _ => values
                .iter()
                .skip(skip)
                .for_each(|value| self.push(u32::try_from(value).unwrap_or(u32::MAX))),
        }
    }

    /// Appends values from the bytes of a file, in the width of this store.
    pub fn read(&mut self, bytes: &[u8]) {
        match self {
            NimberStore::Bytes(values) => values.extend_from_slice(bytes),
            NimberStore::Words(values) => values.extend(
                bytes
                    .chunks_exact(2)
                    .map(|b| u16::from_le_bytes([b[0], b[1]])),
            ),
            NimberStore::Longs(values) => values.extend(
                bytes
                    .chunks_exact(4)
                    .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])),
            ),
        }
    }

    /// Appends the bytes of some values for a file to `block`.
    pub fn write(&self, from: usize, to: usize, block: &mut Vec<u8>) {
        match self {
            NimberStore::Bytes(values) => block.extend_from_slice(&values[from..to]),
            NimberStore::Words(values) => values[from..to]
                .iter()
                .for_each(|value| block.extend(value.to_le_bytes())),
            NimberStore::Longs(values) => values[from..to]
                .iter()
                .for_each(|value| block.extend(value.to_le_bytes())),
        }
    }

    /// Returns the total size of the values in bytes.
    pub fn bytes(&self) -> u64 {
        (self.width() * self.len()) as u64
    }
}
