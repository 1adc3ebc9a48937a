//! Large tables for Python: the crate `large` in its words. A session is used while a game is read,
//! not while its table is made.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use archive::Fault;
use base::budget::Budget;
use base::text;
use base::text::{Lang, Text};
use engines::tiers::What;
use grundy::{Error, question};
use large::{Advice, Making, Opened, Wrong};
use pyo3::exceptions::{PyRuntimeError, PyUserWarning};
use pyo3::prelude::*;
use rules::printer::print_game;
use rules::rules::GameId;
use serde_json::Value;
use theory::theorem::Theorem;

use crate::exclusive::{Exclusive, Taken};
use crate::known::{Kind, Known};
use crate::session::{Given, Inside, Session, within};
use crate::{convert, errors};

/// What a table is made of, as Python says it.
#[derive(FromPyObject)]
pub enum Of<'py> {
    /// The text of a question.
    Text(String),
    /// A game.
    Kind(Bound<'py, Kind>),
    /// A position up to whose numbers the table goes.
    Known(Bound<'py, Known>),
}

/// What a table says, no moves kept, lower tiers read in order.
pub type Wanted = (Option<String>, bool, bool);

/// Data and words, as Python has them.
pub type Told<'py> = (Bound<'py, PyAny>, String);

/// Why a store could not be asked, until the question ends that asked it.
#[derive(Clone, Default)]
pub struct Broken(Arc<Mutex<Option<Text>>>);

impl Broken {
    /// Takes what was told.
    pub fn take(&self) -> Option<Text> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether something was told.
    pub fn is_told(&self) -> bool {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .is_some()
    }

    fn tell(&self, text: Text) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert(text);
    }
}

/// What went wrong with a store, after its name.
fn told(store: &str, fault: &Fault) -> Text {
    let Text { en, zh } = match fault {
        Fault::Missing(name) => {
            text!(
                "{name} is not there: the table is not whole; `big_solve` goes on with it",
                "没有 {name}：表尚未完整；`big_solve` 可继续"
            )
        }
        Fault::Damaged(name, Text { en, zh }) if name != archive::MANIFEST => text!(
            "{name} is damaged ({en}): take it away, and `big_solve` makes it again",
            "{name} 已损坏（{zh}）：删除它，`big_solve` 会重新生成"
        ),
        Fault::Foreign(name) if name != archive::MANIFEST => text!(
            "{name} was written for another table, or for another place of this one: take it away, and `big_solve` makes the right one",
            "{name} 是为别的表或本表的别处写的：删除它，`big_solve` 会生成正确的"
        ),
        fault => fault.text(),
    };
    text!("{store}: {en}", "{store}：{zh}")
}

/// The exception for an error about a store.
pub fn raised(py: Python<'_>, wrong: &Wrong, store: &str, lang: Lang) -> PyErr {
    let refused = |text: Text| errors::of_class(py, "StoreError", text.get(lang).to_owned());
    match wrong {
        Wrong::Store(fault) => refused(told(store, fault)),
        Wrong::Absent => refused(text!(
            "{store}: there is no store of a large table; `big_solve(game, store)` makes one",
            "{store}：此处没有大表的存储；`big_solve(游戏, 存储)` 可生成"
        )),
        Wrong::Stopped(error, advice) => {
            let said: Vec<Text> = advice
                .iter()
                .map(|advice| advised(*advice, store))
                .collect();
            let join = |of: &dyn Fn(&Text) -> String, sign: &str| {
                said.iter().map(of).collect::<Vec<_>>().join(sign)
            };
            let far = Text {
                en: join(&|text| text.en.clone(), "; "),
                zh: join(&|text| text.zh.clone(), "；"),
            };
            errors::exception(py, error, Some(&far), lang)
        }
        wrong => errors::exception(py, &wrong.clone().error(), None, lang),
    }
}

/// What may be done where the work was stopped.
fn advised(advice: Advice, store: &str) -> Text {
    match advice {
        Advice::Shares(shares) => text!(
            "less is needed by shares in processes of their own, {shares} or more, in another store (`grundy big jobs`)",
            "各份分别在自己的进程中所需较少：{shares} 份或更多，用另一个存储（`grundy big jobs`）"
        ),
        Advice::Sweep => text!(
            "with `sweep=True`, in another store, no moves are kept",
            "加 `sweep=True`（用另一个存储）则不保存着法"
        ),
        _ => text!(
            "what is in {store} stays: the same call goes on with it",
            "{store} 中已有的内容保留：同一调用可继续"
        ),
    }
}

