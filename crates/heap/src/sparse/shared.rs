//! Several threads: one computes values and takes every rare value below them to be attained, which by experience it is; the others
//! look for the witnesses, block by block. Values are handed out only when they are witnessed. Where a witness is missing, everything
//! from that heap on is rolled back and computed with nothing assumed for a while; so the values do not depend on the number of threads.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use rules::budget::Budget;

use super::history::{Found, Hints, History};
use super::kernel::Level;
use super::{Mask, Space, Sparse, Work, search, work};
use crate::machine::{Halt, Sink, Values};
use crate::moves::Moves;

/// So many values are worth starting threads.
const WORTH: u64 = 1 << 16;
/// Blocks that wait for a thread.
const WAITING: usize = 8;

/// A block of values to be witnessed: its place among the blocks, its first heap, the values.
#[derive(Clone)]
struct Job {
    place: usize,
    base: u64,
    values: Arc<[u16]>,
}

/// What was found about a block: its place, and the first heap with a value that was not witnessed.
type Report = (usize, Result<(), u64>);

/// One who looks for witnesses.
struct Witness {
    moves: Moves,
    splits: Vec<u32>,
    level: Level,
    history: History,
    mask: Option<Mask>,
    work: Work,
    hint: u64,
    hints: Hints,
    forget: bool,
    /// Heaps of which it is said that a value is not witnessed, for tests.
    doubted: Vec<u64>,
}

impl Witness {
    fn new(machine: &Sparse) -> Witness {
        let history = machine.history.clone();
        // Rare heaps are not tried: all that they give is common.
        let space = Space { mask: machine.space.mask, rare: Vec::new() };
        let work = work(&machine.moves, &machine.splits, &history, &space, machine.helpers);
        let (hint, forget, mask) = (work.block + machine.helpers, !machine.keep, machine.space.mask);
        let (moves, splits, level, doubted) =
            (machine.moves.clone(), machine.splits.clone(), machine.level, machine.sharing.doubted.clone());
        Witness { moves, splits, level, history, mask, work, hint, hints: Hints::default(), forget, doubted }
    }

    /// Takes the jobs as they come; checks those whose turn it is, and learns the values of all.
    fn run(mut self, own: usize, all: usize, jobs: &Receiver<Job>, reports: &Sender<Report>) {
        for job in jobs {
            let checked = job.place % all == own;
            let result = self.learn(job.base, &job.values, checked);
            if checked && reports.send((job.place, result)).is_err() {
                return;
            }
        }
    }

    /// The next values. If they are to be checked: the first heap that has a value below its own that is neither common nor an option.
    fn learn(&mut self, base: u64, values: &[u16], check: bool) -> Result<(), u64> {
        let wanted = self.history.kept() + u64::from(self.moves.longest()) + 4 * self.work.block;
        if self.forget && base - self.history.first() > 2 * wanted {
            self.history.give_up(base - wanted);
        }
        let mut result = Ok(());
        for (piece, from) in values.chunks(self.work.block as usize).zip((base..).step_by(self.work.block as usize)) {
            self.work.start_witness(self.level, from, check);
            for (word, (part, start)) in piece.chunks(64).zip((from..).step_by(64)).enumerate() {
                for (&value, lane) in part.iter().zip(0..) {
                    while value as usize >= self.work.values() {
                        self.work.widen(self.mask);
                    }
                    self.history.push(value);
                    self.work.note(lane, value);
                }
                if check && result.is_ok() {
                    result = self.check(start, word, part);
                }
                self.work.add_noted(start);
            }
        }
        result
    }

    /// Looks for all values of 64 heaps that the helpers have not found.
    fn check(&mut self, base: u64, word: usize, values: &[u16]) -> Result<(), u64> {
        self.work.sets.fill(0);
        self.work.turn(self.level, word);
        let width = self.work.width();
        for (lane, &value) in values.iter().enumerate() {
            let heap = base + lane as u64;
            if self.doubted.contains(&heap) {
                return Err(heap);
            }
            let equal = self.moves.unequal() && self.splits.iter().any(|&tokens| (heap.wrapping_sub(tokens.into())) % 2 == 0);
            for part in 0..=value as usize / 64 {
                let below = if part < value as usize / 64 { u64::MAX } else { (1 << (value % 64)) - 1 };
                let mut open = below & !self.work.sets[lane * width + part] & !self.work.common[lane % 2][part];
                if part == 0 && equal {
                    // The one who computes values looks for this one itself.
                    open &= !1;
                }
                while open != 0 {
                    let wanted = (part * 64) as u16 + open.trailing_zeros() as u16;
                    if !self.attained(heap, wanted) {
                        return Err(heap);
                    }
                    open &= open - 1;
                }
            }
        }
        Ok(())
    }

    fn attained(&mut self, heap: u64, value: u16) -> bool {
        let single = self.moves.takes().iter().any(|take| {
            let rest = heap.saturating_sub(take.tokens.into());
            take.leaves(1) && rest > 0 && self.history.value(rest) == Some(value)
        });
        let Witness { history, splits, .. } = self;
        let unequal = self.moves.unequal();
        if single || self.hints.find(history, splits, unequal, heap, value) {
            return true;
        }
        let Found::Yes(small, pairs) = search(history, self.level, splits, unequal, heap, value, self.hint) else { return false };
        self.hints.learn(value, small, pairs);
        true
    }
}

