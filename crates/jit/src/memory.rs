//! The memory that a module fills. Where the system allows it this is a reservation of all
//! addresses that an access of generated code can name, in which only the module's pages are open:
//! no access can reach anything else, and code needs no tests. Else it is as long as the module
//! says, and code tests every access.
//!
//! Several threads of generated code may write here at the same time; [`crate::workers`] hands
//! tasks out so that none touches what another does, and what is machine code is no race in the
//! sense of Rust. Of Rust's own code only [`ModuleMemory::fill`] writes while threads run, one call
//! at a time, and nothing reads before every thread is joined.
#![expect(
    unsafe_code,
    reason = "memory that generated code writes is known to Rust by its address only"
)]

use std::sync::{Arc, Mutex};

use base::text;
use engines::dense::TableBytes;
use engines::machine::WasmError;
use memmap2::MmapMut;

/// An address and an offset of 32 bits each, and the eight bytes of an access, end before this: 8
/// GiB and a page of WebAssembly.
#[cfg(all(unix, target_pointer_width = "64"))]
const RESERVED: usize = (8 << 30) + (1 << 16);

/// The memory of a module.
pub(crate) struct ModuleMemory {
    start: *mut u8,
    length: usize,
    mapped: AddressSpace,
    /// Held by who fills memory.
    filling: Mutex<()>,
}

/// What holds the addresses.
enum AddressSpace {
    /// A reservation, with its length in bytes.
    #[cfg(all(unix, target_pointer_width = "64"))]
    Reserved(usize),
    /// Memory that is all open.
    Exact { _map: MmapMut },
}

// SAFETY: the memory belongs to this value, its address does not change, and what threads do with
// it is told above.
unsafe impl Send for ModuleMemory {}
// SAFETY: as above. Through a shared reference memory is filled, under a lock, and never read.
unsafe impl Sync for ModuleMemory {}

