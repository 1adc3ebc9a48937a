//! Errors of Grundy as Python exceptions. The exception classes are written in Python
//! (`grundy/_errors.py`), because some of them have two base classes.

use base::budget::StopReason;
use base::escaping::{escape, escape_line};
use base::text::{Lang, Text};
use grundy::SolveError;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// Returns the exception class with this name.
fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyType>> {
    Ok(py.import("grundy._errors")?.getattr(name)?.cast_into()?)
}

/// Returns an exception of the class with this name.
pub fn of_class(py: Python<'_>, name: &str, message: String) -> PyErr {
    match class(py, name) {
        Ok(class) => PyErr::from_type(class, message),
        Err(error) => error,
    }
}

/// Returns a `ValueError`.
pub fn value(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// Returns the exception for an error. `partial` is the partial result of a stopped computation.
pub fn exception(py: Python<'_>, error: &SolveError, partial: Option<&Text>, lang: Lang) -> PyErr {
    let message = |text: &Text| escape(text.get(lang)).into_owned();
    match error {
        SolveError::Refused(_) => rule_error(py, error, lang).unwrap_or_else(|error| error),
        SolveError::Usage(text) => value(message(text)),
        SolveError::Unsupported(text) => of_class(py, "Unsupported", message(text)),
        SolveError::Rules(text) | SolveError::Endless(text) => of_class(py, "Fault", message(text)),
        SolveError::Stopped(StopReason::Cancelled) => PyKeyboardInterrupt::new_err(()),
        SolveError::Stopped(stop) => {
            let kind = match stop {
                StopReason::Memory(..) => "memory",
                StopReason::Positions(_) => "positions",
                StopReason::Steps(_) => "steps",
                _ => "time",
            };
            let message = match partial {
                Some(partial) => {
                    format!("{}; {}", stop.text().get(lang), escape(partial.get(lang)))
                }
                None => stop.text().get(lang).to_owned(),
            };
            match class(py, "Stopped").and_then(|class| class.call1((message, kind))) {
                Ok(exception) => PyErr::from_value(exception),
                Err(error) => error,
            }
        }
        error => PyRuntimeError::new_err(error.render(lang, false)),
    }
}

/// Returns the exception for a text that cannot be read. The exception is a `SyntaxError` with the
/// file, the line, the column and the text, so Python prints a caret below the error.
fn rule_error(py: Python<'_>, error: &SolveError, lang: Lang) -> PyResult<PyErr> {
    let reply = requests::error_json(error, None, None, lang);
    let (reply, SolveError::Refused(refusal)) = (&reply["error"], error) else {
        return Ok(value(error.render(lang, false)));
    };
    let first = &reply["diagnostics"][0];
    let number = |name: &str| first[name].as_u64().unwrap_or(1);
    let line = refusal
        .source
        .text
        .lines()
        .nth(number("line") as usize - 1)
        .unwrap_or_default();
    let mut message = first["message"].as_str().unwrap_or_default().to_owned();
    for part in ["cause", "help"] {
        if let Some(text) = first[part].as_str() {
            message += &format!("; {text}");
        }
    }
    if let Some(repair) = first["repair"].as_str() {
        message += &match lang {
            Lang::En => format!("; write {repair}"),
            Lang::Zh => format!("；请写 {repair}"),
        };
    }
    let end = if number("end_line") == number("line") {
        number("end_column")
    } else {
        line.chars().count() as u64 + 1
    };
    // Python prints the line unchanged, so control characters must be escaped.
    let (name, line) = (escape_line(&refusal.source.name), escape_line(line));
    let location = (
        &*name,
        number("line"),
        number("column"),
        &*line,
        number("line"),
        end,
    );
    let exception = class(py, "RuleError")?.call1((message, location))?;
    exception.setattr("report", error.render(lang, false))?;
    Ok(PyErr::from_value(exception))
}
