//! Large tables for Python: the crate `large` in its words. A session is used while a game is read,
//! not while its table is made.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cluster::store::StoreError;
use base::budget::Budget;
use base::text::{Lang, Text};
use base::{impl_error, text};
use tablebase::TableKind;
use grundy::{SolveError, question};
use large::{Advice, EntrySample, LargeTableError, TableBuildOptions, TableSpec};
use pyo3::exceptions::{PyRuntimeError, PyUserWarning};
use pyo3::prelude::*;
use rules::game::GameId;
use rules::printer::print_game;
use serde_json::Value;
use theory::theorem::Theorem;

use crate::classes::{Kind, Known};
use crate::exclusive::{Exclusive, ExclusiveError};
use crate::session::{CallOptions, Session, SessionInner, run_within};
use crate::{convert, errors};

/// What a table is made of, as Python says it.
#[derive(FromPyObject)]
pub enum TableSource<'py> {
    /// The text of a question.
    Text(String),
    /// A game.
    Kind(Bound<'py, Kind>),
    /// A position up to whose numbers the table goes.
    Known(Bound<'py, Known>),
}

/// What a table says and how it is filled; a tuple in Python.
#[derive(FromPyObject)]
pub struct TableFlags {
    /// `outcomes`, `remoteness` or `values`; otherwise the game decides.
    #[pyo3(item(0))]
    what: Option<String>,
    /// Lower tiers are read once, in order.
    #[pyo3(item(1))]
    stream: bool,
}

/// How a table is built; a tuple in Python.
#[derive(FromPyObject)]
pub struct BuildSettings {
    /// Number of shares of a tier.
    #[pyo3(item(0))]
    shares: Option<u32>,
    /// Number of threads.
    #[pyo3(item(1))]
    threads: u32,
    /// Seconds between checkpoints.
    #[pyo3(item(2))]
    checkpoint: f64,
}

/// Data and words, as Python has them.
pub type DataAndText<'py> = (Bound<'py, PyAny>, String);

/// Why a store could not be asked, until the question ends that asked it.
#[derive(Clone, Default)]
pub struct StoreErrorSlot(Arc<Mutex<Option<Text>>>);

