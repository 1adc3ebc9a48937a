//! Data of an instance: the value of a parameter that is an array, a table or a text. Rules read
//! the numbers by one or two indices, which begin at 1. A character of a text is stored as its
//! Unicode code point.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::ir::Int;

/// Maximum number of entries of all data of a game.
pub const MAX_DATA: usize = 1 << 24;

/// Maximum number of entries that messages and titles show.
const MAX_SHOWN: usize = 24;

/// The meaning of the entries of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// Numbers.
    Number,
    /// Characters, as Unicode code points.
    Character,
}

/// An array, or a table whose rows have the same length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataTable {
    /// The meaning of the entries.
    pub kind: EntryKind,
    /// The least index of the first dimension, and of the second dimension if there are two.
    pub lows: Vec<Int>,
    /// The number of indices of each dimension: one or two numbers.
    pub lengths: Vec<usize>,
    /// The entries, row by row.
    pub entries: Arc<[Int]>,
    /// Whether the entries are sums of the entries before an index, which rules do not name.
    pub is_prefix: bool,
    /// The least and the largest entry.
    range: (Int, Int),
}

// The entries can be long and are hashed often, so only their number, the ends and a few entries
// between them are hashed.
impl Hash for DataTable {
    fn hash<H: Hasher>(&self, state: &mut H) {
        const HASHED: usize = 16;
        (self.kind, &self.lows, &self.lengths).hash(state);
        let step = self.entries.len().div_ceil(HASHED).max(1);
        self.entries
            .iter()
            .step_by(step)
            .chain(self.entries.last())
            .for_each(|entry| entry.hash(state));
    }
}

impl DataTable {
    /// Creates an array whose indices begin at 1.
    pub fn array(kind: EntryKind, entries: impl Into<Arc<[Int]>>) -> DataTable {
        DataTable::beginning_at(1, kind, entries)
    }

    /// Creates an array whose indices begin at `low`.
    pub fn beginning_at(low: Int, kind: EntryKind, entries: impl Into<Arc<[Int]>>) -> DataTable {
        let entries = entries.into();
        DataTable {
            kind,
            lows: vec![low],
            lengths: vec![entries.len()],
            is_prefix: false,
            range: range_of(&entries),
            entries,
        }
    }

    /// Creates a table with `columns` columns; the indices begin at 1. The number of entries is a
    /// multiple of `columns`.
    pub fn table(kind: EntryKind, columns: usize, entries: impl Into<Arc<[Int]>>) -> DataTable {
        let entries = entries.into();
        DataTable {
            kind,
            lows: vec![1, 1],
            lengths: vec![entries.len() / columns.max(1), columns],
            is_prefix: false,
            range: range_of(&entries),
            entries,
        }
    }

    /// Creates an array or a table of numbers whose indices begin at `lows`. The number of entries
    /// is the product of the lengths.
    pub fn with_indices(
        lows: Vec<Int>,
        lengths: Vec<usize>,
        entries: impl Into<Arc<[Int]>>,
    ) -> DataTable {
        let entries = entries.into();
        DataTable {
            kind: EntryKind::Number,
            lows,
            lengths,
            is_prefix: false,
            range: range_of(&entries),
            entries,
        }
    }

    /// Returns the number of dimensions: 1 or 2.
    pub fn dimensions(&self) -> usize {
        self.lengths.len()
    }

    /// Returns the largest index of a dimension.
    pub fn high(&self, dimension: usize) -> Int {
        self.lows[dimension] + self.lengths[dimension] as Int - 1
    }

    /// Returns the place of an entry in the list of entries.
    ///
    /// # Errors
    /// Returns the number of the first dimension whose index is outside.
    pub fn place(&self, indices: &[Int]) -> Result<usize, usize> {
        let mut place = 0;
        for (dimension, (&index, (&low, &length))) in indices
            .iter()
            .zip(self.lows.iter().zip(&self.lengths))
            .enumerate()
        {
            let offset = index
                .checked_sub(low)
                .and_then(|offset| usize::try_from(offset).ok());
            let offset = offset.filter(|offset| *offset < length).ok_or(dimension)?;
            place = place * length + offset;
        }
        Ok(place)
    }

    /// Returns the least and the largest entry; 0 and 0 without entries. O(1).
    pub fn range(&self) -> (Int, Int) {
        self.range
    }

    /// Returns the index and the range that an error names if an index of a dimension is outside.
    pub fn outside(&self, dimension: usize, index: Int) -> (Int, Int, Int) {
        let (low, high) = (self.lows[dimension], self.high(dimension));
        if self.is_prefix {
            // The sum before an index is read at the index minus one.
            let index = if index < low {
                index.saturating_add(1)
            } else {
                index
            };
            return (index, low + 1, high);
        }
        (index, low, high)
    }

    /// Returns the data as an argument in the name of a game. Large data is not written out, but
    /// named after its parameter, with a digest that distinguishes it from other data.
    pub fn argument(&self, parameter: &str) -> String {
        if self.entries.len() <= MAX_SHOWN {
            return self.to_string();
        }
        // FNV-1a, so that the name is the same on every machine.
        let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
        let lengths = self.lengths.iter().map(|length| *length as Int);
        for number in lengths.chain(self.entries.iter().copied()) {
            for byte in number.to_le_bytes() {
                digest = (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        format!("{parameter}@{digest:016x}")
    }
}

fn range_of(entries: &[Int]) -> (Int, Int) {
    let low = entries.iter().copied().min().unwrap_or(0);
    (low, entries.iter().copied().max().unwrap_or(0))
}

/// Writes the data as it is written in rules and queries: `[3, 1, 4]`, `[[1, 2], [3, 4]]`,
/// `"abc"`, `["ab", "cd"]`.
impl fmt::Display for DataTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |f: &mut fmt::Formatter<'_>, entries: &[Int]| match self.kind {
            EntryKind::Number => {
                let list: Vec<String> = entries.iter().map(Int::to_string).collect();
                write!(f, "[{}]", list.join(", "))
            }
            EntryKind::Character => {
                let text = entries.iter().map(|&entry| {
                    u32::try_from(entry)
                        .ok()
                        .and_then(char::from_u32)
                        .unwrap_or(char::REPLACEMENT_CHARACTER)
                });
                write!(f, "\"{}\"", text.collect::<String>())
            }
        };
        let [_, columns] = self.lengths[..] else {
            return row(f, &self.entries);
        };
        f.write_str("[")?;
        for (at, entries) in self.entries.chunks(columns.max(1)).enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            row(f, entries)?;
        }
        f.write_str("]")
    }
}
