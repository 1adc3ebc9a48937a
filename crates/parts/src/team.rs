//! Several threads for one query. All threads search the same position and share the table. If
//! another thread is already searching an option, a thread tries the next option first. A thread
//! abandons its search of a part if another thread finds the answer for this part, and uses that
//! answer. Results do not depend on the thread that finds them, so timing affects the duration of a
//! query, but not its answer.
//!
//! The table grows between *rounds*: when the table is full, all threads stop, and they start again
//! after the table has grown. The results of the stopped threads are in the table, or are quickly
//! found again. In the first round, only one thread searches, so that small queries start no other
//! threads.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use base::budget::{Budget, StopReason};

use crate::cells::CellSet;
use crate::evidence::{EvidenceBuilder, EvidenceError, EvidenceGoal, PartEvidence};
use crate::game::StaticGame;
use crate::memo::{REPORTED, SearchMemo, SingleThreadMemo};
use crate::misere::MisereMemo;
use crate::options::{PreparedGame, SearchScratch};
use crate::proof_number::ProofNumberTable;
use crate::reductions::Reductions;
use crate::saved_table::{self, PartTableError};
use crate::search::PartSearch;
use crate::statistics::PartStatistics;
use crate::table::{InsertResult, PartTable};
use crate::value_bounds::ValueBounds;
use crate::windows::WindowTables;

/// Number of parts after which the other threads start.
const ALONE: u64 = 256;
/// Number of parts after which a single-threaded query continues with proof numbers.
const PARTS_BEFORE_PROOF_NUMBERS: u64 = 1 << 18;
/// Number of parts after which a thread checks whether it should continue.
const LOOK: u64 = 64;
/// Number of slots for marks of busy parts. Two parts with the same slot cannot be marked at the
/// same time.
const BUSY: usize = 1024;

/// The searches of one game.
#[derive(Debug)]
pub(crate) struct SearchTeam<const W: usize> {
    ground: PreparedGame<W>,
    table: PartTable<W>,
    /// The signature of the game in files.
    sign: u64,
    /// The working data of each thread. The first entry belongs to the calling thread.
    notes: Vec<SearchScratch<W>>,
    pub threads: usize,
    /// Number of parts after which proof numbers are used.
    pub deep: u64,
    /// The memory limit and the memory in use of proof numbers.
    memory: u64,
    reckoned: u64,
    misere: MisereMemo<W>,
}

impl<const W: usize> SearchTeam<W> {
    /// Returns the number of symmetries in use.
    pub fn symmetries(&self) -> usize {
        self.ground.forms.symmetries()
    }

    pub fn new(game: &StaticGame, reductions: Reductions, memory: u64) -> SearchTeam<W> {
        let ground = PreparedGame::new(game, reductions);
        let sign = saved_table::sign(game, &ground.law, reductions);
        let (table, notes) = (PartTable::new(game.cells, memory), vec![ground.notes()]);
        SearchTeam {
            sign,
            table,
            notes,
            ground,
            threads: 1,
            deep: PARTS_BEFORE_PROOF_NUMBERS,
            memory,
            reckoned: 0,
            misere: MisereMemo::new(memory),
        }
    }

    pub fn statistics(&self) -> PartStatistics {
        let PartTable {
            entries, replaced, ..
        } = self.table;
        let sum = |of: fn(&SearchScratch<W>) -> u64| self.notes.iter().map(of).sum();
        PartStatistics {
            entries,
            expanded: sum(|notes| notes.expanded) + self.misere.expanded,
            asked: sum(|notes| notes.asked),
            replaced,
        }
    }

    pub fn memory_bytes(&self) -> u64 {
        let PreparedGame { forms, order, .. } = &self.ground;
        let windows: u64 = self
            .notes
            .iter()
            .filter_map(|notes| notes.windows.as_ref())
            .map(WindowTables::memory_bytes)
            .sum();
        self.table.memory_bytes()
            + forms.memory_bytes()
            + order.memory_bytes()
            + windows
            + self.misere.memory_bytes()
            + self.reckoned
    }

