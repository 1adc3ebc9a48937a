//! `POST /ask`: `{ "files": […], "seconds": 1, "lane": "quick", "request": { "ask": "solve", … } }`. The reply comes as lines: progress
//! now and then, `{"progress":[done,whole]}`, then the reply itself, and after that line the cells of a table as bytes where they were asked
//! for so. Each question is answered on a thread of its own, at a desk that has the files open; a connection that ends stops it.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use base::budget::{Budget, Stop};
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::{Request, Response, StatusCode};
use requests::page::Core;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::{OwnedMutexGuard, Semaphore};

use crate::Settings;
use crate::answers::{Body, parts, plain};

/// The most bytes of a question, and how long they may take to come.
const BODY: (usize, Duration) = (1 << 20, Duration::from_secs(20));

/// The most desks that are kept.
const DESKS: usize = 8;

/// The most questions that wait for others.
const WAITING: usize = 16;

/// How often progress is told.
const BEAT: Duration = Duration::from_millis(100);

/// The stack of a thread that answers.
const STACK: usize = 64 << 20;

/// A question as it comes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// The files that it is about.
    #[serde(default)]
    files: Value,
    /// The most seconds that it may take.
    #[serde(default)]
    seconds: Option<f64>,
    /// Questions of one lane about the same files are answered one after the other, at one desk.
    #[serde(default)]
    lane: String,
    /// The request, as `requests` takes it; or `{"ask": "files"}`, for the files that the server was started with.
    request: Value,
}

/// A desk is empty until its files were opened.
type Desk = Arc<tokio::sync::Mutex<Option<Core>>>;

/// A desk, with the files that it has open and the lane that it is for.
struct Kept {
    files: String,
    lane: String,
    desk: Desk,
}

/// All that answers questions.
pub struct Desks {
    settings: Settings,
    jobs: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    /// The desks, the one used last at the end.
    kept: Mutex<Vec<Kept>>,
}

impl Desks {
    pub fn new(settings: Settings) -> Desks {
        Desks { jobs: Arc::new(Semaphore::new(settings.jobs)), waiting: Arc::default(), kept: Mutex::default(), settings }
    }

    /// Answers a question that has passed the guard.
    pub async fn ask(self: &Arc<Self>, request: Request<Incoming>) -> Response<Body> {
        let (most, time) = BODY;
        let body = match tokio::time::timeout(time, Limited::new(request.into_body(), most).collect()).await {
            Ok(Ok(body)) => body.to_bytes(),
            Ok(Err(why)) if why.is::<LengthLimitError>() => {
                return plain(StatusCode::PAYLOAD_TOO_LARGE, "a question has at most 1 MiB");
            }
            Ok(Err(_)) => return plain(StatusCode::BAD_REQUEST, "the question broke off"),
            Err(_) => return plain(StatusCode::REQUEST_TIMEOUT, "the question took too long to come"),
        };
        let Ok(question) = serde_json::from_slice::<Question>(&body) else {
            return plain(StatusCode::BAD_REQUEST, "a question is { \"files\": […], \"seconds\": …, \"lane\": …, \"request\": { … } }");
        };
        let Some(waits) = Waits::of(&self.waiting) else {
            return plain(StatusCode::SERVICE_UNAVAILABLE, "too many questions wait: ask again in a moment");
        };
        // First the desk, so that who waits for it keeps no other question from being answered.
        let held = self.desk(&question).lock_owned().await;
        let Ok(permit) = self.jobs.clone().acquire_owned().await else {
            return plain(StatusCode::SERVICE_UNAVAILABLE, "no more questions are answered");
        };
        drop(waits);
        let (sender, receiver) = channel(16);
        let unwanted = Arc::new(AtomicBool::new(false));
        let (desks, given_up) = (self.clone(), unwanted.clone());
        let answering = thread::Builder::new().stack_size(STACK).spawn(move || {
            let seconds = desks.seconds(&question);
            desks.answer(&question, held, &Asker::new(sender, given_up, seconds));
            drop(permit);
        });
        match answering {
            Ok(_) => parts(receiver, unwanted),
            Err(_) => plain(StatusCode::SERVICE_UNAVAILABLE, "the system gives no thread"),
        }
    }

