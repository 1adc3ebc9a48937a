//! The computation of blocks once no heap has become rare for a while. A block is computed with one
//! row per rank, as if all its heaps were common and every rare value were an option. Only rare
//! heaps are tried. Then the witnesses of the rare values are searched (`witness`). If a witness is
//! missing, or a value without a row occurs, the block is discarded. The heaps of a discarded block
//! are then computed without assuming that all heaps are common.

use base::budget::Budget;

use super::error::BlockError;
use super::ranks::ValueRanks;
use super::witness::{REACH, WitnessContext, WitnessError, WitnessFinder};
use super::working_set::{WorkingSetOptions, work};
use super::{SparseMachine, kernel};
use crate::machine::MachineError;

/// The condition under which a space is regarded as settled.
#[derive(Clone, Copy, Debug)]
pub(super) struct SettledThreshold {
    /// The smallest heap from which on a space may be regarded as settled.
    pub least: u64,
    /// Number of heaps that must follow the last rare heap.
    pub quiet: u64,
}

impl SettledThreshold {
    pub const USUAL: SettledThreshold = SettledThreshold {
        least: 1 << 14,
        quiet: 1 << 13,
    };
}

impl SparseMachine {
    /// Returns the heap from which on the space is regarded as settled if no other heap becomes
    /// rare, and the ranks for this space. Returns `None` if the space cannot be settled.
    pub(super) fn settles(&self) -> Option<(u64, ValueRanks)> {
        let ranks = self
            .space
            .mask
            .filter(|_| !self.splits.is_empty())
            .and_then(ValueRanks::new)?;
        let last = self.space.rare.last().map_or(0, |&(heap, _)| heap);
        // After this heap, moves that leave one heap never lead to a rare heap.
        let apart = last + u64::from(self.moves.longest()) + 64;
        if apart > u32::MAX.into() {
            // The heaps are too large for lists of offsets.
            return None;
        }
        let from = apart
            .max(self.patience.least)
            .max(last + self.patience.quiet)
            .max(self.exact_until);
        Some((from.next_multiple_of(64), ranks))
    }

    /// Computes a block as if the space were settled. If the block cannot be computed, the machine
    /// is not changed. The caller must have started the block.
    pub(super) fn fill_block(&mut self) -> Result<(), BlockError> {
        let start = self.history.end();
        let result = (start..self.work.end)
            .step_by(64)
            .try_for_each(|base| self.fill(base));
        if let Err(BlockError::Strange(heap)) = result {
            self.exact_until = heap + 64;
        }
        if result.is_err() {
            self.cut(start);
        }
        result
    }

    /// Computes the values of 64 heaps, all of which must be common.
    fn fill(&mut self, base: u64) -> Result<(), BlockError> {
        self.gather(base);
        let mut lane = 0;
        loop {
            lane = kernel::common_run(self.level, &mut self.work, lane, &mut self.history);
            if lane == 64 {
                break;
            }
            let heap = base + lane as u64;
            let row = self
                .work
                .mex(lane)
                .filter(|&row| row < self.work.limit)
                .ok_or(BlockError::Strange(heap))?;
            let value = self.work.names[lane % 2][row as usize];
            if self.among_rest(heap, value) {
                self.work.see(lane, row);
            } else {
                self.history.push(value);
                self.work.note(lane, row);
                lane += 1;
            }
        }
        self.work.add_noted(base);
        self.work.sets.fill(0);
        Ok(())
    }

    /// Computes a block and searches its witnesses. Returns false if the block is invalid. An
    /// invalid block is discarded, and the next heaps must be computed without assuming a settled
    /// space.
    pub(super) fn settled_block(&mut self, budget: &Budget<'_>) -> Result<bool, MachineError> {
        let start = self.history.end();
        self.effort.settled += 1;
        match self.fill_block() {
            Ok(()) => {}
            Err(BlockError::Machine(halt)) => return Err(halt),
            Err(_) => {
                self.effort.refused += 1;
                return Ok(false);
            }
        }
        let SparseMachine {
            level,
            ref moves,
            ref splits,
            ref mut history,
            ref work,
            ref mut witnesses,
            ..
        } = *self;
        let Some(witnesses) = witnesses else {
            return Ok(true);
        };
        let result = witnesses.check(
            &mut WitnessContext {
                level,
                moves,
                splits,
                history,
            },
            work,
            start,
        );
        self.effort.found += std::mem::take(&mut witnesses.searched.found);
        self.effort.pairs += std::mem::take(&mut witnesses.searched.pairs);
        let Err(doubt) = result else { return Ok(true) };
        self.effort.refused += 1;
        self.cut(start);
        match doubt {
            WitnessError::Missing(heap) => self.exact_until = heap + 64,
            WitnessError::Gone => self.recover(budget)?,
        }
        Ok(false)
    }

    /// Rebuilds the lists, planes and witnesses with one row per rank.
    pub(super) fn rebuild_settled(&mut self, ranks: ValueRanks, witnesses: bool) {
        let wanted = WorkingSetOptions {
            ranks: Some(ranks),
            helpers: 0,
            reach: if witnesses { REACH } else { 0 },
            rare: true,
        };
        self.work = work(
            &self.moves,
            &self.splits,
            &self.history,
            &self.space,
            &wanted,
        );
        self.witnesses =
            witnesses.then(|| WitnessFinder::new(ranks, &self.work, &self.moves, &self.history));
    }
}
