//! Sessions for Python: the request handler of `requests` behind a lock. A thread that waits for
//! the lock does not hold the interpreter. A query is a request in JSON, which is the protocol of
//! every front end. The subject of a query is a text, or a position or ranges given as Python
//! objects. The reply consists of JSON and text.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use base::budget::{Budget, StopReason};
use base::text::Lang;
use grundy::check::CheckOptions;
use grundy::question::{self, Position, PositionRanges, QuestionInput};
use grundy::{SolveError, SolveOptions, position_text};
use jit::Jit;
use pyo3::prelude::*;
use requests::check::FileCheckReply;
use requests::open::{self, RequestFile};
use requests::{CommonOptions, Reply, Request, RequestHandler, RequestHost, answer_text};
use rules::ast::PlayConvention;
use rules::compound;
use rules::game::GameId;
use rules::play::Component;
use rules::world::World;

use crate::call::{CallOptions, run_within};
use crate::classes::{MoveData, PyGame, PyMove, PyPosition};
use crate::entries::Entries;
use crate::exclusive::Exclusive;
use crate::function::{FunctionRules, MetPositions, RaisedException};
use crate::{big, convert, errors, partizan};

/// The number of sessions so far. A position records the number of its session, because the
/// position must not be used in another session.
static SESSIONS: AtomicU64 = AtomicU64::new(0);

/// The state of a session, which one thread uses at a time.
pub struct SessionInner {
    handler: RequestHandler,
    /// Stores of large tables that answer queries.
    pub stores: Vec<big::LoadedStore>,
    /// For each game of a graph or board, the file from which it was loaded.
    loaded: Vec<(GameId, RequestFile)>,
}

/// Games and cached results.
#[pyclass(frozen, module = "grundy._core")]
pub struct Session {
    number: u64,
    inner: Exclusive<SessionInner>,
    raised: Arc<RaisedException>,
    store_error: big::StoreErrorSlot,
}

/// A host with a clock and without files.
struct ClockHost(Instant);

