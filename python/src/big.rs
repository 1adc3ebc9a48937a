//! Large tables for Python, a front end of the crate `large`. A session is locked while a game is
//! read, but not while its table is built.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use base::budget::Budget;
use base::text::{Lang, Text};
use base::{impl_error, text};
use cluster::store::StoreError;
use grundy::{SolveError, question};
use large::{Advice, EntrySample, LargeTableError, TableBuildOptions, TableSpec};
use pyo3::exceptions::{PyRuntimeError, PyUserWarning};
use pyo3::prelude::*;
use rules::game::GameId;
use rules::printer::print_game;
use serde_json::Value;
use tablebase::TableKind;
use theory::theorem::Theorem;

use crate::call::{CallOptions, run_within};
use crate::classes::{PyGame, PyPosition};
use crate::exclusive::{Exclusive, ExclusiveError};
use crate::session::{Session, SessionInner};
use crate::{convert, errors};

/// The game of a table, as Python passes it.
#[derive(FromPyObject)]
pub enum TableSource<'py> {
    /// The text of a game or position.
    Text(String),
    /// A game.
    Game(Bound<'py, PyGame>),
    /// A position; the table ends at its numbers if the rules do not bound a slot.
    Position(Bound<'py, PyPosition>),
}

/// The contents of a table and how it is filled; a tuple in Python.
#[derive(FromPyObject)]
pub struct TableFlags {
    /// `outcomes`, `remoteness` or `values`. The default depends on the game.
    #[pyo3(item(0))]
    entries: Option<String>,
    /// Whether lower tiers are read once, in order.
    #[pyo3(item(1))]
    stream: bool,
}

/// The options for building a table; a tuple in Python.
#[derive(FromPyObject)]
pub struct BuildSettings {
    /// Number of shares of a tier, or `None` to choose it from the threads and the memory.
    #[pyo3(item(0))]
    shares: Option<u32>,
    /// Number of threads.
    #[pyo3(item(1))]
    threads: u32,
    /// Seconds between checkpoints.
    #[pyo3(item(2))]
    checkpoint: f64,
}

/// The data of a reply in Python, and its text.
pub type DataAndText<'py> = (Bound<'py, PyAny>, String);

/// The first error of a store during the current query.
#[derive(Clone, Default)]
pub struct StoreErrorSlot(Arc<Mutex<Option<Text>>>);

impl StoreErrorSlot {
    /// Removes and returns the error.
    pub fn take(&self) -> Option<Text> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Returns whether an error is set.
    pub fn is_set(&self) -> bool {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .is_some()
    }

    fn set(&self, text: Text) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert(text);
    }
}

/// Returns the message for an error of a store: the name of the store, the problem, and what to do.
fn store_error_text(store: &str, error: &StoreError) -> Text {
    let Text { en, zh } = match error {
        StoreError::Missing(name) => {
            text!(
                "{name} is missing: the table is incomplete; call `big_solve` to resume building it",
                "缺少 {name}：表尚未完成；调用 `big_solve` 继续生成"
            )
        }
        StoreError::Damaged(name, Text { en, zh }) if name != cluster::store::MANIFEST => text!(
            "{name} is damaged ({en}): delete it and call `big_solve` to build it again",
            "{name} 已损坏（{zh}）：删除它，并调用 `big_solve` 重新生成"
        ),
        StoreError::Foreign(name) if name != cluster::store::MANIFEST => text!(
            "{name} belongs to another table or to another index range: delete it and call `big_solve` to build it again",
            "{name} 属于别的表或别的编号范围：删除它，并调用 `big_solve` 重新生成"
        ),
        error => error.text(),
    };
    text!("{store}: {en}", "{store}：{zh}")
}

/// Returns the exception for an error of a large table.
pub fn exception(py: Python<'_>, error: &LargeTableError, store: &str, lang: Lang) -> PyErr {
    let store_error = |text: Text| errors::of_class(py, "StoreError", text.get(lang).to_owned());
    match error {
        LargeTableError::Store(error) => store_error(store_error_text(store, error)),
        LargeTableError::Absent => store_error(text!(
            "{store}: there is no store of a large table; call `big_solve(game, store)` to build one",
            "{store}：此处没有大表的存储；调用 `big_solve(游戏, 存储)` 生成"
        )),
        LargeTableError::Stopped(error, advice) => {
            let texts: Vec<Text> = advice
                .iter()
                .map(|advice| advice_text(*advice, store))
                .collect();
            let join = |of: &dyn Fn(&Text) -> String, separator: &str| {
                texts.iter().map(of).collect::<Vec<_>>().join(separator)
            };
            let partial = Text {
                en: join(&|text| text.en.clone(), "; "),
                zh: join(&|text| text.zh.clone(), "；"),
            };
            errors::exception(py, error, Some(&partial), lang)
        }
        error => errors::exception(py, &error.clone().into_error(), None, lang),
    }
}

