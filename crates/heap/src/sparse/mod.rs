//! Nimbers of octal games with a sparse space, computed on bit planes. Let the values be classified
//! into common and rare values (`mask`), such that few heaps are rare. Every option with a common
//! value results from a split in which one part is a rare heap. So all common option values of a
//! heap n are found by trying the R rare heaps instead of n / 2 heaps. The machine does not assume
//! which *rare* values are options. For each rare value below the smallest common value that is not
//! an option, the machine searches for a pair of heaps that witnesses the rare value. If no pair
//! witnesses a rare value, the heap has that rare value, so the heap itself is rare. So every
//! computed value is the mex of the option values, whatever the mask is.
//!
//! Each group of heaps that is processed at a time has as many heaps as a vector has bits. There is
//! a bit plane for each value v, in which bit n is set if G(n) = v. To try a heap r as a part for a
//! range of heaps, the plane of each value v is shifted by the offset of r. The shifted plane is
//! added to the row that marks which heaps of the range have the option value v xor G(r). If V
//! values occur, trying R rare heaps costs V · R / 512 vector operations per heap (`kernel`). While
//! heaps still become rare, some common heaps (the helpers) are tried together with the rare ones,
//! and the remaining rare values are searched individually. Once the space is settled, blocks are
//! computed without helpers, and their witnesses are searched afterwards (`settled_space`,
//! `witness`). Without a sparse space, no set of options is complete: only helpers are tried, and
//! every candidate is searched among n / 2 pairs, 32 or 64 per step.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways*, chapter 4 (sparse spaces). The computations of
//! .6 and Grundy's game by Gangolf, Plambeck and Flammenkamp use the fact that few values are rare.
//! The bit planes are specific to this implementation.

mod error;
mod history;
mod kernel;
mod mask;
mod offset_lists;
mod planes;
mod ranks;
mod saved_state;
mod settled_space;
mod space;
mod steps;
#[cfg(feature = "threads")]
mod threads;
mod witness;
mod working_set;

use base::budget::Budget;
use base::text;

pub use kernel::SimdLevel;
pub use mask::RareMask;
pub use space::{SparseSpace, SparseStatistics};

use crate::machine::{MachineError, NimberMachine, NimberSink, NimberSlice};
use crate::moves::DigitMoves;
use error::{BlockError, value_too_large};
use history::{LateHints, NimberHistory};
use kernel::MAX_VALUES;
use ranks::ValueRanks;
use settled_space::SettledThreshold;
use witness::WitnessFinder;
use working_set::{WorkingSet, WorkingSetOptions, work};

/// The heap at which the mask is first chosen.
const FIRST: u64 = 256;
/// Number of most recent heaps whose values are counted.
const LAST: usize = 1 << 11;
/// Maximum number of tokens that a move may remove. Longer codes use other machines.
const MAX_CODE_LENGTH: u32 = 1 << 16;

/// The machine for octal games.
pub struct SparseMachine {
    moves: DigitMoves,
    /// Numbers of tokens removed by moves that may leave two heaps.
    splits: Vec<u32>,
    level: SimdLevel,
    keep: bool,
    history: NimberHistory,
    handed: u64,
    space: SparseSpace,
    helpers: u64,
    /// Number of rare heaps when the mask was chosen.
    chosen: usize,
    /// The heap at which the mask is chosen again.
    choose_at: u64,
    /// The heap at which the number of helpers is chosen again, and the heap at which the number of
    /// helpers was last chosen.
    tune_at: u64,
    tuned: u64,
    /// Whether the lists must be rebuilt at the next block.
    stale: bool,
    patience: SettledThreshold,
    /// The space does not count as settled before this heap.
    exact_until: u64,
    /// Whether other threads search for the witnesses.
    #[cfg(feature = "threads")]
    unwitnessed: bool,
    witnesses: Option<WitnessFinder>,
    #[cfg(feature = "threads")]
    sharing: threads::ThreadOptions,
    work: WorkingSet,
    effort: SparseStatistics,
    since: SparseStatistics,
    hints: LateHints,
}

