//! Code that lists options, called position by position on the thread of who asks. It never waits,
//! and a call that takes longer than a look at the clock is given up: the interpreter does it
//! again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use engines::codegen::{Count, Map, Standing};
use engines::machine::{Halted, Lister, Lists};

use crate::code::{Code, Host};
use crate::memory::Memory;
use crate::translate::Exit;

/// The most stack that a function may take which runs where others have stack already.
pub(crate) const MOST_STACK: u32 = 1 << 16;

/// A module that lists options, compiled.
pub(crate) struct Compiled(Arc<Parts>);

/// What all who call it have in common.
struct Parts {
    code: Code,
    map: Map,
    length: u64,
    /// Where the constants begin, and what they are.
    constants: (u64, Vec<u8>),
}

impl Compiled {
    pub fn new(code: Code, map: Map, length: u64, constants: (u64, Vec<u8>)) -> Compiled {
        Compiled(Arc::new(Parts {
            code,
            map,
            length,
            constants,
        }))
    }
}

impl Lister for Compiled {
    fn begin(&self) -> Result<Box<dyn Lists>, Halted> {
        let mut memory = Memory::exact(self.0.length)?;
        memory.write(self.0.constants.0, &self.0.constants.1);
        Ok(Box::new(Begun {
            parts: self.0.clone(),
            memory,
            stop: AtomicBool::new(true),
            positions: AtomicU64::new(0),
            polls: AtomicU64::new(0),
        }))
    }
}

/// The code with its memory.
struct Begun {
    parts: Arc<Parts>,
    memory: Memory,
    /// Always true: a call is told to stop when it looks at the clock for the first time.
    stop: AtomicBool,
    positions: AtomicU64,
    polls: AtomicU64,
}

impl Lists for Begun {
    fn list(&mut self, slots: &[i64]) -> Option<(Standing, u64, &[u8])> {
        let Parts { code, map, .. } = &*self.parts;
        let own = map.worker(0);
        for (slot, number) in (0..).zip(slots) {
            self.memory.write(own + 8 * slot, &number.to_le_bytes());
        }
        let host = Host::new(&self.memory, &self.stop, &self.positions, &self.polls);
        // A module of a map whose worker lies beyond 32 bits has more memory than modules can have.
        if slots.len() != map.slots || code.fill(&host, own as u32, [0; 4]) != Exit::Done {
            return None;
        }
        let [standing, options] = [Count::Positions, Count::Options]
            .map(|count| self.memory.number(own + map.count(count)));
        let standing = *Standing::ALL.get(usize::try_from(standing?).ok()?)?;
        Some((
            standing,
            options?,
            self.memory.read(map.table.0, map.table.1)?,
        ))
    }
}
