//! Machine code in pages of its own: written while they are writable, run when they are executable,
//! never both. And the host that code calls.
#![expect(
    unsafe_code,
    reason = "machine code is known to Rust by its address only"
)]

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cranelift_codegen::isa::TargetIsa;
use engines::codegen::call;
use engines::machine::WaveTask;
use memmap2::{Mmap, MmapMut};
use wasmtime_internal_jit_icache_coherence::{clear_cache, pipeline_flush_mt};

use crate::compile;
use crate::memory::ModuleMemory;
use crate::module_reader::ParsedModule;
use crate::translate::{CallStatus, HostCallbacks, TranslateOptions};

/// Executable code of a module, which begins with that of `fill`.
pub struct MachineCode {
    pages: Mmap,
    /// Where the code of `clear` begins.
    clear: usize,
    length: usize,
    form: TranslateOptions,
}

/// Both take the memory and the host, then what the function of the module takes, and return the
/// place of an exit in `CallStatus::ALL`.
type FillFunction =
    unsafe extern "C" fn(*mut u8, *const CodeHost<'_>, u64, i64, i64, i64, i64) -> u64;
type ClearFunction = unsafe extern "C" fn(*mut u8, *const CodeHost<'_>, u64, u64) -> u64;

impl MachineCode {
    /// Compiles the functions of a module for memory of this form.
    ///
    /// # Errors
    /// What in the module is not generated, or that the system gives no executable pages.
    pub(crate) fn new(
        module: ParsedModule<'_>,
        form: TranslateOptions,
        isa: &dyn TargetIsa,
    ) -> Result<MachineCode, String> {
        /// Functions begin at multiples of this, as every processor likes them.
        const ALIGNMENT: usize = 64;
        let callbacks = HostCallbacks {
            poll: poll as *const () as usize,
            call: called as *const () as usize,
            fill: fill as *const () as usize,
        };
        let compiled = |body| compile::function(body, callbacks, form, isa);
        let (fill, clear) = (compiled(module.fill)?, compiled(module.clear)?);
        let start = fill.len().next_multiple_of(ALIGNMENT);
        let length = start + clear.len();
        let refused = |error: std::io::Error| format!("no executable memory: {error}");
        let mut pages = MmapMut::map_anon(length).map_err(refused)?;
        pages[..fill.len()].copy_from_slice(&fill);
        pages[start..length].copy_from_slice(&clear);
        let pages = pages.make_exec().map_err(refused)?;
        // SAFETY: the bytes lie in the pages just made. No thread has run them yet; those that will
        // are told by the second call.
        unsafe { clear_cache(pages.as_ptr().cast(), length) }
            .map_err(|error| format!("the cache of instructions: {error}"))?;
        pipeline_flush_mt().map_err(|error| format!("the cache of instructions: {error}"))?;
        Ok(MachineCode {
            pages,
            clear: start,
            length,
            form,
        })
    }

    /// How many bytes of machine code it is.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Runs `fill` for a worker whose region begins at this address of the memory.
    pub(crate) fn fill(&self, host: &CodeHost<'_>, own: u32, [a, b, c, d]: WaveTask) -> CallStatus {
        self.check(host.memory);
        // SAFETY: `new` put a function of this type here, translated from a validated module. It
        // reads and writes the memory, which by `check` no access leaves, and its own
        // stack, whose size `compile` bounds; it calls nothing but the three functions below, with
        // this host, whose first field is at its beginning. It is compiled for this processor, and
        // nothing unwinds through it.
        let ended = unsafe {
            let fill = std::mem::transmute::<*const u8, FillFunction>(self.pages.as_ptr());
            fill(host.memory.start(), host, own.into(), a, b, c, d)
        };
        exit(ended)
    }

    /// Runs `clear` over `length` bytes from the address `from` on.
    pub(crate) fn clear(&self, host: &CodeHost<'_>, from: u32, length: u32) -> CallStatus {
        self.check(host.memory);
        // SAFETY: as in `fill`; the function begins at this place of the pages.
        let ended = unsafe {
            let clear = std::mem::transmute::<*const u8, ClearFunction>(
                self.pages.as_ptr().add(self.clear),
            );
            clear(host.memory.start(), host, from.into(), length.into())
        };
        exit(ended)
    }

    /// No access of the code leaves this memory: each is tested against no more bytes than it has,
    /// or none can leave a reservation.
    fn check(&self, memory: &ModuleMemory) {
        assert!(
            self.form
                .tested
                .map_or(memory.is_reserved(), |bytes| bytes <= memory.length()),
            "code runs on memory of its form"
        );
    }
}

fn exit(number: u64) -> CallStatus {
    // Code returns nothing else.
    CallStatus::ALL
        .get(number as usize)
        .copied()
        .unwrap_or(CallStatus::Trap)
}

/// What code needs of a worker while it runs.
#[repr(C)]
pub(crate) struct CodeHost<'r> {
    /// Not 0 once a called function had no value: code looks at the first 8 bytes after each call.
    no_value: Cell<u64>,
    memory: &'r ModuleMemory,
    stop: &'r AtomicBool,
    positions: &'r AtomicU64,
    polls: &'r AtomicU64,
}

impl<'r> CodeHost<'r> {
    /// A host that stops code where `stop` is true, tells `positions` how many positions are done,
    /// and counts in `polls` how often code asked.
    pub fn new(
        memory: &'r ModuleMemory,
        stop: &'r AtomicBool,
        positions: &'r AtomicU64,
        polls: &'r AtomicU64,
    ) -> CodeHost<'r> {
        CodeHost {
            no_value: Cell::new(0),
            memory,
            stop,
            positions,
            polls,
        }
    }
}

extern "C" fn poll(host: &CodeHost<'_>, done: u64) -> u64 {
    host.positions.store(done, Ordering::Relaxed);
    host.polls.fetch_add(1, Ordering::Relaxed);
    host.stop.load(Ordering::Relaxed).into()
}

extern "C" fn called(host: &CodeHost<'_>, number: u64, a: i64, b: i64) -> i64 {
    let value = u32::try_from(number)
        .ok()
        .and_then(|number| call(number, a, b));
    host.no_value.set(value.is_none().into());
    value.unwrap_or(0)
}

extern "C" fn fill(host: &CodeHost<'_>, address: u64, byte: u64, length: u64) -> u64 {
    (!host.memory.fill(address, byte as u8, length)).into()
}
