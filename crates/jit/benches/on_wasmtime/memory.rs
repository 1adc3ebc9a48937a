//! The memory that a module fills: of its own where one thread runs it, shared where there are several. Reading shared memory is
//! the only unsafe code: it is read when every thread that wrote it has been joined.

use std::sync::Arc;

use engines::codegen::Module;
use engines::dense::Bytes;
use wasmtime::{Engine, Extern, Memory, MemoryType, SharedMemory, Store};

/// The memory of one run.
pub enum Table {
    /// One thread: each seat makes its own, and there is one seat.
    Own(MemoryType),
    /// Several threads.
    Shared(SharedMemory),
}

/// What one thread needs to run a module.
pub struct Seat {
    /// Its store.
    pub store: Store<()>,
    memory: Extern,
}

impl Table {
    /// Room for a module.
    pub fn new(engine: &Engine, module: &Module) -> wasmtime::Result<Table> {
        let pages = u32::try_from(module.map.pages())?;
        if module.shared {
            Ok(Table::Shared(SharedMemory::new(engine, MemoryType::shared(pages, pages))?))
        } else {
            Ok(Table::Own(MemoryType::new(pages, Some(pages))))
        }
    }

    /// A seat at this memory.
    pub fn seat(&self, engine: &Engine) -> wasmtime::Result<Seat> {
        let mut store = Store::new(engine, ());
        let memory = match self {
            Table::Own(kind) => Memory::new(&mut store, kind.clone())?.into(),
            Table::Shared(memory) => memory.clone().into(),
        };
        Ok(Seat { store, memory })
    }

    /// The table, when every thread is done.
    pub fn filled(self, mut seats: Vec<Seat>, module: &Module) -> Arc<dyn Bytes> {
        let (start, length) = (module.map.table.0 as usize, module.map.table.1 as usize);
        match self {
            Table::Own(_) => {
                let seat = seats.remove(0);
                Arc::new(Own { seat, start, length })
            }
            Table::Shared(memory) => Arc::new(Whole { memory, start, length }),
        }
    }
}

impl Seat {
    /// The memory as an import.
    pub fn memory(&self) -> Extern {
        self.memory.clone()
    }

    /// The eight bytes at an address of this thread's own region.
    pub fn read(&self, address: u64) -> u64 {
        let at = address as usize;
        let bytes = match &self.memory {
            Extern::Memory(memory) => memory.data(&self.store)[at..at + 8].try_into().expect("eight bytes"),
            Extern::SharedMemory(memory) => {
                let cells = &memory.data()[at..at + 8];
                // SAFETY: the region belongs to this thread alone, whose call has returned; nobody writes it now.
                #[expect(unsafe_code, reason = "shared memory can be read in no other way")]
                std::array::from_fn(|i| unsafe { *cells[i].get() })
            }
            _ => [0; 8],
        };
        u64::from_le_bytes(bytes)
    }
}

/// A table in the memory of one store.
struct Own {
    seat: Seat,
    start: usize,
    length: usize,
}

impl Bytes for Own {
    fn bytes(&self) -> &[u8] {
        match &self.seat.memory {
            Extern::Memory(memory) => &memory.data(&self.seat.store)[self.start..self.start + self.length],
            _ => &[],
        }
    }
}

/// A table in shared memory that nobody writes any more.
struct Whole {
    memory: SharedMemory,
    start: usize,
    length: usize,
}

impl Bytes for Whole {
    fn bytes(&self) -> &[u8] {
        let cells = &self.memory.data()[self.start..self.start + self.length];
        // SAFETY: `filled` is called when every thread that could write this memory has been joined, and the only other handle,
        // the seats, are gone or hold stores that are never entered again. `UnsafeCell<u8>` has the layout of `u8`, and the slice
        // lives as long as the memory, which never grows.
        #[expect(unsafe_code, reason = "shared memory can be read in no other way")]
        unsafe {
            std::slice::from_raw_parts(cells.as_ptr().cast::<u8>(), cells.len())
        }
    }
}