/// Does work that no session is needed for.
fn alone<T: Send>(
    py: Python<'_>,
    store: &str,
    given: Given<'_>,
    work: impl FnOnce(Lang, &Budget<'_>) -> Result<T, Ended> + Send,
) -> PyResult<T> {
    let lang = given.lang();
    match within(py, &Exclusive::new(()), given, None, |(), lang, budget| {
        Ok(work(lang, budget))
    })? {
        Ok(found) => Ok(found),
        Err(Ended::Wrong(wrong)) => Err(raised(py, &wrong, store, lang)),
        Err(Ended::Busy) => Err(PyRuntimeError::new_err(
            "a rule function cannot ask the session that is asking it",
        )),
    }
}

/// Why there is no answer.
enum Ended {
    Wrong(Wrong),
    /// This very thread is using the session.
    Busy,
}

impl<E: Into<Wrong>> From<E> for Ended {
    fn from(error: E) -> Ended {
        Ended::Wrong(error.into())
    }
}

/// What is read of a game, without Python.
enum Game {
    Text(String),
    Id(GameId, Option<Vec<i64>>),
}

impl Of<'_> {
    fn game(&self, session: &Session) -> PyResult<Game> {
        Ok(match self {
            Of::Text(text) => Game::Text(text.clone()),
            Of::Kind(kind) => {
                session.own(kind.get().session)?;
                Game::Id(kind.get().id, None)
            }
            Of::Known(known) => {
                session.own(known.get().session)?;
                match &known.get().position.components[..] {
                    [one] => Game::Id(one.game, Some(one.slots.to_vec())),
                    _ => {
                        return Err(errors::value(
                            "a large table is made of one game: a position of several components has none",
                        ));
                    }
                }
            }
        })
    }
}

/// What a table says, by its word.
fn wanted(what: Option<&str>) -> PyResult<Option<What>> {
    what.map(|word| {
        large::what(word).ok_or_else(|| {
            errors::value(format!(
                "what: 'outcomes', 'remoteness' or 'values' is expected, not {word:?}"
            ))
        })
    })
    .transpose()
}

/// Reads a game as soon as the session is free.
fn opened(
    inside: &Exclusive<Inside>,
    game: Game,
    (what, sweep, stream): (Option<What>, bool, bool),
    budget: &Budget<'_>,
) -> Result<Opened, Ended> {
    let read = inside.with(&|| budget.ask().err(), |inside| {
        let session = inside.session()?;
        match game {
            Game::Text(text) => session.big(&text, budget),
            Game::Id(id, tops) => session.big_of(id, tops, budget),
        }
    });
    match read {
        Ok(big) => Ok(Opened::new(big?, what, sweep, stream)),
        Err(Taken::Here) => Err(Ended::Busy),
        Err(Taken::Stopped(stop)) => Err(Error::Stopped(stop).into()),
    }
}

fn pair<'py>(py: Python<'py>, (data, words): (Value, Text), lang: Lang) -> PyResult<Told<'py>> {
    Ok((convert::of_json(py, &data)?, words.get(lang).to_owned()))
}

/// What a table would cost.
pub fn plan<'py>(
    session: &Session,
    py: Python<'py>,
    of: &Of<'_>,
    (what, sweep, stream): Wanted,
    shares: Vec<u32>,
    given: Given<'py>,
) -> PyResult<Told<'py>> {
    let (game, what, lang, inside) = (
        of.game(session)?,
        wanted(what.as_deref())?,
        given.lang(),
        session.inside(),
    );
    let found = alone(py, "", given, |_, budget| {
        let opened = opened(inside, game, (what, sweep, stream), budget)?;
        Ok(large::estimate(&opened, &shares, budget)?)
    })?;
    pair(py, (found.json().clone(), found.words().clone()), lang)
}

/// Makes a table, or goes on with it; then how far it is.
pub fn solve<'py>(
    session: &Session,
    py: Python<'py>,
    (of, store): (&Of<'_>, &str),
    (what, sweep, stream): Wanted,
    (shares, threads, checkpoint): (Option<u32>, u32, f64),
    given: Given<'py>,
) -> PyResult<Told<'py>> {
    let (game, what, lang, inside) = (
        of.game(session)?,
        wanted(what.as_deref())?,
        given.lang(),
        session.inside(),
    );
    let checkpoint = Duration::try_from_secs_f64(checkpoint)
        .map_err(|_| errors::value("checkpoint: a number of seconds is expected"))?;
    let making = Making {
        shares,
        threads,
        checkpoint,
        ..Making::default()
    };
    let found = alone(py, store, given, |lang, budget| {
        let opened = opened(inside, game, (what, sweep, stream), budget)?;
        large::make(&opened, store, &making, &|note| log(&note, lang), budget)?;
        Ok(large::status(store)?)
    })?;
    warn(py, store, &found.foreign, lang)?;
    pair(py, (found.json(), found.words()), lang)
}

