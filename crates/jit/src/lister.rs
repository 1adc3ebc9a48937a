//! Code that lists options, called position by position on the thread of who asks. It never waits,
//! and a call that takes longer than a look at the clock is given up: the interpreter does it
//! again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use base::text::Text;
use engines::codegen::{MemoryMap, WorkerCounter};
use tablebase::{ListerModule, PositionStatus, RawLister};

use crate::code::{CodeHost, MachineCode};
use crate::memory::ModuleMemory;
use crate::translate::CallStatus;

/// The most stack that a function may take which runs where others have stack already.
pub(crate) const MAX_STACK_BYTES: u32 = 1 << 16;

/// A module that lists options, compiled.
pub(crate) struct CompiledLister(Arc<SharedLister>);

/// What all who call it have in common.
struct SharedLister {
    code: MachineCode,
    map: MemoryMap,
    length: u64,
    /// Where the constants begin, and what they are.
    constants: (u64, Vec<u8>),
}

impl CompiledLister {
    pub fn new(
        code: MachineCode,
        map: MemoryMap,
        length: u64,
        constants: (u64, Vec<u8>),
    ) -> CompiledLister {
        CompiledLister(Arc::new(SharedLister {
            code,
            map,
            length,
            constants,
        }))
    }
}

impl ListerModule for CompiledLister {
    fn begin(&self) -> Result<Box<dyn RawLister>, Text> {
        let mut memory = ModuleMemory::exact(self.0.length).map_err(|error| error.text())?;
        memory.write(self.0.constants.0, &self.0.constants.1);
        Ok(Box::new(ListerState {
            parts: self.0.clone(),
            memory,
            stop: AtomicBool::new(true),
            positions: AtomicU64::new(0),
            polls: AtomicU64::new(0),
        }))
    }
}

/// The code with its memory.
struct ListerState {
    parts: Arc<SharedLister>,
    memory: ModuleMemory,
    /// Always true: a call is told to stop when it looks at the clock for the first time.
    stop: AtomicBool,
    positions: AtomicU64,
    polls: AtomicU64,
}

impl RawLister for ListerState {
    fn list(&mut self, slots: &[i64]) -> Option<(PositionStatus, u64, &[u8])> {
        let SharedLister { code, map, .. } = &*self.parts;
        let own = map.worker(0);
        for (slot, number) in (0..).zip(slots) {
            self.memory.write(own + 8 * slot, &number.to_le_bytes());
        }
        let host = CodeHost::new(&self.memory, &self.stop, &self.positions, &self.polls);
        // A module of a map whose worker lies beyond 32 bits has more memory than modules can have.
        if slots.len() != map.slots || code.fill(&host, own as u32, [0; 4]) != CallStatus::Done {
            return None;
        }
        let [standing, options] = [WorkerCounter::Positions, WorkerCounter::Options]
            .map(|count| self.memory.number(own + map.count(count)));
        let standing = *PositionStatus::ALL.get(usize::try_from(standing?).ok()?)?;
        Some((
            standing,
            options?,
            self.memory.read(map.table.0, map.table.1)?,
        ))
    }
}
