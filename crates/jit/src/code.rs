//! Machine code in its own pages, which are first writable and then executable, but never both. The
//! module also defines the host data that the code uses.
#![expect(
    unsafe_code,
    reason = "Rust refers to machine code only by its address"
)]

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use engines::codegen::call;
use engines::machine::WaveTask;
use memmap2::{Mmap, MmapMut};

use crate::compile::{CallStatus, FunctionCompiler, HostCallbacks, TranslateOptions};
use crate::memory::ModuleMemory;
use crate::module_reader::ParsedModule;

/// The executable code of a module, starting with the code of `fill`.
pub struct MachineCode {
    pages: Mmap,
    /// Offset of the code of `clear`.
    clear: usize,
    length: usize,
    form: TranslateOptions,
}

/// Defines functions and types of functions with the calling convention of the code. On x86-64 it
/// is the same on every system.
#[cfg(target_arch = "x86_64")]
macro_rules! code_convention {
    (type $name:ident = ($($takes:ty),*)) => {
        type $name = unsafe extern "sysv64" fn($($takes),*) -> u64;
    };
    (fn $name:ident($($arg:ident: $kind:ty),*) -> $gives:ty $body:block) => {
        extern "sysv64" fn $name($($arg: $kind),*) -> $gives $body
    };
}

#[cfg(not(target_arch = "x86_64"))]
macro_rules! code_convention {
    (type $name:ident = ($($takes:ty),*)) => {
        type $name = unsafe extern "C" fn($($takes),*) -> u64;
    };
    (fn $name:ident($($arg:ident: $kind:ty),*) -> $gives:ty $body:block) => {
        extern "C" fn $name($($arg: $kind),*) -> $gives $body
    };
}

/// Makes new code visible to the threads that will execute it.
#[cfg(not(target_arch = "x86_64"))]
fn make_visible(pages: &Mmap, length: usize) -> Result<(), String> {
    use wasmtime_internal_jit_icache_coherence::{clear_cache, pipeline_flush_mt};
    // SAFETY: the bytes are in the new pages. No thread has executed these bytes yet. The second
    // call synchronizes the threads that will execute the bytes.
    unsafe { clear_cache(pages.as_ptr().cast(), length) }
        .map_err(|error| format!("the cache of instructions: {error}"))?;
    pipeline_flush_mt().map_err(|error| format!("the cache of instructions: {error}"))
}

/// On x86-64 the caches of instructions are coherent.
#[cfg(target_arch = "x86_64")]
fn make_visible(_: &Mmap, _: usize) -> Result<(), String> {
    Ok(())
}

// The types of the compiled functions. Both functions take the memory, the host, and the
// parameters of the module's function, and return an index in `CallStatus::ALL`.
code_convention! { type FillFunction = (*mut u8, *const CodeHost<'_>, u64, i64, i64, i64, i64) }
code_convention! { type ClearFunction = (*mut u8, *const CodeHost<'_>, u64, u64) }

impl MachineCode {
    /// Compiles the functions of a module with the given options.
    ///
    /// # Errors
    /// Returns the reason if the module contains unsupported code, or the system does not provide
    /// executable pages.
    pub(crate) fn new(
        module: ParsedModule<'_>,
        form: TranslateOptions,
        compiler: &dyn FunctionCompiler,
    ) -> Result<MachineCode, String> {
        /// Alignment of functions in bytes, suitable for every processor.
        const ALIGNMENT: usize = 64;
        let callbacks = HostCallbacks {
            poll: poll as *const () as usize,
            call: called as *const () as usize,
            fill: fill as *const () as usize,
        };
        let compiled = |body| compiler.compile(body, callbacks, form);
        let (fill, clear) = (compiled(module.fill)?, compiled(module.clear)?);
        let start = fill.len().next_multiple_of(ALIGNMENT);
        let length = start + clear.len();
        let refused = |error: std::io::Error| format!("no executable memory: {error}");
        let mut pages = MmapMut::map_anon(length).map_err(refused)?;
        pages[..fill.len()].copy_from_slice(&fill);
        pages[start..length].copy_from_slice(&clear);
        let pages = pages.make_exec().map_err(refused)?;
        make_visible(&pages, length)?;
        Ok(MachineCode {
            pages,
            clear: start,
            length,
            form,
        })
    }

    /// Returns the size of the machine code in bytes.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Runs `fill` for the worker whose region starts at address `own` of the memory.
    pub(crate) fn fill(&self, host: &CodeHost<'_>, own: u32, [a, b, c, d]: WaveTask) -> CallStatus {
        self.check(host.memory);
        // SAFETY: `new` placed a function of this type here, translated from a validated module.
        // The function accesses only the memory and its own stack: `check` ensures that no access
        // leaves the memory, and `compile` bounds the stack. The function calls only the three host
        // functions below, with this host, whose first field is at its start. The function is
        // compiled for this processor, and no panic unwinds through it.
        let ended = unsafe {
            let fill = std::mem::transmute::<*const u8, FillFunction>(self.pages.as_ptr());
            fill(host.memory.start(), host, own.into(), a, b, c, d)
        };
        exit(ended)
    }

    /// Runs `clear` for `length` bytes starting at address `from`.
    pub(crate) fn clear(&self, host: &CodeHost<'_>, from: u32, length: u32) -> CallStatus {
        self.check(host.memory);
        // SAFETY: the reasons given in `fill` apply; the code of `clear` starts at this offset of
        // the pages.
        let ended = unsafe {
            let clear = std::mem::transmute::<*const u8, ClearFunction>(
                self.pages.as_ptr().add(self.clear),
            );
            clear(host.memory.start(), host, from.into(), length.into())
        };
        exit(ended)
    }

    /// Panics if an access of the code could leave this memory. No access can leave the memory if
    /// each access is checked against at most the memory's size, or if the memory is a reservation
    /// of addresses.
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
    // Generated code returns only indices in `CallStatus::ALL`.
    CallStatus::ALL
        .get(number as usize)
        .copied()
        .unwrap_or(CallStatus::Trap)
}

/// The data of a worker that generated code uses while it runs.
#[repr(C)]
pub(crate) struct CodeHost<'r> {
    /// Nonzero if a called function had no value. Code reads this field, the first 8 bytes of the
    /// host, after each call.
    no_value: Cell<u64>,
    memory: &'r ModuleMemory,
    stop: &'r AtomicBool,
    positions: &'r AtomicU64,
    polls: &'r AtomicU64,
}

impl<'r> CodeHost<'r> {
    /// Creates a host that stops the code when `stop` is true, stores the number of completed
    /// positions in `positions`, and counts the polls of the code in `polls`.
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

code_convention! {
    fn poll(host: &CodeHost<'_>, done: u64) -> u64 {
        host.positions.store(done, Ordering::Relaxed);
        host.polls.fetch_add(1, Ordering::Relaxed);
        host.stop.load(Ordering::Relaxed).into()
    }
}

code_convention! {
    fn called(host: &CodeHost<'_>, number: u64, a: i64, b: i64) -> i64 {
        let value = u32::try_from(number)
            .ok()
            .and_then(|number| call(number, a, b));
        host.no_value.set(value.is_none().into());
        value.unwrap_or(0)
    }
}

code_convention! {
    fn fill(host: &CodeHost<'_>, address: u64, byte: u64, length: u64) -> u64 {
        (!host.memory.fill(address, byte as u8, length)).into()
    }
}
