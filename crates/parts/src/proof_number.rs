//! Decides whether a part has a certain value by proof-number search (L. V. Allis, M. van der
//! Meulen and H. J. van den Herik, 1994), depth first (A. Nagai, 2002). Each query has two numbers.
//! The first number estimates how many further queries prove the answer yes, and the second number
//! estimates how many prove the answer no. The search continues with the query that is expected to
//! decide the result with the fewest further queries. Proof-number search pays off if the search
//! that tries options one after the other (`search`) spends too long on one option. So proof-number
//! search starts only after `search` has listed the options of many parts, and reuses all results
//! of `search`.
//!
//! A part has the value n if no option has the value n, and for each k < n some option has the
//! value k. An option is a sum; all parts of the option except the largest are evaluated first.

use base::budget::{Budget, StopReason};

use crate::cells::CellSet;
use crate::memo::SearchMemo;
use crate::search::{PartSearch, ValueSet};
use crate::table::PartTable;
use crate::value_bounds::ValueBounds;

/// A number larger than any number of queries.
const NEVER: u64 = 1 << 60;

/// The estimated numbers of queries that prove the answer yes, and that prove the answer no. (0,
/// NEVER) means that the answer is yes, and (NEVER, 0) means that the answer is no.
type ProofNumbers = (u64, u64);

const YES: ProofNumbers = (0, NEVER);
const NO: ProofNumbers = (NEVER, 0);

/// Initial number of entries.
const FIRST: usize = 1 << 12;

/// Estimates for unanswered queries: a table of bounded memory in which newer entries replace older
/// entries. Entries of the table may be lost, because they only guide the search.
#[derive(Debug)]
pub(crate) struct ProofNumberTable<const W: usize> {
    entries: Vec<ProofNumberEntry<W>>,
    /// Maximum number of entries.
    most: usize,
    filled: usize,
    /// The proof numbers of the queries being searched, for each option with an unknown value and
    /// each queried value of the option.
    open: Vec<ProofNumbers>,
}

#[derive(Clone, Copy, Debug)]
struct ProofNumberEntry<const W: usize> {
    part: CellSet<W>,
    asked: u16,
    work: ProofNumbers,
}

impl<const W: usize> ProofNumberTable<W> {
    /// Creates an empty table of at most about `bytes` bytes.
    pub fn new(bytes: u64) -> ProofNumberTable<W> {
        let most = usize::try_from(bytes / size_of::<ProofNumberEntry<W>>() as u64)
            .unwrap_or(usize::MAX)
            .max(1);
        ProofNumberTable {
            entries: Self::empty(FIRST.min(most)),
            most,
            filled: 0,
            open: Vec::new(),
        }
    }

    /// Returns the number of bytes of memory in use.
    pub fn memory_bytes(&self) -> u64 {
        (self.entries.len() * size_of::<ProofNumberEntry<W>>()) as u64
    }

    fn empty(count: usize) -> Vec<ProofNumberEntry<W>> {
        vec![
            ProofNumberEntry {
                part: CellSet::EMPTY,
                asked: 0,
                work: (0, 0)
            };
            count
        ]
    }

