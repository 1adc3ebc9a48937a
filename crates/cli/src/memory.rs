//! How much memory the program holds: a global allocator that counts, and ends the program before
//! more is taken than `--memory` allows. Computations foresee what they need and stop in an orderly
//! way; this is the net below them, which no vector that doubles, no list of options and no printed
//! table can pass. Blocks are counted as the system's allocator rounds them. Threads
//! count by themselves and tell the common counter now and then, so counting costs next to nothing
//! and is exact to some 64 KiB.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, Ordering};

use crate::exit::{self, ExitReason};

/// The allocator of the program.
pub struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Bytes held, but for what threads have not told yet.
static HELD: AtomicIsize = AtomicIsize::new(0);

/// The most bytes that may be held.
static MAX_BYTES: AtomicIsize = AtomicIsize::new(isize::MAX);

/// How much a thread may take or give back before it tells.
const UNTOLD: isize = 64 << 10;

thread_local! {
    static COUNT: Cell<isize> = const { Cell::new(0) };
    /// What this thread has reported to the common counter.
    static REPORTED: Cell<isize> = const { Cell::new(0) };
}

/// Bytes held by all blocks together.
pub fn held_bytes() -> u64 {
    HELD.load(Ordering::Relaxed).max(0) as u64
}

/// Bytes that the calling thread has allocated and not freed; blocks that another thread frees
/// still count.
pub fn held_by_thread() -> u64 {
    (REPORTED.get().saturating_add(COUNT.get())).max(0) as u64
}

/// Bytes that may still be allocated.
pub fn remaining_bytes() -> u64 {
    MAX_BYTES
        .load(Ordering::Relaxed)
        .saturating_sub(HELD.load(Ordering::Relaxed))
        .max(0) as u64
}

/// From now on the program ends when it would hold more bytes. Large blocks go back to the system
/// as soon as they are freed: its allocator would learn to keep them, up to 32 MiB each.
pub fn allow(bytes: u64) {
    #[cfg(target_env = "gnu")]
    // SAFETY: it sets a parameter of the allocator and nothing else.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 20)
    };
    MAX_BYTES.store(
        isize::try_from(bytes).unwrap_or(isize::MAX),
        Ordering::Relaxed,
    );
}

/// What a block of `size` bytes takes: with its header, in steps of 16.
fn block(size: usize) -> isize {
    (size.saturating_add(8 + 15) & !15)
        .max(32)
        .min(isize::MAX as usize) as isize
}

/// Counts bytes taken (or, below zero, given back). Called before they are taken.
#[inline]
fn count(bytes: isize) {
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
        && !exit::is_ending()
    {
        #[cfg(all(unix, feature = "serve"))]
        crate::serving::restart();
        exit::end(ExitReason::Memory);
    }
    HELD.fetch_add(bytes, Ordering::Relaxed);
}

// SAFETY: every call is handed to the system's allocator as it came, and what that returns is
// returned. Counting touches atomics and a constant thread-local without destructor only, so it
// never allocates and never unwinds; where it ends the program it does not return.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(block(layout.size()));
        // SAFETY: the caller's promises are those of the system's allocator.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(block(layout.size()));
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) };
        count(-block(layout.size()));
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(block(size) - block(layout.size()));
        // SAFETY: as above.
        unsafe { System.realloc(at, layout, size) }
    }
}
