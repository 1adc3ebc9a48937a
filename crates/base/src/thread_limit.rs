//! Limits of the current thread, for code without a [`Budget`](crate::budget::Budget): parsing,
//! computing constants when a game is built, writing replies. A front end sets the limits while it
//! answers a question. Code without a budget polls the limits regularly, and before large
//! allocations.
//!
//! ```
//! use std::rc::Rc;
//!
//! use base::budget::StopReason;
//! use base::thread_limit;
//!
//! let limit = Rc::new(|more: u64| (more > 100).then_some(StopReason::Memory(more, 100)));
//! thread_limit::with_limit(limit, || {
//!     assert_eq!(thread_limit::allow(100), Ok(()));
//!     assert_eq!(thread_limit::allow(101), Err(StopReason::Memory(101, 100)));
//!     assert_eq!(thread_limit::take_stop(), Some(StopReason::Memory(101, 100)));
//!     assert_eq!(thread_limit::take_stop(), None);
//! });
//! assert_eq!(thread_limit::allow(101), Ok(()));
//! ```

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::budget::StopReason;

/// A function that receives the number of bytes about to be allocated, and returns the reason to
/// stop or `None`.
pub type Limit = Rc<dyn Fn(u64) -> Option<StopReason>>;

thread_local! {
    static LIMIT: RefCell<Option<Limit>> = const { RefCell::new(None) };
    static STOP: Cell<Option<StopReason>> = const { Cell::new(None) };
    static TICKS: Cell<u32> = const { Cell::new(0) };
}

/// Number of calls of [`tick`] between two checks.
const INTERVAL: u32 = 1024;

/// Restores the outer limit, and the outer reason to stop, when it is dropped.
struct LimitGuard(Option<Limit>, Option<StopReason>);

impl Drop for LimitGuard {
    fn drop(&mut self) {
        LIMIT.set(self.0.take());
        STOP.set(self.1);
    }
}

/// Runs `work` under a limit that replaces the outer limit.
pub fn with_limit<R>(limit: Limit, work: impl FnOnce() -> R) -> R {
    let _outer = LimitGuard(LIMIT.replace(Some(limit)), STOP.replace(None));
    work()
}

/// Checks the limit before `more` bytes are allocated.
///
/// # Errors
/// Returns the [`StopReason`] if the work must stop; [`take_stop`] returns it again.
pub fn allow(more: u64) -> Result<(), StopReason> {
    TICKS.set(INTERVAL);
    let limit = LIMIT.with_borrow(Option::clone);
    match limit.and_then(|limit| limit(more)) {
        None => Ok(()),
        Some(stop) => {
            STOP.set(Some(stop));
            Err(stop)
        }
    }
}

/// Counts one step. One call in about a thousand checks the limit.
///
/// # Errors
/// As [`allow`].
#[inline]
pub fn tick() -> Result<(), StopReason> {
    let ticks = TICKS.get();
    if ticks > 0 {
        TICKS.set(ticks - 1);
        return Ok(());
    }
    allow(0)
}

/// Returns the reason of a failed check since the limit was set or since the last call of this
/// function. This function is for callers of code that cannot return the reason.
pub fn take_stop() -> Option<StopReason> {
    STOP.take()
}
