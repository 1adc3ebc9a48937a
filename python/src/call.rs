//! One call from Python: its limits, the work without the interpreter, and the exceptions for its
//! errors.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use base::budget::Budget;
use base::text::Lang;
use base::thread_limit;
use grundy::SolveError;
use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;
use requests::or_stop;

use crate::exclusive::{Exclusive, ExclusiveError};
use crate::function::RaisedException;
use crate::limits::{CallLimits, LimitWatch};
use crate::{convert, errors};

/// Default memory for tables and caches, in bytes.
const DEFAULT_MEMORY: u64 = 4 << 30;

/// The limits and the language of a query, a tuple in Python: the time in seconds, the memory in
/// bytes or as text, the progress function of (done, total), the seconds before its first call, and
/// the language.
#[derive(FromPyObject)]
pub struct CallOptions<'py>(
    Option<f64>,
    Option<Bound<'py, PyAny>>,
    Option<Py<PyAny>>,
    f64,
    String,
);

impl CallOptions<'_> {
    /// Returns the language of messages.
    pub fn lang(&self) -> Lang {
        Lang::from_locale(&self.4)
    }

    fn limits(self) -> PyResult<(CallLimits, Lang)> {
        let CallOptions(time, memory, progress, patience, lang) = self;
        if time.is_some_and(|time| time.is_nan() || time < 0.0) {
            return Err(errors::value(
                "time: expected a number of seconds from 0 up",
            ));
        }
        let memory = memory.map_or(Ok(DEFAULT_MEMORY), |memory| convert::memory(&memory))?;
        let patience = Duration::from_secs_f64(patience.clamp(0.0, 1e6));
        Ok((
            CallLimits {
                memory,
                time,
                progress,
                patience,
            },
            Lang::from_locale(&lang),
        ))
    }
}

/// Runs `work` on a value within limits, without holding the interpreter. If a rule function raises
/// an exception meanwhile, `raised` contains the exception, and it becomes the cause of the error.
///
/// # Errors
/// Returns the exception for an error of the work or for a reached limit, and an exception that a
/// signal handler or the progress function raised.
pub fn run_within<T: Send, R: Send>(
    py: Python<'_>,
    thing: &Exclusive<T>,
    options: CallOptions<'_>,
    raised: Option<&RaisedException>,
    work: impl FnOnce(&mut T, Lang, &Budget<'_>) -> Result<R, SolveError> + Send,
) -> PyResult<R> {
    let (limits, lang) = options.limits()?;
    py.detach(|| {
        let limited = LimitWatch::new(limits);
        let stop = || limited.stop();
        let progress = |done, total| limited.report(done, total);
        let note = |partial| *limited.partial.borrow_mut() = Some(partial);
        let budget = Budget::new(limited.memory(), &stop, &progress).noting(&note);
        let done = match stop() {
            Some(stop) => Err(stop.into()),
            None => thing.with(&stop, |thing| {
                catch_unwind(AssertUnwindSafe(|| {
                    thread_limit::with_limit(limited.for_thread(), || {
                        or_stop(|| work(thing, lang, &budget))
                    })
                }))
            }),
        };
        let function = raised.and_then(RaisedException::take);
        Python::attach(|py| {
            let error = match done {
                Ok(Ok(Ok(found))) => return limited.take_raised().map_or(Ok(found), Err),
                Ok(Ok(Err(error))) => error,
                Ok(Err(panic)) => return Err(bug(&*panic)),
                Err(ExclusiveError::Stopped(stop)) => SolveError::Stopped(stop),
                Err(error) => return Err(PyRuntimeError::new_err(error.to_string())),
            };
            if let Some(raised) = limited.take_raised() {
                return Err(raised);
            }
            // Exceptions such as `SystemExit` are raised unchanged.
            if let Some(exit) = function
                .as_ref()
                .filter(|raised| !raised.is_instance_of::<PyException>(py))
            {
                return Err(exit.clone_ref(py));
            }
            let exception = errors::exception(py, &error, limited.partial.borrow().as_ref(), lang);
            if function.is_some() {
                exception.set_cause(py, function);
            }
            Err(exception)
        })
    })
}

/// Returns the exception for a panic, which is a bug.
fn bug(panic: &(dyn std::any::Any + Send)) -> PyErr {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or(panic.downcast_ref::<&str>().copied())
        .unwrap_or("?");
    PyRuntimeError::new_err(format!(
        "this is a bug in grundy; please report it: {message}"
    ))
}