    fn seconds(&self, question: &Question) -> Option<f64> {
        let asked = question.seconds.filter(|seconds| *seconds >= 0.0);
        asked.into_iter().chain(self.settings.seconds).reduce(f64::min)
    }

    /// Answers on the thread of the question.
    fn answer(&self, question: &Question, mut held: OwnedMutexGuard<Option<Core>>, asker: &Asker) {
        if question.request == json!({ "ask": "files" }) {
            return asker.tell(&self.files().to_string());
        }
        let (stop, progress, clock) = (|| asker.stop(), |done, whole| asker.progress(done, whole), || asker.now());
        let budget = Budget::new(self.settings.memory, &stop, &progress);
        let opens = question.request["ask"] == "open";
        if opens || held.is_none() {
            let mut core = Core::at((self.settings.desk)());
            let lang = &question.request["options"]["lang"];
            let options = if lang.is_null() { json!({}) } else { json!({ "lang": lang }) };
            let list = if question.files.is_null() { json!([]) } else { question.files.clone() };
            let mut reply = core.reply(&json!({ "ask": "open", "files": list, "options": options }).to_string(), &budget, &clock);
            let is_refused = core.has_refused();
            if is_refused {
                // Not what was asked went wrong, but its files.
                reply.insert_str(1, "\"stage\":\"open\",");
            }
            *held = (!is_refused).then_some(core);
            if opens || is_refused {
                return asker.tell(&reply);
            }
        }
        let Some(core) = held.as_mut() else { return };
        let reply = core.reply(&question.request.to_string(), &budget, &clock);
        asker.tell(&reply);
        asker.send(Bytes::copy_from_slice(core.cells()));
    }

    /// The desk for these files: one that has them open, or an empty one in place of the one that was not used for longest.
    fn desk(&self, Question { files, lane, .. }: &Question) -> Desk {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let files = files.to_string();
        let one = match kept.iter().position(|one| one.files == files && one.lane == *lane) {
            Some(at) => kept.remove(at),
            None => Kept { files, lane: lane.clone(), desk: Desk::default() },
        };
        let desk = one.desk.clone();
        kept.push(one);
        if kept.len() > DESKS {
            kept.remove(0);
        }
        desk
    }

    /// The files that the server was started with, as they are now.
    fn files(&self) -> Value {
        let read = |path: &std::path::PathBuf| {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            match std::fs::read_to_string(path) {
                Ok(text) => json!({ "name": name, "text": text }),
                Err(why) => json!({ "name": name, "error": why.to_string() }),
            }
        };
        json!({ "files": self.settings.files.iter().map(read).collect::<Vec<_>>() })
    }
}

/// A question that waits for others, counted as long as this lives.
struct Waits(Arc<AtomicUsize>);

impl Waits {
    /// `None` if too many wait.
    fn of(waiting: &Arc<AtomicUsize>) -> Option<Waits> {
        let waits = Waits(waiting.clone());
        (waiting.fetch_add(1, Ordering::Relaxed) < WAITING).then_some(waits)
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Who waits for an answer.
struct Asker {
    parts: Sender<Bytes>,
    unwanted: Arc<AtomicBool>,
    started: Instant,
    seconds: Option<f64>,
    told: Cell<Instant>,
}

impl Asker {
    fn new(parts: Sender<Bytes>, unwanted: Arc<AtomicBool>, seconds: Option<f64>) -> Asker {
        let started = Instant::now();
        Asker { parts, unwanted, started, seconds, told: Cell::new(started) }
    }

    fn send(&self, part: Bytes) {
        // Nobody may want it any more.
        let _ = self.parts.blocking_send(part);
    }

    fn tell(&self, line: &str) {
        self.send(format!("{}\n", line.trim_end()).into());
    }

    fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn stop(&self) -> Option<Stop> {
        if self.unwanted.load(Ordering::Relaxed) {
            return Some(Stop::Cancelled);
        }
        self.seconds.is_some_and(|seconds| self.now() >= seconds).then_some(Stop::Time)
    }

    fn progress(&self, done: u64, whole: Option<u64>) {
        if self.told.get().elapsed() < BEAT {
            return;
        }
        self.told.set(Instant::now());
        // Where the page is slow to take it, this one is left out.
        let _ = self.parts.try_send(format!("{}\n", json!({ "progress": [done, whole] })).into());
    }
}
