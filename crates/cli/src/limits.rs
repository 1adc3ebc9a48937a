//! Limits from the outside: the clock, Ctrl-C, memory, and a progress line for what takes longer
//! than a second. What a computation asks for stands here; a thread watches that it asks in time
//! (see `exit`).

use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::rc::Rc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use base::budget::{Budget, StopReason};
use base::thread_limit;
use indicatif::style::ProgressTracker;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::exit::{self, ExitReason};
use crate::memory;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static WATCHER: OnceLock<Thread> = OnceLock::new();

/// How long a computation may go on after it should have stopped, before it is ended from outside.
const GRACE: Duration = Duration::from_millis(250);

/// The same in a dialogue, which would be lost with it.
const DIALOGUE_GRACE: Duration = Duration::from_secs(3);

/// How much memory the whole program may hold at least, whatever `--memory` says: so much it needs
/// to read its library and say no. Below that `--memory` speaks of tables and memos alone, which
/// keep to it by themselves.
const MIN_PROGRAM_BYTES: u64 = 32 << 20;

/// Whether the program waits for its user; nothing is being computed that could be asked to stop.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Whether a dialogue has begun: its files are read, its position is understood.
static TALKING: AtomicBool = AtomicBool::new(false);

/// The clock of the whole command does not end it any more.
pub fn begin_dialogue() {
    TALKING.store(true, Ordering::SeqCst);
}

/// Lets Ctrl-C ask the running computation to stop; a second one ends the program at once.
fn catch_interrupts() {
    // Without a handler the first Ctrl-C ends the program, which loses nothing either.
    let _ = ctrlc::set_handler(|| {
        let waiting = WAITING.load(Ordering::SeqCst);
        if waiting {
            // What follows does not stand on the line of the prompt. Nobody may read it any more.
            let _ = writeln!(stdout());
            #[cfg(feature = "serve")]
            crate::serving::clear();
            std::process::exit(130);
        }
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            exit::end_from_outside(ExitReason::Interrupt);
        }
        if let Some(watcher) = WATCHER.get() {
            watcher.unpark();
        }
    });
}

/// Does what waits for the user, as long as Ctrl-C ends the program at once.
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    let waited = wait();
    WAITING.store(false, Ordering::SeqCst);
    waited
}

/// The clock, the memory and the progress line of one command.
pub struct CommandLimits {
    started: Instant,
    time: Option<Duration>,
    /// What was given, and what the whole program may hold.
    given: u64,
    memory: u64,
    bar: RefCell<Option<ProgressLine>>,
    /// What is being worked on, and when and where its progress was first told.
    stage: RefCell<String>,
    begun: Cell<Option<(Instant, u64)>>,
    /// The progress reported last, and when a budget poll last showed it again.
    reported: Cell<(u64, Option<u64>)>,
    refreshed: Cell<Instant>,
    shown: bool,
}

/// What a command may use.
#[derive(Clone, Copy)]
pub struct CommandBudget<'a> {
    /// The budget of its computations.
    pub budget: &'a Budget<'a>,
    /// The limits behind the budget, with the progress line, which is removed before output.
    pub limits: &'a CommandLimits,
}

/// What ends a computation.
#[derive(Clone, Copy)]
struct StopThresholds {
    end: Option<(Instant, Duration)>,
    given: u64,
    memory: u64,
}

impl StopThresholds {
    fn from_limits(limits: &CommandLimits) -> StopThresholds {
        StopThresholds {
            end: limits.time.map(|time| (limits.started, time)),
            given: limits.given,
            memory: limits.memory,
        }
    }

    /// Why to stop now, if `more` bytes are about to be allocated.
    fn stop(&self, more: u64) -> Option<StopReason> {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Some(StopReason::Cancelled);
        }
        if self
            .end
            .is_some_and(|(started, time)| started.elapsed() >= time)
        {
            return Some(StopReason::Time);
        }
        let held = memory::held_bytes().saturating_add(more);
        (held > self.memory - (self.memory / 8).min(16 << 20))
            .then(|| StopReason::Memory(held.max(self.given), self.given))
    }
}

