//! Generated code that lists options, called position by position on the caller's thread. A call
//! that lists options never blocks. A call that reaches its first poll is aborted, and the
//! interpreter lists the options of the position instead.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use base::text::Text;
use engines::codegen::{MemoryMap, WorkerCounter};
use tablebase::{ListerModule, PositionStatus, RawLister};

use crate::code::{CodeHost, MachineCode};
use crate::compile::CallStatus;
use crate::memory::ModuleMemory;

/// Maximum stack size in bytes of a function that lists options. The maximum is small because the
/// caller's stack is already partly in use.
pub(crate) const MAX_STACK_BYTES: u32 = 1 << 16;

/// A compiled module that lists options.
pub(crate) struct CompiledLister(Arc<SharedLister>);

/// The data that all callers share.
struct SharedLister {
    code: MachineCode,
    map: MemoryMap,
    length: u64,
    /// The address of the constants, and their bytes.
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

/// The code of the lister, with a memory of its own.
struct ListerState {
    parts: Arc<SharedLister>,
    memory: ModuleMemory,
    /// The stop flag is always true, so that a call is stopped at its first poll.
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
        // The address of the worker region fits in 32 bits, because a module cannot have more
        // memory.
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