/// What a run chose, for whoever listens to the logger of this package.
fn log(note: &Text, lang: Lang) {
    Python::attach(|py| {
        let logger = py
            .import("logging")
            .and_then(|logging| logging.call_method1("getLogger", ("grundy",)));
        // Who listens deals with errors of his own.
        let _ = logger.and_then(|logger| logger.call_method1("info", ("%s", note.get(lang))));
    });
}

/// Warns of what is in a store and not of it.
pub fn warn(py: Python<'_>, store: &str, foreign: &[String], lang: Lang) -> PyResult<()> {
    let Some(words) = large::foreign_words(store, foreign) else {
        return Ok(());
    };
    let text = std::ffi::CString::new(words.get(lang).replace('\0', "\\0"))?;
    // The caller of the Python function that calls this.
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 2)
}

/// How far the table of a store is.
#[pyfunction]
pub fn big_status<'py>(py: Python<'py>, store: &str, given: Given<'py>) -> PyResult<Told<'py>> {
    let lang = given.lang();
    let found = alone(py, store, given, |_, _| Ok(large::status(store)?))?;
    warn(py, store, &found.foreign, lang)?;
    pair(py, (found.json(), found.words()), lang)
}

/// Compares the entries of a store with those of their options: all, or a sample of about so many
/// and which.
#[pyfunction]
#[pyo3(signature = (store, sample, given))]
pub fn big_check<'py>(
    py: Python<'py>,
    store: &str,
    sample: Option<(u64, u64)>,
    given: Given<'py>,
) -> PyResult<Told<'py>> {
    let lang = given.lang();
    let found = alone(py, store, given, |_, budget| {
        Ok(large::check(store, sample, budget)?)
    })?;
    warn(py, store, &found.foreign, lang)?;
    let mut words = found.words();
    if found.fits() && !found.proved() {
        let more = match found.shown {
            true => text!("; `all=True` proves the table", "；`all=True` 可证明全表"),
            false => text!(
                ": `what=\"remoteness\"` can be proved",
                "：`what=\"remoteness\"` 可以证明"
            ),
        };
        words = Text {
            en: words.en + &more.en,
            zh: words.zh + &more.zh,
        };
    }
    pair(py, (found.json(lang), words), lang)
}

/// A store that a session asks, by its name.
pub type Asked = (String, Arc<dyn Theorem>);

/// Lets a session ask a store; the game, and the names in the store that are not of it. One of the
/// same name that it asked before is asked no more.
pub fn load(
    inside: &mut Inside,
    store: &str,
    broken: &Broken,
    budget: &Budget<'_>,
) -> Result<(GameId, Vec<String>), Wrong> {
    let (broken, name) = (broken.clone(), store.to_owned());
    let found = large::theorem(
        store,
        "a store given by load_store",
        Arc::new(move |fault| broken.tell(told(&name, fault))),
        budget,
    )?;
    let (theorem, manifest, foreign) = (found.theorem, found.manifest, found.foreign);
    let session = inside.session()?;
    let same = |session: &grundy::Session, id: GameId| {
        session
            .world
            .declaration_of(id)
            .is_some_and(|own| print_game(own.decl()) == manifest.rules)
    };
    let known = question::game(session.world_mut(), &manifest.game).ok();
    let game = match known.filter(|id| same(session, *id)) {
        Some(game) => game,
        // The store brings its rules along.
        None => {
            session.load_rules(&format!("{store}/{}", archive::MANIFEST), &manifest.rules)?;
            question::game(session.world_mut(), &manifest.game)?
        }
    };
    session.settings.theorems.insert(0, theorem.clone());
    if let Some(at) = inside.stores.iter().position(|(known, _)| known == store) {
        let (_, old) = inside.stores.remove(at);
        inside
            .session()?
            .settings
            .theorems
            .retain(|known| !Arc::ptr_eq(known, &old));
    }
    inside.stores.push((store.to_owned(), theorem));
    Ok((game, foreign))
}

/// The exception for a store that could not be read while a question asked it.
pub fn broken(py: Python<'_>, text: &Text, lang: Lang) -> PyErr {
    errors::of_class(py, "StoreError", text.get(lang).to_owned())
}
