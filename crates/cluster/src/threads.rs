//! Runs the shares of one process on several threads. For the store, each thread acts like a
//! separate process: it has its own shares and reads the messages of the other threads. The threads
//! share only the plan.

use std::mem;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use base::budget::{Budget, StopReason};
use rules::game::RulesError;
use tablebase::TierError;

use crate::error::ClusterError;
use crate::run::{RunProgress, ShareJob, run};

/// Runs the shares of a job on `threads` threads, but on no more threads than shares. The shares
/// and the memory are divided evenly among the threads.
///
/// # Errors
/// Returns an error under the same conditions as [`run`]. If one thread fails, the other threads
/// stop.
///
/// # Panics
/// Panics if a thread panics.
pub fn run_on(
    job: &ShareJob<'_>,
    threads: usize,
    tell: &dyn Fn(RunProgress),
    budget: &Budget<'_>,
) -> Result<(), ClusterError> {
    let threads = threads.clamp(1, job.mine.len().max(1));
    if threads == 1 {
        return run(job, tell, budget);
    }
    let part = |thread: usize| ShareJob {
        mine: part(&job.mine, thread, threads),
        memory: job.memory / threads as u64,
        ..*job
    };
    let memory = budget.memory / threads as u64;
    let ended = AtomicBool::new(false);
    let far: Mutex<Vec<Option<RunProgress>>> = Mutex::new(vec![None; threads - 1]);
    let results: Vec<Result<(), ClusterError>> = thread::scope(|scope| {
        let helper = |thread: usize| {
            let (job, ended, far) = (part(thread), &ended, &far);
            move || {
                let note = |progress| {
                    far.lock().unwrap_or_else(PoisonError::into_inner)[thread - 1] = Some(progress)
                };
                let stop = || {
                    ended
                        .load(Ordering::Relaxed)
                        .then_some(StopReason::Cancelled)
                };
                ThreadStopGuard::unless_done(ended, || {
                    run(&job, &note, &Budget::of_helper_until(memory, &stop))
                })
            }
        };
        let helpers: Vec<_> = (1..threads)
            .map(|thread| scope.spawn(helper(thread)))
            .collect();
        let tell = |progress: RunProgress| {
            tell(combine_progress(
                job,
                progress,
                &far.lock().unwrap_or_else(PoisonError::into_inner),
            ));
        };
        let stop = || {
            ended
                .load(Ordering::Relaxed)
                .then_some(StopReason::Cancelled)
        };
        let own = ThreadStopGuard::unless_done(&ended, || {
            budget.until(memory, &stop, |budget| run(&part(0), &tell, budget))
        });
        let joined = helpers
            .into_iter()
            .map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        std::iter::once(own).chain(joined).collect()
    });
    let failures: Vec<ClusterError> = results.into_iter().filter_map(Result::err).collect();
    // A thread that was cancelled because another thread failed has no error of its own.
    let asked = |why: &ClusterError| {
        matches!(
            why,
            ClusterError::Table(TierError::Fault(RulesError::Stopped(StopReason::Cancelled)))
        )
    };
    let first = failures.iter().position(|why| !asked(why)).unwrap_or(0);
    failures.into_iter().nth(first).map_or(Ok(()), Err)
}

/// A guard that stops all threads when it is dropped.
struct ThreadStopGuard<'e>(&'e AtomicBool);

impl ThreadStopGuard<'_> {
    /// Runs the work of a thread. If the work fails or panics, all other threads stop.
    fn unless_done(
        ended: &AtomicBool,
        work: impl FnOnce() -> Result<(), ClusterError>,
    ) -> Result<(), ClusterError> {
        let ending = ThreadStopGuard(ended);
        work()?;
        mem::forget(ending);
        Ok(())
    }
}

impl Drop for ThreadStopGuard<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Returns the shares of one thread.
fn part(mine: &Range<usize>, thread: usize, threads: usize) -> Range<usize> {
    let bound = |thread: usize| mine.start + mine.len() * thread / threads;
    bound(thread)..bound(thread + 1)
}

/// Returns the total progress of all threads in the tier of a given thread.
fn combine_progress(
    job: &ShareJob<'_>,
    one: RunProgress,
    others: &[Option<RunProgress>],
) -> RunProgress {
    let whole: u64 = (0..one.tier)
        .map(|tier| job.plan.tier(tier).index.size())
        .sum();
    let beside = || {
        others
            .iter()
            .flatten()
            .filter(|other| other.tier == one.tier)
    };
    let done = one.done
        + beside()
            .map(|other| other.done.saturating_sub(whole))
            .sum::<u64>();
    let decided = one.decided + beside().map(|other| other.decided).sum::<u64>();
    // A thread that reports a complete tier counts all indices of the tier, so the sum is capped.
    RunProgress {
        done: done.min(whole + job.plan.tier(one.tier).index.size()),
        decided,
        ..one
    }
}
