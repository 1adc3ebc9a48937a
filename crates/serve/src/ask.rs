//! `POST /ask`: `{ "files": […], "seconds": 1, "lane": "quick", "request": { "ask": "solve", … }
//! }`. The response consists of lines: progress from time to time, `{"progress":[done,whole]}`,
//! then the reply, and after it the cells of a table as bytes if they were requested in this form.
//! Each question is answered on its own thread by a request handler that has loaded the files. It
//! is stopped if the connection ends.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use base::budget::{Budget, StopReason};
use base::text::Lang;
use base::thread_limit;
use bytes::Bytes;
use grundy::SolveError;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body as _, Incoming};
use hyper::{Request, Response, StatusCode};
use requests::page::JsonRequestHandler;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::{OwnedMutexGuard, Semaphore};

use crate::responses::{Body, parts, text_response};
use crate::{MemoryGauge, ServeSettings};

/// Maximum size of a question in bytes, and maximum time to receive it.
const BODY: (usize, Duration) = (1 << 20, Duration::from_secs(20));

/// Maximum number of stored request handlers.
const DESKS: usize = 8;

/// Maximum number of waiting questions.
const WAITING: usize = 16;

/// Interval between two reports of progress.
const BEAT: Duration = Duration::from_millis(100);

/// Stack size of a thread that answers.
const STACK: usize = 64 << 20;

/// Maximum number of copies of a question in memory while it is read.
const COPIES: u64 = 3;

/// A received question. Its parts are parsed on its own thread, which has a budget.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AskRequest {
    /// The files that it needs.
    #[serde(default)]
    files: Option<Box<RawValue>>,
    /// Maximum time in seconds.
    #[serde(default)]
    seconds: Option<f64>,
    /// The queue. Questions of one queue about the same files are answered one after the other, by
    /// one request handler.
    #[serde(default)]
    lane: String,
    /// The request for `requests`, or `{"ask": "files"}` for the files that the server was started
    /// with.
    request: Box<RawValue>,
}

/// The part of a request that determines how it is answered.
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

    /// A heading of another type is rejected when the request is parsed.
    fn heading(&self) -> RequestHeading {
        serde_json::from_str(self.request.get()).unwrap_or_default()
    }

    /// Returns whether it requests the files that the server was started with.
    fn is_about_own_files(&self) -> bool {
        const MAX_REQUEST_BYTES: usize = 256;
        let asked = self.request.get();
        asked.len() <= MAX_REQUEST_BYTES
            && serde_json::from_str::<Value>(asked)
                .is_ok_and(|asked| asked == json!({ "ask": "files" }))
    }
}

/// A request handler; `None` until its files are loaded.
type SharedHandler = Arc<tokio::sync::Mutex<Option<JsonRequestHandler>>>;

/// A request handler with its loaded files and its queue.
struct CachedSession {
    files: String,
    lane: String,
    desk: SharedHandler,
}

/// The state that answers questions.
pub struct SessionPool {
    settings: ServeSettings,
    jobs: Arc<Semaphore>,
    /// Permits for KiB of questions that are read or wait.
    bodies: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    /// The request handlers, the most recently used last.
    kept: Mutex<Vec<CachedSession>>,
}

impl SessionPool {
    pub fn new(settings: ServeSettings) -> SessionPool {
        let bodies = (settings.memory / COPIES).clamp(2 * BODY.0 as u64, 64 << 20) >> 10;
        SessionPool {
            jobs: Arc::new(Semaphore::new(settings.jobs)),
            bodies: Arc::new(Semaphore::new(bodies as usize)),
            waiting: Arc::default(),
            kept: Mutex::default(),
            settings,
        }
    }

