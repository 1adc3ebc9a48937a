//! `POST /ask`: `{ "files": […], "seconds": 1, "lane": "quick", "request": { "ask": "solve", … }
//! }`. The response consists of lines: progress reports `{"progress":[done,whole]}` from time to
//! time, then the reply. If the cells of a table were requested as bytes, the response ends with
//! these bytes. Each question is answered on its own thread by a request handler that has loaded
//! the files. The computation is stopped if the connection ends.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use base::budget::{Budget, StopReason};
use base::text::Lang;
use base::thread_limit;
use grundy::SolveError;
use requests::page::JsonRequestHandler;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::permits::Permits;
use crate::request::{BodyError, BodyLength, RequestHead, RequestReader};
use crate::response::{Response, ResponseParts, Status};
use crate::{MemoryGauge, ServeSettings};

/// Maximum size of a question in bytes, and maximum time to receive the question.
const BODY: (usize, Duration) = (1 << 20, Duration::from_secs(20));

/// Maximum number of stored request handlers.
const DESKS: usize = 8;

/// Maximum number of waiting questions.
const WAITING: usize = 16;

/// Interval between two progress reports.
const BEAT: Duration = Duration::from_millis(100);

/// Stack size in bytes of a thread that answers a question.
const STACK: usize = 64 << 20;

/// Maximum number of copies of a question in memory while the question is read.
const COPIES: u64 = 3;

/// A received question. The parts of the question are parsed on the thread that answers the
/// question, within its budget.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AskRequest {
    /// The files that the question needs.
    #[serde(default)]
    files: Option<Box<RawValue>>,
    /// Maximum time for the answer, in seconds.
    #[serde(default)]
    seconds: Option<f64>,
    /// The name of the queue. Questions of one queue about the same files are answered one after
    /// the other, by one request handler.
    #[serde(default)]
    lane: String,
    /// The request to the crate `requests`, or `{"ask": "files"}` for the files that the server was
    /// started with.
    request: Box<RawValue>,
}

/// The members of a request that determine how the server answers the request.
#[derive(Default, Deserialize)]
struct RequestHeading {
    #[serde(default)]
    ask: String,
    #[serde(default)]
    options: Option<HeadingOptions>,
}

/// The options of a [`RequestHeading`].
#[derive(Default, Deserialize)]
struct HeadingOptions {
    #[serde(default)]
    lang: Option<String>,
}

impl AskRequest {
    fn files(&self) -> &str {
        self.files.as_ref().map_or("[]", |files| files.get())
    }

    /// Returns the heading of the request, or the default heading if the heading is invalid. An
    /// invalid request is rejected later, when the complete request is parsed.
    fn heading(&self) -> RequestHeading {
        serde_json::from_str(self.request.get()).unwrap_or_default()
    }

    /// Returns whether the question requests the files that the server was started with.
    fn is_about_own_files(&self) -> bool {
        const MAX_REQUEST_BYTES: usize = 256;
        let asked = self.request.get();
        asked.len() <= MAX_REQUEST_BYTES
            && serde_json::from_str::<Value>(asked)
                .is_ok_and(|asked| asked == json!({ "ask": "files" }))
    }
}

/// A request handler that answers one question at a time.
struct SharedHandler {
    /// The permit to use the handler.
    turn: Arc<Permits>,
    /// The handler; `None` until its files are loaded.
    core: Mutex<Option<JsonRequestHandler>>,
}

/// A request handler with its loaded files and its queue.
struct CachedSession {
    files: String,
    lane: String,
    desk: Arc<SharedHandler>,
}

/// The request handlers and permits that the server needs to answer questions.
pub struct SessionPool {
    settings: ServeSettings,
    jobs: Arc<Permits>,
    /// The free memory for questions that are being received or are waiting, in bytes.
    bodies: Arc<AtomicU64>,
    waiting: Arc<AtomicUsize>,
    /// The request handlers, ordered by their last use; the most recently used handler is last.
    kept: Mutex<Vec<CachedSession>>,
}