/// Returns what the user can do after a limit stopped the work.
fn advice_text(advice: Advice, store: &str) -> Text {
    match advice {
        Advice::Shares(shares) => text!(
            "use {shares} shares or more in separate processes, which need less memory each, and another store (`grundy big jobs`)",
            "用 {shares} 份或更多，各在单独的进程中（每个进程所需内存较少），并用另一个存储（`grundy big jobs`）"
        ),
        _ => text!(
            "the work in {store} is saved: the same call resumes it",
            "{store} 中已完成的部分已保存：同样的调用可继续"
        ),
    }
}

/// Runs `work` without a session, within the limits of a call.
fn run_without_session<T: Send>(
    py: Python<'_>,
    store: &str,
    options: CallOptions<'_>,
    work: impl FnOnce(Lang, &Budget<'_>) -> Result<T, TableWorkError> + Send,
) -> PyResult<T> {
    let lang = options.lang();
    match run_within(
        py,
        &Exclusive::new(()),
        options,
        None,
        |(), lang, budget| Ok(work(lang, budget)),
    )? {
        Ok(found) => Ok(found),
        Err(TableWorkError::Table(error)) => Err(exception(py, &error, store, lang)),
        Err(error) => Err(PyRuntimeError::new_err(error.to_string())),
    }
}

/// An error of the work on a table.
#[derive(Debug)]
enum TableWorkError {
    Table(LargeTableError),
    /// The session could not be locked.
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

/// A [`TableSource`] without Python objects.
enum GameSource {
    Text(String),
    Id(GameId, Option<Vec<i64>>),
}

impl TableSource<'_> {
    fn game(&self, session: &Session) -> PyResult<GameSource> {
        Ok(match self {
            TableSource::Text(text) => GameSource::Text(text.clone()),
            TableSource::Game(game) => {
                session.check_owner(game.get().session)?;
                GameSource::Id(game.get().id, None)
            }
            TableSource::Position(position) => {
                session.check_owner(position.get().session)?;
                match &position.get().inner.components[..] {
                    [one] => GameSource::Id(one.game, Some(one.slots.to_vec())),
                    _ => {
                        return Err(errors::value(
                            "expected a position with one component for a large table",
                        ));
                    }
                }
            }
        })
    }
}

/// Returns the kind of the entries from its name.
fn parse_kind(entries: Option<&str>) -> PyResult<Option<TableKind>> {
    entries
        .map(|word| {
            large::parse_kind(word).ok_or_else(|| {
                errors::value(format!(
                    "entries: expected 'outcomes', 'remoteness' or 'values', found {word:?}"
                ))
            })
        })
        .transpose()
}

/// Reads a game, after waiting for the session.
fn open_game(
    inner: &Exclusive<SessionInner>,
    game: GameSource,
    kind: Option<TableKind>,
    flags: &TableFlags,
    budget: &Budget<'_>,
) -> Result<TableSpec, TableWorkError> {
    let read = inner.with(&|| budget.ask().err(), |inner| {
        let session = inner.session()?;
        match game {
            GameSource::Text(text) => session.big(&text, budget),
            GameSource::Id(id, tops) => session.big_of(id, tops, budget),
        }
    });
    match read {
        Ok(big) => Ok(TableSpec::new(big?, kind, flags.stream)),
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

/// Returns the estimated cost of a table.
pub fn plan<'py>(
    session: &Session,
    py: Python<'py>,
    source: &TableSource<'_>,
    flags: TableFlags,
    shares: Vec<u32>,
    options: CallOptions<'py>,
) -> PyResult<DataAndText<'py>> {
    let (game, kind, lang, inner) = (
        source.game(session)?,
        parse_kind(flags.entries.as_deref())?,
        options.lang(),
        session.inner(),
    );
    let found = run_without_session(py, "", options, |_, budget| {
        let opened = open_game(inner, game, kind, &flags, budget)?;
        Ok(large::estimate(&opened, &shares, budget)?)
    })?;
    data_and_text(py, found.json(), found.words(), lang)
}

/// Builds a table, or resumes building it. Returns its status.
pub fn solve<'py>(
    session: &Session,
    py: Python<'py>,
    source: &TableSource<'_>,
    store: &str,
    flags: TableFlags,
    settings: BuildSettings,
    options: CallOptions<'py>,
) -> PyResult<DataAndText<'py>> {
    let (game, kind, lang, inner) = (
        source.game(session)?,
        parse_kind(flags.entries.as_deref())?,
        options.lang(),
        session.inner(),
    );
    let checkpoint = Duration::try_from_secs_f64(settings.checkpoint)
        .map_err(|_| errors::value("checkpoint: expected a number of seconds from 0 up"))?;
    let build_options = TableBuildOptions {
        shares: settings.shares,
        threads: settings.threads,
        checkpoint,
        ..TableBuildOptions::default()
    };
    let found = run_without_session(py, store, options, |lang, budget| {
        let opened = open_game(inner, game, kind, &flags, budget)?;
        large::make(
            &opened,
            store,
            &build_options,
            &|note| log(&note, lang),
            budget,
        )?;
        Ok(large::status(store)?)
    })?;
    warn(py, store, &found.foreign, lang)?;
    data_and_text(py, &found.json(), &found.words(), lang)
}

