//! Limits of one question asked from Python: the clock, Ctrl-C, memory, progress. The budget asks
//! them; while Rust works the interpreter is not held, and it is taken for a moment now and then to
//! see whether a signal came.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use base::budget::StopReason;
use base::text::Text;
use base::thread_limit;
use pyo3::prelude::*;

/// How often signals are looked for. Ctrl-C ends a question within about ten of these.
const LOOK: Duration = Duration::from_millis(20);

/// How often progress is told.
const TELL: Duration = Duration::from_millis(200);

/// What a question may use.
pub struct CallLimits {
    /// Bytes for tables and memos.
    pub memory: u64,
    /// Seconds.
    pub time: Option<f64>,
    /// Called with what is done, and the whole or `None`.
    pub progress: Option<Py<PyAny>>,
    /// After how long progress is told first.
    pub patience: Duration,
}

/// The limits of a question that has begun.
pub struct LimitWatch {
    limits: CallLimits,
    started: Instant,
    looked: Cell<Instant>,
    told: Cell<Instant>,
    /// What a signal handler or a progress function raised.
    raised: RefCell<Option<PyErr>>,
    /// What was found out until the question was stopped.
    pub far: RefCell<Option<Text>>,
}

impl LimitWatch {
    /// Begins now.
    pub fn new(limits: CallLimits) -> LimitWatch {
        let now = Instant::now();
        LimitWatch {
            limits,
            started: now,
            looked: Cell::new(now),
            told: Cell::new(now),
            raised: RefCell::default(),
            far: RefCell::default(),
        }
    }

    /// Bytes for tables and memos.
    pub fn memory(&self) -> u64 {
        self.limits.memory
    }

    /// Why to stop now, if at all.
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

    /// The clock and the memory, for what is given no budget; signals end that when it is done.
    pub fn for_thread(&self) -> thread_limit::Limit {
        let (started, time, memory) = (self.started, self.limits.time, self.limits.memory);
        Rc::new(move |more| {
            if time.is_some_and(|time| started.elapsed().as_secs_f64() >= time) {
                return Some(StopReason::Time);
            }
            (more > memory).then_some(StopReason::Memory(more, memory))
        })
    }

    /// Whether a signal handler has raised something.
    fn interrupted(&self, now: Instant) -> bool {
        if self.raised.borrow().is_some() {
            return true;
        }
        if now - self.looked.get() < LOOK {
            return false;
        }
        self.looked.set(now);
        let raised = Python::attach(|py| py.check_signals().err());
        let came = raised.is_some();
        if came {
            *self.raised.borrow_mut() = raised;
        }
        came
    }

    /// Tells how far the work is, now and then.
    pub fn tell(&self, done: u64, whole: Option<u64>) {
        let now = Instant::now();
        let Some(progress) = &self.limits.progress else {
            return;
        };
        if now - self.started < self.limits.patience
            || now - self.told.get() < TELL
            || self.raised.borrow().is_some()
        {
            return;
        }
        self.told.set(now);
        if let Err(raised) = Python::attach(|py| progress.call1(py, (done, whole)).map(drop)) {
            *self.raised.borrow_mut() = Some(raised);
        }
    }

    /// What was raised meanwhile.
    pub fn take_raised(&self) -> Option<PyErr> {
        self.raised.borrow_mut().take()
    }
}