impl SessionPool {
    pub fn new(settings: ServeSettings) -> SessionPool {
        let bodies = (settings.memory / COPIES).clamp(2 * BODY.0 as u64, 64 << 20);
        SessionPool {
            jobs: Permits::new(settings.jobs),
            bodies: Arc::new(AtomicU64::new(bodies)),
            waiting: Arc::default(),
            kept: Mutex::default(),
            settings,
        }
    }

    /// Answers a question that the guard has accepted. Returns `None` if the client has left.
    pub fn ask(
        self: &Arc<Self>,
        head: &RequestHead,
        reader: &mut RequestReader<'_>,
    ) -> Option<Response> {
        let refuse = |status, why| Some(Response::text(status, why));
        let (most, time) = BODY;
        let length = match head.body {
            BodyLength::Known(length) => length.min(most as u64),
            BodyLength::Chunked => most as u64,
        };
        let Some(space) = BodySpace::acquire(&self.bodies, length) else {
            return refuse(
                Status::ServiceUnavailable,
                "too many requests at once: try again in a moment",
            );
        };
        let body = match reader.body(head, most, Instant::now() + time) {
            Ok(body) => body,
            Err(BodyError::TooLarge) => {
                return refuse(Status::PayloadTooLarge, "a request must not exceed 1 MiB");
            }
            Err(BodyError::Incomplete) => {
                return refuse(Status::BadRequest, "the request is incomplete");
            }
            Err(BodyError::Late) => {
                return refuse(
                    Status::RequestTimeout,
                    "the request took too long to arrive",
                );
            }
        };
        let Ok(question) = serde_json::from_slice::<AskRequest>(&body) else {
            return refuse(
                Status::BadRequest,
                "expected { \"files\": […], \"seconds\": …, \"lane\": …, \"request\": { … } }",
            );
        };
        drop(body);
        let Some(waits) = WaitingPermit::acquire(&self.waiting) else {
            return refuse(
                Status::ServiceUnavailable,
                "too many requests are waiting: try again in a moment",
            );
        };
        // The handler is acquired before a job, so that waiting for the handler does not block
        // other questions.
        let desk = self.desk(&question);
        let turn = desk.turn.acquire(|| reader.is_abandoned())?;
        let permit = self.jobs.acquire(|| reader.is_abandoned())?;
        drop(waits);
        let (sender, receiver) = sync_channel(16);
        let unwanted = Arc::new(AtomicBool::new(false));
        let (desks, given_up) = (self.clone(), unwanted.clone());
        let answering = thread::Builder::new().stack_size(STACK).spawn(move || {
            let (started, seconds, allowance) =
                (Instant::now(), desks.seconds(&question), desks.allowance());
            let ends = StopConditions {
                unwanted: given_up,
                started,
                seconds,
                allowance,
            };
            let limit = ends.clone();
            thread_limit::with_limit(Rc::new(move |more| limit.stop(more)), || {
                let mut held = desk.core.lock().unwrap_or_else(PoisonError::into_inner);
                desks.answer(&question, &mut held, &AnswerStream::new(sender, ends));
            });
            drop(turn);
            drop(space);
        });
        match answering {
            // The question counts as running until its reply is sent, because the reply is in
            // memory until then.
            Ok(_) => Some(Response::Parts(ResponseParts::new(
                receiver, unwanted, permit,
            ))),
            Err(_) => refuse(Status::ServiceUnavailable, "cannot start a thread"),
        }
    }

    /// Returns the memory limit of one question: an equal part of the memory, and at most the free
    /// memory minus a reserve. If less memory is free, idle sessions are dropped, starting with the
    /// least recently used session.
    fn allowance(&self) -> MemoryAllowance {
        let ServeSettings { memory, gauge, .. } = &self.settings;
        while (gauge.left)() < *memory && self.forget_one() {}
        MemoryAllowance {
            gauge: gauge.clone(),
            memory: *memory,
            reserve: memory / 8,
        }
    }

