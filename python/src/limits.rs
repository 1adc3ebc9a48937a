//! Limits of a query from Python: time, Ctrl-C, memory, progress. The budget polls these limits.
//! The interpreter is not held while Rust computes; it is acquired regularly to check for signals.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use base::budget::StopReason;
use base::text::Text;
use base::thread_limit;
use pyo3::prelude::*;

/// Interval of the checks for signals. Ctrl-C ends a query within about ten intervals.
const SIGNAL_CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// Interval of progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// The limits of a query.
pub struct CallLimits {
    /// Memory for tables and caches, in bytes.
    pub memory: u64,
    /// Time in seconds, or `None` if it is not limited.
    pub time: Option<f64>,
    /// The progress function of (done, total), where total may be `None`.
    pub progress: Option<Py<PyAny>>,
    /// Time before the first progress report.
    pub patience: Duration,
}

/// The limits of a running query.
pub struct LimitWatch {
    limits: CallLimits,
    started: Instant,
    last_signal_check: Cell<Instant>,
    last_progress: Cell<Instant>,
    /// The exception that a signal handler or the progress function raised.
    raised: RefCell<Option<PyErr>>,
    /// The partial result of a stopped query.
    pub partial: RefCell<Option<Text>>,
}

impl LimitWatch {
    /// Starts the clock.
    pub fn new(limits: CallLimits) -> LimitWatch {
        let now = Instant::now();
        LimitWatch {
            limits,
            started: now,
            last_signal_check: Cell::new(now),
            last_progress: Cell::new(now),
            raised: RefCell::default(),
            partial: RefCell::default(),
        }
    }

    /// Returns the memory for tables and caches, in bytes.
    pub fn memory(&self) -> u64 {
        self.limits.memory
    }

    /// Returns the reason to stop, or `None` to continue.
    pub fn stop(&self) -> Option<StopReason> {
        let now = Instant::now();
        if self
            .limits
            .time
            .is_some_and(|time| (now - self.started).as_secs_f64() >= time)
        {
            return Some(StopReason::Time);
        }
        self.interrupted(now).then_some(StopReason::Cancelled)
    }

    /// Returns the limits of time and memory for code without a budget. Signals are checked only
    /// after such code.
    pub fn for_thread(&self) -> thread_limit::Limit {
        let (started, time, memory) = (self.started, self.limits.time, self.limits.memory);
        Rc::new(move |more| {
            if time.is_some_and(|time| started.elapsed().as_secs_f64() >= time) {
                return Some(StopReason::Time);
            }
            (more > memory).then_some(StopReason::Memory(more, memory))
        })
    }

    /// Checks for signals and returns whether a signal handler raised an exception.
    fn interrupted(&self, now: Instant) -> bool {
        if self.raised.borrow().is_some() {
            return true;
        }
        if now - self.last_signal_check.get() < SIGNAL_CHECK_INTERVAL {
            return false;
        }
        self.last_signal_check.set(now);
        let raised = Python::attach(|py| py.check_signals().err());
        let is_raised = raised.is_some();
        if is_raised {
            *self.raised.borrow_mut() = raised;
        }
        is_raised
    }

    /// Reports the progress, at most once per interval.
    pub fn report(&self, done: u64, total: Option<u64>) {
        let now = Instant::now();
        let Some(progress) = &self.limits.progress else {
            return;
        };
        if now - self.started < self.limits.patience
            || now - self.last_progress.get() < PROGRESS_INTERVAL
            || self.raised.borrow().is_some()
        {
            return;
        }
        self.last_progress.set(now);
        if let Err(raised) = Python::attach(|py| progress.call1(py, (done, total)).map(drop)) {
            *self.raised.borrow_mut() = Some(raised);
        }
    }

    /// Removes and returns the exception that was raised.
    pub fn take_raised(&self) -> Option<PyErr> {
        self.raised.borrow_mut().take()
    }
}
