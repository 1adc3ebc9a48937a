//! The boundary to JavaScript: the functions that the page must provide (in `web/grundy.mjs`), the
//! functions that the page may call, and all unsafe code of this crate. Strings are passed as UTF-8
//! in the memory of this module.
#![expect(
    unsafe_code,
    reason = "imports, exports and the pointers in their arguments"
)]

use std::cell::RefCell;
use std::marker::PhantomData;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use base::budget::{Budget, StopReason};
use engines::machine::WaveTask;

use crate::machine::PageMachine;
use requests::page::JsonRequestHandler;

// SAFETY: the page's functions have the declared types. The functions marked `safe` take no
// addresses of this module's memory.
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Returns the time in seconds.
    safe fn now() -> f64;
    /// Returns 0 to continue, 1 if the time limit is reached, and 2 if the user requested to stop.
    safe fn stop() -> u32;
    /// Reports that `done` of `whole` positions are computed; `whole` is negative if the total is
    /// unknown.
    safe fn progress(done: f64, whole: f64);
    /// Reports the message of a panic, after which this module cannot be used.
    fn panicked(message: *const u8, length: usize);
    /// Compiles generated code and creates its instance with a memory of `pages` pages. Returns 1
    /// on success and 0 on failure. At most one instance exists at a time.
    fn instantiate(code: *const u8, length: usize, pages: u32, whole: f64) -> u32;
    /// Calls `clear` of the instance and returns its status.
    safe fn clear(from: u32, length: u32) -> u32;
    /// Calls `fill` of the instance and returns its status.
    safe fn fill(own: u32, a: i64, b: i64, c: i64, d: i64) -> u32;
    /// Copies bytes from the memory of the instance to this memory.
    fn read(from: u32, to: *mut u8, length: usize);
    /// Drops the instance.
    safe fn release();
}

/// Maximum memory in bytes. The limit is below 4 GiB because addresses have 32 bits and the page
/// itself needs memory.
const MAX_MEMORY_BYTES: u64 = 3 << 30;

fn why(code: u32) -> Option<StopReason> {
    match code {
        0 => None,
        1 => Some(StopReason::Time),
        _ => Some(StopReason::Cancelled),
    }
}

/// The status of a call of generated code.
pub enum CallOutcome {
    /// The call returned.
    Done,
    /// The page stopped the call.
    Stopped(StopReason),
    /// The call reached a trap.
    Trapped,
    /// The page could not run the call.
    Unable,
}

impl CallOutcome {
    fn from_code(code: u32) -> CallOutcome {
        match (why(code), code) {
            (None, _) => CallOutcome::Done,
            (_, 3) => CallOutcome::Trapped,
            (Some(stop), 1 | 2) => CallOutcome::Stopped(stop),
            _ => CallOutcome::Unable,
        }
    }
}

/// The page's instance of a generated module, which exists until this value is dropped. The
/// instance belongs to the current thread.
pub struct ModuleInstance(PhantomData<*const ()>);

impl ModuleInstance {
    /// Compiles a module; returns `None` if the page cannot compile the module.
    pub fn new(code: &[u8], pages: u64, whole: Option<u64>) -> Option<ModuleInstance> {
        let pages = u32::try_from(pages).ok()?;
        let whole = whole.map_or(-1.0, |whole| whole as f64);
        // SAFETY: the page reads these bytes before it returns, and writes none.
        let made = unsafe { instantiate(code.as_ptr(), code.len(), pages, whole) };
        (made == 1).then_some(ModuleInstance(PhantomData))
    }

    /// Clears a table of `length` bytes at an address.
    pub fn clear(&self, from: u64, length: u64) -> CallOutcome {
        CallOutcome::from_code(clear(from as u32, length as u32))
    }

    /// Runs a task; the memory region of the worker begins at `own`.
    pub fn fill(&self, own: u64, [a, b, c, d]: WaveTask) -> CallOutcome {
        CallOutcome::from_code(fill(own as u32, a, b, c, d))
    }

