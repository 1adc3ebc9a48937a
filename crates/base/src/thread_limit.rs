//! The limits of the thread at work, for code that is given no [`Budget`](crate::budget::Budget):
//! reading texts, computing constants when a game is made, writing replies. A front end sets them
//! around a question; such code asks now and then, and before it allocates much.
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

/// Returns why work must stop, given how many bytes it is about to allocate.
pub type Limit = Rc<dyn Fn(u64) -> Option<StopReason>>;

thread_local! {
    static LIMIT: RefCell<Option<Limit>> = const { RefCell::new(None) };
    static STOP: Cell<Option<StopReason>> = const { Cell::new(None) };
    static TICKS: Cell<u32> = const { Cell::new(0) };
}

/// How many calls of [`tick`] pass between two checks.
const INTERVAL: u32 = 1024;

/// Restores the limit of the work around.
struct LimitGuard(Option<Limit>, Option<StopReason>);

impl Drop for LimitGuard {
    fn drop(&mut self) {
        LIMIT.set(self.0.take());
        STOP.set(self.1);
    }
}

/// Does some work under a limit, in place of the limit that holds around it.
pub fn with_limit<R>(limit: Limit, work: impl FnOnce() -> R) -> R {
    let _outer = LimitGuard(LIMIT.replace(Some(limit)), STOP.replace(None));
    work()
}

/// Checks the limit before `more` bytes are allocated.
///
/// # Errors
/// Returns the [`StopReason`] if the work must end; [`take_stop`] returns it again.
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

/// Counts one small step; checks the limit once in a thousand calls.
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

/// The reason why a check failed since the limit was set or this was last called: for code around
/// that which could only break off.
pub fn take_stop() -> Option<StopReason> {
    STOP.take()
}