impl RequestHost for ClockHost {
    fn now(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

impl Session {
    fn run<R: Send>(
        &self,
        py: Python<'_>,
        options: CallOptions<'_>,
        work: impl FnOnce(&mut SessionInner, Lang, &Budget<'_>) -> Result<R, SolveError> + Send,
    ) -> PyResult<R> {
        let lang = options.lang();
        let result = run_within(
            py,
            &self.inner,
            options,
            Some(&self.raised),
            |inner, lang, budget| {
                inner.handler.settle(&CommonOptions::default())?;
                self.store_error.take();
                // If a store cannot be read, the query is cancelled and gives no answer.
                let has_failed = || self.store_error.is_set().then_some(StopReason::Cancelled);
                let work = || {
                    budget.until(budget.memory, &has_failed, |budget| {
                        work(inner, lang, budget)
                    })
                };
                // After a panic, which is a bug, the cached results are dropped.
                let done = match catch_unwind(AssertUnwindSafe(work)) {
                    Ok(done) => done,
                    Err(panic) => {
                        inner.handler.session().forget();
                        std::panic::resume_unwind(panic)
                    }
                };
                match self.store_error.take() {
                    Some(why) => Ok(Err(why)),
                    None => done.map(Ok),
                }
            },
        )?;
        result.map_err(|why| big::store_error(py, &why, lang))
    }

    /// Returns the state, which one thread uses at a time.
    pub fn inner(&self) -> &Exclusive<SessionInner> {
        &self.inner
    }

    /// Checks that an object belongs to this session.
    ///
    /// # Errors
    /// Returns `ValueError` if the object belongs to another session.
    pub fn check_owner(&self, number: u64) -> PyResult<()> {
        if number == self.number {
            Ok(())
        } else {
            Err(errors::value(
                "the position or game belongs to another session",
            ))
        }
    }

    fn new_position(&self, session: &grundy::Session, position: Position) -> PyPosition {
        PyPosition::new(self.number, session, position)
    }
}

/// Parses a request. If `about` contains a position or ranges from Python, they are the subject of
/// the request.
fn request(json: &str, about: &RequestSubject) -> Result<Request, SolveError> {
    let request = Request::read(json)?;
    match about {
        RequestSubject::Text => Ok(request),
        RequestSubject::Position(position) => request.about(position.clone()),
        RequestSubject::Ranges(ranges) => request.over(ranges.clone()),
    }
}

/// The subject of a request.
enum RequestSubject {
    Text,
    Position(Position),
    Ranges(PositionRanges),
}

/// Returns the text of a reply, or `None` if it has no text.
fn reply_text(reply: &Reply, lang: Lang) -> Option<String> {
    match reply {
        Reply::Solved(solved) if solved.answer.lists_moves() => {
            Some(answer_text::moves(&solved.answer, &solved.world, lang))
        }
        Reply::Solved(solved) => Some(answer_text::answer(&solved.answer, &solved.world, lang)),
        Reply::Explained(explained) => Some(answer_text::explanation(explained, true, lang)),
        _ => None,
    }
}

#[pymethods]
impl Session {
    #[new]
    fn new() -> Session {
        let threads =
            std::thread::available_parallelism().map_or(1, |count| count.get().min(64)) as u32;
        let handler = RequestHandler::new(Some(Arc::new(Jit::new(threads))));
        let inner = Exclusive::new(SessionInner {
            handler,
            stores: Vec::new(),
            loaded: Vec::new(),
        });
        Session {
            number: SESSIONS.fetch_add(1, Ordering::Relaxed),
            inner,
            raised: Arc::default(),
            store_error: big::StoreErrorSlot::default(),
        }
    }

    /// Returns the reply to a request in JSON, and its text. The subject of the request may be a
    /// position or ranges of a game.
    #[pyo3(signature = (json, options, position=None, game=None, ranges=None))]
    fn request<'py>(
        &self,
        py: Python<'py>,
        json: &str,
        options: CallOptions<'py>,
        position: Option<&PyPosition>,
        game: Option<&PyGame>,
        ranges: Option<Vec<(i64, i64)>>,
    ) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
        let about = match (position, game, ranges) {
            (Some(position), ..) => {
                self.check_owner(position.session)?;
                RequestSubject::Position(position.inner.clone())
            }
            (None, Some(game), Some(ranges)) => {
                self.check_owner(game.session)?;
                RequestSubject::Ranges(PositionRanges {
                    parts: vec![question::RangePart {
                        game: game.id,
                        numbers: Some(ranges),
                        copies: 1,
                    }],
                })
            }
            _ => RequestSubject::Text,
        };
        let clock = ClockHost(Instant::now());
        let (reply, text) = self.run(py, options, |inner, lang, budget| {
            let reply = inner
                .handler
                .answer(&request(json, &about)?, budget, &clock)?;
            Ok((
                requests::page::value_within(&reply, lang, budget)?,
                reply_text(&reply, lang),
            ))
        })?;
        Ok((convert::of_json(py, &reply)?, text))
    }

    /// Returns the outcome and the value of a position; without a proof if the players have the
    /// same moves.
    fn value<'py>(
        &self,
        py: Python<'py>,
        position: &PyPosition,
        options: CallOptions<'py>,
    ) -> PyResult<(String, Bound<'py, PyAny>)> {
        self.check_owner(position.session)?;
        let (outcome, value) = self.run(py, options, |inner, _, budget| {
            let session = inner.handler.session();
            if session.is_partizan(&position.inner, budget)? {
                return partizan::outcome_and_value(session, &position.inner, budget);
            }
            let valued = session.value(&position.inner, budget)?;
            let (loopy, measured) = (valued.loopy.as_ref(), valued.measured.as_ref());
            let value = requests::whole_value(valued.value, loopy, measured);
            Ok((valued.outcome.letter().to_string(), value))
        })?;
        Ok((outcome, convert::of_json(py, &value)?))
    }

    /// Returns the position that a text describes.
    fn position(
        &self,
        py: Python<'_>,
        text: &str,
        options: CallOptions<'_>,
    ) -> PyResult<PyPosition> {
        self.run(py, options, |inner, _, budget| {
            let session = inner.handler.session();
            let position = question::position(session.world_mut(), text, budget)?;
            Ok(self.new_position(session, position))
        })
    }