    /// Copies bytes from an address.
    pub fn read(&self, from: u64, to: &mut [u8]) {
        // SAFETY: the page writes at most `to.len()` bytes, before it returns.
        unsafe { read(from as u32, to.as_mut_ptr(), to.len()) }
    }

    /// Returns the eight bytes at an address as a number.
    pub fn read_u64(&self, from: u64) -> u64 {
        let mut bytes = [0; 8];
        self.read(from, &mut bytes);
        u64::from_le_bytes(bytes)
    }
}

impl Drop for ModuleInstance {
    fn drop(&mut self) {
        release();
    }
}

thread_local! {
    static CORE: RefCell<Option<JsonRequestHandler>> = const { RefCell::new(None) };
}

/// Allocates `length` bytes, which the page fills and then passes to [`grundy_request`].
#[unsafe(no_mangle)]
pub extern "C" fn grundy_alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Frees a reply.
///
/// # Safety
/// The address and the length must come from [`grundy_alloc`] or [`grundy_request`], and must not
/// be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grundy_free(at: *mut u8, length: usize) {
    // SAFETY: the address and the length come from a boxed slice, whose owner passes it to this
    // function.
    drop(unsafe { owned(at, length) });
}

/// Answers a request. The upper half of the returned number is the address of the reply, and the
/// lower half is its length. This function frees the request; the page must free the reply.
///
/// # Safety
/// The address and the length must come from [`grundy_alloc`], and must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grundy_request(at: *mut u8, length: usize) -> u64 {
    // SAFETY: the address and the length come from a boxed slice, whose owner passes it to this
    // function.
    let request = unsafe { owned(at, length) };
    let reply = CORE.with(|core| {
        let mut core = core
            .try_borrow_mut()
            .expect("no request while another is answered");
        let core = core.get_or_insert_with(|| {
            panic::set_hook(Box::new(|info| {
                let message = info.to_string();
                // SAFETY: the page reads these bytes before it returns, and writes none.
                unsafe { panicked(message.as_ptr(), message.len()) }
            }));
            JsonRequestHandler::new(Some(Arc::new(PageMachine)))
        });
        let whole = |whole: Option<u64>| whole.map_or(-1.0, |whole| whole as f64);
        let (stop, progress) = (
            || why(stop()),
            |done, all| progress(done as f64, whole(all)),
        );
        core.reply(
            &String::from_utf8_lossy(&request),
            &Budget::new(MAX_MEMORY_BYTES, &stop, &progress),
            &|| now(),
        )
    });
    let reply = Box::leak(reply.into_bytes().into_boxed_slice());
    (reply.as_mut_ptr() as u64) << 32 | reply.len() as u64
}

/// Returns the table cells of the last reply as bytes, in the format of [`grundy_request`]. The
/// page must copy the cells before the next request.
#[unsafe(no_mangle)]
pub extern "C" fn grundy_cells() -> u64 {
    CORE.with(|core| {
        let core = core.borrow();
        let cells = core.as_ref().map_or(&[][..], JsonRequestHandler::cells);
        (cells.as_ptr() as u64) << 32 | cells.len() as u64
    })
}

/// # Safety
/// `at` must be the address of a boxed slice of this length that has no other owner.
unsafe fn owned(at: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: the caller guarantees that the slice exists and has no other owner.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length)) }
}

/// Whether the last call of [`grundy_call`] returned a value.
static CALLED: AtomicBool = AtomicBool::new(false);

/// The function that a generated module calls to evaluate a function of the rule language. If the
/// function has no value for the arguments, [`grundy_called`] then returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn grundy_call(number: u32, a: i64, b: i64) -> i64 {
    let value = engines::codegen::call(number, a, b);
    CALLED.store(value.is_some(), Ordering::Relaxed);
    value.unwrap_or_default()
}

/// Returns 1 if the last call of [`grundy_call`] had a value, otherwise 0.
#[unsafe(no_mangle)]
pub extern "C" fn grundy_called() -> u32 {
    CALLED.load(Ordering::Relaxed).into()
}
