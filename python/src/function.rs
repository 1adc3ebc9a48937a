//! Games whose rules are a Python function: any hashable is a position, the function lists what a
//! move leaves, and a list of positions is a sum. A position is known to Grundy by a number, given
//! in the order in which positions are met. The function is called once a position; what it raises
//! is kept, and comes out of the question as the cause of its error.

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

/// Bytes that a position takes besides what Python holds, about.
const EACH: u64 = 200;

/// What a rule function raised last.
#[derive(Default)]
pub struct RaisedException(Mutex<Option<PyErr>>);

impl RaisedException {
    /// Keeps the first that was raised.
    pub fn set(&self, error: PyErr) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert(error);
    }

    /// Takes it.
    pub fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The positions of a function that were met. Nothing is asked of Python while the list is locked.
pub struct MetPositions {
    ids: Py<PyDict>,
    met: Mutex<Vec<MetPosition>>,
}

struct MetPosition {
    object: Py<PyAny>,
    /// For each option how many components it has, then their numbers.
    options: Option<Arc<[u32]>>,
}

impl MetPositions {
    /// No positions yet.
    pub fn new(py: Python<'_>) -> MetPositions {
        MetPositions {
            ids: PyDict::new(py).unbind(),
            met: Mutex::default(),
        }
    }

    fn met(&self) -> MutexGuard<'_, Vec<MetPosition>> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a position.
    ///
    /// # Errors
    /// What Python raises where it cannot be hashed.
    pub fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let ids = self.ids.bind(object.py());
        if let Some(known) = ids.get_item(object)? {
            return known.extract();
        }
        let number = {
            let mut met = self.met();
            met.push(MetPosition {
                object: object.clone().unbind(),
                options: None,
            });
            u32::try_from(met.len() - 1)
                .map_err(|_| crate::errors::value("more than 2**32 positions"))?
        };
        // Hashing may let another thread go first: its number is the position's.
        ids.call_method1("setdefault", (object, number))?.extract()
    }

    /// The position of a number.
    pub fn object(&self, py: Python<'_>, number: Int) -> Option<Py<PyAny>> {
        self.met()
            .get(usize::try_from(number).ok()?)
            .map(|met| met.object.clone_ref(py))
    }
}

/// The rules.
pub struct FunctionRules {
    name: String,
    function: Py<PyAny>,
    objects: Arc<MetPositions>,
    raised: Arc<RaisedException>,
    slots: [Slot; 1],
}

impl FunctionRules {
    /// The rules that a function says.
    pub fn new(
        name: String,
        function: Py<PyAny>,
        objects: Arc<MetPositions>,
        raised: Arc<RaisedException>,
    ) -> FunctionRules {
        // Python may call a function anything; the name and its positions go into messages,
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

    /// Asks the function, which was not asked about this position before.
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

    /// The options of a position.
    fn options_of(&self, position: Int, budget: &Budget<'_>) -> Result<Arc<[u32]>, RulesError> {
        let known = {
            let met = self.objects.met();
            budget.allow_memory(EACH * met.len() as u64)?;
            usize::try_from(position)
                .ok()
                .and_then(|place| met.get(place)?.options.clone())
        };
        let list = || {
            Python::attach(|py| {
                self.list(py, position)
                    .map_err(|error| (error.to_string(), error))
            })
        };
        known.map_or_else(list, Ok).map_err(|(said, error)| {
            self.raised.set(error);
            let name = &self.name;
            let cause = EvalError::Other(text!(
                "the rule function `{name}` raised {said}",
                "规则函数 `{name}` 抛出了 {said}"
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
            "a position of `{name}` is made by calling it",
            "`{name}` 的局面通过调用它得到"
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
