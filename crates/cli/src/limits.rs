//! External limits: time, Ctrl-C and memory, and a progress line for work that takes longer than a
//! second. This module implements the checks that computations poll. A watchdog thread ends the
//! program if a computation does not poll in time (see `exit`).

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

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static WATCHER: OnceLock<Thread> = OnceLock::new();

/// Grace period after a limit is reached, before a computation is ended from outside.
const GRACE: Duration = Duration::from_millis(250);

/// Grace period in a dialogue, which is longer because ending the program would lose the dialogue.
const DIALOGUE_GRACE: Duration = Duration::from_secs(3);

/// Minimum memory limit of the whole program, whatever `--memory` is. The program needs 32 MiB to
/// load its library and report an error. A smaller value of `--memory` limits only tables and
/// memos, which enforce their limit themselves.
const MIN_PROGRAM_BYTES: u64 = 32 << 20;

/// True while the program waits for its user. During the wait, no computation is running, so Ctrl-C
/// ends the program immediately.
static WAITING: AtomicBool = AtomicBool::new(false);

/// True once a dialogue has begun. A dialogue begins after its files are loaded and its position is
/// parsed.
static TALKING: AtomicBool = AtomicBool::new(false);

/// Marks the start of a dialogue. From now on, the time limit no longer applies to the command as a
/// whole.
pub fn begin_dialogue() {
    TALKING.store(true, Ordering::SeqCst);
}

/// Installs the Ctrl-C handler. The first Ctrl-C requests the running computation to stop, and the
/// second ends the program immediately.
fn catch_interrupts() {
    // If the handler cannot be installed, the first Ctrl-C ends the program.
    let _ = ctrlc::set_handler(|| {
        let waiting = WAITING.load(Ordering::SeqCst);
        if waiting {
            // Later output starts on a line below the prompt. The error is ignored because standard
            // output may be closed.
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

/// Runs a function that waits for the user. Meanwhile, Ctrl-C ends the program immediately.
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    let waited = wait();
    WAITING.store(false, Ordering::SeqCst);
    waited
}

/// The time limit, the memory limit and the progress line of one command.
pub struct CommandLimits {
    started: Instant,
    time: Option<Duration>,
    /// The limit given by `--memory`, and the limit of the whole program, in bytes.
    given: u64,
    memory: u64,
    bar: RefCell<Option<ProgressLine>>,
    /// The current stage of the work, and the time and the count of its first progress report.
    stage: RefCell<String>,
    begun: Cell<Option<(Instant, u64)>>,
    /// The last progress report, and the time when a budget poll last displayed it again.
    reported: Cell<(u64, Option<u64>)>,
    refreshed: Cell<Instant>,
    shown: bool,
}

/// Resources that a command may use.
#[derive(Clone, Copy)]
pub struct CommandBudget<'a> {
    /// The budget of its computations.
    pub budget: &'a Budget<'a>,
    /// The limits that the budget polls. The limits own the progress line, which is removed before
    /// output.
    pub limits: &'a CommandLimits,
}

/// Limits at which a computation stops.
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

    /// Returns the reason to stop now, otherwise `None`; `more` is the number of bytes about to be
    /// allocated.
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
        let held = allocator::held_bytes().saturating_add(more);
        (held > self.memory - (self.memory / 8).min(16 << 20))
            .then(|| StopReason::Memory(held.max(self.given), self.given))
    }
}

/// The progress line, and the time of its last report.
struct ProgressLine {
    line: ProgressBar,
    whole: Option<u64>,
    heard: Instant,
}

impl CommandLimits {
    /// Creates limits whose time starts now.
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

    /// Starts enforcing the limits, also for code that does not poll them. In a dialogue, each
    /// answer has its own time limit, which this function does not enforce.
    pub fn watch(&self, dialogue: bool) {
        // The allocator does not count all memory of the program: code, stacks and gaps between
        // blocks are not included.
        allocator::allow(
            self.memory - (self.memory / 16).min(8 << 20),
            exit::memory_exceeded,
        );
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
        // If the watchdog thread cannot be started, computations still poll the limits themselves.
        if let Ok(watcher) = thread::Builder::new().stack_size(128 << 10).spawn(watch) {
            let _ = WATCHER.set(watcher.thread().clone());
        }
        catch_interrupts();
    }

    /// Returns these limits without a progress line.
    pub fn silent(self) -> CommandLimits {
        CommandLimits {
            shown: false,
            ..self
        }
    }

    /// Returns the reason to stop now, or `None`. Also refreshes the progress line for a
    /// computation that polls its budget without reporting progress.
    pub fn stop(&self) -> Option<StopReason> {
        if self.shown {
            self.refresh();
        }
        StopThresholds::from_limits(self).stop(0)
    }

    /// Displays the last progress report again, so that the elapsed time advances.
    fn refresh(&self) {
        const INTERVAL: Duration = Duration::from_millis(200);
        if self.refreshed.get().elapsed() >= INTERVAL {
            self.refreshed.set(Instant::now());
            let (done, whole) = self.reported.get();
            self.show(done, whole);
        }
    }

    /// Returns the check of [`CommandLimits::stop`] for code that has no budget. The check is also
    /// called before allocations.
    pub fn for_watch(&self) -> thread_limit::Limit {
        let thresholds = StopThresholds::from_limits(self);
        Rc::new(move |more| thresholds.stop(more))
    }

    /// Returns the bytes that the program holds and that count towards the limit in addition to an
    /// allocation. Returns 0 if the given limit is below `MIN_PROGRAM_BYTES`.
    pub fn held_bytes(&self) -> u64 {
        if self.given < MIN_PROGRAM_BYTES {
            0
        } else {
            allocator::held_bytes()
        }
    }

    /// Reports progress. The progress line is displayed only on a terminal, and only after the
    /// first second. Work with a known total may start smaller work without a known total. As long
    /// as the larger work keeps reporting, only its own progress is displayed.
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
            // Progress with a different total belongs to different work, so the pace is measured
            // again.
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

    /// Returns the style of the progress line for work without a known total.
    fn spinner(&self, done: u64) -> ProgressStyle {
        match (self.stage.borrow().is_empty(), done) {
            (true, 0) => style("{spinner} {elapsed}"),
            (true, _) => style("{spinner} {human_pos} positions, {elapsed}"),
            (false, 0) => style("{spinner} {prefix}, {elapsed}"),
            (false, _) => style("{spinner} {prefix}: {human_pos} positions, {elapsed}"),
        }
    }

    /// Sets the current stage. The next progress report displays the new stage.
    pub fn stage(&self, stage: String) {
        *self.stage.borrow_mut() = base::escaping::escape_line(&stage).into_owned();
    }

    /// Removes the progress line.
    pub fn finish(&self) {
        if let Some(bar) = self.bar.borrow_mut().take() {
            bar.line.finish_and_clear();
        }
        self.reported.set((0, None));
    }
}

/// Pace display: positions per second since the start of the work, and the estimated remaining
/// time.
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