    /// Returns whether the player to move loses a sum under misère play.
    pub fn loses_misere(
        &mut self,
        sum: &[CellSet<W>],
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        self.misere.loses(&self.ground, sum, budget)
    }

    /// Writes the table.
    pub fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        saved_table::save(&self.table, self.sign, to)
    }

    /// Replaces the table by a table from a file.
    pub fn load(&mut self, from: &mut dyn Read) -> Result<(), PartTableError> {
        self.table = self.table.emptied();
        let done = saved_table::load(&mut self.table, &self.ground.law, self.sign, from);
        if done.is_err() {
            self.table = self.table.emptied();
        }
        done
    }

    /// Returns the value of a position. For a query about a single value, returns 1 if the position
    /// has that value, and 0 otherwise.
    pub fn answer(
        &mut self,
        position: CellSet<W>,
        asked: Option<u16>,
        budget: &Budget<'_>,
    ) -> Result<u16, StopReason> {
        let until = match (self.threads, asked) {
            (2.., _) => self.notes[0].expanded + ALONE,
            (_, Some(_)) => self.notes[0].expanded.saturating_add(self.deep),
            _ => u64::MAX,
        };
        let (threads, memory) = (self.threads, self.memory);
        let (mut answer, more, reckoned) = self.search_alone(until, |search| {
            let answer = search.answer(position, asked, budget);
            let more = answer.is_err() && search.notes.expanded == until;
            let (true, 1, Some(asked)) = (more, threads, asked) else {
                return (answer, more, None);
            };
            search.memo.until = u64::MAX;
            // Proof numbers use at most half as much memory as the table, in addition to the table.
            let mut reckoned = ProofNumberTable::new(memory / 2);
            let answer = search.prove_value(position, asked, &mut reckoned, budget);
            let bytes = reckoned.memory_bytes();
            (answer.map(u16::from), more, Some(bytes))
        });
        self.reckoned = reckoned.unwrap_or(self.reckoned);
        if more && self.threads > 1 {
            while self.notes.len() < self.threads {
                self.notes.push(self.ground.notes());
            }
            answer = loop {
                if let Some(answer) = self.round(position, asked, budget) {
                    break answer;
                }
                self.table.grow();
            };
        }
        answer
    }

    /// Calls `work` in the calling thread only, with a search that stops at the given number of
    /// expanded parts.
    fn search_alone<R>(
        &mut self,
        until: u64,
        work: impl FnOnce(&mut PartSearch<'_, W, SingleThreadMemo<W>>) -> R,
    ) -> R {
        let memo = SingleThreadMemo {
            table: std::mem::take(&mut self.table),
            until,
        };
        let mut search = PartSearch {
            ground: &self.ground,
            memo,
            notes: std::mem::take(&mut self.notes[0]),
        };
        let found = work(&mut search);
        (self.table, self.notes[0]) = (search.memo.table, search.notes);
        found
    }

    /// Returns the excluded values of a position with one unsolved part.
    pub fn excluded(&mut self, position: CellSet<W>) -> Vec<u16> {
        let (sum, known) = self.search_alone(u64::MAX, |search| {
            search.notes.pieces.clear();
            let sum = search.reduce(position, None);
            let known = match search.notes.pieces[..] {
                [piece] => search.memo.get(&piece.cells).excluded(),
                _ => 0,
            };
            (sum, known)
        });
        (0..31)
            .filter(|value| known >> value & 1 == 1)
            .map(|value| value ^ sum)
            .collect()
    }

    /// Returns parts that prove a claim about a sum of positions.
    pub fn evidence(
        &mut self,
        positions: impl Iterator<Item = CellSet<W>>,
        claimed: EvidenceGoal,
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<PartEvidence>, StopReason> {
        let Reductions { split, dead, .. } = self.ground.reductions;
        if !split || !dead {
            return Ok(None);
        }
        let listed = self.search_alone(u64::MAX, |search| {
            let mut lister = EvidenceBuilder::new(search, limit, budget);
            lister.sum(positions, claimed).map(|()| lister.rows)
        });
        match listed {
            Ok(rows) => Ok(Some(PartEvidence {
                turns: self.ground.forms.permutations(),
                rows,
            })),
            Err(EvidenceError::TooManyRows) => Ok(None),
            Err(EvidenceError::Stopped(stop)) => Err(stop),
        }
    }

    /// Executes one round of all threads. Returns `None` if the table must grow before the search
    /// can continue.
    fn round(
        &mut self,
        position: CellSet<W>,
        asked: Option<u16>,
        budget: &Budget<'_>,
    ) -> Option<Result<u16, StopReason>> {
        let entries = AtomicU64::new(self.table.entries);
        let common = TeamState {
            table: &self.table,
            busy: std::iter::repeat_with(AtomicU64::default)
                .take(BUSY)
                .collect(),
            over: AtomicBool::new(false),
            entries,
            replaced: AtomicU64::new(self.table.replaced),
            cramped: AtomicBool::new(false),
            parts: AtomicU64::new(0),
        };
        let run = |ground, notes: &mut SearchScratch<W>, chief: bool, budget: &Budget<'_>| {
            let member = TeamMember {
                common: &common,
                chief,
                path: Vec::new(),
                until: 0,
                caught: None,
                fresh: 0,
                told: 0,
            };
            let mut search = PartSearch {
                ground,
                memo: member,
                notes: std::mem::take(notes),
            };
            let answer = search.answer(position, asked, budget);
            *notes = std::mem::take(&mut search.notes);
            answer
        };
        let (ground, run) = (&self.ground, &run);
        let (first, others) = self.notes.split_at_mut(1);
        let (chief, found) = thread::scope(|scope| {
            // If a thread cannot be started, the other threads continue without it.
            let memory = budget.memory;
            let join = |notes| {
                thread::Builder::new()
                    .spawn_scoped(scope, move || {
                        run(ground, notes, false, &Budget::of_helper(memory))
                    })
                    .ok()
            };
            let others: Vec<_> = others[..self.threads - 1]
                .iter_mut()
                .filter_map(join)
                .collect();
            let chief = run(ground, &mut first[0], true, budget);
            let results = others.into_iter().map(|other| {
                other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            (
                chief,
                results.fold(None, |found, result| found.or(result.ok())),
            )
        });
        let full = common.is_full();
        let (entries, replaced) = (common.entries.into_inner(), common.replaced.into_inner());
        (self.table.entries, self.table.replaced) = (entries, replaced);
        match (chief, found) {
            (Ok(answer), _) | (_, Some(answer)) => Some(Ok(answer)),
            (Err(_), None) if full => budget.ask().err().map(Err),
            (Err(stop), None) => Some(Err(stop)),
        }
    }
}

/// The state that the threads share.
#[derive(Debug)]
struct TeamState<'a, const W: usize> {
    table: &'a PartTable<W>,
    /// Marks of the parts that are being searched.
    busy: Box<[AtomicU64]>,
    /// Whether one thread has finished, so that all threads must stop.
    over: AtomicBool,
    entries: AtomicU64,
    replaced: AtomicU64,
    /// Whether an entry was replaced although the table could grow.
    cramped: AtomicBool,
    /// Number of parts whose options were listed, by all threads.
    parts: AtomicU64,
}

impl<const W: usize> TeamState<'_, W> {
    fn is_full(&self) -> bool {
        self.cramped.load(Relaxed) || self.table.is_full(self.entries.load(Relaxed), false)
    }

    /// Returns the slot in which a part is marked as busy, and the mark of the part.
    #[inline]
    fn sign(&self, part: &CellSet<W>) -> (&AtomicU64, u64) {
        let hash = PartTable::hash(part);
        (&self.busy[hash as usize % BUSY], hash | 1)
    }
}