    fn place(&self, part: &CellSet<W>, asked: u16) -> usize {
        let hash = PartTable::hash(part)
            .wrapping_add(u64::from(asked).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        ((u128::from(hash) * self.entries.len() as u128) >> 64) as usize
    }

    fn get(&self, part: &CellSet<W>, asked: u16) -> Option<ProofNumbers> {
        let entry = self.entries[self.place(part, asked)];
        (entry.part == *part && entry.asked == asked).then_some(entry.work)
    }

    fn store(&mut self, part: &CellSet<W>, asked: u16, work: ProofNumbers) {
        if 2 * self.filled > self.entries.len() && self.entries.len() < self.most {
            let more = Self::empty((2 * self.entries.len()).min(self.most));
            self.filled = 0;
            for old in std::mem::replace(&mut self.entries, more) {
                if !old.part.is_empty() {
                    self.set(old);
                }
            }
        }
        self.set(ProofNumberEntry {
            part: *part,
            asked,
            work,
        });
    }

    fn set(&mut self, entry: ProofNumberEntry<W>) {
        let place = self.place(&entry.part, entry.asked);
        self.filled += usize::from(self.entries[place].part.is_empty());
        self.entries[place] = entry;
    }
}

/// Returns the sum of the estimates of several queries.
fn all(works: impl Iterator<Item = u64>) -> u64 {
    works.fold(0, |sum, work| (sum + work).min(NEVER))
}

/// Returns the index of the query with the smallest estimate, the smallest estimate, and the
/// second-smallest estimate.
fn two_least(works: impl Iterator<Item = u64>) -> (usize, u64, u64) {
    let (mut place, mut first, mut second) = (0, NEVER, NEVER);
    for (at, work) in works.enumerate() {
        if work < first {
            (place, first, second) = (at, work, first);
        } else {
            second = second.min(work);
        }
    }
    (place, first, second)
}

impl<const W: usize, M: SearchMemo<W>> PartSearch<'_, W, M> {
    /// Returns whether a position has the value `asked`.
    pub fn prove_value(
        &mut self,
        position: CellSet<W>,
        asked: u16,
        reckoned: &mut ProofNumberTable<W>,
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        self.begin(position);
        while self.notes.choices[0].count > 1 {
            self.value_smallest(0, budget)?;
        }
        let choice = self.notes.choices[0];
        if let Some(is) = choice.is(asked) {
            return Ok(is);
        }
        let (part, asked) = (
            self.notes.pieces[choice.start as usize].cells,
            choice.sum ^ asked,
        );
        reckoned.open.clear();
        if usize::from(asked) > self.ground.law.bound(part.len()) {
            return Ok(false);
        }
        match self.prove(&part, asked, (NEVER, NEVER), reckoned, budget)? {
            YES => Ok(true),
            NO => Ok(false),
            // The proof numbers have become too large to guide the search, so the ordinary search
            // answers the query.
            _ => Ok(self.answer(part, Some(asked), budget)? == 1),
        }
    }

    /// Decides whether a part has the value `asked`, which must be unknown. Stops early if the
    /// estimate for the answer yes or for the answer no reaches `until`.
    fn prove(
        &mut self,
        part: &CellSet<W>,
        asked: u16,
        until: ProofNumbers,
        reckoned: &mut ProofNumberTable<W>,
        budget: &Budget<'_>,
    ) -> Result<ProofNumbers, StopReason> {
        self.notes.expanded += 1;
        self.memo
            .begin(part, Some(asked), self.notes.expanded, budget)?;
        let (choice, piece, open) = (
            self.notes.choices.len(),
            self.notes.pieces.len(),
            reckoned.open.len(),
        );
        let mut out = self.expand(part, Some(asked));
        let known = self.memo.get(part);
        (0..31)
            .filter(|value| known.excluded() >> value & 1 != 0)
            .for_each(|value| out.insert(value));
        let work = self.weigh(choice, &mut out, asked, until, reckoned, budget);
        self.notes.choices.truncate(choice);
        self.notes.pieces.truncate(piece);
        reckoned.open.truncate(open);
        self.memo.end(part, work.is_err());
        // Excluded values remain excluded if the search is stopped.
        let known = if work == Ok(YES) {
            ValueBounds::value_is(asked)
        } else {
            ValueBounds::excluding(out.words()[0] as u32)
        };
        if known != ValueBounds::NOTHING {
            self.memo.store(part, known);
        }
        let work = work?;
        reckoned.store(part, asked, work);
        Ok(work)
    }

