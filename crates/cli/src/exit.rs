//! The last resort of every limit. Computations ask their budget and stop by themselves, with an
//! error that leaves the session whole; what does not ask in time (a read that waits, a list that
//! grows at once, a bug) ends here, from a watching thread or from the allocator: a message, an
//! exit code, and nothing half-written. An answer that is being written is written to its end, save
//! that Ctrl-C ends that too.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Why the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitReason {
    /// `--time` is used up.
    Time,
    /// `--memory` is used up.
    Memory,
    /// Ctrl-C.
    Interrupt,
}

/// What is said at the end, ready in advance: whoever ends the program may not be able to make it.
pub struct ExitMessages {
    /// Whether the messages belong on standard output (JSON), else on standard error.
    pub on_output: bool,
    /// Bytes that take a progress line away.
    pub clear: &'static str,
    /// For [`ExitReason::Time`].
    pub time: String,
    /// For [`ExitReason::Memory`].
    pub memory: String,
    /// For [`ExitReason::Interrupt`].
    pub interrupt: String,
}

static MESSAGES: OnceLock<ExitMessages> = OnceLock::new();
static BEGUN: AtomicBool = AtomicBool::new(false);
/// Whether the question at hand is answered, or its error told.
static SAID: AtomicBool = AtomicBool::new(false);
static WRITING: Mutex<()> = Mutex::new(());
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Says what to say at the end.
pub fn prepare(messages: ExitMessages) {
    let _ = MESSAGES.set(messages);
}

/// Whether the program is ending: nothing is to be counted any more.
pub fn is_ending() -> bool {
    BEGUN.load(Ordering::Relaxed)
}

/// Another question is begun: what ends the program now has something to say.
pub fn begin_question() {
    SAID.store(false, Ordering::SeqCst);
}

/// Notes that every question is answered: the program is about to exit on its own.
pub fn all_said() {
    SAID.store(true, Ordering::SeqCst);
}

/// While the guard lives an answer or an error is being written, and the program does not end in
/// the middle of it.
pub fn writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As [`writing`], for the last that is written for a question, an answer or an error. Until
/// another is [`begin_question`] there is nothing more to be said, and the program ends by itself,
/// however long it takes to clear up.
pub fn answering() -> MutexGuard<'static, ()> {
    let guard = writing();
    SAID.store(true, Ordering::SeqCst);
    guard
}

/// The right to end the program now; `None` while something is being written, or nothing is left to
/// be said.
fn turn() -> Option<MutexGuard<'static, ()>> {
    WRITING
        .try_lock()
        .ok()
        .filter(|_| !SAID.load(Ordering::SeqCst))
}

/// Whether something is being kept for a later run: nobody ends the program meanwhile, however long
/// it takes.
static KEEPING: AtomicBool = AtomicBool::new(false);

/// Does what nobody may end in the middle: what was found out until a limit or Ctrl-C is kept.
pub fn keeping<T>(keep: impl FnOnce() -> T) -> T {
    KEEPING.store(true, Ordering::SeqCst);
    let kept = keep();
    KEEPING.store(false, Ordering::SeqCst);
    kept
}

/// Names the file that is being written beside its place, or the folder of temporary files, to be
/// taken away if the program ends now; `None` when it is done.
pub fn unfinished(path: Option<&Path>) {
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = path.map(Path::to_owned);
}

/// Ends the program from the thread that does its work.
pub fn end(reason: ExitReason) -> ! {
    if BEGUN.swap(true, Ordering::SeqCst) {
        // Another thread is at it.
        loop {
            std::thread::park();
        }
    }
    finish(reason)
}

/// Ends the program from another thread, neither in the middle of an answer nor after it. With
/// Ctrl-C an answer that is not taken ends unfinished.
pub fn end_from_outside(reason: ExitReason) {
    const MAX_WAIT: Duration = Duration::from_millis(200);
    let mut asked = Instant::now();
    let mut waited = false;
    let guard = loop {
        if KEEPING.load(Ordering::SeqCst) {
            // Then it has as long as ever to say what it has to say.
            std::thread::sleep(MAX_WAIT);
            asked = Instant::now();
            continue;
        }
        match turn() {
            Some(guard) if !waited => break Some(guard),
            // What was being written is written: if it was the last thing, the program is about to
            // end by itself.
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

/// Writing and leaving without locks, buffers and clean-up, which the thread that was stopped may
/// hold or be in the middle of.
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
            // SAFETY: the pointer and the length are those of a slice that lives.
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

    /// Between the end of an answer and that of the program nobody may end it with an error beside
    /// the answer, as long as that may take.
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