impl SparseMachine {
    /// Creates a machine at heap 0, at the best level of this processor.
    ///
    /// # Errors
    /// Returns an error under the same conditions as [`SparseMachine::at_level`].
    pub fn new(moves: &DigitMoves) -> Result<SparseMachine, MachineError> {
        SparseMachine::at_level(moves, SimdLevel::best())
    }

    /// Creates a machine at heap 0, at a level that this processor must support.
    ///
    /// # Errors
    /// Returns [`MachineError::Unfit`] if a move leaves three heaps or more, a move removes more
    /// than 65536 tokens, or this processor does not support the level.
    pub fn at_level(moves: &DigitMoves, level: SimdLevel) -> Result<SparseMachine, MachineError> {
        if !moves.octal() || moves.longest() > MAX_CODE_LENGTH {
            return Err(MachineError::Unfit(text!(
                "only games whose moves remove at most {MAX_CODE_LENGTH} tokens and leave at most two heaps have a sparse space",
                "只有每步至多取 {MAX_CODE_LENGTH} 个、至多留下两堆的游戏才有稀疏空间"
            )));
        }
        if !level.available() {
            let name = level.name();
            return Err(MachineError::Unfit(text!(
                "this computer does not support {name}",
                "本机不支持 {name}"
            )));
        }
        let splits: Vec<u32> = moves
            .removals()
            .iter()
            .filter(|take| take.leaves(2))
            .map(|take| take.tokens)
            .collect();
        let (history, space, helpers) = (
            NimberHistory::new(Vec::new()),
            SparseSpace {
                mask: None,
                rare: Vec::new(),
            },
            64,
        );
        let wanted = WorkingSetOptions {
            ranks: None,
            helpers,
            reach: 0,
            rare: true,
        };
        let work = work(moves, &splits, &history, &space, &wanted);
        let (effort, since) = Default::default();
        let (moves, keep, handed, choose_at, stale) = (moves.clone(), true, 0, FIRST, false);
        let machine = SparseMachine {
            moves,
            splits,
            level,
            keep,
            history,
            handed,
            space,
            helpers,
            chosen: 0,
            choose_at,
            tune_at: FIRST,
            tuned: 0,
            stale,
            patience: SettledThreshold::USUAL,
            exact_until: 0,
            #[cfg(feature = "threads")]
            unwitnessed: false,
            witnesses: None,
            #[cfg(feature = "threads")]
            sharing: threads::ThreadOptions::default(),
            work,
            effort,
            since,
            hints: LateHints::default(),
        };
        Ok(machine)
    }

    /// Creates a machine that continues after `values`, the values of the heaps starting at 0. The
    /// machine emits fewer than 64 of the last values again.
    ///
    /// # Errors
    /// Returns an error under the same conditions as [`SparseMachine::at_level`].
    pub fn from_values(moves: &DigitMoves, values: &[u16]) -> Result<SparseMachine, MachineError> {
        if let Some(value) = values
            .iter()
            .find(|&&value| usize::from(value) >= MAX_VALUES)
        {
            return Err(value_too_large(usize::from(*value)));
        }
        let mut machine = SparseMachine::new(moves)?;
        let whole = values.len() as u64 / 64 * 64;
        machine.history = NimberHistory::new(values[..whole as usize].to_vec());
        // A machine that continues chooses the mask at the same heaps as a machine that starts at
        // heap 0.
        while machine.choose_at < whole {
            machine.list_rare(machine.choose_at);
            if machine
                .settles()
                .is_some_and(|(from, _)| from <= machine.choose_at)
            {
                machine.choose_at *= 2;
            } else {
                machine.choose();
            }
        }
        machine.list_rare(whole);
        machine.goes_on_from(whole);
        machine.handed = whole;
        Ok(machine)
    }

    /// Resets the derived data, so that it is rebuilt from the history before this heap.
    fn goes_on_from(&mut self, heap: u64) {
        self.tuned = heap;
        self.tune_at = heap + FIRST;
        self.work.end = heap;
        self.stale = true;
    }

