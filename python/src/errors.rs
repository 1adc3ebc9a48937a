//! Errors of Grundy as exceptions of Python. Their classes are written in Python
//! (`grundy/_errors.py`), where a class may have two bases.

use base::budget::StopReason;
use base::escaping::{escape, escape_line};
use base::text::{Lang, Text};
use grundy::SolveError;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// The class of this name.
fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyType>> {
    Ok(py.import("grundy._errors")?.getattr(name)?.cast_into()?)
}

/// An exception of this class with a message.
pub fn of_class(py: Python<'_>, name: &str, message: String) -> PyErr {
    match class(py, name) {
        Ok(class) => PyErr::from_type(class, message),
        Err(error) => error,
    }
}

/// A wrong argument.
pub fn value(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// The exception for an error; `far` is what was found out before it.
pub fn exception(py: Python<'_>, error: &SolveError, far: Option<&Text>, lang: Lang) -> PyErr {
    let told = |text: &Text| escape(text.get(lang)).into_owned();
    match error {
        SolveError::Refused(_) => refused(py, error, lang).unwrap_or_else(|error| error),
        SolveError::Usage(text) => value(told(text)),
        SolveError::Unsupported(text) => of_class(py, "Unsupported", told(text)),
        SolveError::Rules(text) | SolveError::Endless(text) => of_class(py, "Fault", told(text)),
        SolveError::Stopped(StopReason::Cancelled) => PyKeyboardInterrupt::new_err(()),
        SolveError::Stopped(stop) => {
            let kind = match stop {
                StopReason::Memory(..) => "memory",
                StopReason::Positions(_) => "positions",
                StopReason::Steps(_) => "steps",
                _ => "time",
            };
            let message = match far {
                Some(far) => format!("{}; {}", stop.text().get(lang), escape(far.get(lang))),
                None => stop.text().get(lang).to_owned(),
            };
            match class(py, "Stopped").and_then(|class| class.call1((message, kind))) {
                Ok(raised) => PyErr::from_value(raised),
                Err(error) => error,
            }
        }
        error => PyRuntimeError::new_err(error.render(lang, false)),
    }
}

/// A text that was refused: a `SyntaxError` with the file, the line, the column and the text, so
/// that Python draws the caret.
fn refused(py: Python<'_>, error: &SolveError, lang: Lang) -> PyResult<PyErr> {
    let told = requests::error_json(error, None, None, lang);
    let (told, SolveError::Refused(refusal)) = (&told["error"], error) else {
        return Ok(value(error.render(lang, false)));
    };
    let first = &told["diagnostics"][0];
    let number = |name: &str| first[name].as_u64().unwrap_or(1);
    let line = refusal
        .source
        .text
        .lines()
        .nth(number("line") as usize - 1)
        .unwrap_or_default();
    let mut message = first["message"].as_str().unwrap_or_default().to_owned();
    for part in ["cause", "help"] {
        if let Some(said) = first[part].as_str() {
            message += &format!("; {said}");
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
    // Python prints the line as it is.
    let (name, line) = (escape_line(&refusal.source.name), escape_line(line));
    let place = (
        &*name,
        number("line"),
        number("column"),
        &*line,
        number("line"),
        end,
    );
    let raised = class(py, "RuleError")?.call1((message, place))?;
    raised.setattr("report", error.render(lang, false))?;
    Ok(PyErr::from_value(raised))
}
