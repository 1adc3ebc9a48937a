//! Ends the program if a limit is reached and the computation does not stop on its own.
//! Computations normally poll their budget and stop with an error that leaves the session intact.
//! If code does not poll in time (a blocking read, one very large allocation, a bug), this module
//! ends the program. A watchdog thread or the allocator calls this module. An ended program prints
//! a message, sets an exit code, and leaves no partial output. An answer that is being written is
//! completed first; only Ctrl-C can interrupt this output.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Reason why the program is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitReason {
    /// The time limit (`--time`) was reached.
    Time,
    /// The memory limit (`--memory`) was reached.
    Memory,
    /// Ctrl-C.
    Interrupt,
}

/// Final messages, built in advance because the code that ends the program may be unable to
/// allocate.
pub struct ExitMessages {
    /// True if the messages go to standard output (JSON), false if they go to standard error.
    pub on_output: bool,
    /// Bytes that erase a progress line.
    pub clear: &'static str,
    /// Message for [`ExitReason::Time`].
    pub time: String,
    /// Message for [`ExitReason::Memory`].
    pub memory: String,
    /// Message for [`ExitReason::Interrupt`].
    pub interrupt: String,
}

static MESSAGES: OnceLock<ExitMessages> = OnceLock::new();
static BEGUN: AtomicBool = AtomicBool::new(false);
/// Whether the answer or the error of the current question has been written.
static SAID: AtomicBool = AtomicBool::new(false);
static WRITING: Mutex<()> = Mutex::new(());
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Sets the final messages. Only the first call of this function has an effect.
pub fn prepare(messages: ExitMessages) {
    let _ = MESSAGES.set(messages);
}

/// Ends the program because an allocation would exceed the memory limit. While the program is
/// ending, the limit is not enforced.
pub fn memory_exceeded() {
    if BEGUN.load(Ordering::Relaxed) {
        return;
    }
    #[cfg(all(unix, feature = "serve"))]
    crate::serving::restart();
    end(ExitReason::Memory)
}

/// Marks the start of the next question. If a limit ends the program after this call, a message is
/// printed.
pub fn begin_question() {
    SAID.store(false, Ordering::SeqCst);
}

/// Records that every question has been answered and the program will exit normally.
pub fn all_said() {
    SAID.store(true, Ordering::SeqCst);
}

/// Returns a guard for writing an answer or an error. While the guard is held, the program is not
/// ended by a limit.
pub fn writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Like [`writing`], for the last output of a question: its answer or its error. Until the next
/// [`begin_question`], no limit ends the program. The program can thus exit normally, however long
/// its cleanup takes.
pub fn answering() -> MutexGuard<'static, ()> {
    let guard = writing();
    SAID.store(true, Ordering::SeqCst);
    guard
}

/// Returns a guard; the thread that holds the guard may end the program. Returns `None` while
/// output is being written, and after the answer of the current question.
fn turn() -> Option<MutexGuard<'static, ()>> {
    WRITING
        .try_lock()
        .ok()
        .filter(|_| !SAID.load(Ordering::SeqCst))
}

/// True while results are being saved for a later run. The program is not ended before the results
/// are saved, however long saving takes.
static KEEPING: AtomicBool = AtomicBool::new(false);

/// Runs a function that saves the results computed before a limit or Ctrl-C, and therefore must not
/// be interrupted.
pub fn keeping<T>(keep: impl FnOnce() -> T) -> T {
    KEEPING.store(true, Ordering::SeqCst);
    let kept = keep();
    KEEPING.store(false, Ordering::SeqCst);
    kept
}

/// Sets the temporary file or folder that is removed if the program is ended now. `None` means that
/// there is nothing to remove, because the file is complete or the folder was removed.
pub fn unfinished(path: Option<&Path>) {
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = path.map(Path::to_owned);
}

/// Ends the program. This function is called by the thread that computes the answer.
pub fn end(reason: ExitReason) -> ! {
    if BEGUN.swap(true, Ordering::SeqCst) {
        // Another thread is already ending the program, so this thread waits for the exit.
        loop {
            std::thread::park();
        }
    }
    finish(reason)
}

