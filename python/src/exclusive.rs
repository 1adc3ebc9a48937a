//! A value that one thread uses at a time, without holding the interpreter. A waiting thread holds
//! neither the interpreter nor a lock, and Ctrl-C ends its wait. A thread that requests a value
//! that it is already using gets an error, because it would deadlock. An example is a rule function
//! that queries its own session.

use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use base::budget::StopReason;
use base::text::Text;
use base::{impl_error, text};

/// Interval at which a waiting thread checks for signals.
const SIGNAL_CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// A value that one thread uses at a time.
pub struct Exclusive<T> {
    state: Mutex<ExclusiveState<T>>,
    free: Condvar,
}

struct ExclusiveState<T> {
    value: Option<Box<T>>,
    user: Option<ThreadId>,
}

/// The reason why a value cannot be used.
#[derive(Debug)]
pub enum ExclusiveError {
    /// The current thread is already using the value.
    InUse,
    /// The wait was stopped.
    Stopped(StopReason),
}

impl ExclusiveError {
    /// Returns the message for the user.
    pub fn text(&self) -> Text {
        match self {
            ExclusiveError::InUse => text!(
                "a rule function cannot query its own session",
                "规则函数不能向正在调用它的会话提问"
            ),
            ExclusiveError::Stopped(stop) => stop.text(),
        }
    }
}

impl_error!(ExclusiveError { Stopped(StopReason) });

impl<T> Exclusive<T> {
    /// Creates a value that is not in use.
    pub fn new(value: T) -> Exclusive<T> {
        Exclusive {
            state: Mutex::new(ExclusiveState {
                value: Some(Box::new(value)),
                user: None,
            }),
            free: Condvar::new(),
        }
    }

    /// Waits until the value is free, and runs `work` on the value. The value is released
    /// afterwards, even after a panic.
    ///
    /// # Errors
    /// Returns [`ExclusiveError::InUse`] if this thread is already using the value, and
    /// [`ExclusiveError::Stopped`] if `stop` returned a reason during the wait.
    pub fn with<R>(
        &self,
        stop: &dyn Fn() -> Option<StopReason>,
        work: impl FnOnce(&mut T) -> R,
    ) -> Result<R, ExclusiveError> {
        let this = thread::current().id();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let value = loop {
            if let Some(value) = state.value.take() {
                state.user = Some(this);
                break value;
            }
            if state.user == Some(this) {
                return Err(ExclusiveError::InUse);
            }
            state = self
                .free
                .wait_timeout(state, SIGNAL_CHECK_INTERVAL)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
            if state.value.is_none() {
                // The check for signals acquires the interpreter, so the lock must be released.
                drop(state);
                if let Some(stop) = stop() {
                    return Err(stop.into());
                }
                state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            }
        };
        drop(state);
        let mut guard = ExclusiveGuard {
            owner: self,
            value: Some(value),
        };
        Ok(work(
            guard
                .value
                .as_mut()
                .expect("the guard releases it only when it is dropped"),
        ))
    }
}

/// A value in use, which is released on drop.
struct ExclusiveGuard<'u, T> {
    owner: &'u Exclusive<T>,
    value: Option<Box<T>>,
}

impl<T> Drop for ExclusiveGuard<'_, T> {
    fn drop(&mut self) {
        let mut state = self
            .owner
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        (state.value, state.user) = (self.value.take(), None);
        drop(state);
        self.owner.free.notify_one();
    }
}