/// The state of one thread.
#[derive(Debug)]
struct TeamMember<'a, const W: usize> {
    common: &'a TeamState<'a, W>,
    /// Whether the thread uses the budget of the query.
    chief: bool,
    /// The path of parts that are being searched. Each part is a part of an option of the previous
    /// part in the path.
    path: Vec<(CellSet<W>, Option<u16>)>,
    /// The number of parts at which the next check is due.
    until: u64,
    /// The index in the path of a part that another thread has solved, with the result.
    caught: Option<(usize, ValueBounds)>,
    fresh: u64,
    /// Number of parts that were reported to the budget.
    told: u64,
}

impl<const W: usize> TeamMember<'_, W> {
    /// Checks whether the thread must stop its search.
    #[cold]
    fn poll(&mut self, count: u64, budget: &Budget<'_>) -> Result<(), StopReason> {
        let common = self.common;
        self.until = count + LOOK;
        let parts = common.parts.fetch_add(LOOK, Relaxed) + LOOK;
        common
            .entries
            .fetch_add(std::mem::take(&mut self.fresh), Relaxed);
        if self.chief {
            // The steps are counted in several calls, because a budget counts at most one poll
            // interval at once. Each call itself counts as one more step.
            (self.told..parts)
                .step_by(LOOK as usize)
                .try_for_each(|_| budget.steps(LOOK as usize - 1))?;
            self.told = parts;
            if count % REPORTED < LOOK {
                budget.report(parts, None);
            }
        }
        if common.over.load(Relaxed) || common.is_full() {
            return Err(StopReason::Cancelled);
        }
        for (place, (part, asked)) in self.path.iter().enumerate() {
            let known = common.table.get(part);
            if known.value().is_some() || asked.is_some_and(|asked| known.is(asked).is_some()) {
                self.caught = Some((place, known));
                return Err(StopReason::Cancelled);
            }
        }
        Ok(())
    }
}

