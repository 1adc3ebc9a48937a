//! Conversions between Rust and Python: JSON, natural numbers of any size, sizes of memory.

use dashu_int::{IBig, UBig};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyString};
use serde_json::Value;

use crate::errors;

/// Returns a JSON value as a Python object.
pub fn of_json<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(is) => is.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            (None, None) => number
                .as_f64()
                .unwrap_or(f64::NAN)
                .into_pyobject(py)?
                .into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(list) => {
            let made = PyList::empty(py);
            for value in list {
                made.append(of_json(py, value)?)?;
            }
            made.into_any()
        }
        Value::Object(members) => {
            let made = PyDict::new(py);
            for (name, value) in members {
                made.set_item(name, of_json(py, value)?)?;
            }
            made.into_any()
        }
    })
}

/// Returns an `int` from its bytes, in little-endian order.
pub fn of_bytes<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    py.get_type::<PyInt>()
        .call_method1("from_bytes", (PyBytes::new(py, bytes), "little"))
}

/// Returns an `int` from a number of any size.
pub fn of_number<'py>(py: Python<'py>, number: &UBig) -> PyResult<Bound<'py, PyAny>> {
    of_bytes(py, &number.to_le_bytes())
}

/// Returns the bytes of a natural number, in little-endian order.
///
/// # Errors
/// Returns `ValueError` if the number is negative, and `TypeError` if `number` is not an integer.
pub fn bytes(number: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let index = number
        .py()
        .import("operator")?
        .call_method1("index", (number,))?;
    if index.lt(0)? {
        return Err(errors::value(format!(
            "expected a natural number, found {index}"
        )));
    }
    let bits: usize = index.call_method0("bit_length")?.extract()?;
    index
        .call_method1("to_bytes", (bits / 8 + 1, "little"))?
        .extract()
}

/// Returns a natural number of any size.
///
/// # Errors
/// The same as for [`bytes`].
pub fn number(number: &Bound<'_, PyAny>) -> PyResult<UBig> {
    let number = IBig::from(UBig::from_le_bytes(&bytes(number)?));
    Ok(number.try_into().expect("it is natural"))
}

/// Returns a number of 64 bits.
///
/// # Errors
/// Returns `ValueError` if the number is too large, and `TypeError` if `number` is not an integer.
pub fn int(number: &Bound<'_, PyAny>) -> PyResult<i64> {
    let index = number
        .py()
        .import("operator")?
        .call_method1("index", (number,))?;
    index
        .extract()
        .map_err(|_| errors::value(format!("expected an integer of 64 bits, found {index}")))
}

/// Returns a size of memory in bytes, from a number or a text such as `"500M"` or `"2G"`.
///
/// # Errors
/// Returns `ValueError` if `size` is neither a number nor such a text.
pub fn memory(size: &Bound<'_, PyAny>) -> PyResult<u64> {
    let wrong = || {
        errors::value(format!(
            "memory: expected a number of bytes such as 500_000_000, \"500M\" or \"2G\", found {size}"
        ))
    };
    let Ok(text) = size.extract::<String>() else {
        return int(size)
            .ok()
            .and_then(|bytes| u64::try_from(bytes).ok())
            .ok_or_else(wrong);
    };
    let (digits, shift) = match text.trim().char_indices().next_back() {
        Some((at, 'K' | 'k')) => (&text.trim()[..at], 10),
        Some((at, 'M' | 'm')) => (&text.trim()[..at], 20),
        Some((at, 'G' | 'g')) => (&text.trim()[..at], 30),
        _ => (text.trim(), 0),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(1 << shift).ok_or_else(wrong)
}