/// Ends the program from a thread that does not compute the answer. An answer that is being written
/// is completed first, and after an answer the program exits normally. For Ctrl-C, an answer that
/// the reader does not accept within 200 ms is abandoned.
pub fn end_from_outside(reason: ExitReason) {
    const MAX_WAIT: Duration = Duration::from_millis(200);
    let mut asked = Instant::now();
    let mut waited = false;
    let guard = loop {
        if KEEPING.load(Ordering::SeqCst) {
            // The waiting time of 200 ms starts only after the results are saved.
            std::thread::sleep(MAX_WAIT);
            asked = Instant::now();
            continue;
        }
        match turn() {
            Some(guard) if !waited => break Some(guard),
            // An output has just been completed. If the completed output was the last one, the
            // program exits normally during this pause.
            Some(_) => waited = false,
            None if reason == ExitReason::Interrupt && asked.elapsed() > MAX_WAIT => break None,
            None => waited = true,
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    if !BEGUN.swap(true, Ordering::SeqCst) {
        match guard {
            Some(_guard) => finish(reason),
            None => leave(reason),
        }
    }
}

fn finish(reason: ExitReason) -> ! {
    if let Some(messages) = MESSAGES.get().filter(|_| !SAID.load(Ordering::SeqCst)) {
        let message = match reason {
            ExitReason::Time => &messages.time,
            ExitReason::Memory => &messages.memory,
            ExitReason::Interrupt => &messages.interrupt,
        };
        raw::write(false, messages.clear);
        raw::write(messages.on_output, message);
    }
    leave(reason)
}

fn leave(reason: ExitReason) -> ! {
    if let Ok(mut unfinished) = UNFINISHED.try_lock()
        && let Some(path) = unfinished.take()
    {
        let _ = if path.is_dir() {
            std::fs::remove_dir_all(path)
        } else {
            std::fs::remove_file(path)
        };
    }
    raw::exit(match reason {
        ExitReason::Time | ExitReason::Memory => crate::exit_code::LIMIT,
        ExitReason::Interrupt => crate::exit_code::INTERRUPTED,
    })
}

/// Writes and exits without locks, buffers or cleanup, because the interrupted thread may hold a
/// lock or be performing its cleanup.
#[cfg(unix)]
mod raw {
    #![allow(unsafe_code)]

    pub(super) fn write(on_output: bool, text: &str) {
        let file = if on_output {
            libc::STDOUT_FILENO
        } else {
            libc::STDERR_FILENO
        };
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            // SAFETY: the pointer and the length are those of a live slice.
            let written = unsafe { libc::write(file, rest.as_ptr().cast(), rest.len()) };
            match usize::try_from(written) {
                Ok(written) if written > 0 => rest = &rest[written..],
                _ => return,
            }
        }
    }

    pub(super) fn exit(code: u8) -> ! {
        // SAFETY: ends the process; nothing runs after it.
        unsafe { libc::_exit(code.into()) }
    }
}

#[cfg(not(unix))]
mod raw {
    use std::io::Write;

    pub(super) fn write(on_output: bool, text: &str) {
        let _ = if on_output {
            std::io::stdout().write_all(text.as_bytes())
        } else {
            std::io::stderr().write_all(text.as_bytes())
        };
    }

    pub(super) fn exit(code: u8) -> ! {
        std::process::exit(code.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After an answer, the program must not be ended with an additional error, however long it
    /// takes to exit.
    #[test]
    fn what_is_answered_is_not_told_to_be_stopped() {
        assert!(turn().is_some());
        let answer = answering();
        assert!(turn().is_none());
        drop(answer);
        assert!(turn().is_none());
        drop(writing());
        assert!(turn().is_none());
        begin_question();
        assert!(turn().is_some());
        let part = writing();
        assert!(turn().is_none());
        drop(part);
        assert!(turn().is_some());
    }
}