/// Passes a note about the run to the logger of this package.
fn log(note: &Text, lang: Lang) {
    Python::attach(|py| {
        let logger = py
            .import("logging")
            .and_then(|logging| logging.call_method1("getLogger", ("grundy",)));
        // Errors of a log handler must not stop the run.
        let _ = logger.and_then(|logger| logger.call_method1("info", ("%s", note.get(lang))));
    });
}

/// Issues a Python warning about file names in a store that are not names of objects of the store.
pub fn warn(py: Python<'_>, store: &str, foreign: &[String], lang: Lang) -> PyResult<()> {
    let Some(words) = large::foreign_words(store, foreign) else {
        return Ok(());
    };
    let text = std::ffi::CString::new(words.get(lang).replace('\0', "\\0"))?;
    // This is the stack level of the caller of the public Python function.
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 2)
}

/// Returns the status of the table in a store.
#[pyfunction]
pub fn big_status<'py>(
    py: Python<'py>,
    store: &str,
    options: CallOptions<'py>,
) -> PyResult<DataAndText<'py>> {
    let lang = options.lang();
    let found = run_without_session(py, store, options, |_, _| Ok(large::status(store)?))?;
    warn(py, store, &found.foreign, lang)?;
    data_and_text(py, &found.json(), &found.words(), lang)
}

/// Compares the entries of a store with the entries of their options. `sample` contains the
/// approximate number of entries to compare and the seed that selects them. If `sample` is `None`,
/// all entries are compared.
#[pyfunction]
#[pyo3(signature = (store, sample, options))]
pub fn big_check<'py>(
    py: Python<'py>,
    store: &str,
    sample: Option<(u64, u64)>,
    options: CallOptions<'py>,
) -> PyResult<DataAndText<'py>> {
    let lang = options.lang();
    let found = run_without_session(py, store, options, |_, budget| {
        let sample = sample.map(|(count, seed)| EntrySample { count, seed });
        Ok(large::check(store, sample, budget)?)
    })?;
    warn(py, store, &found.foreign, lang)?;
    let mut words = found.words();
    if found.fits() && !found.is_proved() {
        let more = match found.shown {
            true => text!("; `all=True` proves the table", "；`all=True` 可证明全表"),
            false => text!(
                ": a table with `entries=\"remoteness\"` can be proved",
                "：`entries=\"remoteness\"` 的表可以证明"
            ),
        };
        words = Text {
            en: words.en + &more.en,
            zh: words.zh + &more.zh,
        };
    }
    data_and_text(py, &found.json(lang), &words, lang)
}

/// A store that a session uses: its name, and the theorem that reads it.
pub type LoadedStore = (String, Arc<dyn Theorem>);

/// Makes a session use a store, which replaces an earlier store with the same name. Returns the
/// game, and the names in the store that are not names of objects of the store.
///
/// # Errors
/// Returns [`LargeTableError`] if the store cannot be used or the budget runs out.
pub fn load(
    inner: &mut SessionInner,
    store: &str,
    slot: &StoreErrorSlot,
    budget: &Budget<'_>,
) -> Result<(GameId, Vec<String>), LargeTableError> {
    let (slot, name) = (slot.clone(), store.to_owned());
    let found = large::theorem(
        store,
        "a store loaded with load_store",
        Arc::new(move |error| slot.set(store_error_text(&name, error))),
        budget,
    )?;
    let (theorem, manifest, foreign) = (found.theorem, found.manifest, found.foreign);
    let session = inner.session()?;
    let same = |session: &grundy::Session, id: GameId| {
        session
            .world
            .declaration_of(id)
            .is_some_and(|own| print_game(own.decl()) == manifest.rules)
    };
    let found = question::game(session.world_mut(), &manifest.game).ok();
    let game = match found.filter(|id| same(session, *id)) {
        Some(game) => game,
        // The rules are loaded from the store.
        None => {
            session.load_rules(
                &format!("{store}/{}", cluster::store::MANIFEST),
                &manifest.rules,
            )?;
            question::game(session.world_mut(), &manifest.game)?
        }
    };
    session.settings.theorems.insert(0, theorem.clone());
    if let Some(index) = inner.stores.iter().position(|(name, _)| name == store) {
        let (_, old) = inner.stores.remove(index);
        inner
            .session()?
            .settings
            .theorems
            .retain(|theorem| !Arc::ptr_eq(theorem, &old));
    }
    inner.stores.push((store.to_owned(), theorem));
    Ok((game, foreign))
}

/// Returns the exception for a store that could not be read during a query.
pub fn store_error(py: Python<'_>, text: &Text, lang: Lang) -> PyErr {
    errors::of_class(py, "StoreError", text.get(lang).to_owned())
}