/// The progress line, and when it last heard of work whose whole is known.
struct ProgressLine {
    line: ProgressBar,
    whole: Option<u64>,
    heard: Instant,
}

impl CommandLimits {
    /// Limits from now on.
    pub fn new(seconds: Option<f64>, memory: u64) -> CommandLimits {
        CommandLimits {
            started: Instant::now(),
            time: seconds.map(Duration::from_secs_f64),
            given: memory,
            memory: memory.max(MIN_PROGRAM_BYTES),
            bar: RefCell::new(None),
            stage: RefCell::default(),
            begun: Cell::new(None),
            reported: Cell::new((0, None)),
            refreshed: Cell::new(Instant::now()),
            shown: stderr().is_terminal(),
        }
    }

    /// Watches from now on that the limits are kept to, also by what does not ask. Once a dialogue
    /// has begun the clock runs for each answer alone and is not watched.
    pub fn watch(&self, dialogue: bool) {
        // The program holds some memory that the allocator does not see: its text, stacks, gaps
        // between blocks.
        memory::allow(self.memory - (self.memory / 16).min(8 << 20));
        let mut deadline = self.time.map(|time| self.started + time + GRACE);
        let grace = if dialogue { DIALOGUE_GRACE } else { GRACE };
        let watch = move || {
            let mut interrupted = None;
            loop {
                let now = Instant::now();
                if dialogue && TALKING.load(Ordering::SeqCst) {
                    deadline = None;
                }
                if INTERRUPTED.load(Ordering::Relaxed) {
                    interrupted.get_or_insert(now + grace);
                }
                for (time, reason) in [
                    (interrupted, ExitReason::Interrupt),
                    (deadline, ExitReason::Time),
                ] {
                    if time.is_some_and(|time| now >= time) {
                        exit::end_from_outside(reason);
                    }
                }
                match interrupted.into_iter().chain(deadline).min() {
                    Some(next) => thread::park_timeout(next.saturating_duration_since(now)),
                    None => thread::park(),
                }
            }
        };
        // Without the thread the computations' own questions remain.
        if let Ok(watcher) = thread::Builder::new().stack_size(128 << 10).spawn(watch) {
            let _ = WATCHER.set(watcher.thread().clone());
        }
        catch_interrupts();
    }

    /// These limits without a progress line.
    pub fn silent(self) -> CommandLimits {
        CommandLimits {
            shown: false,
            ..self
        }
    }

    /// Why to stop now, if at all. A computation that polls its budget without reporting its
    /// progress is shown as well.
    pub fn stop(&self) -> Option<StopReason> {
        if self.shown {
            self.refresh();
        }
        StopThresholds::from_limits(self).stop(0)
    }

    /// Shows the progress that was reported last again, so that the time goes on.
    fn refresh(&self) {
        const INTERVAL: Duration = Duration::from_millis(200);
        if self.refreshed.get().elapsed() >= INTERVAL {
            self.refreshed.set(Instant::now());
            let (done, whole) = self.reported.get();
            self.show(done, whole);
        }
    }

    /// The same for what is given no budget, which also asks before it allocates.
    pub fn for_watch(&self) -> thread_limit::Limit {
        let thresholds = StopThresholds::from_limits(self);
        Rc::new(move |more| thresholds.stop(more))
    }

    /// Bytes that the program holds, beside which a growth must fit.
    pub fn held_bytes(&self) -> u64 {
        if self.given < MIN_PROGRAM_BYTES {
            0
        } else {
            memory::held_bytes()
        }
    }