    /// Decides the same query for a part whose options are listed. The unknown options start at
    /// index `from`, and `out` contains the values that the part does not have.
    fn weigh(
        &mut self,
        from: usize,
        out: &mut ValueSet,
        asked: u16,
        until: ProofNumbers,
        reckoned: &mut ProofNumberTable<W>,
        budget: &Budget<'_>,
    ) -> Result<ProofNumbers, StopReason> {
        // For the answer yes, no option may have the first listed value, and each other listed
        // value must be the value of some option.
        let mut wanted: Vec<u16> = vec![asked];
        wanted.extend((0..asked).filter(|&value| !out.contains(usize::from(value))));
        let (mut options, columns, base) = (
            self.notes.choices.len() - from,
            wanted.len(),
            reckoned.open.len(),
        );
        for place in 0..options {
            for &value in &wanted {
                let work = self.reckon(from + place, value, reckoned);
                reckoned.open.push(work);
            }
        }
        loop {
            if out.contains(usize::from(asked)) {
                return Ok(NO);
            }
            let column = |at: usize| {
                reckoned.open[base..]
                    .iter()
                    .skip(at)
                    .step_by(columns)
                    .take(options)
                    .copied()
            };
            let lesser = (1..columns).filter(|&at| !out.contains(usize::from(wanted[at])));
            // The answer is yes if no option has the queried value, and some option is proved to
            // have each smaller value. The answer is no if one of the conditions for the answer yes
            // is disproved.
            let no_option = all(column(0).map(|work| work.1));
            let (first, has, next) = two_least(column(0).map(|work| work.0));
            let mut yes = no_option;
            let (mut fails, mut failing) = (NEVER, None);
            for at in lesser {
                yes = (yes + two_least(column(at).map(|work| work.0)).1).min(NEVER);
                let none = all(column(at).map(|work| work.1));
                if none < fails {
                    (fails, failing) = (none, Some(at));
                }
            }
            let no = has.min(fails);
            if yes == 0 {
                return Ok(YES);
            }
            if no == 0 {
                out.insert(usize::from(asked));
                return Ok(NO);
            }
            if yes >= until.0 || no >= until.1 {
                return Ok((yes.min(NEVER - 1), no.min(NEVER - 1)));
            }
            let (option, at, limit) = match failing.filter(|_| fails < has) {
                None => {
                    let work = reckoned.open[base + first * columns];
                    // The limit is slightly above the next query's number, so that the search does
                    // not alternate between queries at each step.
                    let other = next.min(fails);
                    let for_yes = until.1.min(other.saturating_add(1 + other / 4));
                    (first, 0, (for_yes, (until.0 - yes).saturating_add(work.1)))
                }
                Some(at) => {
                    let (option, work, next) = two_least(column(at).map(|work| work.0));
                    let own = reckoned.open[base + option * columns + at];
                    let for_yes = (until.0 - yes)
                        .saturating_add(work)
                        .min(next.saturating_add(1 + next / 4));
                    (
                        option,
                        at,
                        (
                            for_yes,
                            until
                                .1
                                .min(has.saturating_add(1))
                                .saturating_sub(fails)
                                .saturating_add(own.1),
                        ),
                    )
                }
            };
            let place = from + option;
            let count = self.notes.choices[place].count;
            self.refresh(place);
            if self.notes.choices[place].count > 1 {
                self.value_smallest(place, budget)?;
            }
            let choice = self.notes.choices[place];
            let row = base + option * columns;
            if choice.count == 0 {
                // The value of this option is known, so it is removed, and the last option gets its
                // index.
                out.insert(usize::from(choice.sum));
                options -= 1;
                self.notes.choices.swap_remove(place);
                let last = base + options * columns;
                (0..columns).for_each(|at| reckoned.open[row + at] = reckoned.open[last + at]);
                reckoned.open.truncate(last);
                continue;
            }
            // Results that were found in the meantime may change which query has the smallest
            // estimate.
            let before = reckoned.open[row + at];
            for (at, &value) in wanted.iter().enumerate() {
                let told = self.reckon(place, value, reckoned);
                if choice.count != count || told == YES || told == NO {
                    reckoned.open[row + at] = told;
                }
            }
            if choice.count != count || reckoned.open[row + at] != before {
                continue;
            }
            let (part, question) = (
                self.notes.pieces[choice.start as usize].cells,
                choice.sum ^ wanted[at],
            );
            let work = self.prove(
                &part,
                question,
                (limit.0.min(NEVER), limit.1.min(NEVER)),
                reckoned,
                budget,
            )?;
            reckoned.open[row + at] = work;
        }
    }

    /// Returns the estimate for the query of whether an option has a value.
    fn reckon(&self, place: usize, value: u16, reckoned: &ProofNumberTable<W>) -> ProofNumbers {
        let choice = self.notes.choices[place];
        match choice.is(value) {
            Some(true) => return YES,
            Some(false) => return NO,
            None => {}
        }
        let pieces = &self.notes.pieces
            [choice.start as usize..choice.start as usize + usize::from(choice.count)];
        let cells: usize = pieces.iter().map(|piece| piece.cells.len()).sum();
        // The answer no needs one option, and the answer yes needs all options. The number of
        // remaining options grows with the number of cells.
        let deep = 1 + (1_u64 << (cells.min(60) / 6));
        let guess = (deep * (1 + cells as u64 / 2), deep);
        let [piece] = pieces else { return guess };
        let asked = choice.sum ^ value;
        if usize::from(asked) > self.ground.law.bound(cells) {
            return NO;
        }
        reckoned.get(&piece.cells, asked).unwrap_or(guess)
    }
}