    /// Drops the least recently used idle session. Returns `false` if every session is in use.
    fn forget_one(&self) -> bool {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = kept
            .iter()
            .position(|one| Arc::strong_count(&one.desk) == 1);
        let forgotten = idle.map(|at| kept.remove(at));
        drop(kept);
        forgotten.is_some()
    }

    fn seconds(&self, question: &AskRequest) -> Option<f64> {
        let asked = question.seconds.filter(|seconds| *seconds >= 0.0);
        asked
            .into_iter()
            .chain(self.settings.seconds)
            .reduce(f64::min)
    }

    /// Answers a question on its thread.
    fn answer(
        &self,
        question: &AskRequest,
        held: &mut Option<JsonRequestHandler>,
        asker: &AnswerStream,
    ) {
        let (stop, progress, clock) = (
            || asker.ends.stop(0),
            |done, whole| asker.progress(done, whole),
            || asker.ends.now(),
        );
        let held_bytes = || asker.ends.allowance.held_bytes();
        let budget =
            Budget::new(self.settings.memory, &stop, &progress).with_memory_in_use(&held_bytes);
        if question.is_about_own_files() {
            return asker.tell(self.files(&budget));
        }
        let heading = question.heading();
        let opens = heading.ask == "open";
        if opens || held.is_none() {
            // The handler's previous files are no longer needed, so their memory is freed.
            *held = None;
            let mut core = JsonRequestHandler::with_handler((self.settings.desk)());
            let lang = heading.options.and_then(|options| options.lang);
            let options = lang.map_or_else(|| json!({}), |lang| json!({ "lang": lang }));
            let request = format!(
                "{{\"ask\":\"open\",\"files\":{},\"options\":{options}}}",
                question.files()
            );
            let mut reply = core.reply(&request, &budget, &clock);
            let is_refused = core.has_refused();
            if is_refused {
                // The files could not be opened, so the error of the files is the reply to the
                // question.
                reply.insert_str(1, "\"stage\":\"open\",");
            }
            *held = (!is_refused).then_some(core);
            if opens || is_refused {
                return asker.tell(reply);
            }
        }
        let Some(core) = held.as_mut() else { return };
        let reply = core.reply(question.request.get(), &budget, &clock);
        asker.tell(reply);
        asker.send(core.take_cells());
    }

    /// Returns a request handler that has loaded the files of the question. If no handler has
    /// loaded these files, returns an empty handler, which may replace the least recently used
    /// handler.
    fn desk(&self, AskRequest { files, lane, .. }: &AskRequest) -> Arc<SharedHandler> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let files = files.as_ref().map_or("[]", |files| files.get()).to_owned();
        let one = match kept
            .iter()
            .position(|one| one.files == files && one.lane == *lane)
        {
            Some(at) => kept.remove(at),
            None => CachedSession {
                files,
                lane: lane.clone(),
                desk: Arc::new(SharedHandler {
                    turn: Permits::new(1),
                    core: Mutex::default(),
                }),
            },
        };
        let desk = one.desk.clone();
        kept.push(one);
        if kept.len() > DESKS {
            kept.remove(0);
        }
        desk
    }

    /// Returns the current content of the files that the server was started with.
    fn files(&self, budget: &Budget<'_>) -> String {
        let mut list = String::new();
        for path in &self.settings.files {
            let name = path
                .file_name()
                .unwrap_or(path.as_os_str())
                .to_string_lossy();
            let told = match (self.settings.read)(path, budget) {
                Ok(text) => json!({ "name": name, "text": text }),
                Err(error @ SolveError::Stopped(_)) => {
                    return requests::error_json(&error, None, None, Lang::En).to_string();
                }
                Err(SolveError::Usage(why)) => json!({ "name": name, "error": why.en }),
                Err(error) => json!({ "name": name, "error": error.render(Lang::En, false) }),
            };
            if !list.is_empty() {
                list.push(',');
            }
            list.push_str(&told.to_string());
        }
        format!("{{\"files\":[{list}]}}")
    }
}

