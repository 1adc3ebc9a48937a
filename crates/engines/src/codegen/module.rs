//! A generated module and its memory map.

use crate::dense::EntryWidth;

/// The approximate number of steps that generated code executes, in about a millisecond, between
/// two budget polls.
pub(super) const FUEL: i64 = 1 << 20;

/// A module and the data needed to run the module.
#[derive(Clone, Debug)]
pub struct WasmModule {
    /// WebAssembly, binary format.
    pub bytes: Vec<u8>,
    /// The layout of the memory of the module.
    pub map: MemoryMap,
    /// Whether the memory is shared between workers.
    pub shared: bool,
}

/// The layout of the memory of a module, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryMap {
    /// The start and the length of the table.
    pub table: (u64, u64),
    /// The start of the first worker's region, and the length of each region.
    pub own: (u64, u64),
    /// The number of worker regions.
    pub workers: u32,
    /// The number of slots of a position.
    pub slots: usize,
}

/// The counters in a worker's region, which follow the slots of its position; 8 bytes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerCounter {
    /// Number of positions whose values were computed.
    Positions,
    /// Number of options examined.
    Options,
    /// 1 if a value did not fit.
    Narrow,
    /// The mark of the last position.
    Stamp,
    /// The number of steps until the next budget poll.
    Fuel,
}

impl MemoryMap {
    /// Returns the number of pages of 64 KiB.
    pub fn pages(&self) -> u64 {
        (self.own.0 + self.own.1 * u64::from(self.workers)).div_ceil(1 << 16)
    }

    /// Returns the start of a worker's region.
    pub fn worker(&self, worker: u32) -> u64 {
        self.own.0 + self.own.1 * u64::from(worker)
    }

    /// Returns the offset of a counter in a worker's region.
    pub fn count(&self, count: WorkerCounter) -> u64 {
        8 * (self.slots as u64 + count as u64)
    }

    /// Returns the offset of the marks in a worker's region.
    pub(super) fn marks(slots: usize) -> u64 {
        (8 * (slots as u64 + WorkerCounter::Fuel as u64 + 1)).next_multiple_of(64)
    }
}

/// Returns the number of values that a worker can mark, for entries of this width. For entries of
/// one or two bytes, a worker can mark every code.
pub(super) fn mark_count(width: EntryWidth) -> u64 {
    match width {
        EntryWidth::One => 1 << 8,
        EntryWidth::Two => 1 << 16,
        // Filling a table whose positions have more than 2^22 options would take longer than a
        // lifetime.
        EntryWidth::Four => 1 << 22,
    }
}