    /// Sets whether the machine may drop values that it does not need, so that it takes constant
    /// memory.
    pub fn forget(&mut self, forget: bool) {
        self.keep = !forget;
    }

    /// For tests: keeps only the first `kept` values when others are dropped, so that searches
    /// often reach dropped values.
    #[doc(hidden)]
    pub fn narrow(&mut self, kept: usize) {
        self.history.set_retained(kept);
    }

    /// For tests: makes the machine regard a space as settled almost at once.
    #[doc(hidden)]
    pub fn hasten(&mut self) {
        self.patience = SettledThreshold {
            least: 512,
            quiet: 128,
        };
    }

    /// For tests: makes the machine never regard a space as settled.
    #[doc(hidden)]
    pub fn never_settle(&mut self) {
        self.patience.least = u64::MAX / 2;
    }

    /// Returns the sparse space as currently known.
    pub fn space(&self) -> &SparseSpace {
        &self.space
    }

    /// Returns the statistics so far.
    pub fn effort(&self) -> SparseStatistics {
        SparseStatistics {
            helpers: self.helpers,
            active: self.work.planes.active().len() as u64,
            ..self.effort
        }
    }

    /// Returns the value of a heap; `None` if it has not been computed or is no longer stored.
    pub fn value(&self, heap: u64) -> Option<u64> {
        self.history.value(heap).map(u64::from)
    }

    /// Starts the next block: chooses the mask again if due, drops values, and tries all offsets
    /// that refer to heaps before the block.
    fn start_block(&mut self, budget: &Budget<'_>) -> Result<(), MachineError> {
        let base = self.history.end();
        let is_settled = |settles: Option<(u64, ValueRanks)>| {
            settles
                .filter(|&(from, _)| from <= base)
                .map(|(_, ranks)| ranks)
        };
        while base >= self.choose_at {
            if self.history.first() == 0 && is_settled(self.settles()).is_none() {
                self.choose();
            } else {
                self.choose_at *= 2;
            }
        }
        let settles = self.settles();
        let settled = is_settled(settles);
        if base >= self.tune_at && settled.is_none() {
            self.tune();
        }
        if self.stale || settled.is_some() != self.work.ranks.is_some() {
            self.rebuild(settled);
        }
        budget.ask()?;
        budget.allow_growth(self.history.bytes() + self.work_bytes(), 0)?;
        self.give_up();
        let work = &mut self.work;
        work.start(self.level, base);
        if settled.is_some() {
            return Ok(());
        }
        // The block ends no later than the heap at which the mask is chosen again or the space
        // settles. So the heap at which the mask is chosen again does not depend on the starts of
        // earlier blocks.
        let turns = [self.choose_at, settles.map_or(u64::MAX, |(from, _)| from)];
        work.end = turns
            .into_iter()
            .filter(|&heap| heap > base)
            .fold(work.end, u64::min);
        let row = work.row();
        for &(offset, value) in &work.lists.far {
            for heap in (base.max(offset + 1))..work.end {
                let other = self
                    .history
                    .value(heap - offset)
                    .expect("what the rare heaps reach back to is never given up");
                let lane = heap - base;
                work.seen[(other ^ value) as usize * row + (lane / 64) as usize] |=
                    1 << (lane % 64);
            }
        }
        Ok(())
    }

    fn work_bytes(&self) -> u64 {
        let work = &self.work;
        work.planes.bytes() + 8 * (work.seen.len() + work.sets.len()) as u64
    }