impl ModuleMemory {
    /// Memory of `length` bytes at the beginning of a reservation that no access of generated code
    /// can leave; `None` if the system refuses.
    #[cfg(all(unix, target_pointer_width = "64"))]
    pub fn reserved(length: u64) -> Option<ModuleMemory> {
        let length = usize::try_from(length)
            .ok()
            .filter(|length| *length <= 1 << 32)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new mapping at an address of the system's choice touches nothing that is there.
        let start = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                RESERVED,
                libc::PROT_NONE,
                flags,
                -1,
                0,
            )
        };
        if start == libc::MAP_FAILED {
            return None;
        }
        let memory = ModuleMemory {
            start: start.cast(),
            length,
            mapped: AddressSpace::Reserved(RESERVED),
            filling: Mutex::default(),
        };
        // SAFETY: the pages lie in the mapping just made, which nobody else knows.
        let opened = unsafe { libc::mprotect(start, length, libc::PROT_READ | libc::PROT_WRITE) };
        (opened == 0).then_some(memory)
    }

    /// `None`: addresses cannot be reserved here.
    #[cfg(not(all(unix, target_pointer_width = "64")))]
    pub fn reserved(_: u64) -> Option<ModuleMemory> {
        None
    }

    /// Memory of `length` bytes for code that tests its accesses.
    ///
    /// # Errors
    /// [`WasmError::Unable`] where the system does not give them.
    pub fn exact(length: u64) -> Result<ModuleMemory, WasmError> {
        let unable = || {
            WasmError::Unable(text!(
                "no {length} bytes of memory for a table",
                "没有 {length} 字节内存可用于填表"
            ))
        };
        let length = usize::try_from(length).map_err(|_| unable())?;
        let mut map = MmapMut::map_anon(length).map_err(|_| unable())?;
        Ok(ModuleMemory {
            start: map.as_mut_ptr(),
            length,
            mapped: AddressSpace::Exact { _map: map },
            filling: Mutex::default(),
        })
    }

    /// No access of generated code can leave it, tested or not.
    pub fn is_reserved(&self) -> bool {
        match self.mapped {
            #[cfg(all(unix, target_pointer_width = "64"))]
            AddressSpace::Reserved(bytes) => bytes == RESERVED,
            AddressSpace::Exact { .. } => false,
        }
    }

    /// How many bytes are open.
    pub fn length(&self) -> u64 {
        self.length as u64
    }

    /// The address that generated code takes for its 0.
    pub fn start(&self) -> *mut u8 {
        self.start
    }

    /// Writes `byte` to `length` places from `address` on; `false` if one of them lies outside the
    /// memory.
    pub fn fill(&self, address: u64, byte: u8, length: u64) -> bool {
        let _filling = self.filling.lock();
        let Some(place) = self.place(address, length) else {
            return false;
        };
        // SAFETY: the places lie in the open part. No other Rust code writes them now, since the
        // lock is held, and none reads them.
        unsafe { place.write_bytes(byte, length as usize) };
        true
    }

    /// Writes `bytes` from `address` on before any thread runs; `false` if one of them lies outside
    /// the memory.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        let Some(place) = self.place(address, bytes.len() as u64) else {
            return false;
        };
        // SAFETY: the places lie in the open part, which this exclusive reference owns, and so no
        // slice elsewhere.
        unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        true
    }

    /// The `length` bytes at `address`, while no thread runs; `None` if one of them lies outside
    /// the memory.
    pub fn read(&mut self, address: u64, length: u64) -> Option<&[u8]> {
        let place = self.place(address, length)?;
        // SAFETY: the places lie in the open part, whose bytes are all initialised since the system
        // gives zeros. Who runs code on it borrows it, so that nobody does while this
        // exclusive reference lives.
        Some(unsafe { std::slice::from_raw_parts(place, length as usize) })
    }

    /// The eight bytes at an address as a number, while no thread runs.
    pub fn number(&mut self, address: u64) -> Option<u64> {
        Some(u64::from_le_bytes(self.read(address, 8)?.try_into().ok()?))
    }

    /// The address of `length` bytes; `None` if one of them lies outside the memory.
    fn place(&self, address: u64, length: u64) -> Option<*mut u8> {
        let end = address.checked_add(length)?;
        // SAFETY: the sum lies in the mapping, or just behind it.
        (end <= self.length as u64).then(|| unsafe { self.start.add(address as usize) })
    }

    /// Every thread is joined, since none borrows this any more: the bytes may be read.
    pub fn into_read_only(mut self) -> ReadOnlyMemory {
        self.give_back();
        ReadOnlyMemory(self)
    }

    /// Gives the addresses back that are not open.
    #[cfg(all(unix, target_pointer_width = "64"))]
    fn give_back(&mut self) {
        if let AddressSpace::Reserved(bytes) = &mut self.mapped {
            // SAFETY: this is the closed part of a mapping that this value owns. It is given back
            // once: less is held afterwards.
            if unsafe { libc::munmap(self.start.add(self.length).cast(), *bytes - self.length) }
                == 0
            {
                *bytes = self.length;
            }
        }
    }

    #[cfg(not(all(unix, target_pointer_width = "64")))]
    fn give_back(&mut self) {}
}

#[cfg(all(unix, target_pointer_width = "64"))]
impl Drop for ModuleMemory {
    fn drop(&mut self) {
        if let AddressSpace::Reserved(bytes @ 1..) = self.mapped {
            // SAFETY: this value made the mapping and still holds `bytes` bytes of it; whoever
            // reads it or runs on it borrows this value.
            unsafe { libc::munmap(self.start.cast(), bytes) };
        }
    }
}

/// Memory that no thread writes any more.
pub(crate) struct ReadOnlyMemory(ModuleMemory);

impl ReadOnlyMemory {
    /// The `length` bytes at `address`; `None` if one of them lies outside the memory.
    pub fn bytes(&self, address: u64, length: u64) -> Option<&[u8]> {
        let place = self.0.place(address, length)?;
        // SAFETY: the places lie in the open part, whose bytes are all initialised since the system
        // gives zeros. Nobody writes them while this value lives: the threads are joined,
        // and it alone holds the memory.
        Some(unsafe { std::slice::from_raw_parts(place, length as usize) })
    }

    /// The eight bytes at an address as a number.
    pub fn number(&self, address: u64) -> Option<u64> {
        let bytes = self.bytes(address, 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    /// A part of the memory as a table; `None` if a byte of it lies outside.
    pub fn table(self, (address, length): (u64, u64)) -> Option<Arc<dyn TableBytes>> {
        self.bytes(address, length)?;
        Some(Arc::new(MemoryTable {
            memory: self,
            address,
            length,
        }))
    }
}

/// A table in its memory.
struct MemoryTable {
    memory: ReadOnlyMemory,
    address: u64,
    length: u64,
}

impl TableBytes for MemoryTable {
    fn bytes(&self) -> &[u8] {
        self.memory
            .bytes(self.address, self.length)
            .unwrap_or_default()
    }
}
