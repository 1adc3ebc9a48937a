//! Computation on several threads. One thread computes values and assumes that every rare value
//! below them is an option, which is usually true. The other threads search for the witnesses,
//! block by block. Values are emitted only after their witnesses are found. If a heap lacks a
//! witness, all values from the start of its block on are discarded. The heaps up to this heap are
//! then computed without assuming that witnesses exist. So the values do not depend on the number
//! of threads.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use base::budget::Budget;

use super::SparseMachine;
use super::error::BlockError;
use super::history::NimberHistory;
use super::kernel::SimdLevel;
use super::ranks::ValueRanks;
use super::witness::{REACH, WitnessContext, WitnessError, WitnessFinder};
use super::working_set::{WorkingSet, WorkingSetOptions, work};
use crate::machine::{MachineError, NimberSink, NimberSlice};
use crate::moves::DigitMoves;

/// Minimum number of values for which starting threads pays off.
const WORTH: u64 = 1 << 16;
/// Number of blocks that may be queued for a thread.
const WAITING: usize = 8;

/// A block of values to be witnessed: the index of the block, the first heap of the block, and the
/// values.
#[derive(Clone)]
struct WitnessJob {
    place: usize,
    base: u64,
    values: Arc<[u16]>,
}

/// The result of the search for the witnesses of a block.
struct BlockReport {
    /// The index of the block.
    place: usize,
    /// The first heap for which a witness is missing.
    missing: Option<u64>,
}

/// A thread that searches for witnesses.
struct WitnessThread {
    moves: DigitMoves,
    splits: Vec<u32>,
    level: SimdLevel,
    history: NimberHistory,
    work: WorkingSet,
    witnesses: WitnessFinder,
    forget: bool,
    /// For tests: the heaps that are treated as if a witness were missing.
    doubted: Vec<u64>,
}

/// Returns how many of the last values a search for witnesses needs.
fn needed(history: &NimberHistory, work: &WorkingSet) -> u64 {
    history.retained_len() + REACH + 4 * work.block
}

impl WitnessThread {
    fn new(machine: &SparseMachine, ranks: ValueRanks) -> WitnessThread {
        let (history, end) = (&machine.history, machine.history.end());
        let needed = end.saturating_sub(needed(history, &machine.work));
        let history = if machine.keep || needed <= history.first() {
            history.clone()
        } else {
            history.without(needed)
        };
        // Rare heaps are not tried, because a split with a rare heap gives only options with common
        // values.
        let wanted = WorkingSetOptions {
            ranks: Some(ranks),
            helpers: 0,
            reach: REACH,
            rare: false,
        };
        let work = work(
            &machine.moves,
            &machine.splits,
            &history,
            &machine.space,
            &wanted,
        );
        let witnesses = WitnessFinder::new(ranks, &work, &machine.moves, &history);
        let (moves, splits, level, doubted) = (
            machine.moves.clone(),
            machine.splits.clone(),
            machine.level,
            machine.sharing.doubted.clone(),
        );
        WitnessThread {
            moves,
            splits,
            level,
            history,
            work,
            witnesses,
            forget: !machine.keep,
            doubted,
        }
    }

    /// Receives the jobs in order, checks every `all`-th job, and records the values of all jobs.
    fn run(
        mut self,
        own: usize,
        all: usize,
        jobs: &Receiver<WitnessJob>,
        reports: &Sender<BlockReport>,
    ) {
        for job in jobs {
            self.learn(job.base, &job.values);
            if job.place % all == own
                && reports
                    .send(BlockReport {
                        place: job.place,
                        missing: self.find_unwitnessed(job.base, job.values.len()),
                    })
                    .is_err()
            {
                return;
            }
        }
    }

    /// Records the values of the next block.
    fn learn(&mut self, base: u64, values: &[u16]) {
        let needed = needed(&self.history, &self.work);
        if self.forget && base - self.history.first() > 2 * needed {
            self.history.give_up(base - needed);
        }
        self.work.planes.start_block(base, self.work.block);
        for (values, base) in values.chunks(64).zip((base..).step_by(64)) {
            values.iter().for_each(|&value| self.history.push(value));
            self.work.note_all(base, values);
        }
        self.work.sets.fill(0);
    }

    /// Searches for the witnesses of a block. Returns a heap for which a witness is missing; `None`
    /// if no witness is missing.
    fn find_unwitnessed(&mut self, base: u64, length: usize) -> Option<u64> {
        if let Some(&heap) = self
            .doubted
            .iter()
            .find(|heap| (base..base + length as u64).contains(heap))
        {
            return Some(heap);
        }
        let WitnessThread {
            level,
            moves,
            splits,
            history,
            work,
            witnesses,
            ..
        } = self;
        let mut known = WitnessContext {
            level: *level,
            moves,
            splits,
            history,
        };
        match witnesses.check(&mut known, work, base) {
            Ok(()) => None,
            Err(WitnessError::Missing(heap)) => Some(heap),
            Err(WitnessError::Gone) => Some(base),
        }
    }
}

/// The thread settings of a machine.
#[derive(Default)]
pub(super) struct ThreadOptions {
    /// Maximum number of threads. The numbers 0 and 1 both mean one thread.
    pub threads: usize,
    doubted: Vec<u64>,
}

impl SparseMachine {
    /// Sets the maximum number of threads. The calling thread assumes that witnesses of rare values
    /// exist, while the other threads search for these witnesses. The values and their order do not
    /// change.
    pub fn share(&mut self, threads: usize) {
        self.sharing.threads = threads;
    }