    /// Chooses the mask by the values of the heaps before `choose_at`, all of which are known.
    fn choose(&mut self) {
        let end = self.choose_at;
        self.choose_at *= 2;
        let values = self.history.run(0, end);
        // If hardly any heap has become rare with the current mask, the mask is kept. Choosing a
        // mask again would take a sixth as long as all other work.
        let good = self.space.mask.is_some()
            && end > 1 << 16
            && self.space.rare.len() <= self.chosen + self.chosen / 8;
        if !self.splits.is_empty() && !good {
            let (mask, rare) = RareMask::best(values, 0, &self.splits);
            let tried = rare * self.splits.len() as u64;
            let without = end * self.splits.len() as u64;
            let mut occurs = vec![false; MAX_VALUES];
            values[values.len() - values.len().min(LAST)..]
                .iter()
                .for_each(|&value| occurs[value as usize] = true);
            let active = occurs.into_iter().filter(|&occurs| occurs).count() as u64;
            // Trying a rare heap costs V / 512 vector operations. An unsuccessful search costs n /
            // 16 operations for a heap of size n.
            let sparse = tried * (active + 16) / 32 < without;
            self.space.mask = sparse.then_some(mask);
            self.list_rare(end);
            self.chosen = self.space.rare.len();
        }
        self.stale = true;
    }

    /// Lists the rare heaps below `end`.
    fn list_rare(&mut self, end: u64) {
        let mask = self.space.mask;
        let values = self.history.run(0, end).iter().zip(0..).skip(1);
        let rare =
            values.filter(|&(&value, heap)| mask.is_some_and(|mask| !mask.common(heap, value)));
        self.space.rare = rare.map(|(&value, heap)| (heap, value)).collect();
    }

    /// Chooses the number of helpers, such that searches cost about a quarter of the cost of the
    /// helpers.
    fn tune(&mut self) {
        let end = self.history.end();
        let searched = 40 * (self.effort.found - self.since.found)
            + (self.effort.pairs - self.since.pairs) / 8;
        let helped =
            self.helpers * self.work.planes.active().len() as u64 * (end - self.tuned) / 512;
        if searched > 4 * helped {
            self.helpers = (self.helpers * 3).min(end / 3);
        } else if searched > helped / 2 {
            self.helpers = (self.helpers * 3 / 2).min(end / 3);
        } else if searched < helped / 8 {
            self.helpers = (self.helpers * 3 / 4).max(16);
        }
        self.helpers = self.helpers.max(16);
        self.since = self.effort;
        (self.tune_at, self.tuned) = (end + 2 * (end - self.tuned), end);
        self.stale = true;
    }

    fn rebuild(&mut self, settled: Option<ValueRanks>) {
        self.effort.rebuilt += 1;
        self.stale = false;
        match settled {
            #[cfg(feature = "threads")]
            Some(ranks) => self.rebuild_settled(ranks, !self.unwitnessed),
            #[cfg(not(feature = "threads"))]
            Some(ranks) => self.rebuild_settled(ranks, true),
            None => {
                let wanted = WorkingSetOptions {
                    ranks: None,
                    helpers: self.helpers,
                    reach: 0,
                    rare: true,
                };
                self.work = work(
                    &self.moves,
                    &self.splits,
                    &self.history,
                    &self.space,
                    &wanted,
                );
                self.witnesses = None;
            }
        }
    }

    /// Drops the values between the front and the heaps that rare heaps refer to, once the space is
    /// settled.
    fn give_up(&mut self) {
        let end = self.history.end();
        let last = self.space.rare.last().map_or(0, |&(heap, _)| heap);
        let settled = self.splits.is_empty() || self.space.mask.is_some() && last < end / 2;
        let wanted = self.history.retained_len()
            + last
            + u64::from(self.moves.longest())
            + 64 * self.work.block;
        // If a rare heap is found after values were dropped, the dropped values are computed again.
        // Therefore values are not dropped while rare heaps may still be found.
        let most = (8 * self.history.retained_len()).max(2 * wanted);
        if !self.keep && settled && end - self.history.first() + self.work.block > most {
            self.history.give_up(end - wanted);
        }
    }

    /// Removes all values starting at a heap, which is a multiple of 64. The removed values are
    /// computed again.
    fn cut(&mut self, base: u64) {
        self.history.truncate(base);
        self.space.rare.retain(|&(rare, _)| rare < base);
        self.work.end = base;
        self.stale = true;
    }