/// How a machine shares its work.
#[derive(Default)]
pub(super) struct Sharing {
    /// How many threads may work, 0 or 1 for one.
    pub threads: usize,
    /// Before this heap nothing is assumed.
    exact_until: u64,
    doubted: Vec<u64>,
}

impl Sparse {
    /// How many threads may work from now on: the others look for witnesses of rare values, which this one then takes to be attained
    /// until it is told otherwise. Values come in the same order, and are the same.
    pub fn share(&mut self, threads: usize) {
        self.sharing.threads = threads;
    }

    /// For tests: the threads that look for witnesses report that one is missing for these heaps, so that the machine rolls back.
    #[doc(hidden)]
    pub fn doubt(&mut self, heaps: &[u64]) {
        self.sharing.doubted = heaps.to_vec();
    }

    /// May rare values be assumed: is the sparse space settled?
    fn settled(&self) -> bool {
        let end = self.history.end();
        let last = self.space.rare.last().map_or(0, |&(heap, _)| heap);
        self.space.mask.is_some() && !self.splits.is_empty() && end >= WORTH.max(2 * last).max(self.sharing.exact_until)
    }

    /// Computes on with all threads.
    pub(super) fn advance_shared(&mut self, to: u64, budget: &Budget<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
        loop {
            while self.handed < to && !(self.settled() && self.history.end() + WORTH <= to) {
                let next = (self.history.end() + 64).min(to);
                self.advance_alone(next, budget, sink)?;
            }
            let end = self.history.end();
            self.advance_alone(to.min(end), budget, sink)?;
            if self.handed >= to {
                return Ok(());
            }
            self.assume = true;
            self.rebuild();
            let start = self.history.end();
            let (witnessed, result) = self.assumed(to, budget, sink);
            // What is computed but not witnessed is given back.
            self.assume = false;
            self.roll_back(witnessed.max(start).min(self.history.end()));
            result?;
        }
    }

    /// Computes on while others look for witnesses; ends at `to`, where one is missing, or where the space changes. Returns the heap
    /// before which everything is witnessed.
    fn assumed(&mut self, to: u64, budget: &Budget<'_>, sink: &mut Sink<'_>) -> (u64, Result<(), Halt>) {
        let all = self.sharing.threads - 1;
        let (reports, reported) = channel::<Report>();
        let witnesses: Vec<Witness> = (0..all).map(|_| Witness::new(self)).collect();
        thread::scope(|scope| {
            let mut senders: Vec<SyncSender<Job>> = Vec::new();
            for (own, witness) in witnesses.into_iter().enumerate() {
                let (sender, jobs) = sync_channel(WAITING);
                let reports = reports.clone();
                senders.push(sender);
                scope.spawn(move || witness.run(own, all, &jobs, &reports));
            }
            drop(reports);
            let mut blocks = Blocks::default();
            let rare = self.space.rare.len();
            let mut result = Ok(());
            while self.history.end() < to && blocks.missing.is_none() && self.space.rare.len() == rare {
                let base = self.history.end();
                let mut done = self.start_block(budget);
                while done.is_ok() && self.history.end() < self.work.end && self.history.end() < to {
                    done = self.go_on(budget);
                }
                if done.is_err() || self.history.end() <= base {
                    result = done;
                    break;
                }
                let values: Arc<[u16]> = self.history.run(base, self.history.end()).into();
                let job = Job { place: blocks.ends.len(), base, values };
                blocks.ends.push((self.history.end(), false));
                for sender in &senders {
                    // One that is gone has panicked; the scope passes that on.
                    let _ = sender.send(job.clone());
                }
                reported.try_iter().for_each(|report| blocks.take(report));
                self.hand_out(blocks.witnessed(), to, sink);
            }
            drop(senders);
            reported.iter().for_each(|report| blocks.take(report));
            self.hand_out(blocks.witnessed(), to, sink);
            if let Some(heap) = blocks.missing {
                self.sharing.exact_until = heap + 1;
            }
            (blocks.witnessed(), result)
        })
    }

    fn hand_out(&mut self, witnessed: u64, to: u64, sink: &mut Sink<'_>) {
        let until = witnessed.min(to);
        if until > self.handed {
            let from = self.handed;
            self.handed = until;
            sink(from, Values::Words(self.history.run(from, until)));
        }
    }
}

/// The blocks that were given out.
#[derive(Default)]
struct Blocks {
    /// For each where it ends, and whether it has been witnessed.
    ends: Vec<(u64, bool)>,
    /// How many of the first are witnessed.
    first: usize,
    /// The first heap known to lack a witness.
    missing: Option<u64>,
}

impl Blocks {
    fn take(&mut self, (place, result): Report) {
        match result {
            Ok(()) => self.ends[place].1 = true,
            Err(heap) => self.missing = Some(self.missing.map_or(heap, |had| had.min(heap))),
        }
    }

    /// The heap before which everything is witnessed.
    fn witnessed(&mut self) -> u64 {
        while self.ends.get(self.first).is_some_and(|&(_, witnessed)| witnessed) {
            self.first += 1;
        }
        if self.first == 0 { 0 } else { self.ends[self.first - 1].0 }
    }
}