    /// Returns the position of a game with these numbers, or its initial position for `None`.
    #[pyo3(signature = (game, numbers, options))]
    fn position_at(
        &self,
        py: Python<'_>,
        game: &PyGame,
        numbers: Option<Vec<i64>>,
        options: CallOptions<'_>,
    ) -> PyResult<PyPosition> {
        self.check_owner(game.session)?;
        self.run(py, options, |inner, _, budget| {
            let session = inner.handler.session();
            let position =
                Position::from_numbers(&session.world, game.id, numbers.as_deref(), budget)?
                    .map_err(SolveError::Usage)?;
            Ok(self.new_position(session, position))
        })
    }

    /// Returns the sum of positions.
    fn sum(
        &self,
        py: Python<'_>,
        positions: Vec<Py<PyPosition>>,
        options: CallOptions<'_>,
    ) -> PyResult<PyPosition> {
        let positions: Vec<&PyPosition> = positions.iter().map(Py::get).collect();
        positions
            .iter()
            .try_for_each(|position| self.check_owner(position.session))?;
        self.run(py, options, |inner, _, _| {
            let session = inner.handler.session();
            let sum = Position::sum_of(
                &session.world,
                &positions
                    .iter()
                    .map(|position| &position.inner)
                    .collect::<Vec<_>>(),
            )?;
            Ok(self.new_position(session, sum))
        })
    }

    /// Returns the components of a position, each as a position.
    fn components(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        options: CallOptions<'_>,
    ) -> PyResult<Vec<PyPosition>> {
        self.check_owner(position.session)?;
        self.run(py, options, |inner, _, _| {
            let session = inner.handler.session();
            let of = |component: &Component| Position {
                components: vec![component.clone()],
                games: vec![component.game],
                play: position.inner.play,
            };
            Ok(position
                .inner
                .components
                .iter()
                .map(|component| self.new_position(session, of(component)))
                .collect())
        })
    }

    /// Returns the winning moves of a position, or all legal ones, and a message if there are too
    /// many to list.
    #[pyo3(signature = (position, legal, json, options))]
    fn moves(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        legal: bool,
        json: &str,
        options: CallOptions<'_>,
    ) -> PyResult<(Vec<PyMove>, Option<String>)> {
        self.check_owner(position.session)?;
        let (moves, more) = self.run(py, options, |inner, lang, budget| {
            let how = Request::read(json)?;
            inner.handler.settle(how.how())?;
            let to_move = match &how {
                Request::Moves(asked) => asked.options.own.to_move,
                _ => None,
            };
            let session = inner.handler.session();
            let (moves, more) = if session.is_partizan(&position.inner, budget)? {
                (partizan::moves(session, &position.inner, legal, to_move, budget)?, None)
            } else if legal {
                (session.legal_moves(&position.inner, budget)?, None)
            } else {
                let answer = session.solve(
                    &position.inner,
                    SolveOptions {
                        moves: true,
                        winner_only: true,
                        to_move: None,
                    },
                    budget,
                )?;
                let moves = answer.moves.unwrap_or_default();
                let more = answer
                    .more_moves
                    .map(|more| more.text(moves.len()).get(lang).to_owned());
                (moves, more)
            };
            inner.handler.settle(&CommonOptions::default())?;
            let session = inner.handler.session();
            let moves: Vec<MoveData> = moves
                .into_iter()
                .map(|one| MoveData::new(self.number, session, &position.inner, one, lang))
                .collect();
            Ok((moves, more))
        })?;
        Ok((
            moves
                .into_iter()
                .map(|data| data.into_python(py))
                .collect::<PyResult<_>>()?,
            more,
        ))
    }

    /// Returns the game with this name and arguments.
    fn game(&self, py: Python<'_>, text: &str, options: CallOptions<'_>) -> PyResult<PyGame> {
        self.run(py, options, |inner, _, _| {
            let session = inner.handler.session();
            let id = question::game(session.world_mut(), text)?;
            Ok(PyGame::new(self.number, session, id, None))
        })
    }

