//! Nimbers of any size, and the calculator of expressions.

use base::text::Lang;
use dashu_int::UBig;
use grundy::nim::{Calculator, NimValue};
use nimber::Nimber as Big;
use pyo3::exceptions::{PyOverflowError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::call::{CallOptions, run_within};
use crate::exclusive::Exclusive;
use crate::{convert, errors};

/// A nimber of any size.
#[pyclass(frozen, module = "grundy._core")]
pub struct Nimber(Big);

fn exception(error: nimber::NimberError) -> PyErr {
    match error {
        nimber::NimberError::DivisionByZero { .. } => {
            PyZeroDivisionError::new_err(error.to_string())
        }
        nimber::NimberError::TooLarge { .. } => PyOverflowError::new_err(error.to_string()),
        error => errors::value(error.to_string()),
    }
}

fn of_bytes(bytes: &[u8]) -> PyResult<Big> {
    let limbs = bytes.chunks(8).map(|chunk| {
        let mut limb = [0; 8];
        limb[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(limb)
    });
    Big::from_limbs(limbs.collect()).map_err(exception)
}

/// Returns the nimber of an operand, which is a nimber or an integer.
fn operand(object: &Bound<'_, PyAny>) -> PyResult<Big> {
    match object.cast::<Nimber>() {
        Ok(nimber) => Ok(nimber.get().0.clone()),
        Err(_) => of_bytes(&convert::bytes(object)?),
    }
}

#[pymethods]
impl Nimber {
    /// Creates a nimber from an integer, a text of digits or another nimber.
    #[new]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<Nimber> {
        match value.extract::<String>() {
            Ok(text) => text
                .parse()
                .map(Nimber)
                .map_err(|error: nimber::ParseNimberError| errors::value(error.to_string())),
            Err(_) => operand(value).map(Nimber),
        }
    }

    fn add(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Nimber> {
        let other = operand(other)?;
        Ok(Nimber(py.detach(|| self.0.sum(&other))))
    }

    fn mul(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Nimber> {
        let other = operand(other)?;
        Ok(Nimber(py.detach(|| self.0.product(&other))))
    }

    fn div(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Nimber> {
        let other = operand(other)?;
        py.detach(|| self.0.divide(&other))
            .map(Nimber)
            .map_err(exception)
    }

    fn pow(&self, py: Python<'_>, exponent: &Bound<'_, PyAny>) -> PyResult<Nimber> {
        if exponent.lt(0)? {
            let exponent = convert::number(&exponent.neg()?)?;
            let inverse = py.detach(|| self.0.inverse().map(|inverse| inverse.power(&exponent)));
            return inverse.map(Nimber).map_err(exception);
        }
        let exponent: UBig = convert::number(exponent)?;
        Ok(Nimber(py.detach(|| self.0.power(&exponent))))
    }

    fn inverse(&self, py: Python<'_>) -> PyResult<Nimber> {
        py.detach(|| self.0.inverse())
            .map(Nimber)
            .map_err(exception)
    }

    fn sqrt(&self, py: Python<'_>) -> Nimber {
        Nimber(py.detach(|| self.0.square_root()))
    }

    fn number<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bytes: Vec<u8> = self
            .0
            .limbs()
            .iter()
            .flat_map(|limb| limb.to_le_bytes())
            .collect();
        convert::of_bytes(py, &bytes)
    }
}

/// A calculator with the names that were defined in it.
#[pyclass(frozen, module = "grundy._core")]
pub struct Nim(Exclusive<Calculator>);

#[pymethods]
impl Nim {
    #[new]
    fn new() -> Nim {
        Nim(Exclusive::new(Calculator::default()))
    }

    /// Returns the value of an expression: a nimber, a list of nimbers, an integer, or a text.
    fn eval<'py>(
        &self,
        py: Python<'py>,
        expression: &str,
        options: CallOptions<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (value, lang) = run_within(py, &self.0, options, None, |calculator, lang, budget| {
            Ok((calculator.evaluate(expression, budget)?, lang))
        })?;
        value_to_python(py, value, lang)
    }

    /// Defines a name for a number: `name = expression`.
    fn set(&self, py: Python<'_>, definition: &str, options: CallOptions<'_>) -> PyResult<()> {
        run_within(py, &self.0, options, None, |calculator, _, budget| {
            calculator.set(definition, budget)
        })
    }
}

fn value_to_python<'py>(
    py: Python<'py>,
    value: NimValue,
    lang: Lang,
) -> PyResult<Bound<'py, PyAny>> {
    let one = |number: Big| Ok::<_, PyErr>(Bound::new(py, Nimber(number))?.into_any());
    Ok(match value {
        NimValue::Number(number) => one(number)?,
        NimValue::Solutions(_) | NimValue::Conjugates(_) => {
            let list = PyList::empty(py);
            for number in value.list() {
                list.append(one(number)?)?;
            }
            list.into_any()
        }
        NimValue::Integer(number) => convert::of_number(py, &number)?,
        value => value.show(false, lang).into_pyobject(py)?.into_any(),
    })
}
