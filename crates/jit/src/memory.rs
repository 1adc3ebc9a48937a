//! The memory of a module. If the system allows it, the memory is a reservation of all addresses
//! that generated code can access, in which only the module's pages are accessible. In a
//! reservation no access can reach other data, and code needs no checks. Without a reservation, the
//! memory has the size that the module requires, and code checks every access.
//!
//! Several threads of generated code may write to the memory at the same time. [`crate::workers`]
//! assigns the tasks so that no two threads access the same data, and accesses by machine code are
//! not data races in the sense of Rust. While threads run, [`ModuleMemory::fill`] is the only Rust
//! function that writes to the memory, one call at a time. Rust code reads the memory only after
//! every thread is joined.
#![expect(
    unsafe_code,
    reason = "Rust refers to the memory of generated code only by its address"
)]

use std::sync::{Arc, Mutex};

use base::text;
use engines::dense::TableBytes;
use engines::machine::WasmError;
use memmap2::MmapMut;

/// Size of a reservation: 8 GiB and a WebAssembly page. A 32-bit address plus a 32-bit offset plus
/// the eight bytes of an access end before the end of the reservation.
#[cfg(all(unix, target_pointer_width = "64"))]
const RESERVED: usize = (8 << 30) + (1 << 16);

/// The memory of a module.
pub(crate) struct ModuleMemory {
    start: *mut u8,
    length: usize,
    mapped: AddressSpace,
    /// A lock that is held while memory is filled.
    filling: Mutex<()>,
}

/// The owner of the addresses.
enum AddressSpace {
    /// A reservation, with its length in bytes.
    #[cfg(all(unix, target_pointer_width = "64"))]
    Reserved(usize),
    /// Memory that is completely accessible.
    Exact { _map: MmapMut },
}

// SAFETY: this value owns the memory, whose address does not change; the comment at the top of this
// file describes the accesses of threads.
unsafe impl Send for ModuleMemory {}
// SAFETY: the reasons for `Send` apply to `Sync`. Through a shared reference the memory is only
// filled, under a lock, and never read.
unsafe impl Sync for ModuleMemory {}

impl ModuleMemory {
    /// Allocates `length` bytes at the start of a reservation that no access of generated code can
    /// leave; `None` if the system refuses.
    #[cfg(all(unix, target_pointer_width = "64"))]
    pub fn reserved(length: u64) -> Option<ModuleMemory> {
        let length = usize::try_from(length)
            .ok()
            .filter(|length| *length <= 1 << 32)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new mapping at an address chosen by the system does not affect existing
        // mappings.
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
        // SAFETY: the pages are in the new mapping, which is not used anywhere else.
        let opened = unsafe { libc::mprotect(start, length, libc::PROT_READ | libc::PROT_WRITE) };
        (opened == 0).then_some(memory)
    }

    /// Returns `None`, because addresses cannot be reserved on this system.
    #[cfg(not(all(unix, target_pointer_width = "64")))]
    pub fn reserved(_: u64) -> Option<ModuleMemory> {
        None
    }

