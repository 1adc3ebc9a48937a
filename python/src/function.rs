//! Games whose rules are a Python function. Every hashable object can be a position, the function
//! lists its options, and a list of positions is a sum. Positions are numbered in the order in
//! which they are found. The function is called once for each position. If it raises an exception,
//! this becomes the cause of the exception of the query.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base::budget::Budget;
use base::diagnostic::Span;
use base::escaping::escape_line;
use base::text;
use base::text::Text;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rules::game::{Conventions, EvalError, OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};

/// Approximate memory of a position in bytes, without the Python object.
const POSITION_BYTES: u64 = 200;

/// The first exception that a rule function raised during a query.
#[derive(Default)]
pub struct RaisedException(Mutex<Option<PyErr>>);

impl RaisedException {
    /// Stores an exception, unless an exception is already stored.
    pub fn set(&self, error: PyErr) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert(error);
    }

    /// Removes and returns the exception.
    pub fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The positions of a rule function that were found. No Python code is called while the list is
/// locked.
pub struct MetPositions {
    ids: Py<PyDict>,
    met: Mutex<Vec<MetPosition>>,
}

struct MetPosition {
    object: Py<PyAny>,
    /// For each option, the number of its components, followed by the position number of each
    /// component.
    options: Option<Arc<[u32]>>,
}

impl MetPositions {
    /// Creates an empty list.
    pub fn new(py: Python<'_>) -> MetPositions {
        MetPositions {
            ids: PyDict::new(py).unbind(),
            met: Mutex::default(),
        }
    }

    fn met(&self) -> MutexGuard<'_, Vec<MetPosition>> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of the position that an object represents, and adds a new position to the
    /// list.
    ///
    /// # Errors
    /// Returns the Python exception if the object is not hashable.
    pub fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let ids = self.ids.bind(object.py());
        if let Some(number) = ids.get_item(object)? {
            return number.extract();
        }
        let number = {
            let mut met = self.met();
            met.push(MetPosition {
                object: object.clone().unbind(),
                options: None,
            });
            u32::try_from(met.len() - 1)
                .map_err(|_| crate::errors::value("too many positions (limit 2**32)"))?
        };
        // During hashing, another thread may add the same position. The number of that entry is
        // then used.
        ids.call_method1("setdefault", (object, number))?.extract()
    }

    /// Returns the object that represents the position with a number, or `None` if there is no such
    /// position.
    pub fn object(&self, py: Python<'_>, number: Int) -> Option<Py<PyAny>> {
        self.met()
            .get(usize::try_from(number).ok()?)
            .map(|met| met.object.clone_ref(py))
    }
}

/// The rules of a function.
pub struct FunctionRules {
    name: String,
    function: Py<PyAny>,
    objects: Arc<MetPositions>,
    raised: Arc<RaisedException>,
    slots: [Slot; 1],
}

impl FunctionRules {
    /// Creates the rules of a function.
    pub fn new(
        name: String,
        function: Py<PyAny>,
        objects: Arc<MetPositions>,
        raised: Arc<RaisedException>,
    ) -> FunctionRules {
        // The name of a Python function may contain any characters, and is used in messages,
        // pictures and files.
        let name = escape_line(&name).into_owned();
        FunctionRules {
            name,
            function,
            objects,
            raised,
            slots: [Slot::number("position", 0, None)],
        }
    }

    /// Calls the function for a position and caches the options.
    fn list(&self, py: Python<'_>, position: Int) -> PyResult<Arc<[u32]>> {
        let mut list: Vec<u32> = Vec::new();
        if let Some(object) = self.objects.object(py, position) {
            for option in self.function.call1(py, (object,))?.bind(py).try_iter()? {
                let option = option?;
                match option.cast::<PyList>() {
                    Ok(sum) => {
                        list.push(u32::try_from(sum.len())?);
                        for part in sum.iter() {
                            list.push(self.objects.number(&part)?);
                        }
                    }
                    Err(_) => list.extend([1, self.objects.number(&option)?]),
                }
            }
        }
        let list: Arc<[u32]> = list.into();
        if let Some(met) = self.objects.met().get_mut(position as usize) {
            met.options = Some(list.clone());
        }
        Ok(list)
    }

    /// Returns the options of a position, from the cache or the function.
    fn options_of(&self, position: Int, budget: &Budget<'_>) -> Result<Arc<[u32]>, RulesError> {
        let cached = {
            let met = self.objects.met();
            budget.allow_memory(POSITION_BYTES * met.len() as u64)?;
            usize::try_from(position)
                .ok()
                .and_then(|index| met.get(index)?.options.clone())
        };
        let list = || {
            Python::attach(|py| {
                self.list(py, position)
                    .map_err(|error| (error.to_string(), error))
            })
        };
        cached.map_or_else(list, Ok).map_err(|(message, error)| {
            self.raised.set(error);
            let name = &self.name;
            let cause = EvalError::Other(text!(
                "the rule function `{name}` raised {message}",
                "规则函数 `{name}` 抛出了 {message}"
            ));
            RulesError::Rule {
                cause,
                game: None,
                span: Span::default(),
                at: vec![position],
            }
        })
    }
}

impl Rules for FunctionRules {
    fn title(&self) -> String {
        self.name.clone()
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn conventions(&self) -> Conventions {
        Conventions::default()
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let list = self.options_of(slots[0], sink.budget())?;
        let (mut rest, mut option) = (&list[..], 0);
        while let [count, after @ ..] = rest {
            let (parts, after) = after.split_at(*count as usize);
            for &part in parts {
                sink.component(sink.game(), &[part.into()])?;
            }
            sink.commit(0, &[option], Span::default())?;
            (rest, option) = (after, option + 1);
        }
        Ok(())
    }

    fn describe(&self, _: &[Int], _: usize, _: &[Int]) -> Option<Text> {
        None
    }

    fn position(&self, _: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        let name = &self.name;
        Err(text!(
            "expected a call of `{name}` to create a position",
            "应通过调用 `{name}` 得到局面"
        ))
    }

    fn show(&self, slots: &[Int]) -> Option<String> {
        let shown = Python::attach(|py| {
            Some(
                self.objects
                    .object(py, slots[0])?
                    .bind(py)
                    .repr()
                    .ok()?
                    .to_string(),
            )
        });
        let shown = shown.unwrap_or_else(|| "?".to_owned());
        Some(format!("{}({})", self.name, escape_line(&shown)))
    }
}