/// Memory for a question that is being received or is waiting, which is free again when this value
/// is dropped.
struct BodySpace(Arc<AtomicU64>, u64);

impl BodySpace {
    /// Returns `None` if too little memory is free. The question itself also needs some memory.
    fn acquire(free: &Arc<AtomicU64>, length: u64) -> Option<BodySpace> {
        let size = length + 1024;
        free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |bytes| {
            bytes.checked_sub(size)
        })
        .ok()?;
        Some(BodySpace(free.clone(), size))
    }
}

impl Drop for BodySpace {
    fn drop(&mut self) {
        self.0.fetch_add(self.1, Ordering::Relaxed);
    }
}

/// A permit for one waiting question, which is counted until this value is dropped.
struct WaitingPermit(Arc<AtomicUsize>);

impl WaitingPermit {
    /// Returns `None` if too many questions wait.
    fn acquire(waiting: &Arc<AtomicUsize>) -> Option<WaitingPermit> {
        let waits = WaitingPermit(waiting.clone());
        (waiting.fetch_add(1, Ordering::Relaxed) < WAITING).then_some(waits)
    }
}

impl Drop for WaitingPermit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The memory limit of a question.
#[derive(Clone)]
struct MemoryAllowance {
    gauge: Arc<MemoryGauge>,
    memory: u64,
    reserve: u64,
}

impl MemoryAllowance {
    /// Returns the number of bytes that the question uses. The returned number is at least the
    /// memory limit of the question minus the free memory of the process.
    fn held_bytes(&self) -> u64 {
        let left = (self.gauge.left)().saturating_sub(self.reserve);
        (self.gauge.thread)().max(self.memory.saturating_sub(left))
    }

    fn stop(&self, more: u64) -> Option<StopReason> {
        let held = self.held_bytes().saturating_add(more);
        (held >= self.memory).then_some(StopReason::Memory(held, self.memory))
    }
}

/// The conditions under which a question is stopped.
#[derive(Clone)]
struct StopConditions {
    unwanted: Arc<AtomicBool>,
    started: Instant,
    seconds: Option<f64>,
    allowance: MemoryAllowance,
}

impl StopConditions {
    fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Returns the reason to stop before `more` bytes are allocated.
    fn stop(&self, more: u64) -> Option<StopReason> {
        if self.unwanted.load(Ordering::Relaxed) {
            return Some(StopReason::Cancelled);
        }
        let late = self.seconds.is_some_and(|seconds| self.now() >= seconds);
        late.then_some(StopReason::Time)
            .or_else(|| self.allowance.stop(more))
    }
}

/// A question that is being answered, and the client that waits for the answer.
struct AnswerStream {
    parts: SyncSender<Vec<u8>>,
    told: Cell<Instant>,
    ends: StopConditions,
}

impl AnswerStream {
    fn new(parts: SyncSender<Vec<u8>>, ends: StopConditions) -> AnswerStream {
        AnswerStream {
            parts,
            told: Cell::new(ends.started),
            ends,
        }
    }

    fn send(&self, part: Vec<u8>) {
        // Sending fails if the client has disconnected; the error is ignored.
        let _ = self.parts.send(part);
    }

    /// Sends a line.
    fn tell(&self, mut line: String) {
        line.truncate(line.trim_end().len());
        self.send(line.into_bytes());
        self.send(b"\n".to_vec());
    }

    fn progress(&self, done: u64, whole: Option<u64>) {
        if self.told.get().elapsed() < BEAT {
            return;
        }
        self.told.set(Instant::now());
        // If the page reads slowly, this progress report is skipped.
        let _ = self
            .parts
            .try_send(format!("{}\n", json!({ "progress": [done, whole] })).into());
    }
}