    /// Loads rules, a graph or a board, depending on the extension of the file. Returns the games.
    fn load(
        &self,
        py: Python<'_>,
        file: String,
        text: String,
        options: CallOptions<'_>,
    ) -> PyResult<Vec<PyGame>> {
        self.run(py, options, |inner, _, _| {
            let names = inner.read(RequestFile { name: file, text })?;
            let session = inner.handler.session();
            let mut games = Vec::with_capacity(names.len());
            for name in &names {
                let id = question::game(session.world_mut(), name)?;
                games.push(PyGame::new(self.number, session, id, None));
            }
            Ok(games)
        })
    }

    /// Returns the game whose rules are a function.
    fn function(
        &self,
        py: Python<'_>,
        name: String,
        function: Py<PyAny>,
        options: CallOptions<'_>,
    ) -> PyResult<PyGame> {
        let objects = Arc::new(MetPositions::new(py));
        let rules =
            FunctionRules::new(name.clone(), function, objects.clone(), self.raised.clone());
        self.run(py, options, |inner, _, _| {
            let session = inner.handler.session();
            // Queries cannot contain positions of this game, so its name must not hide another
            // game.
            let names = session.world.names();
            let id = session.world_mut().add(&name, Box::new(rules));
            session.world_mut().mean(names);
            Ok(PyGame::new(self.number, session, id, Some(objects)))
        })
    }

    /// Returns the position of an object in a game whose rules are a function.
    fn function_position(
        &self,
        py: Python<'_>,
        game: &PyGame,
        object: Bound<'_, PyAny>,
        options: CallOptions<'_>,
    ) -> PyResult<PyPosition> {
        self.check_owner(game.session)?;
        let Some(objects) = &game.objects else {
            return Err(errors::value("the rules of this game are not a function"));
        };
        let number = objects.number(&object)?;
        self.run(py, options, |inner, _, _| {
            let session = inner.handler.session();
            let position = Position {
                components: vec![component(game.id, number)],
                games: vec![game.id],
                play: None,
            };
            Ok(self.new_position(session, position))
        })
    }

    /// Returns the table of a game over ranges, in its layout in memory.
    #[pyo3(signature = (game, ranges, outcomes, json, options))]
    fn entries(
        &self,
        py: Python<'_>,
        game: &PyGame,
        ranges: Vec<(i64, i64)>,
        outcomes: bool,
        json: &str,
        options: CallOptions<'_>,
    ) -> PyResult<Entries> {
        self.check_owner(game.session)?;
        let position_ranges = PositionRanges {
            parts: vec![question::RangePart {
                game: game.id,
                numbers: Some(ranges),
                copies: 1,
            }],
        };
        self.run(py, options, |inner, lang, budget| {
            let how = Request::read(json)?;
            inner.handler.settle(how.how())?;
            let about: QuestionInput<'_, PositionRanges> = QuestionInput::Known(&position_ranges);
            Ok(Entries::new(
                inner.handler.session().entries(about, outcomes, budget)?,
                lang,
            ))
        })
    }