    /// Computes all values again, and drops no values from now on.
    fn recover(&mut self, budget: &Budget<'_>) -> Result<(), MachineError> {
        let mut again = SparseMachine::at_level(&self.moves, self.level)?;
        again.advance(self.handed, budget, &mut |_, _| ())?;
        #[cfg(feature = "threads")]
        {
            again.sharing = std::mem::take(&mut self.sharing);
        }
        *self = again;
        Ok(())
    }

    /// Computes the values of 64 more heaps, or of a block, with the first method that succeeds.
    fn go_on(&mut self, budget: &Budget<'_>) -> Result<(), MachineError> {
        if self.history.end() >= self.work.end {
            self.start_block(budget)?;
            if self.work.ranks.is_some() {
                if self.settled_block(budget)? {
                    return Ok(());
                }
                self.start_block(budget)?;
            }
        }
        let base = self.history.end();
        let Err(trouble) = self.step() else {
            return Ok(());
        };
        self.cut(base);
        match trouble {
            BlockError::Machine(halt) => Err(halt),
            BlockError::Gone | BlockError::Strange(_) => self.recover(budget),
        }
    }
}

impl NimberMachine for SparseMachine {
    fn length(&self) -> u64 {
        self.handed
    }

    fn advance(
        &mut self,
        to: u64,
        budget: &Budget<'_>,
        sink: &mut NimberSink<'_>,
    ) -> Result<(), MachineError> {
        #[cfg(feature = "threads")]
        if self.sharing.threads > 1 {
            return self.advance_shared(to, budget, sink);
        }
        self.advance_alone(to, budget, sink)
    }
}

impl SparseMachine {
    /// Computes the remaining values in this thread only.
    fn advance_alone(
        &mut self,
        to: u64,
        budget: &Budget<'_>,
        sink: &mut NimberSink<'_>,
    ) -> Result<(), MachineError> {
        while self.handed < to {
            if self.handed == self.history.end() {
                self.go_on(budget)?;
            }
            let until = to.min(self.history.end());
            let from = self.handed;
            self.handed = until;
            sink(from, NimberSlice::Words(self.history.run(from, until)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::NaiveMachine;

    #[test]
    fn rare_heaps_beyond_the_planes_count() {
        let budget = Budget::generous();
        let all = |machine: &mut dyn NimberMachine| {
            let mut all: Vec<u64> = Vec::new();
            machine
                .advance(10_000, &budget, &mut |_, values| all.extend(values.iter()))
                .unwrap();
            all
        };
        let mut beyond = 0;
        for digits in [&[0, 6][..], &[0, 2, 0, 5], &[0, 1, 0, 6], &[0, 1, 2, 4, 5]] {
            let moves = DigitMoves::new(digits, false).unwrap();
            let mut machine = SparseMachine::new(&moves).unwrap();
            assert!(
                all(&mut machine) == all(&mut NaiveMachine::new(&moves)),
                "{digits:?}"
            );
            beyond += machine.work.lists.far.len();
        }
        assert!(beyond > 20, "{beyond}");
    }

    #[test]
    fn values_given_up_too_early_are_computed_again() {
        let moves = DigitMoves::new(&[0, 2, 0, 5], false).unwrap();
        let budget = Budget::generous();
        let mut expected = Vec::new();
        let to = 64 * 1000;
        SparseMachine::new(&moves)
            .unwrap()
            .advance(to, &budget, &mut |_, values| expected.extend(values.iter()))
            .unwrap();
        let mut machine = SparseMachine::new(&moves).unwrap();
        let mut found = Vec::new();
        machine
            .advance(to / 2, &budget, &mut |_, values| {
                found.extend(values.iter())
            })
            .unwrap();
        // So few values are kept that almost no rare value has a witness among them.
        machine.history.set_retained(64);
        machine.history.give_up(to / 2 - 4096);
        machine
            .advance(to, &budget, &mut |_, values| found.extend(values.iter()))
            .unwrap();
        assert_eq!(machine.history.first(), 0);
        assert!(found == expected);
    }
}
