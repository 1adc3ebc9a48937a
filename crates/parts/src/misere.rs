//! Decides positions under misère play (the player who makes the last move loses). Parts have no
//! Grundy values under misère play. So a position is a sorted list of canonical parts, and these
//! lists are searched by the definition of misère play. Cells that no move needs are removed, and
//! equivalent parts are identified, because these two reductions do not change play. Equal parts do
//! not cancel, and mirrors need not be lost (one heap of 1 is lost, two are won, three are lost).
//! So the reductions for equal parts and for mirrors are not used under misère play, and values of
//! parts are not used either.

use base::budget::{Budget, StopReason};
use rustc_hash::FxHashMap;

use crate::cells::CellSet;
use crate::options::PreparedGame;

/// The decided positions. All decided positions are dropped when they exceed the memory limit.
#[derive(Debug)]
pub(crate) struct MisereMemo<const W: usize> {
    lost: FxHashMap<Box<[CellSet<W>]>, bool>,
    /// Approximate memory in use, and the limit of this memory, in bytes.
    held: u64,
    most: u64,
    pub expanded: u64,
}

impl<const W: usize> MisereMemo<W> {
    /// Creates an empty cache.
    pub fn new(memory: u64) -> MisereMemo<W> {
        MisereMemo {
            lost: FxHashMap::default(),
            held: 0,
            most: memory,
            expanded: 0,
        }
    }

    /// Returns the approximate memory in use in bytes.
    pub fn memory_bytes(&self) -> u64 {
        self.held
    }

    /// Returns whether the player to move loses a sum of positions.
    pub fn loses(
        &mut self,
        ground: &PreparedGame<W>,
        sum: &[CellSet<W>],
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        let mut parts = Vec::new();
        sum.iter()
            .for_each(|&position| ground.parts(position, &mut parts));
        parts.sort_unstable();
        self.loses_sum(ground, &parts, budget)
    }

    /// Returns whether the player to move loses a sorted sum of canonical parts.
    fn loses_sum(
        &mut self,
        ground: &PreparedGame<W>,
        sum: &[CellSet<W>],
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        if let Some(&lost) = self.lost.get(sum) {
            return Ok(lost);
        }
        budget.tick()?;
        self.expanded += 1;
        let mut options = Vec::new();
        for (place, part) in sum
            .iter()
            .enumerate()
            .filter(|&(place, part)| place == 0 || sum[place - 1] != *part)
        {
            for act in ground.law.live(*part) {
                let mut option: Vec<CellSet<W>> = [&sum[..place], &sum[place + 1..]].concat();
                ground.parts(part.minus(&ground.law.acts[act].takes), &mut option);
                option.sort_unstable();
                options.push(option);
            }
        }
        if ground.reductions.order {
            options.sort_by_cached_key(|option| option.iter().map(CellSet::len).sum::<usize>());
        }
        // A player who cannot move wins, because the other player made the last move.
        let mut lost = !options.is_empty();
        for option in &options {
            if self.loses_sum(ground, option, budget)? {
                lost = false;
                break;
            }
        }
        self.remember(sum, lost);
        Ok(lost)
    }

    fn remember(&mut self, sum: &[CellSet<W>], lost: bool) {
        // The hash table is between half full and full, so the size of an entry counts twice. The
        // overhead of the allocator is added.
        let bytes = 2 * size_of::<(Box<[CellSet<W>]>, bool)>() + size_of_val(sum) + 16;
        if self.held + bytes as u64 > self.most {
            self.lost = FxHashMap::default();
            self.held = 0;
        }
        self.held += bytes as u64;
        self.lost.insert(sum.into(), lost);
    }
}

impl<const W: usize> PreparedGame<W> {
    /// Appends the canonical parts of a position to `parts`.
    fn parts(&self, mut position: CellSet<W>, parts: &mut Vec<CellSet<W>>) {
        let from = parts.len();
        if self.reductions.dead {
            position = self.law.needed(position);
        }
        match &self.law.pairs {
            _ if !self.reductions.split => parts.push(position),
            Some(pairs) => pairs.split(position, position, parts),
            None => self.law.split(position, parts),
        }
        for part in &mut parts[from..] {
            if !part.is_empty() {
                let (cornered, extent) = self.cornered(*part);
                *part = if self.reductions.symmetry {
                    self.forms.canonical(cornered, extent).0
                } else {
                    cornered
                };
            }
        }
        parts.retain(|part| !part.is_empty());
    }
}