    /// Checks the expectations and claims of the rules of a game.
    fn check<'py>(
        &self,
        py: Python<'py>,
        game: &PyGame,
        positions: usize,
        prove: bool,
        options: CallOptions<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.check_owner(game.session)?;
        let reply = self.run(py, options, |inner, lang, budget| {
            let session = inner.handler.session();
            let Some(declared) = session.world.declaration_of(game.id) else {
                let why = base::text!(
                    "this game has no rule file to check",
                    "该游戏没有可检验的规则文件"
                );
                return Err(SolveError::Unsupported(why));
            };
            let (source, name) = (declared.source.clone(), declared.name.to_string());
            // The name may have been declared again since the game was created.
            let names = session.world.names();
            let loaded = session
                .world_mut()
                .load_again(&source.name, &source.text)
                .map_err(SolveError::Refused);
            let report = loaded
                .and_then(|_| session.check(&[name], CheckOptions { positions, prove }, budget));
            session.world_mut().mean(names);
            let file = RequestFile {
                name: source.name.clone(),
                text: source.text.clone(),
            };
            Ok(FileCheckReply {
                file,
                report: report?,
            }
            .json(lang))
        })?;
        convert::of_json(py, &reply)
    }

    /// Returns the parts of a position, from which another session can restore it: its components,
    /// the games that have no component left, and the convention of play.
    fn parts(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        options: CallOptions<'_>,
    ) -> PyResult<(
        Vec<ComponentSource>,
        Vec<ComponentSource>,
        Option<&'static str>,
    )> {
        self.check_owner(position.session)?;
        self.run(py, options, |inner, _, _| {
            let components = &position.inner.components;
            let world = inner.handler.session().world.clone();
            let of = |component: &Component| {
                inner.part(
                    &world,
                    &games_of(component),
                    position_text::component(&world, component),
                )
            };
            let left = position
                .inner
                .games
                .iter()
                .filter(|game| components.iter().all(|component| component.game != **game));
            let left: Vec<GameId> = left.copied().collect();
            let parts: Vec<ComponentSource> = components.iter().map(of).collect();
            let left = left
                .iter()
                .map(|game| inner.part(&world, &[*game], world.name(*game).to_owned()))
                .collect();
            Ok((parts, left, position.inner.play.map(PlayConvention::word)))
        })
    }

    /// Returns the position that consists of these parts.
    fn restore_position(
        &self,
        py: Python<'_>,
        parts: Vec<ComponentSource>,
        left: Vec<ComponentSource>,
        play: Option<&str>,
        options: CallOptions<'_>,
    ) -> PyResult<PyPosition> {
        self.run(py, options, |inner, _, budget| {
            let mut position = Position {
                components: Vec::new(),
                games: Vec::new(),
                play: None,
            };
            position.play = play
                .map(requests::play)
                .transpose()
                .map_err(SolveError::Usage)?;
            for ComponentSource(files, text) in parts {
                let found = inner.with_names_of(&files, |session| {
                    question::position(session.world_mut(), &text, budget)
                })?;
                position.components.extend(found.components);
                position.games.extend(found.games);
            }
            for ComponentSource(files, text) in left {
                position.games.push(
                    inner.with_names_of(&files, |session| {
                        question::game(session.world_mut(), &text)
                    })?,
                );
            }
            Ok(self.new_position(inner.handler.session(), position))
        })
    }

    /// Restores a game from a part that [`Session::game_part`] returned.
    fn restore_game(
        &self,
        py: Python<'_>,
        part: ComponentSource,
        options: CallOptions<'_>,
    ) -> PyResult<PyGame> {
        self.run(py, options, |inner, _, _| {
            let ComponentSource(files, text) = part;
            let id = inner
                .with_names_of(&files, |session| question::game(session.world_mut(), &text))?;
            Ok(PyGame::new(self.number, inner.handler.session(), id, None))
        })
    }

    /// Returns the part from which another session can restore a game.
    fn game_part(
        &self,
        py: Python<'_>,
        game: &PyGame,
        options: CallOptions<'_>,
    ) -> PyResult<ComponentSource> {
        self.check_owner(game.session)?;
        self.run(py, options, |inner, _, _| {
            let world = inner.handler.session().world.clone();
            Ok(inner.part(&world, &[game.id], world.name(game.id).to_owned()))
        })
    }

    /// Uses a store for queries about its game. Returns the game.
    fn load_store(
        &self,
        py: Python<'_>,
        store: &str,
        options: CallOptions<'_>,
    ) -> PyResult<PyGame> {
        let lang = options.lang();
        let loaded = self.run(py, options, |inner, _, budget| {
            let loaded = big::load(inner, store, &self.store_error, budget);
            Ok(loaded.map(|(game, foreign)| {
                (
                    PyGame::new(self.number, inner.handler.session(), game, None),
                    foreign,
                )
            }))
        })?;
        let (game, foreign) = loaded.map_err(|error| big::exception(py, &error, store, lang))?;
        big::warn(py, store, &foreign, lang)?;
        Ok(game)
    }

    /// Returns the estimated cost of a large table, as data and text.
    #[pyo3(signature = (source, flags, shares, options))]
    fn big_plan<'py>(
        &self,
        py: Python<'py>,
        source: big::TableSource<'_>,
        flags: big::TableFlags,
        shares: Vec<u32>,
        options: CallOptions<'py>,
    ) -> PyResult<big::DataAndText<'py>> {
        big::plan(self, py, &source, flags, shares, options)
    }

    /// Builds a large table in a store, or resumes building it. Returns its status.
    #[pyo3(signature = (source, store, flags, settings, options))]
    fn big_solve<'py>(
        &self,
        py: Python<'py>,
        source: big::TableSource<'_>,
        store: &str,
        flags: big::TableFlags,
        settings: big::BuildSettings,
        options: CallOptions<'py>,
    ) -> PyResult<big::DataAndText<'py>> {
        big::solve(self, py, &source, store, flags, settings, options)
    }

    /// Returns for each component of a position the index of its game in `games` and its object, or
    /// `None` if the rules of its game are not a function.
    fn objects(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        games: Vec<Py<PyGame>>,
    ) -> Vec<Option<(usize, Py<PyAny>)>> {
        let object = |component: &Component| {
            let of = |game: &PyGame| {
                game.objects
                    .as_ref()
                    .filter(|_| game.id == component.game)
                    .cloned()
            };
            let (index, objects) = games
                .iter()
                .enumerate()
                .find_map(|(index, game)| Some((index, of(game.get())?)))?;
            Some((index, objects.object(py, component.slots[0])?))
        };
        position.inner.components.iter().map(object).collect()
    }
}

