//! A session for Python: the desk of `requests` behind a lock that is waited for without the
//! interpreter. A question is a request in JSON, which is the protocol of every face, about a
//! position or ranges that Python holds; what comes back is a reply in JSON with its words.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use base::budget::{Budget, StopReason};
use base::text::Lang;
use base::thread_limit;
use grundy::check::CheckOptions;
use grundy::question::{self, Position, PositionRanges, QuestionInput};
use grundy::{SolveError, SolveOptions, position_text};
use jit::Jit;
use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;
use requests::check::FileCheckReply;
use requests::open::{self, RequestFile};
use requests::{
    CommonOptions, Reply, Request, RequestHandler, RequestHost, answer_text as said_words, or_stop,
};
use rules::ast::PlayConvention;
use rules::compound;
use rules::game::GameId;
use rules::play::Component;
use rules::world::World;

use crate::classes::{Kind, Known, Made, MoveData};
use crate::entries::Entries;
use crate::exclusive::{Exclusive, ExclusiveError};
use crate::function::{FunctionRules, MetPositions, RaisedException};
use crate::limits::{CallLimits, LimitWatch};
use crate::{big, convert, errors};

/// Sessions are numbered, so that positions of one are not taken for those of another.
static SESSIONS: AtomicU64 = AtomicU64::new(0);

/// Tables and memos may take so much where nobody says otherwise.
const MEMORY: u64 = 4 << 30;

/// What one thread uses at a time.
pub struct SessionInner {
    desk: RequestHandler,
    /// Stores of large tables that are asked.
    pub stores: Vec<big::LoadedStore>,
    /// Texts of graphs and boards that were read under a name, by their games.
    loaded: Vec<(GameId, RequestFile)>,
}

/// A session.
#[pyclass(frozen, module = "grundy._core")]
pub struct Session {
    number: u64,
    inside: Exclusive<SessionInner>,
    raised: Arc<RaisedException>,
    broken: big::StoreErrorSlot,
}

/// A host with a clock and no files.
struct ClockHost(Instant);

impl RequestHost for ClockHost {
    fn now(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

/// What a question may use, as Python says it: seconds, bytes or their text, and a function of
/// (done, whole) with the seconds after which it is called first.
#[derive(FromPyObject)]
pub struct CallOptions<'py>(
    Option<f64>,
    Option<Bound<'py, PyAny>>,
    Option<Py<PyAny>>,
    f64,
    String,
);

impl CallOptions<'_> {
    /// The language of messages.
    pub fn lang(&self) -> Lang {
        Lang::from_locale(&self.4)
    }

    fn limits(self) -> PyResult<(CallLimits, Lang)> {
        let CallOptions(time, memory, progress, patience, lang) = self;
        if time.is_some_and(|time| time.is_nan() || time < 0.0) {
            return Err(errors::value("time: a number of seconds is expected"));
        }
        let memory = memory.map_or(Ok(MEMORY), |memory| convert::memory(&memory))?;
        let patience = Duration::from_secs_f64(patience.clamp(0.0, 1e6));
        Ok((
            CallLimits {
                memory,
                time,
                progress,
                patience,
            },
            Lang::from_locale(&lang),
        ))
    }
}