    /// Shows how far the work is, from the second second on, if someone is looking. Where work with
    /// a known whole asks for smaller work without one, the former is shown as long as it is
    /// heard of.
    pub fn progress(&self, done: u64, whole: Option<u64>) {
        self.reported.set((done, whole));
        self.begun.set(Some(
            self.begun.get().unwrap_or_else(|| (Instant::now(), done)),
        ));
        self.show(done, whole);
    }

    fn show(&self, done: u64, whole: Option<u64>) {
        const SILENCE: Duration = Duration::from_secs(1);
        let begun = self.begun.get().unwrap_or_else(|| (Instant::now(), done));
        if !self.shown || self.started.elapsed() < Duration::from_secs(1) {
            return;
        }
        let now = Instant::now();
        let mut shown = self.bar.borrow_mut();
        if let Some(bar) = &*shown
            && bar.whole.is_some() != whole.is_some()
        {
            if whole.is_none() && now - bar.heard < SILENCE {
                return;
            }
            bar.line.finish_and_clear();
            *shown = None;
        }
        let bar = shown.get_or_insert_with(|| {
            let line = match whole {
                Some(whole) => {
                    ProgressBar::new(whole).with_style(match self.stage.borrow().is_empty() {
                        true => style("{wide_bar} {human_pos}/{human_len} positions, {eta} left"),
                        false => style("{prefix} {wide_bar} {human_pos}/{human_len}, {pace}")
                            .with_key("pace", PaceTracker(begun)),
                    })
                }
                None => ProgressBar::new_spinner().with_style(self.spinner(done)),
            };
            ProgressLine {
                line,
                whole,
                heard: now,
            }
        });
        if let (Some(whole), true) = (whole, bar.whole != whole) {
            // Other work: its own whole, its own pace.
            bar.line.reset();
            bar.line.set_length(whole);
            bar.whole = Some(whole);
        }
        if bar.whole.is_none() && bar.line.position() == 0 && done > 0 {
            bar.line.set_style(self.spinner(done));
        }
        bar.heard = now;
        if *self.stage.borrow() != bar.line.prefix() {
            bar.line.set_prefix(self.stage.borrow().clone());
        }
        bar.line.set_position(done);
    }

    /// How work without a known whole is shown.
    fn spinner(&self, done: u64) -> ProgressStyle {
        match (self.stage.borrow().is_empty(), done) {
            (true, 0) => style("{spinner} {elapsed}"),
            (true, _) => style("{spinner} {human_pos} positions, {elapsed}"),
            (false, 0) => style("{spinner} {prefix}, {elapsed}"),
            (false, _) => style("{spinner} {prefix}: {human_pos} positions, {elapsed}"),
        }
    }

    /// Shows what is being worked on, from the next progress on.
    pub fn stage(&self, stage: String) {
        *self.stage.borrow_mut() = base::escaping::escape_line(&stage).into_owned();
    }

    /// Takes the progress line away.
    pub fn finish(&self) {
        if let Some(bar) = self.bar.borrow_mut().take() {
            bar.line.finish_and_clear();
        }
        self.reported.set((0, None));
    }
}

/// Positions a second since the work began, and how long the rest takes at this pace.
#[derive(Clone)]
struct PaceTracker((Instant, u64));

impl ProgressTracker for PaceTracker {
    fn clone_box(&self) -> Box<dyn ProgressTracker> {
        Box::new(self.clone())
    }

    fn tick(&mut self, _: &ProgressState, _: Instant) {}

    fn reset(&mut self, _: &ProgressState, _: Instant) {}

    fn write(&self, state: &ProgressState, out: &mut dyn fmt::Write) {
        let PaceTracker((since, from)) = self;
        let rate = state.pos().saturating_sub(*from) as f64 / since.elapsed().as_secs_f64();
        let left = state.len().unwrap_or(0).saturating_sub(state.pos()) as f64 / rate.max(1.0);
        let _ = write!(
            out,
            "{}/s, {:#} left",
            HumanCount(rate as u64),
            HumanDuration(Duration::from_secs(left as u64))
        );
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
