//! Positions, moves and games as the Python classes hold them: data of one session, with the words
//! that were made of them, so that nothing has to wait for the session to be shown.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use base::budget::Budget;
use base::text::Lang;
use grundy::answer::WinningMove;
use grundy::question::Position;
use grundy::{Session, position_text};
use pyo3::prelude::*;
use rules::game::{Conventions, GameId};
use rules::play::SumPosition;

use crate::function::MetPositions;

/// A position.
#[pyclass(frozen, module = "grundy._core")]
pub struct Known {
    /// The number of its session.
    pub session: u64,
    /// The data.
    pub position: Position,
    /// In canonical form: what tells positions apart, with how they are played.
    sum: SumPosition,
    how: Option<Conventions>,
    /// As a question asks for it.
    #[pyo3(get)]
    text: String,
}

impl Known {
    /// A position of a session.
    pub fn new(number: u64, session: &Session, position: Position) -> Known {
        let sum = position.sum(&session.world);
        let how = position
            .conventions(&session.world, &session.settings, &Budget::generous())
            .ok();
        let text = position_text::position(&session.world, &position.components);
        Known {
            session: number,
            position,
            sum,
            how,
            text,
        }
    }
}

#[pymethods]
impl Known {
    fn __eq__(&self, other: &Known) -> bool {
        (self.session, &self.sum, self.position.play, &self.how)
            == (other.session, &other.sum, other.position.play, &other.how)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.session, &self.sum).hash(&mut hasher);
        hasher.finish()
    }
}

/// A move.
#[pyclass(frozen, module = "grundy._core")]
pub struct Made {
    /// What it leaves.
    #[pyo3(get)]
    leaves: Py<Known>,
    /// What it is called: `in kayles[12]: take pin 5`.
    #[pyo3(get)]
    text: String,
    /// For each step what the rules call it, if they do.
    #[pyo3(get)]
    words: Vec<Option<String>>,
    /// For each step the component that it is made in, from 0 on.
    #[pyo3(get)]
    components: Vec<usize>,
    /// For each step what was chosen.
    #[pyo3(get)]
    choices: Vec<Vec<i64>>,
}

/// What a move says, before Python holds it.
pub struct MoveData {
    leaves: Known,
    text: String,
    words: Vec<Option<String>>,
    components: Vec<usize>,
    choices: Vec<Vec<i64>>,
}

impl MoveData {
    /// A move of a position.
    pub fn new(
        number: u64,
        session: &Session,
        from: &Position,
        made: WinningMove,
        lang: Lang,
    ) -> MoveData {
        let world = &session.world;
        let several = from.components.len() > 1;
        let text =
            requests::answer_text::steps_text(&made, world, position_text::position, several, lang);
        let called = made
            .steps
            .iter()
            .map(|step| position_text::step(world, step).map(|words| words.get(lang).to_owned()))
            .collect();
        MoveData {
            text,
            words: called,
            components: made.steps.iter().map(|step| step.component - 1).collect(),
            choices: made
                .steps
                .iter()
                .map(|step| step.choices.to_vec())
                .collect(),
            leaves: Known::new(number, session, from.after(made.leaves)),
        }
    }

    /// The move for Python.
    pub fn into_python(self, py: Python<'_>) -> PyResult<Made> {
        let MoveData {
            leaves,
            text,
            words,
            components,
            choices,
        } = self;
        Ok(Made {
            leaves: Py::new(py, leaves)?,
            text,
            words,
            components,
            choices,
        })
    }
}

/// A game.
#[pyclass(frozen, module = "grundy._core")]
pub struct Kind {
    /// The number of its session.
    pub session: u64,
    /// The game.
    pub id: GameId,
    /// The positions met, where its rules are a function.
    pub objects: Option<Arc<MetPositions>>,
    /// What a question calls it.
    #[pyo3(get)]
    name: String,
    /// Its name with its arguments.
    #[pyo3(get)]
    title: String,
    /// The names of the numbers of a position.
    #[pyo3(get)]
    slots: Vec<String>,
    /// Its rules and the name of their file, if it has any.
    #[pyo3(get)]
    source: Option<(String, String)>,
}

impl Kind {
    /// A game of a session.
    pub fn new(
        number: u64,
        session: &Session,
        id: GameId,
        objects: Option<Arc<MetPositions>>,
    ) -> Kind {
        let world = &session.world;
        let declared = world.declaration_of(id);
        Kind {
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
impl Kind {
    fn __eq__(&self, other: &Kind) -> bool {
        (self.session, self.id) == (other.session, other.id)
    }

    fn __hash__(&self) -> u64 {
        self.session << 32 ^ u64::from(self.id.0)
    }
}
