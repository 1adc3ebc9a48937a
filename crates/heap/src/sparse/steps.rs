//! Computes the values of 64 heaps at a time, while the space is not settled.

use super::SparseMachine;
use super::error::{BlockError, value_too_large};
use super::history::{NimberHistory, SplitSearchResult};
use super::kernel::{self, MAX_VALUES, SimdLevel};
use super::offset_lists::NEAR_OFFSET_LIMIT;
use super::planes::RowWindow;

impl SparseMachine {
    /// Computes the values of 64 more heaps. If a value cannot be computed, the caller must roll
    /// the machine back.
    pub(super) fn step(&mut self) -> Result<(), BlockError> {
        let base = self.history.end();
        self.gather(base);
        let plain = base > 0
            && !self.moves.unequal()
            && base > self.moves.longest().into()
            && self.space.mask.is_some();
        let mut lane = 0;
        while lane < 64 {
            if plain {
                lane = kernel::common_run(self.level, &mut self.work, lane, &mut self.history);
                if lane == 64 {
                    break;
                }
            }
            let heap = base + lane as u64;
            let value = self.value_of(base, heap)?;
            self.history.push(value);
            if self
                .space
                .mask
                .is_some_and(|mask| !mask.common(heap, value))
            {
                self.new_rare(base, heap, value);
            }
            if heap > 0 {
                self.work.note(lane, value);
            }
            lane += 1;
        }
        let work = &mut self.work;
        work.add_noted(base);
        work.sets.fill(0);
        Ok(())
    }

    /// Tries the offsets of medium size for the groups of heaps that begin at heap `base`, and
    /// transposes the rows of 64 heaps into sets of option values.
    pub(super) fn gather(&mut self, base: u64) {
        let work = &mut self.work;
        let row = work.row();
        let word = ((base - work.start) / 64) as usize;
        for (level, offsets) in work.lists.levels.iter().enumerate() {
            let words = (NEAR_OFFSET_LIMIT as usize / 64) << level;
            if word.is_multiple_of(words) {
                let rows = RowWindow {
                    row,
                    word,
                    words,
                    limit: work.limit,
                };
                work.planes
                    .join(self.level, offsets, None, base, &mut work.seen, rows);
            }
        }
        work.turn(self.level, word);
        if self.space.mask.is_some() {
            work.compare(self.level, self.history.run(self.history.first(), base));
        }
    }

    /// Returns the mex of one of the 64 heaps starting at `base`.
    pub(super) fn value_of(&mut self, base: u64, heap: u64) -> Result<u16, BlockError> {
        let lane = (heap - base) as usize;
        let width = self.work.width();
        let mut doubted = false;
        if self.moves.unequal()
            && self.splits.iter().any(|&tokens| {
                heap >= tokens.into() && (heap - u64::from(tokens)).is_multiple_of(2)
            })
        {
            // A split into equal heaps may have been tried, although this game does not allow it.
            self.work.sets[lane * width] &= !1;
            doubted = true;
        }
        if (doubted || heap <= self.moves.longest().into()) && self.unsplit_zero(heap) {
            self.work.sets[lane * width] |= 1;
        }
        loop {
            let Some(value) = self.work.mex(lane) else {
                // All values that occur are options, so the heap has a new value.
                let value = self.work.values();
                if value >= MAX_VALUES {
                    return Err(BlockError::Machine(value_too_large(value)));
                }
                self.work.widen(self.space.mask);
                return Ok(value as u16);
            };
            let complete = self.splits.is_empty()
                || self.space.mask.is_some_and(|mask| mask.common(heap, value));
            let seen = if complete && !(doubted && value == 0) {
                !self.work.is_compared(lane, value) && self.among_rest(heap, value)
                    || value >= self.work.limit && self.among_rare(heap, value)
            } else {
                self.attained(heap, value)?
            };
            if !seen {
                // The lists are rebuilt at the next block, with space for the new value.
                self.stale |= value >= self.work.limit;
                return Ok(value);
            }
            self.work.see(lane, value);
        }
    }

    /// Returns whether an offset of the rest gives an option with this value.
    pub(super) fn among_rest(&self, heap: u64, value: u16) -> bool {
        self.work.lists.rest.iter().any(|&(offset, other)| {
            self.history.value(heap - u64::from(offset)) == Some(value ^ other)
        })
    }

    /// Returns whether a split with a rare heap, or a move that does not split, gives an option
    /// with this value. The check is slow and is used only for values larger than all previous
    /// values.
    fn among_rare(&self, heap: u64, value: u16) -> bool {
        let is =
            |rest: u64, other: u16| rest > 0 && self.history.value(rest) == Some(value ^ other);
        self.moves.removals().iter().any(|take| {
            heap.checked_sub(take.tokens.into()).is_some_and(|rest| {
                take.leaves(1) && is(rest, 0)
                    || take.leaves(2)
                        && self
                            .space
                            .rare
                            .iter()
                            .any(|&(rare, other)| rare < rest && is(rest - rare, other))
            })
        })
    }

    /// Returns whether a move that does not split the heap may leave value 0.
    fn unsplit_zero(&self, heap: u64) -> bool {
        self.moves
            .removals()
            .iter()
            .any(|take| match heap.checked_sub(take.tokens.into()) {
                Some(0) => take.leaves(0),
                Some(rest) => take.leaves(1) && self.history.value(rest) == Some(0),
                None => false,
            })
    }

    /// Returns whether there is a split of the heap with this value.
    fn attained(&mut self, heap: u64, value: u16) -> Result<bool, BlockError> {
        if self.hints.find(
            &self.history,
            &self.splits,
            self.moves.unequal(),
            heap,
            value,
        ) {
            return Ok(true);
        }
        let hint = self.work.block + self.helpers;
        let found = search(
            &mut self.history,
            self.level,
            &self.splits,
            self.moves.unequal(),
            heap,
            value,
            hint,
        );
        match found {
            SplitSearchResult::Yes(small, pairs) => {
                if self.space.mask.is_some() {
                    self.hints.learn(value, small, pairs);
                }
                self.effort.found += 1;
                self.effort.pairs += pairs;
                Ok(true)
            }
            SplitSearchResult::No => {
                self.effort.missing += 1;
                Ok(false)
            }
            SplitSearchResult::Unknown => Err(BlockError::Gone),
        }
    }

    /// Adds a rare heap. The rare heap is tried immediately for the rest of its block. From the
    /// next block on, the new rare heap is tried together with all other rare heaps.
    pub(super) fn new_rare(&mut self, base: u64, heap: u64, value: u16) {
        self.space.rare.push((heap, value));
        self.stale = true;
        for &tokens in &self.splits {
            let from = heap + u64::from(tokens);
            for other in 1..self.work.end.saturating_sub(from).min(heap) {
                let small = self.history.front()[other as usize];
                self.work.mark(base, from + other, value ^ small);
            }
        }
    }
}

/// Searches for a split of the heap with this value, by any splitting move.
fn search(
    history: &mut NimberHistory,
    level: SimdLevel,
    splits: &[u32],
    unequal: bool,
    heap: u64,
    value: u16,
    hint: u64,
) -> SplitSearchResult {
    let mut known = SplitSearchResult::No;
    for &tokens in splits {
        let Some(total) = heap.checked_sub(tokens.into()) else {
            break;
        };
        match history.search(level, total, unequal, value, hint) {
            SplitSearchResult::No => {}
            SplitSearchResult::Unknown => known = SplitSearchResult::Unknown,
            found => return found,
        }
    }
    known
}