    /// Answers a question that the guard has accepted.
    pub async fn ask(self: &Arc<Self>, request: Request<Incoming>) -> Response<Body> {
        let (most, time) = BODY;
        let length = request
            .body()
            .size_hint()
            .upper()
            .unwrap_or(most as u64)
            .min(most as u64);
        let Ok(space) = self
            .bodies
            .clone()
            .try_acquire_many_owned((length >> 10) as u32 + 1)
        else {
            return text_response(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many questions come at once: ask again in a moment",
            );
        };
        let body =
            match tokio::time::timeout(time, Limited::new(request.into_body(), most).collect())
                .await
            {
                Ok(Ok(body)) => body.to_bytes(),
                Ok(Err(why)) if why.is::<LengthLimitError>() => {
                    return text_response(
                        StatusCode::PAYLOAD_TOO_LARGE,
                        "a question has at most 1 MiB",
                    );
                }
                Ok(Err(_)) => {
                    return text_response(StatusCode::BAD_REQUEST, "the question broke off");
                }
                Err(_) => {
                    return text_response(
                        StatusCode::REQUEST_TIMEOUT,
                        "the question took too long to come",
                    );
                }
            };
        let Ok(question) = serde_json::from_slice::<AskRequest>(&body) else {
            return text_response(
                StatusCode::BAD_REQUEST,
                "a question is { \"files\": […], \"seconds\": …, \"lane\": …, \"request\": { … } }",
            );
        };
        drop(body);
        let Some(waits) = WaitingPermit::acquire(&self.waiting) else {
            return text_response(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many questions wait: ask again in a moment",
            );
        };
        // The handler is locked first, so that waiting for it does not block other questions.
        let held = self.desk(&question).lock_owned().await;
        let Ok(permit) = self.jobs.clone().acquire_owned().await else {
            return text_response(
                StatusCode::SERVICE_UNAVAILABLE,
                "no more questions are answered",
            );
        };
        drop(waits);
        let (sender, receiver) = channel(16);
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
                desks.answer(&question, held, &AnswerStream::new(sender, ends))
            });
            drop(space);
        });
        match answering {
            // The question counts as running until its reply is sent, because it is in memory until
            // then.
            Ok(_) => parts(receiver, unwanted, permit),
            Err(_) => text_response(
                StatusCode::SERVICE_UNAVAILABLE,
                "the system gives no thread",
            ),
        }
    }

    /// Returns the memory limit of one question: an equal part of the memory, and at most the free
    /// memory minus a reserve. If less is free, idle sessions are dropped, the least recently used
    /// first.
    fn allowance(&self) -> MemoryAllowance {
        let ServeSettings { memory, gauge, .. } = &self.settings;
        while (gauge.left)() < *memory && self.forget_one() {}
        MemoryAllowance {
            gauge: gauge.clone(),
            memory: *memory,
            reserve: memory / 8,
        }
    }

    /// Drops the least recently used session, unless all are in use.
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
        mut held: OwnedMutexGuard<Option<JsonRequestHandler>>,
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
            // The previously loaded files are not needed any more.
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
                // The error is in the files, not in the question.
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
        asker.send(core.take_cells().into());
    }

    /// Returns the request handler for these files: one that has loaded them, or an empty one that
    /// replaces the least recently used.
    fn desk(&self, AskRequest { files, lane, .. }: &AskRequest) -> SharedHandler {
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
                desk: SharedHandler::default(),
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

/// A waiting question, counted until this value is dropped.
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
    /// Returns the number of bytes that the question uses; a larger number if the process has less
    /// memory left than the question may still allocate.
    fn held_bytes(&self) -> u64 {
        let left = (self.gauge.left)().saturating_sub(self.reserve);
        (self.gauge.thread)().max(self.memory.saturating_sub(left))
    }

    fn stop(&self, more: u64) -> Option<StopReason> {
        let held = self.held_bytes().saturating_add(more);
        (held >= self.memory).then_some(StopReason::Memory(held, self.memory))
    }
}

/// The reason why a question is stopped.
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
    parts: Sender<Bytes>,
    told: Cell<Instant>,
    ends: StopConditions,
}

impl AnswerStream {
    fn new(parts: Sender<Bytes>, ends: StopConditions) -> AnswerStream {
        AnswerStream {
            parts,
            told: Cell::new(ends.started),
            ends,
        }
    }

    fn send(&self, part: Bytes) {
        // The client may have disconnected.
        let _ = self.parts.blocking_send(part);
    }

    /// Sends a line.
    fn tell(&self, mut line: String) {
        line.truncate(line.trim_end().len());
        self.send(line.into());
        self.send(Bytes::from_static(b"\n"));
    }

    fn progress(&self, done: u64, whole: Option<u64>) {
        if self.told.get().elapsed() < BEAT {
            return;
        }
        self.told.set(Instant::now());
        // If the page reads slowly, this report is skipped.
        let _ = self
            .parts
            .try_send(format!("{}\n", json!({ "progress": [done, whole] })).into());
    }
}
