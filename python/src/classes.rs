//! The Rust objects of positions, moves and games in Python. These objects contain data of one
//! session, and the texts of this data. Python can therefore print the objects without waiting for
//! the session.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use base::budget::Budget;
use base::text::{Lang, Text};
use grundy::answer::WinningMove;
use grundy::question::Position;
use grundy::{Session, position_text};
use pyo3::prelude::*;
use rules::game::{Conventions, GameId};
use rules::play::SumPosition;

use crate::function::MetPositions;

/// A position of a session.
#[pyclass(frozen, name = "Position", module = "grundy._core")]
pub struct PyPosition {
    /// The number of the session to which this object belongs.
    pub session: u64,
    /// The position in Rust.
    pub inner: Position,
    /// The canonical form of the position. This form and the conventions identify the position.
    sum: SumPosition,
    conventions: Option<Conventions>,
    /// The position in the syntax of queries.
    #[pyo3(get)]
    text: String,
}

impl PyPosition {
    /// Creates the object for a position of a session.
    pub fn new(number: u64, session: &Session, position: Position) -> PyPosition {
        let sum = position.sum(&session.world);
        let conventions = position
            .conventions(&session.world, &session.settings, &Budget::generous())
            .ok();
        let text = position_text::position(&session.world, &position.components);
        PyPosition {
            session: number,
            inner: position,
            sum,
            conventions,
            text,
        }
    }
}

#[pymethods]
impl PyPosition {
    fn __eq__(&self, other: &PyPosition) -> bool {
        let key = |one: &PyPosition| (one.session, one.inner.play, one.conventions);
        key(self) == key(other) && self.sum == other.sum
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.session, &self.sum).hash(&mut hasher);
        hasher.finish()
    }
}

/// A move of a position.
#[pyclass(frozen, name = "Move", module = "grundy._core")]
pub struct PyMove {
    /// The position after the move.
    #[pyo3(get)]
    leaves: Py<PyPosition>,
    /// The text of the move: `in kayles[12]: take pin 6`.
    #[pyo3(get)]
    text: String,
    /// For each step, the label, or `None` if the rules give the step no label.
    #[pyo3(get)]
    labels: Vec<Option<String>>,
    /// The text in the other language, and the labels in that language if every step has a label.
    #[pyo3(get)]
    others: Vec<String>,
    /// The index of the component that each step changes, starting at 0.
    #[pyo3(get)]
    components: Vec<usize>,
    /// The chosen numbers of each step.
    #[pyo3(get)]
    choices: Vec<Vec<i64>>,
}

/// The data of a move, created without holding the interpreter.
pub struct MoveData {
    leaves: PyPosition,
    text: String,
    labels: Vec<Option<String>>,
    others: Vec<String>,
    components: Vec<usize>,
    choices: Vec<Vec<i64>>,
}

impl MoveData {
    /// Collects the data of a move of a position.
    pub fn new(
        number: u64,
        session: &Session,
        from: &Position,
        found: WinningMove,
        lang: Lang,
    ) -> MoveData {
        let world = &session.world;
        let several = from.components.len() > 1;
        let text = requests::answer_text::steps(&found, world, position_text::position, several);
        let steps: Vec<Option<Text>> = found
            .steps
            .iter()
            .map(|step| position_text::step(world, step))
            .collect();
        let labels_in = |lang| {
            let labels = steps.iter().map(Option::as_ref);
            labels.map(move |label| label.map(|label| label.get(lang).to_owned()))
        };
        let other = match lang {
            Lang::En => Lang::Zh,
            Lang::Zh => Lang::En,
        };
        let mut others = vec![text.get(other).to_owned()];
        others.extend(
            labels_in(other)
                .collect::<Option<Vec<_>>>()
                .map(|labels| labels.join("; ")),
        );
        MoveData {
            text: text.get(lang).to_owned(),
            labels: labels_in(lang).collect(),
            others,
            components: found.steps.iter().map(|step| step.component - 1).collect(),
            choices: found
                .steps
                .iter()
                .map(|step| step.choices.to_vec())
                .collect(),
            leaves: PyPosition::new(number, session, from.after(found.leaves)),
        }
    }

    /// Creates the Python object.
    pub fn into_python(self, py: Python<'_>) -> PyResult<PyMove> {
        let MoveData {
            leaves,
            text,
            labels,
            others,
            components,
            choices,
        } = self;
        Ok(PyMove {
            leaves: Py::new(py, leaves)?,
            text,
            labels,
            others,
            components,
            choices,
        })
    }
}

/// A game of a session.
#[pyclass(frozen, name = "Game", module = "grundy._core")]
pub struct PyGame {
    /// The number of the session to which this object belongs.
    pub session: u64,
    /// The number of the game in its session.
    pub id: GameId,
    /// The positions found so far, or `None` if the rules are not a function.
    pub objects: Option<Arc<MetPositions>>,
    /// The name of the game in queries.
    #[pyo3(get)]
    name: String,
    /// The name with the arguments.
    #[pyo3(get)]
    title: String,
    /// The names of the slots.
    #[pyo3(get)]
    slots: Vec<String>,
    /// The name of the rule file and its text, or `None` if the game has no rule text.
    #[pyo3(get)]
    source: Option<(String, String)>,
}

impl PyGame {
    /// Creates the object for a game of a session.
    pub fn new(
        number: u64,
        session: &Session,
        id: GameId,
        objects: Option<Arc<MetPositions>>,
    ) -> PyGame {
        let world = &session.world;
        let declared = world.declaration_of(id);
        PyGame {
            session: number,
            id,
            objects,
            name: world.name(id).to_owned(),
            title: world.rules(id).title(),
            slots: world
                .rules(id)
                .slots()
                .iter()
                .map(|slot| slot.name.clone())
                .collect(),
            source: declared
                .map(|declared| (declared.source.name.clone(), declared.source.text.clone())),
        }
    }
}

#[pymethods]
impl PyGame {
    fn __eq__(&self, other: &PyGame) -> bool {
        (self.session, self.id) == (other.session, other.id)
    }

    fn __hash__(&self) -> u64 {
        self.session << 32 ^ u64::from(self.id.0)
    }
}