impl StoreErrorSlot {
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
fn store_error_text(store: &str, fault: &StoreError) -> Text {
    let Text { en, zh } = match fault {
        StoreError::Missing(name) => {
            text!(
                "{name} is not there: the table is not whole; `big_solve` goes on with it",
                "没有 {name}：表尚未完整；`big_solve` 可继续"
            )
        }
        StoreError::Damaged(name, Text { en, zh }) if name != cluster::store::MANIFEST => text!(
            "{name} is damaged ({en}): take it away, and `big_solve` makes it again",
            "{name} 已损坏（{zh}）：删除它，`big_solve` 会重新生成"
        ),
        StoreError::Foreign(name) if name != cluster::store::MANIFEST => text!(
            "{name} was written for another table, or for another place of this one: take it away, and `big_solve` makes the right one",
            "{name} 是为别的表或本表的别处写的：删除它，`big_solve` 会生成正确的"
        ),
        fault => fault.text(),
    };
    text!("{store}: {en}", "{store}：{zh}")
}

/// The exception for an error about a store.
pub fn exception(py: Python<'_>, error: &LargeTableError, store: &str, lang: Lang) -> PyErr {
    let refused = |text: Text| errors::of_class(py, "StoreError", text.get(lang).to_owned());
    match error {
        LargeTableError::Store(fault) => refused(store_error_text(store, fault)),
        LargeTableError::Absent => refused(text!(
            "{store}: there is no store of a large table; `big_solve(game, store)` makes one",
            "{store}：此处没有大表的存储；`big_solve(游戏, 存储)` 可生成"
        )),
        LargeTableError::Stopped(error, advice) => {
            let said: Vec<Text> = advice
                .iter()
                .map(|advice| advice_text(*advice, store))
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
        error => errors::exception(py, &error.clone().into_error(), None, lang),
    }
}

/// What may be done where the work was stopped.
fn advice_text(advice: Advice, store: &str) -> Text {
    match advice {
        Advice::Shares(shares) => text!(
            "less is needed by shares in processes of their own, {shares} or more, in another store (`grundy big jobs`)",
            "各份分别在自己的进程中所需较少：{shares} 份或更多，用另一个存储（`grundy big jobs`）"
        ),
        _ => text!(
            "what is in {store} stays: the same call goes on with it",
            "{store} 中已有的内容保留：同一调用可继续"
        ),
    }
}

/// Does work that no session is needed for.
fn run_without_session<T: Send>(
    py: Python<'_>,
    store: &str,
    given: CallOptions<'_>,
    work: impl FnOnce(Lang, &Budget<'_>) -> Result<T, TableWorkError> + Send,
) -> PyResult<T> {
    let lang = given.lang();
    match run_within(py, &Exclusive::new(()), given, None, |(), lang, budget| {
        Ok(work(lang, budget))
    })? {
        Ok(found) => Ok(found),
        Err(TableWorkError::Table(error)) => Err(exception(py, &error, store, lang)),
        Err(error) => Err(PyRuntimeError::new_err(error.to_string())),
    }
}

/// Why work on a table failed.
#[derive(Debug)]
enum TableWorkError {
    Table(LargeTableError),
    /// This thread is using the session.
    Session(ExclusiveError),
}

impl TableWorkError {
    fn text(&self) -> Text {
        match self {
            TableWorkError::Table(error) => {
                let error = error.clone().into_error();
                Text {
                    en: error.render(Lang::En, false),
                    zh: error.render(Lang::Zh, false),
                }
            }
            TableWorkError::Session(error) => error.text(),
        }
    }
}

impl_error!(TableWorkError { Session });

impl<E: Into<LargeTableError>> From<E> for TableWorkError {
    fn from(error: E) -> TableWorkError {
        TableWorkError::Table(error.into())
    }
}

/// What is read of a game, without Python.
enum GameSource {
    Text(String),
    Id(GameId, Option<Vec<i64>>),
}

impl TableSource<'_> {
    fn game(&self, session: &Session) -> PyResult<GameSource> {
        Ok(match self {
            TableSource::Text(text) => GameSource::Text(text.clone()),
            TableSource::Kind(kind) => {
                session.own(kind.get().session)?;
                GameSource::Id(kind.get().id, None)
            }
            TableSource::Known(known) => {
                session.own(known.get().session)?;
                match &known.get().position.components[..] {
                    [one] => GameSource::Id(one.game, Some(one.slots.to_vec())),
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
fn parse_kind(what: Option<&str>) -> PyResult<Option<TableKind>> {
    what.map(|word| {
        large::parse_kind(word).ok_or_else(|| {
            errors::value(format!(
                "what: 'outcomes', 'remoteness' or 'values' is expected, not {word:?}"
            ))
        })
    })
    .transpose()
}

/// Reads a game as soon as the session is free.
fn open_game(
    inside: &Exclusive<SessionInner>,
    game: GameSource,
    what: Option<TableKind>,
    flags: &TableFlags,
    budget: &Budget<'_>,
) -> Result<TableSpec, TableWorkError> {
    let read = inside.with(&|| budget.ask().err(), |inside| {
        let session = inside.session()?;
        match game {
            GameSource::Text(text) => session.big(&text, budget),
            GameSource::Id(id, tops) => session.big_of(id, tops, budget),
        }
    });
    match read {
        Ok(big) => Ok(TableSpec::new(big?, what, flags.stream)),
        Err(ExclusiveError::Stopped(stop)) => Err(SolveError::Stopped(stop).into()),
        Err(error) => Err(TableWorkError::Session(error)),
    }
}

fn data_and_text<'py>(
    py: Python<'py>,
    data: &Value,
    words: &Text,
    lang: Lang,
) -> PyResult<DataAndText<'py>> {
    Ok((convert::of_json(py, data)?, words.get(lang).to_owned()))
}

/// What a table would cost.
pub fn plan<'py>(
    session: &Session,
    py: Python<'py>,
    of: &TableSource<'_>,
    flags: TableFlags,
    shares: Vec<u32>,
    given: CallOptions<'py>,
) -> PyResult<DataAndText<'py>> {
    let (game, what, lang, inside) = (
        of.game(session)?,
        parse_kind(flags.what.as_deref())?,
        given.lang(),
        session.inside(),
    );
    let found = run_without_session(py, "", given, |_, budget| {
        let opened = open_game(inside, game, what, &flags, budget)?;
        Ok(large::estimate(&opened, &shares, budget)?)
    })?;
    data_and_text(py, found.json(), found.words(), lang)
}

/// Makes a table, or goes on with it; then how far it is.
pub fn solve<'py>(
    session: &Session,
    py: Python<'py>,
    of: &TableSource<'_>,
    store: &str,
    flags: TableFlags,
    settings: BuildSettings,
    given: CallOptions<'py>,
) -> PyResult<DataAndText<'py>> {
    let (game, what, lang, inside) = (
        of.game(session)?,
        parse_kind(flags.what.as_deref())?,
        given.lang(),
        session.inside(),
    );
    let checkpoint = Duration::try_from_secs_f64(settings.checkpoint)
        .map_err(|_| errors::value("checkpoint: a number of seconds is expected"))?;
    let making = TableBuildOptions {
        shares: settings.shares,
        threads: settings.threads,
        checkpoint,
        ..TableBuildOptions::default()
    };
    let found = run_without_session(py, store, given, |lang, budget| {
        let opened = open_game(inside, game, what, &flags, budget)?;
        large::make(&opened, store, &making, &|note| log(&note, lang), budget)?;
        Ok(large::status(store)?)
    })?;
    warn(py, store, &found.foreign, lang)?;
    data_and_text(py, &found.json(), &found.words(), lang)
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
pub fn big_status<'py>(
    py: Python<'py>,
    store: &str,
    given: CallOptions<'py>,
) -> PyResult<DataAndText<'py>> {
    let lang = given.lang();
    let found = run_without_session(py, store, given, |_, _| Ok(large::status(store)?))?;
    warn(py, store, &found.foreign, lang)?;
    data_and_text(py, &found.json(), &found.words(), lang)
}

/// Compares the entries of a store with those of their options: all, or a sample of about so many
/// and which.
#[pyfunction]
#[pyo3(signature = (store, sample, given))]
pub fn big_check<'py>(
    py: Python<'py>,
    store: &str,
    sample: Option<(u64, u64)>,
    given: CallOptions<'py>,
) -> PyResult<DataAndText<'py>> {
    let lang = given.lang();
    let found = run_without_session(py, store, given, |_, budget| {
        let sample = sample.map(|(count, seed)| EntrySample { count, seed });
        Ok(large::check(store, sample, budget)?)
    })?;
    warn(py, store, &found.foreign, lang)?;
    let mut words = found.words();
    if found.fits() && !found.is_proved() {
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
    data_and_text(py, &found.json(lang), &words, lang)
}

/// A store that a session asks, by its name.
pub type LoadedStore = (String, Arc<dyn Theorem>);

/// Lets a session ask a store; the game, and the names in the store that are not of it. One of the
/// same name that it asked before is asked no more.
pub fn load(
    inside: &mut SessionInner,
    store: &str,
    broken: &StoreErrorSlot,
    budget: &Budget<'_>,
) -> Result<(GameId, Vec<String>), LargeTableError> {
    let (broken, name) = (broken.clone(), store.to_owned());
    let found = large::theorem(
        store,
        "a store given by load_store",
        Arc::new(move |fault| broken.tell(store_error_text(&name, fault))),
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
            session.load_rules(&format!("{store}/{}", cluster::store::MANIFEST), &manifest.rules)?;
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
pub fn store_error(py: Python<'_>, text: &Text, lang: Lang) -> PyErr {
    errors::of_class(py, "StoreError", text.get(lang).to_owned())
}
