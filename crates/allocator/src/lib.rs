//! Memory limit of the program: a global allocator that counts bytes, and ends the program before
//! it exceeds `--memory`. Computations normally check the memory that they need in advance and stop
//! cleanly. The limit of the allocator also covers growing vectors, lists of options and printed
//! tables. Block sizes are counted as rounded by the system's allocator. Each thread counts on its
//! own and adds to the shared counter from time to time. Counting therefore costs almost nothing
//! and is exact to about 64 KiB per thread. It is a crate of its own because every allocation calls
//! it: it is optimised even though the rest of the command line is not.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};

/// The global allocator of the program, which counts the allocated bytes.
pub struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// True in a process that runs the command. The Python package has the same allocator, but does not
/// need its count unless it runs the command.
static COUNTING: AtomicBool = AtomicBool::new(false);

/// Allocated bytes, without the bytes that threads have not reported yet.
static HELD: AtomicIsize = AtomicIsize::new(0);

/// Maximum number of allocated bytes.
static MAX_BYTES: AtomicIsize = AtomicIsize::new(isize::MAX);

/// Called before an allocation that would exceed the limit.
static EXCEEDED: OnceLock<fn()> = OnceLock::new();

/// Number of bytes that a thread may allocate or free before it reports them.
const UNTOLD: isize = 64 << 10;

thread_local! {
    static COUNT: Cell<isize> = const { Cell::new(0) };
    /// Bytes that this thread has reported to the shared counter.
    static REPORTED: Cell<isize> = const { Cell::new(0) };
}

/// Starts counting. Earlier allocations are not counted.
pub fn start_counting() {
    COUNTING.store(true, Ordering::Relaxed);
}

/// Returns the number of allocated bytes, summed over all threads.
pub fn held_bytes() -> u64 {
    HELD.load(Ordering::Relaxed).max(0) as u64
}

/// Returns the number of bytes that the calling thread has allocated and not freed. Blocks freed by
/// another thread still count.
pub fn held_by_thread() -> u64 {
    (REPORTED.get().saturating_add(COUNT.get())).max(0) as u64
}

/// Returns the number of bytes that may still be allocated.
pub fn remaining_bytes() -> u64 {
    MAX_BYTES
        .load(Ordering::Relaxed)
        .saturating_sub(HELD.load(Ordering::Relaxed))
        .max(0) as u64
}

/// Sets the memory limit. Before an allocation that would exceed this limit, `exceeded` is called,
/// which ends the program; if it returns, the allocation goes on. Only the first `exceeded` of a
/// process is used.
///
/// Large blocks are returned to the system when they are freed. By default, the system's allocator
/// would adapt its threshold and retain freed blocks of up to 32 MiB.
pub fn allow(bytes: u64, exceeded: fn()) {
    let _ = EXCEEDED.set(exceeded);
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the call only sets a parameter of the allocator.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 20)
    };
    MAX_BYTES.store(
        isize::try_from(bytes).unwrap_or(isize::MAX),
        Ordering::Relaxed,
    );
}

/// Returns the memory use of a block of `size` bytes, including its header, rounded up to a
/// multiple of 16 bytes.
fn block(size: usize) -> isize {
    (size.saturating_add(8 + 15) & !15)
        .max(32)
        .min(isize::MAX as usize) as isize
}

/// Counts allocated bytes (negative for freed bytes). The function is called before an allocation.
#[inline]
fn count(bytes: isize) {
    if !COUNTING.load(Ordering::Relaxed) {
        return;
    }
    COUNT.with(|count| {
        let sum = count.get().saturating_add(bytes);
        if (-UNTOLD..UNTOLD).contains(&sum) {
            count.set(sum);
        } else {
            count.set(0);
            REPORTED.set(REPORTED.get().saturating_add(sum));
            tell(sum);
        }
    });
}

#[cold]
fn tell(bytes: isize) {
    let before = HELD.load(Ordering::Relaxed);
    if bytes > 0
        && before.saturating_add(bytes) > MAX_BYTES.load(Ordering::Relaxed)
        && let Some(exceeded) = EXCEEDED.get()
    {
        exceeded();
    }
    HELD.fetch_add(bytes, Ordering::Relaxed);
}

// SAFETY: every call is forwarded unchanged to the system's allocator, and its result is returned.
// Counting only accesses atomics and const-initialized thread-locals without destructors, so it
// never allocates and never unwinds. If `exceeded` ends the program, the call does not return.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(block(layout.size()));
        // SAFETY: the caller upholds the same contract as for the system's allocator.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(block(layout.size()));
        // SAFETY: the caller upholds the same contract as for the system's allocator.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds the same contract as for the system's allocator.
        unsafe { System.dealloc(at, layout) };
        count(-block(layout.size()));
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(block(size) - block(layout.size()));
        // SAFETY: the caller upholds the same contract as for the system's allocator.
        unsafe { System.realloc(at, layout, size) }
    }
}
