//! A generated module, and what lies where in its memory.

use crate::dense::EntryWidth;

/// Between two looks at the clock code does about this number of steps: a millisecond of work.
pub(super) const FUEL: i64 = 1 << 20;

/// A module and how to run it.
#[derive(Clone, Debug)]
pub struct WasmModule {
    /// WebAssembly, binary format.
    pub bytes: Vec<u8>,
    /// Where things lie in its memory.
    pub map: MemoryMap,
    /// The memory is shared between workers.
    pub shared: bool,
}

/// Where things lie in the memory of a module, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryMap {
    /// The table: where it begins and how long it is.
    pub table: (u64, u64),
    /// The region of the first worker, and the length of each region.
    pub own: (u64, u64),
    /// How many workers there is room for.
    pub workers: u32,
    /// How many slots a position has.
    pub slots: usize,
}

/// What a worker's region begins with, after the slots of its position: places of 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerCounter {
    /// Positions valued.
    Positions,
    /// Options looked at.
    Options,
    /// 1 if a value did not fit.
    Narrow,
    /// The mark of the last position.
    Stamp,
    /// How many steps are done before it is asked next whether to go on.
    Fuel,
}

impl MemoryMap {
    /// Pages of 64 KiB.
    pub fn pages(&self) -> u64 {
        (self.own.0 + self.own.1 * u64::from(self.workers)).div_ceil(1 << 16)
    }

    /// Where the region of a worker begins.
    pub fn worker(&self, worker: u32) -> u64 {
        self.own.0 + self.own.1 * u64::from(worker)
    }

    /// Where a count stands in a worker's region.
    pub fn count(&self, count: WorkerCounter) -> u64 {
        8 * (self.slots as u64 + count as u64)
    }

    /// Where the marks begin in a worker's region.
    pub(super) fn marks(slots: usize) -> u64 {
        (8 * (slots as u64 + WorkerCounter::Fuel as u64 + 1)).next_multiple_of(64)
    }
}

/// How many values a worker can mark, for each width of entries; the greatest code is among them.
pub(super) fn mark_count(width: EntryWidth) -> u64 {
    match width {
        EntryWidth::One => 1 << 8,
        EntryWidth::Two => 1 << 16,
        // A table whose positions have more options than this would not be filled in a lifetime.
        EntryWidth::Four => 1 << 22,
    }
}