/// A part of a pickle: the files of the games that a component needs, as pairs of name and text,
/// and the component or game in the syntax of queries.
#[derive(FromPyObject, IntoPyObject)]
struct ComponentSource(Vec<(String, String)>, String);

/// Returns the game of a component and the games of the components in it.
fn games_of(component: &Component) -> Vec<GameId> {
    let mut games = vec![component.game];
    let held = compound::groups(&component.slots).into_iter().flatten();
    games.extend(
        held.flat_map(|sum| sum.0)
            .flat_map(|inner| games_of(&inner)),
    );
    games
}

impl SessionInner {
    /// Returns the session of the handler, with the default options.
    ///
    /// # Errors
    /// Never returns an error, because the default options are valid.
    pub fn session(&mut self) -> Result<&mut grundy::Session, SolveError> {
        self.handler.settle(&CommonOptions::default())?;
        Ok(self.handler.session())
    }

    /// Returns the part of a pickle for a text that names these games.
    fn part(&self, world: &World, games: &[GameId], text: String) -> ComponentSource {
        let loaded = self
            .loaded
            .iter()
            .filter(|(id, _)| games.contains(id))
            .map(|(_, file)| (file.name.clone(), file.text.clone()));
        let sources = world
            .sources(games.iter().copied())
            .into_iter()
            .map(|source| (source.name.clone(), source.text.clone()));
        ComponentSource(loaded.chain(sources).collect(), text)
    }

    /// Loads a file and returns the names of its games. If the file was loaded before, the names
    /// refer to the same games again.
    fn read(&mut self, file: RequestFile) -> Result<Vec<String>, SolveError> {
        let session = self.handler.session();
        let before = self.loaded.iter().find(|(_, loaded)| *loaded == file);
        if let (Some((game, _)), Some(name)) = (before, Path::new(&file.name).file_stem()) {
            let name = name.to_string_lossy().into_owned();
            session.world_mut().call(&name, *game);
            return Ok(vec![name]);
        }
        let opened = open::read(session, &file)?;
        if !opened.rules {
            let id = question::game(session.world_mut(), &opened.games[0])?;
            self.loaded.push((id, file));
        }
        Ok(opened.games)
    }

    /// Runs `read` while names refer to the games that these files declare. Restores the previous
    /// names afterwards.
    fn with_names_of<T>(
        &mut self,
        files: &[(String, String)],
        read: impl FnOnce(&mut grundy::Session) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let names = self.handler.session().world.names();
        let declared = files.iter().try_for_each(|(name, text)| {
            self.read(RequestFile {
                name: name.clone(),
                text: text.clone(),
            })
            .map(drop)
        });
        let found = declared.and_then(|()| read(self.handler.session()));
        self.handler.session().world_mut().mean(names);
        found
    }
}

fn component(game: GameId, number: u32) -> Component {
    Component {
        game,
        slots: [i64::from(number)].into(),
    }
}
