//! Something that one thread uses at a time, while the interpreter is not held. A thread that waits
//! holds neither the interpreter nor a lock, and Ctrl-C ends its waiting. What asks for a thing
//! that its own thread is using, as a rule function would that asks its session, gets an error: it
//! would wait for ever.

use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use base::budget::StopReason;
use base::text::Text;
use base::{impl_error, text};

/// How long a waiting thread sleeps before it looks for signals.
const NAP: Duration = Duration::from_millis(20);

/// A thing that is used by one thread at a time.
pub struct Exclusive<T> {
    held: Mutex<ExclusiveState<T>>,
    free: Condvar,
}

struct ExclusiveState<T> {
    thing: Option<Box<T>>,
    by: Option<ThreadId>,
}

/// Why a thing cannot be used.
#[derive(Debug)]
pub enum ExclusiveError {
    /// This very thread is using it.
    Here,
    /// The wait was ended.
    Stopped(StopReason),
}

impl ExclusiveError {
    /// The error in words.
    pub fn text(&self) -> Text {
        match self {
            ExclusiveError::Here => text!(
                "a rule function cannot ask the session that is asking it",
                "规则函数不能询问正在询问它的会话"
            ),
            ExclusiveError::Stopped(stop) => stop.text(),
        }
    }
}

impl_error!(ExclusiveError { Stopped(StopReason) });

impl<T> Exclusive<T> {
    /// A thing that nobody uses yet.
    pub fn new(thing: T) -> Exclusive<T> {
        Exclusive {
            held: Mutex::new(ExclusiveState {
                thing: Some(Box::new(thing)),
                by: None,
            }),
            free: Condvar::new(),
        }
    }

    /// Uses the thing as soon as it is free. It is given back whatever happens, a panic too.
    ///
    /// # Errors
    /// [`ExclusiveError::Here`] within another use by this thread; [`ExclusiveError::Stopped`]
    /// where `stop` ended the wait.
    pub fn with<R>(
        &self,
        stop: &dyn Fn() -> Option<StopReason>,
        work: impl FnOnce(&mut T) -> R,
    ) -> Result<R, ExclusiveError> {
        let this = thread::current().id();
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let thing = loop {
            if let Some(thing) = held.thing.take() {
                held.by = Some(this);
                break thing;
            }
            if held.by == Some(this) {
                return Err(ExclusiveError::Here);
            }
            held = self
                .free
                .wait_timeout(held, NAP)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
            if held.thing.is_none() {
                // Signals are looked for without the lock: that takes the interpreter.
                drop(held);
                if let Some(stop) = stop() {
                    return Err(stop.into());
                }
                held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
            }
        };
        drop(held);
        let mut used = ExclusiveGuard {
            of: self,
            thing: Some(thing),
        };
        Ok(work(
            used.thing
                .as_mut()
                .expect("it is given back when this is dropped"),
        ))
    }
}

/// A thing in use.
struct ExclusiveGuard<'u, T> {
    of: &'u Exclusive<T>,
    thing: Option<Box<T>>,
}

impl<T> Drop for ExclusiveGuard<'_, T> {
    fn drop(&mut self) {
        let mut held = self.of.held.lock().unwrap_or_else(PoisonError::into_inner);
        (held.thing, held.by) = (self.thing.take(), None);
        drop(held);
        self.of.free.notify_one();
    }
}