    /// Allocates `length` bytes for code that checks its accesses.
    ///
    /// # Errors
    /// Returns [`WasmError::Unable`] if the system does not provide the memory.
    pub fn exact(length: u64) -> Result<ModuleMemory, WasmError> {
        let unable = || {
            WasmError::Unable(text!(
                "cannot allocate {length} bytes of memory for a table",
                "无法为填表分配 {length} 字节内存"
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

    /// Returns whether no access of generated code can leave the memory, even without checks.
    pub fn is_reserved(&self) -> bool {
        match self.mapped {
            #[cfg(all(unix, target_pointer_width = "64"))]
            AddressSpace::Reserved(bytes) => bytes == RESERVED,
            AddressSpace::Exact { .. } => false,
        }
    }

    /// Returns the number of accessible bytes.
    pub fn length(&self) -> u64 {
        self.length as u64
    }

    /// Returns the address that corresponds to address 0 in generated code.
    pub fn start(&self) -> *mut u8 {
        self.start
    }

    /// Writes `byte` to `length` bytes starting at `address`. Returns `false` if one of these bytes
    /// is outside the memory.
    pub fn fill(&self, address: u64, byte: u8, length: u64) -> bool {
        let _filling = self.filling.lock();
        let Some(place) = self.place(address, length) else {
            return false;
        };
        // SAFETY: the bytes are in the accessible part. No other Rust code writes these bytes now,
        // because the lock is held, and no Rust code reads them.
        unsafe { place.write_bytes(byte, length as usize) };
        true
    }

    /// Writes `bytes` starting at `address` before any thread runs. Returns `false` if one of these
    /// bytes is outside the memory.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        let Some(place) = self.place(address, bytes.len() as u64) else {
            return false;
        };
        // SAFETY: the bytes are in the accessible part, which this exclusive reference owns, and so
        // they do not overlap with a slice elsewhere.
        unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        true
    }

    /// Returns `length` bytes starting at `address`, while no thread runs; `None` if one of these
    /// bytes is outside the memory.
    pub fn read(&mut self, address: u64, length: u64) -> Option<&[u8]> {
        let place = self.place(address, length)?;
        // SAFETY: the bytes are in the accessible part, and all of them are initialized because the
        // system provides zeroed pages. Running code borrows the memory, so no code runs while this
        // exclusive reference exists.
        Some(unsafe { std::slice::from_raw_parts(place, length as usize) })
    }

    /// Returns the eight bytes at an address as a number, while no thread runs; `None` if one of
    /// them is outside the memory.
    pub fn number(&mut self, address: u64) -> Option<u64> {
        Some(u64::from_le_bytes(self.read(address, 8)?.try_into().ok()?))
    }

    /// Returns the pointer to `length` bytes at an address; `None` if one of them is outside the
    /// memory.
    fn place(&self, address: u64, length: u64) -> Option<*mut u8> {
        let end = address.checked_add(length)?;
        // SAFETY: the sum is in the mapping, or just after its end.
        (end <= self.length as u64).then(|| unsafe { self.start.add(address as usize) })
    }

    /// Converts the memory to memory that can be read. Every thread is joined, because no thread
    /// borrows this memory any more.
    pub fn into_read_only(mut self) -> ReadOnlyMemory {
        self.give_back();
        ReadOnlyMemory(self)
    }

    /// Releases the addresses that are not accessible.
    #[cfg(all(unix, target_pointer_width = "64"))]
    fn give_back(&mut self) {
        if let AddressSpace::Reserved(bytes) = &mut self.mapped {
            // SAFETY: this value owns the mapping, and only the inaccessible part is released. The
            // inaccessible part is released only once, because the recorded length is reduced
            // afterwards.
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
            // SAFETY: this value created the mapping and still owns `bytes` bytes of it. Readers
            // and running code borrow this value, so no reader or running code exists when it is
            // dropped.
            unsafe { libc::munmap(self.start.cast(), bytes) };
        }
    }
}

/// Memory that no thread writes any more.
pub(crate) struct ReadOnlyMemory(ModuleMemory);

impl ReadOnlyMemory {
    /// Returns `length` bytes starting at `address`; `None` if one of them is outside the memory.
    pub fn bytes(&self, address: u64, length: u64) -> Option<&[u8]> {
        let place = self.0.place(address, length)?;
        // SAFETY: the bytes are in the accessible part, and all of them are initialized because the
        // system provides zeroed pages. No thread writes the bytes while this value exists: the
        // threads are joined, and this value is the only owner of the memory.
        Some(unsafe { std::slice::from_raw_parts(place, length as usize) })
    }

    /// Returns the eight bytes at an address as a number; `None` if one of them is outside the
    /// memory.
    pub fn number(&self, address: u64) -> Option<u64> {
        let bytes = self.bytes(address, 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    /// Converts a part of the memory to a table; `None` if a byte of the part is outside the
    /// memory.
    pub fn table(self, (address, length): (u64, u64)) -> Option<Arc<dyn TableBytes>> {
        self.bytes(address, length)?;
        Some(Arc::new(MemoryTable {
            memory: self,
            address,
            length,
        }))
    }
}

/// A table that owns its memory.
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