/// Does work on a thing within limits, without the interpreter. What a rule function `raised`
/// meanwhile is the cause of the error.
pub fn run_within<T: Send, R: Send>(
    py: Python<'_>,
    thing: &Exclusive<T>,
    given: CallOptions<'_>,
    raised: Option<&RaisedException>,
    work: impl FnOnce(&mut T, Lang, &Budget<'_>) -> Result<R, SolveError> + Send,
) -> PyResult<R> {
    let (limits, lang) = given.limits()?;
    py.detach(|| {
        let limited = LimitWatch::new(limits);
        let stop = || limited.stop();
        let progress = |done, whole| limited.tell(done, whole);
        let note = |far| *limited.far.borrow_mut() = Some(far);
        let budget = Budget::new(limited.memory(), &stop, &progress).noting(&note);
        let done = match stop() {
            Some(stop) => Err(stop.into()),
            None => thing.with(&stop, |thing| {
                catch_unwind(AssertUnwindSafe(|| {
                    thread_limit::with_limit(limited.for_thread(), || {
                        or_stop(|| work(thing, lang, &budget))
                    })
                }))
            }),
        };
        let function = raised.and_then(RaisedException::take);
        Python::attach(|py| {
            let error = match done {
                Ok(Ok(Ok(found))) => return limited.take_raised().map_or(Ok(found), Err),
                Ok(Ok(Err(error))) => error,
                Ok(Err(panic)) => return Err(bug(&*panic)),
                Err(ExclusiveError::Stopped(stop)) => SolveError::Stopped(stop),
                Err(error) => return Err(PyRuntimeError::new_err(error.to_string())),
            };
            if let Some(raised) = limited.take_raised() {
                return Err(raised);
            }
            // What ends a program goes through as it is.
            if let Some(ending) = function
                .as_ref()
                .filter(|raised| !raised.is_instance_of::<PyException>(py))
            {
                return Err(ending.clone_ref(py));
            }
            let exception = errors::exception(py, &error, limited.far.borrow().as_ref(), lang);
            if function.is_some() {
                exception.set_cause(py, function);
            }
            Err(exception)
        })
    })
}

/// The exception for a panic, which is a bug.
fn bug(panic: &(dyn std::any::Any + Send)) -> PyErr {
    let said = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or(panic.downcast_ref::<&str>().copied())
        .unwrap_or("?");
    PyRuntimeError::new_err(format!("this is a bug of grundy, please report it: {said}"))
}

impl Session {
    fn ask<R: Send>(
        &self,
        py: Python<'_>,
        given: CallOptions<'_>,
        work: impl FnOnce(&mut SessionInner, Lang, &Budget<'_>) -> Result<R, SolveError> + Send,
    ) -> PyResult<R> {
        let lang = given.lang();
        let told = run_within(
            py,
            &self.inside,
            given,
            Some(&self.raised),
            |inside, lang, budget| {
                inside.desk.settle(&CommonOptions::default())?;
                self.broken.take();
                // A question ends soon where a store cannot be read, and no answer comes after
                // that.
                let broken = || self.broken.is_told().then_some(StopReason::Cancelled);
                let work =
                    || budget.until(budget.memory, &broken, |budget| work(inside, lang, budget));
                // A panic is a bug: what was found out by then is not used again.
                let done = match catch_unwind(AssertUnwindSafe(work)) {
                    Ok(done) => done,
                    Err(panic) => {
                        inside.desk.session().forget();
                        std::panic::resume_unwind(panic)
                    }
                };
                match self.broken.take() {
                    Some(why) => Ok(Err(why)),
                    None => done.map(Ok),
                }
            },
        )?;
        told.map_err(|why| big::store_error(py, &why, lang))
    }

    /// What one thread uses at a time.
    pub fn inside(&self) -> &Exclusive<SessionInner> {
        &self.inside
    }

    /// Refuses what belongs to another session.
    pub fn own(&self, number: u64) -> PyResult<()> {
        if number == self.number {
            Ok(())
        } else {
            Err(errors::value("this belongs to another session"))
        }
    }

    fn new_position(&self, session: &grundy::Session, position: Position) -> Known {
        Known::new(self.number, session, position)
    }
}

/// A request about what Python holds.
fn request(json: &str, about: &RequestSubject) -> Result<Request, SolveError> {
    let request = Request::read(json)?;
    match about {
        RequestSubject::Text => Ok(request),
        RequestSubject::Position(position) => request.about(position.clone()),
        RequestSubject::Ranges(ranges) => request.over(ranges.clone()),
    }
}

/// What a request is about.
enum RequestSubject {
    Text,
    Position(Position),
    Ranges(PositionRanges),
}

/// A reply in words, where it has some.
fn reply_text(reply: &Reply, lang: Lang) -> Option<String> {
    match reply {
        Reply::Solved(solved)
            if solved.answer.moves.is_some() || solved.answer.losing.is_some() =>
        {
            Some(said_words::moves(&solved.answer, &solved.world, lang))
        }
        Reply::Solved(solved) => Some(said_words::answer(&solved.answer, &solved.world, lang)),
        Reply::Explained(explained) => Some(said_words::explanation(explained, true, lang)),
        _ => None,
    }
}

#[pymethods]
impl Session {
    #[new]
    fn new() -> Session {
        let threads =
            std::thread::available_parallelism().map_or(1, |count| count.get().min(64)) as u32;
        let desk = RequestHandler::new(Some(Arc::new(Jit::new(threads))));
        let inside = Exclusive::new(SessionInner {
            desk,
            stores: Vec::new(),
            loaded: Vec::new(),
        });
        Session {
            number: SESSIONS.fetch_add(1, Ordering::Relaxed),
            inside,
            raised: Arc::default(),
            broken: big::StoreErrorSlot::default(),
        }
    }

    /// The reply to a request in JSON, and its words: about a position, or about ranges of a game.
    #[pyo3(signature = (json, given, position=None, game=None, ranges=None))]
    fn request<'py>(
        &self,
        py: Python<'py>,
        json: &str,
        given: CallOptions<'py>,
        position: Option<&Known>,
        game: Option<&Kind>,
        ranges: Option<Vec<(i64, i64)>>,
    ) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
        let about = match (position, game, ranges) {
            (Some(known), ..) => {
                self.own(known.session)?;
                RequestSubject::Position(known.position.clone())
            }
            (None, Some(kind), Some(ranges)) => {
                self.own(kind.session)?;
                RequestSubject::Ranges(PositionRanges {
                    parts: vec![question::RangePart {
                        game: kind.id,
                        numbers: Some(ranges),
                        copies: 1,
                    }],
                })
            }
            _ => RequestSubject::Text,
        };
        let clock = ClockHost(Instant::now());
        let (reply, said) = self.ask(py, given, |inside, lang, budget| {
            let reply = inside
                .desk
                .answer(&request(json, &about)?, budget, &clock)?;
            Ok((
                requests::page::value_within(&reply, lang, budget)?,
                reply_text(&reply, lang),
            ))
        })?;
        Ok((convert::of_json(py, &reply)?, said))
    }

    /// The outcome and the value of a position, without a proof.
    fn value<'py>(
        &self,
        py: Python<'py>,
        known: &Known,
        given: CallOptions<'py>,
    ) -> PyResult<(char, Bound<'py, PyAny>)> {
        self.own(known.session)?;
        let valued = self.ask(py, given, |inside, _, budget| {
            inside.desk.session().value(&known.position, budget)
        })?;
        let value = requests::whole_value(
            valued.value,
            valued.loopy.as_ref(),
            valued.measured.as_ref(),
        );
        Ok((valued.outcome.letter(), convert::of_json(py, &value)?))
    }

    /// The position that a text means.
    fn position(&self, py: Python<'_>, text: &str, given: CallOptions<'_>) -> PyResult<Known> {
        self.ask(py, given, |inside, _, budget| {
            let session = inside.desk.session();
            let position = question::position(session.world_mut(), text, budget)?;
            Ok(self.new_position(session, position))
        })
    }

    /// The position that a game means by some numbers, or by itself.
    #[pyo3(signature = (kind, numbers, given))]
    fn at(
        &self,
        py: Python<'_>,
        kind: &Kind,
        numbers: Option<Vec<i64>>,
        given: CallOptions<'_>,
    ) -> PyResult<Known> {
        self.own(kind.session)?;
        self.ask(py, given, |inside, _, budget| {
            let session = inside.desk.session();
            let made = Position::from_numbers(&session.world, kind.id, numbers.as_deref(), budget)?
                .map_err(SolveError::Usage)?;
            Ok(self.new_position(session, made))
        })
    }

    /// The sum of some positions.
    fn sum(
        &self,
        py: Python<'_>,
        positions: Vec<Py<Known>>,
        given: CallOptions<'_>,
    ) -> PyResult<Known> {
        let positions: Vec<&Known> = positions.iter().map(Py::get).collect();
        positions
            .iter()
            .try_for_each(|known| self.own(known.session))?;
        self.ask(py, given, |inside, _, _| {
            let session = inside.desk.session();
            let sum = Position::sum_of(
                &session.world,
                &positions
                    .iter()
                    .map(|known| &known.position)
                    .collect::<Vec<_>>(),
            )?;
            Ok(self.new_position(session, sum))
        })
    }

    /// The components of a position, each a position.
    fn components(
        &self,
        py: Python<'_>,
        known: &Known,
        given: CallOptions<'_>,
    ) -> PyResult<Vec<Known>> {
        self.own(known.session)?;
        self.ask(py, given, |inside, _, _| {
            let session = inside.desk.session();
            let of = |component: &Component| Position {
                components: vec![component.clone()],
                games: vec![component.game],
                play: known.position.play,
            };
            Ok(known
                .position
                .components
                .iter()
                .map(|component| self.new_position(session, of(component)))
                .collect())
        })
    }

    /// Winning moves, or all legal ones, of a position; with the words for those that are not
    /// listed.
    #[pyo3(signature = (known, legal, json, given))]
    fn moves(
        &self,
        py: Python<'_>,
        known: &Known,
        legal: bool,
        json: &str,
        given: CallOptions<'_>,
    ) -> PyResult<(Vec<Made>, Option<String>)> {
        self.own(known.session)?;
        let (told, more) = self.ask(py, given, |inside, lang, budget| {
            let how = Request::read(json)?;
            inside.desk.settle(how.how())?;
            let session = inside.desk.session();
            let (moves, more) = if legal {
                (session.legal_moves(&known.position, budget)?, None)
            } else {
                let answer = session.solve(
                    &known.position,
                    SolveOptions {
                        moves: true,
                        winner_only: true,
                    },
                    budget,
                )?;
                let moves = answer.moves.unwrap_or_default();
                let more = answer
                    .more_moves
                    .map(|more| more.text(moves.len()).get(lang).to_owned());
                (moves, more)
            };
            inside.desk.settle(&CommonOptions::default())?;
            let session = inside.desk.session();
            let told: Vec<MoveData> = moves
                .into_iter()
                .map(|made| MoveData::new(self.number, session, &known.position, made, lang))
                .collect();
            Ok((told, more))
        })?;
        Ok((
            told.into_iter()
                .map(|told| told.into_python(py))
                .collect::<PyResult<_>>()?,
            more,
        ))
    }

    /// The game that a text names, with its arguments.
    fn game(&self, py: Python<'_>, text: &str, given: CallOptions<'_>) -> PyResult<Kind> {
        self.ask(py, given, |inside, _, _| {
            let session = inside.desk.session();
            let id = question::game(session.world_mut(), text)?;
            Ok(Kind::new(self.number, session, id, None))
        })
    }

    /// Reads rules, or a graph or board by the ending of its file: the games.
    fn load(
        &self,
        py: Python<'_>,
        file: String,
        text: String,
        given: CallOptions<'_>,
    ) -> PyResult<Vec<Kind>> {
        self.ask(py, given, |inside, _, _| {
            let names = inside.read(RequestFile { name: file, text })?;
            let session = inside.desk.session();
            let mut kinds = Vec::with_capacity(names.len());
            for name in &names {
                let id = question::game(session.world_mut(), name)?;
                kinds.push(Kind::new(self.number, session, id, None));
            }
            Ok(kinds)
        })
    }

    /// The game whose rules a function says.
    fn function(
        &self,
        py: Python<'_>,
        name: String,
        function: Py<PyAny>,
        given: CallOptions<'_>,
    ) -> PyResult<Kind> {
        let objects = Arc::new(MetPositions::new(py));
        let rules =
            FunctionRules::new(name.clone(), function, objects.clone(), self.raised.clone());
        self.ask(py, given, |inside, _, _| {
            let session = inside.desk.session();
            // A text cannot write its positions, so its name takes no other game's place in
            // questions.
            let names = session.world.names();
            let id = session.world_mut().add(&name, Box::new(rules));
            session.world_mut().mean(names);
            Ok(Kind::new(self.number, session, id, Some(objects)))
        })
    }

    /// The position of a game whose rules are a function.
    fn called(
        &self,
        py: Python<'_>,
        kind: &Kind,
        object: Bound<'_, PyAny>,
        given: CallOptions<'_>,
    ) -> PyResult<Known> {
        self.own(kind.session)?;
        let Some(objects) = &kind.objects else {
            return Err(errors::value("the rules of this game are no function"));
        };
        let number = objects.number(&object)?;
        self.ask(py, given, |inside, _, _| {
            let session = inside.desk.session();
            let made = Position {
                components: vec![component(kind.id, number)],
                games: vec![kind.id],
                play: None,
            };
            Ok(self.new_position(session, made))
        })
    }

    /// The table of a game over ranges, as it lies.
    #[pyo3(signature = (kind, ranges, outcomes, json, given))]
    fn entries(
        &self,
        py: Python<'_>,
        kind: &Kind,
        ranges: Vec<(i64, i64)>,
        outcomes: bool,
        json: &str,
        given: CallOptions<'_>,
    ) -> PyResult<Entries> {
        self.own(kind.session)?;
        let asked = PositionRanges {
            parts: vec![question::RangePart {
                game: kind.id,
                numbers: Some(ranges),
                copies: 1,
            }],
        };
        self.ask(py, given, |inside, lang, budget| {
            let how = Request::read(json)?;
            inside.desk.settle(how.how())?;
            let about: QuestionInput<'_, PositionRanges> = QuestionInput::Known(&asked);
            Ok(Entries::new(
                inside.desk.session().entries(about, outcomes, budget)?,
                lang,
            ))
        })
    }

    /// Runs the expectations and claims of a game's rules.
    fn check<'py>(
        &self,
        py: Python<'py>,
        kind: &Kind,
        positions: usize,
        prove: bool,
        given: CallOptions<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.own(kind.session)?;
        let told = self.ask(py, given, |inside, lang, budget| {
            let session = inside.desk.session();
            let Some(declared) = session.world.declaration_of(kind.id) else {
                let why = base::text!(
                    "this game has no rule file to check",
                    "该游戏没有可检验的规则文件"
                );
                return Err(SolveError::Unsupported(why));
            };
            let (source, name) = (declared.source.clone(), declared.name.to_string());
            // Its name may mean another game by now.
            let names = session.world.names();
            let known = session
                .world_mut()
                .load_again(&source.name, &source.text)
                .map_err(SolveError::Refused);
            let report = known
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
        convert::of_json(py, &told)
    }

    /// What a position is made of, so that another session can make it again: its components, the
    /// games that are left without one, and the word for how it is played.
    fn parts(
        &self,
        py: Python<'_>,
        known: &Known,
        given: CallOptions<'_>,
    ) -> PyResult<(
        Vec<ComponentSource>,
        Vec<ComponentSource>,
        Option<&'static str>,
    )> {
        self.own(known.session)?;
        self.ask(py, given, |inside, _, _| {
            let components = &known.position.components;
            let world = inside.desk.session().world.clone();
            let of = |component: &Component| {
                inside.part(
                    &world,
                    &made_of(component),
                    position_text::component(&world, component),
                )
            };
            let left = known
                .position
                .games
                .iter()
                .filter(|game| components.iter().all(|component| component.game != **game));
            let left: Vec<GameId> = left.copied().collect();
            let parts: Vec<ComponentSource> = components.iter().map(of).collect();
            let left = left
                .iter()
                .map(|game| inside.part(&world, &[*game], world.name(*game).to_owned()))
                .collect();
            Ok((parts, left, known.position.play.map(PlayConvention::word)))
        })
    }

    /// The position that was made of such parts.
    fn restored(
        &self,
        py: Python<'_>,
        parts: Vec<ComponentSource>,
        left: Vec<ComponentSource>,
        play: Option<&str>,
        given: CallOptions<'_>,
    ) -> PyResult<Known> {
        self.ask(py, given, |inside, _, budget| {
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
                let found = inside.by_the_names_of(&files, |session| {
                    question::position(session.world_mut(), &text, budget)
                })?;
                position.components.extend(found.components);
                position.games.extend(found.games);
            }
            for ComponentSource(files, text) in left {
                position
                    .games
                    .push(inside.by_the_names_of(&files, |session| {
                        question::game(session.world_mut(), &text)
                    })?);
            }
            Ok(self.new_position(inside.desk.session(), position))
        })
    }

    /// The game that was made of such a part.
    fn restored_game(
        &self,
        py: Python<'_>,
        part: ComponentSource,
        given: CallOptions<'_>,
    ) -> PyResult<Kind> {
        self.ask(py, given, |inside, _, _| {
            let ComponentSource(files, text) = part;
            let id = inside
                .by_the_names_of(&files, |session| question::game(session.world_mut(), &text))?;
            Ok(Kind::new(self.number, inside.desk.session(), id, None))
        })
    }

    /// The part that a game is.
    fn game_part(
        &self,
        py: Python<'_>,
        kind: &Kind,
        given: CallOptions<'_>,
    ) -> PyResult<ComponentSource> {
        self.own(kind.session)?;
        self.ask(py, given, |inside, _, _| {
            let world = inside.desk.session().world.clone();
            Ok(inside.part(&world, &[kind.id], world.name(kind.id).to_owned()))
        })
    }

    /// Lets questions about the game of a store ask it: the game.
    fn load_store(&self, py: Python<'_>, store: &str, given: CallOptions<'_>) -> PyResult<Kind> {
        let lang = given.lang();
        let loaded = self.ask(py, given, |inside, _, budget| {
            let loaded = big::load(inside, store, &self.broken, budget);
            Ok(loaded.map(|(game, foreign)| {
                (
                    Kind::new(self.number, inside.desk.session(), game, None),
                    foreign,
                )
            }))
        })?;
        let (kind, foreign) = loaded.map_err(|error| big::exception(py, &error, store, lang))?;
        big::warn(py, store, &foreign, lang)?;
        Ok(kind)
    }

    /// What a large table would cost, in data and words.
    #[pyo3(signature = (of, wanted, shares, given))]
    fn big_plan<'py>(
        &self,
        py: Python<'py>,
        of: big::TableSource<'_>,
        wanted: big::TableFlags,
        shares: Vec<u32>,
        given: CallOptions<'py>,
    ) -> PyResult<big::DataAndText<'py>> {
        big::plan(self, py, &of, wanted, shares, given)
    }

    /// Makes a large table in a store, or goes on with it: how far it is.
    #[pyo3(signature = (of, store, wanted, making, given))]
    fn big_solve<'py>(
        &self,
        py: Python<'py>,
        of: big::TableSource<'_>,
        store: &str,
        wanted: big::TableFlags,
        making: big::BuildSettings,
        given: CallOptions<'py>,
    ) -> PyResult<big::DataAndText<'py>> {
        big::solve(self, py, &of, store, wanted, making, given)
    }

    /// For each component of a position the number of its game and, where its rules are a function,
    /// the position there.
    fn objects(
        &self,
        py: Python<'_>,
        known: &Known,
        kinds: Vec<Py<Kind>>,
    ) -> Vec<Option<(usize, Py<PyAny>)>> {
        let object = |component: &Component| {
            let of = |kind: &Kind| {
                kind.objects
                    .as_ref()
                    .filter(|_| kind.id == component.game)
                    .cloned()
            };
            let (at, objects) = kinds
                .iter()
                .enumerate()
                .find_map(|(at, kind)| Some((at, of(kind.get())?)))?;
            Some((at, objects.object(py, component.slots[0])?))
        };
        known.position.components.iter().map(object).collect()
    }
}