impl<const W: usize> Drop for TeamMember<'_, W> {
    /// Stops all threads of the round if one thread ends.
    fn drop(&mut self) {
        self.common.entries.fetch_add(self.fresh, Relaxed);
        self.common.over.store(true, Relaxed);
    }
}

impl<const W: usize> SearchMemo<W> for TeamMember<'_, W> {
    #[inline]
    fn get(&self, part: &CellSet<W>) -> ValueBounds {
        self.common.table.get(part)
    }

    #[inline]
    fn store(&mut self, part: &CellSet<W>, known: ValueBounds) {
        match self.common.table.store_shared(part, known) {
            InsertResult::New => self.fresh += 1,
            InsertResult::Over => {
                self.common.replaced.fetch_add(1, Relaxed);
                if self
                    .common
                    .table
                    .is_full(self.common.entries.load(Relaxed), true)
                {
                    self.common.cramped.store(true, Relaxed);
                }
            }
            InsertResult::More | InsertResult::Nothing => {}
        }
    }

    #[inline]
    fn excludes(&self) -> u16 {
        self.common.table.excludes()
    }

    fn begin(
        &mut self,
        part: &CellSet<W>,
        asked: Option<u16>,
        count: u64,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        if count >= self.until {
            self.poll(count, budget)?;
        }
        self.path.push((*part, asked));
        let (place, sign) = self.common.sign(part);
        place.store(sign, Relaxed);
        Ok(())
    }

    fn end(&mut self, part: &CellSet<W>, failed: bool) -> Option<ValueBounds> {
        self.path.pop();
        let (place, sign) = self.common.sign(part);
        if place.load(Relaxed) == sign {
            place.store(0, Relaxed);
        }
        let (_, known) = self
            .caught
            .filter(|caught| failed && caught.0 == self.path.len())?;
        self.caught = None;
        Some(known)
    }

    #[inline]
    fn busy(&self, part: &CellSet<W>) -> bool {
        let (place, sign) = self.common.sign(part);
        place.load(Relaxed) == sign
    }
}