    /// For tests: the threads that search for witnesses report that a witness is missing for these
    /// heaps, so that the machine rolls back.
    #[doc(hidden)]
    pub fn doubt(&mut self, heaps: &[u64]) {
        self.sharing.doubted = heaps.to_vec();
    }

    /// Continues on all threads.
    pub(super) fn advance_shared(
        &mut self,
        to: u64,
        budget: &Budget<'_>,
        sink: &mut NimberSink<'_>,
    ) -> Result<(), MachineError> {
        while self.handed < to {
            let end = self.history.end();
            let settled = self
                .settles()
                .filter(|&(from, _)| from <= end && end + WORTH <= to);
            let Some((_, ranks)) = settled else {
                let next = if self.handed < end { end } else { end + 64 };
                self.advance_alone(next.min(to), budget, sink)?;
                continue;
            };
            self.advance_alone(end, budget, sink)?;
            let threads = self.witnesses_in_memory(to, budget);
            if threads == 0 {
                self.advance_alone(to, budget, sink)?;
                continue;
            }
            self.unwitnessed = true;
            (self.stale, self.work.end) = (true, end);
            let (witnessed, result) = self.advance_unwitnessed(to, ranks, threads, budget, sink);
            // Computed values without witnesses are removed.
            self.unwitnessed = false;
            self.cut(witnessed.max(end).min(self.history.end()));
            result?;
        }
        Ok(())
    }

    /// Returns the number of threads that may search for witnesses up to `to`. Memory limits the
    /// number of threads, because each thread needs its own copy of the values.
    fn witnesses_in_memory(&self, to: u64, budget: &Budget<'_>) -> usize {
        let each = 2 * (self.history.bytes() + self.work.planes.bytes())
            + 4 * to.saturating_sub(self.history.end());
        let fits = |threads: &usize| {
            budget
                .allow_growth(0, each.saturating_mul(*threads as u64))
                .is_ok()
        };
        (1..self.sharing.threads).rev().find(fits).unwrap_or(0)
    }

    /// Computes values while other threads search for witnesses. Stops at `to`, at a missing
    /// witness, or at a block that cannot be computed on the assumption of a settled space. Returns
    /// a heap such that all earlier heaps have all their witnesses.
    fn advance_unwitnessed(
        &mut self,
        to: u64,
        ranks: ValueRanks,
        threads: usize,
        budget: &Budget<'_>,
        sink: &mut NimberSink<'_>,
    ) -> (u64, Result<(), MachineError>) {
        let (reports, reported) = channel::<BlockReport>();
        let witnesses: Vec<WitnessThread> = (0..threads)
            .map(|_| WitnessThread::new(self, ranks))
            .collect();
        thread::scope(|scope| {
            let mut senders: Vec<SyncSender<WitnessJob>> = Vec::new();
            for (own, witness) in witnesses.into_iter().enumerate() {
                let (sender, jobs) = sync_channel(WAITING);
                let reports = reports.clone();
                senders.push(sender);
                scope.spawn(move || witness.run(own, threads, &jobs, &reports));
            }
            drop(reports);
            let mut blocks = BlockProgress::default();
            let mut result = Ok(());
            while self.history.end() < to && blocks.missing.is_none() {
                let base = self.history.end();
                result = self.start_block(budget);
                if result.is_err() {
                    break;
                }
                match self.fill_block() {
                    Ok(()) => {}
                    Err(BlockError::Machine(halt)) => {
                        result = Err(halt);
                        break;
                    }
                    Err(_) => break,
                }
                let values: Arc<[u16]> = self.history.run(base, self.history.end()).into();
                let job = WitnessJob {
                    place: blocks.ends.len(),
                    base,
                    values,
                };
                blocks.ends.push((self.history.end(), false));
                for sender in &senders {
                    // A thread that has ended has panicked; the scope propagates the panic.
                    let _ = sender.send(job.clone());
                }
                reported.try_iter().for_each(|report| blocks.take(report));
                self.hand_out(blocks.witnessed(), to, sink);
            }
            drop(senders);
            reported.iter().for_each(|report| blocks.take(report));
            self.hand_out(blocks.witnessed(), to, sink);
            if let Some(heap) = blocks.missing {
                self.exact_until = heap + 64;
            }
            (blocks.witnessed(), result)
        })
    }

    fn hand_out(&mut self, witnessed: u64, to: u64, sink: &mut NimberSink<'_>) {
        let until = witnessed.min(to);
        if until > self.handed {
            let from = self.handed;
            self.handed = until;
            sink(from, NimberSlice::Words(self.history.run(from, until)));
        }
    }
}

/// The state of the blocks that were sent to threads.
#[derive(Default)]
struct BlockProgress {
    /// For each block, its end, and whether all its witnesses have been found.
    ends: Vec<(u64, bool)>,
    /// Number of blocks before the first block whose witnesses have not all been found.
    first: usize,
    /// The first heap that is known to lack a witness.
    missing: Option<u64>,
}

impl BlockProgress {
    fn take(&mut self, report: BlockReport) {
        match report.missing {
            None => self.ends[report.place].1 = true,
            Some(heap) => self.missing = Some(self.missing.map_or(heap, |had| had.min(heap))),
        }
    }

    /// Returns a heap such that all earlier heaps have all their witnesses.
    fn witnessed(&mut self) -> u64 {
        while self
            .ends
            .get(self.first)
            .is_some_and(|&(_, witnessed)| witnessed)
        {
            self.first += 1;
        }
        if self.first == 0 {
            0
        } else {
            self.ends[self.first - 1].0
        }
    }
}
