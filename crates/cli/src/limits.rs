//! Limits from the outside: the clock, Ctrl-C, and a progress line for what takes longer than a second.

use std::cell::RefCell;
use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rules::budget::Stop;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the program waits for its user; nothing is being computed that could be asked to stop.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C ask the running computation to stop; a second one ends the program at once.
pub fn catch_interrupts() {
    // Without a handler the first Ctrl-C ends the program, which loses nothing either.
    let _ = ctrlc::set_handler(|| {
        let waiting = WAITING.load(Ordering::SeqCst);
        if waiting {
            // What follows does not stand on the line of the prompt.
            println!();
        }
        if INTERRUPTED.swap(true, Ordering::SeqCst) || waiting {
            std::process::exit(130);
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

/// The clock and the progress line of one command.
pub struct Limits {
    started: Instant,
    time: Option<Duration>,
    bar: RefCell<Option<ProgressBar>>,
    shown: bool,
}

impl Limits {
    /// Limits from now on.
    pub fn new(seconds: Option<f64>) -> Limits {
        Limits {
            started: Instant::now(),
            time: seconds.map(Duration::from_secs_f64),
            bar: RefCell::new(None),
            shown: stderr().is_terminal(),
        }
    }

    /// The same without a progress line.
    pub fn silent(self) -> Limits {
        Limits { shown: false, ..self }
    }

    /// Why to stop now, if at all.
    pub fn stop(&self) -> Option<Stop> {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Some(Stop::Cancelled);
        }
        match self.time {
            Some(limit) if self.started.elapsed() >= limit => Some(Stop::Time),
            _ => None,
        }
    }

    /// Shows how far the work is, from the second second on, if someone is looking.
    pub fn progress(&self, done: u64, whole: Option<u64>) {
        if !self.shown || self.started.elapsed() < Duration::from_secs(1) {
            return;
        }
        let mut bar = self.bar.borrow_mut();
        let bar = bar.get_or_insert_with(|| match whole {
            Some(whole) => {
                let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} positions, {eta} left");
                ProgressBar::new(whole).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            }
            None => {
                let style = ProgressStyle::with_template("{spinner} {human_pos} positions, {elapsed}");
                ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
            }
        });
        bar.set_position(done);
    }

    /// Takes the progress line away.
    pub fn finish(&self) {
        if let Some(bar) = self.bar.borrow_mut().take() {
            bar.finish_and_clear();
        }
    }
}