/// The texts of the games that a component needs, each with the name of its file, and the component
/// or game as a question writes it.
#[derive(FromPyObject, IntoPyObject)]
struct ComponentSource(Vec<(String, String)>, String);

/// The game of a component, and of the components that it holds.
fn made_of(component: &Component) -> Vec<GameId> {
    let mut games = vec![component.game];
    let held = compound::groups(&component.slots).into_iter().flatten();
    games.extend(held.flat_map(|sum| sum.0).flat_map(|inner| made_of(&inner)));
    games
}

impl SessionInner {
    /// The games, to be asked without options.
    ///
    /// # Errors
    /// Never, for there are none that could be refused.
    pub fn session(&mut self) -> Result<&mut grundy::Session, SolveError> {
        self.desk.settle(&CommonOptions::default())?;
        Ok(self.desk.session())
    }

    /// The part for something of these games.
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

    /// Reads a file, or lets its names mean what they meant when it was read before.
    fn read(&mut self, file: RequestFile) -> Result<Vec<String>, SolveError> {
        let session = self.desk.session();
        let before = self.loaded.iter().find(|(_, known)| *known == file);
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

    /// Reads something by the names that these files declare; afterwards names mean what they meant
    /// before.
    fn by_the_names_of<T>(
        &mut self,
        files: &[(String, String)],
        read: impl FnOnce(&mut grundy::Session) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let names = self.desk.session().world.names();
        let declared = files.iter().try_for_each(|(name, text)| {
            self.read(RequestFile {
                name: name.clone(),
                text: text.clone(),
            })
            .map(drop)
        });
        let found = declared.and_then(|()| read(self.desk.session()));
        self.desk.session().world_mut().mean(names);
        found
    }
}

fn component(game: GameId, number: u32) -> Component {
    Component {
        game,
        slots: [i64::from(number)].into(),
    }
}
