//! The ranks of common values. A value loses one bit of the mask: for a heap of known parity the others tell it, so that common values
//! take half as many rows, and as taking a bit away is linear over xor, options are found by rank as by value: for a common value v and
//! a rare one g the rank of v xor g is the xor of the ranks. What the nearest heaps see by rare heaps is joined so (`kernel::near`).

use super::Mask;
use super::kernel::{self, Level, Near, RECENT_WORDS};
use super::lists::Grouped;

/// The common values of the last runs of 64 heaps, by rank.
pub(super) struct Ranks {
    mask: Mask,
    /// The bit that is taken away: the highest of the mask.
    bit: u32,
    /// For each value the heaps of 64 for which it is common.
    lanes: Vec<u64>,
    /// The words of the ranks, in a ring as those of all values.
    recent: Vec<u64>,
    seen: Vec<u64>,
}

impl Ranks {
    /// Ranks for so many values, a power of two; none where that is not worth it.
    pub fn new(mask: Option<Mask>, values: usize, used: usize) -> Option<Ranks> {
        let mask = mask?;
        let bit = mask.bits.checked_ilog2()?;
        let mut ranks = Ranks { mask, bit, lanes: Vec::new(), recent: vec![0; RECENT_WORDS * values / 2], seen: Vec::new() };
        ranks.set_lanes(values);
        let pays = ranks.used(used) < used.next_multiple_of(32);
        (2 << bit <= values && pays).then_some(ranks)
    }

    fn set_lanes(&mut self, values: usize) {
        let lanes = |parity, value, lanes| if self.mask.common(parity, value) { lanes } else { 0 };
        let all = (0..values as u16).map(|value| lanes(0, value, u64::MAX / 3) | lanes(1, value, u64::MAX / 3 * 2));
        self.lanes = all.collect();
    }

    /// A value without its bit.
    pub fn rank(&self, value: u16) -> u16 {
        let low = (1 << self.bit) - 1;
        value >> 1 & !low | value & low
    }

    /// The ranks of values below `used` are below this; a multiple of 32.
    fn used(&self, used: usize) -> usize {
        let pairs = used.div_ceil(2 << self.bit);
        (pairs << self.bit).min(used).next_multiple_of(32)
    }

    /// Room for more values.
    pub fn widen(&mut self, values: usize) {
        let (old, new) = (self.lanes.len() / 2, values / 2);
        let mut recent = vec![0; RECENT_WORDS * new];
        for (run, had) in recent.chunks_exact_mut(new).zip(self.recent.chunks_exact(old)) {
            run[..old].copy_from_slice(had);
        }
        self.recent = recent;
        self.set_lanes(values);
    }

    /// Notes the run of 64 heaps that is the next after `runs` others: the values that occur, and the heaps of each value.
    pub fn add(&mut self, runs: usize, touched: &[u16], words: &[u64]) {
        let half = self.lanes.len() / 2;
        let from = runs % RECENT_WORDS * half;
        self.recent[from..][..half].fill(0);
        for &value in touched {
            let at = from + usize::from(self.rank(value));
            self.recent[at] |= words[value as usize] & self.lanes[value as usize];
        }
    }

    /// What the next 64 heaps see by these offsets, given by rank, of the common heaps before them.
    pub fn near(&mut self, level: Level, offsets: &Grouped, runs: usize, used: usize, seen: &mut [u64]) {
        let values = self.lanes.len() / 2;
        self.seen.clear();
        self.seen.resize(values, 0);
        let Grouped { groups, offsets } = offsets;
        let job = Near { recent: &self.recent, values, used: self.used(used), runs, groups, offsets };
        kernel::near(level, &job, &mut self.seen);
        kernel::unrank(level, &self.seen, self.bit, &self.lanes, seen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_and_the_parity_tell_a_common_value() {
        for (bits, parity) in [(39, Some(1)), (494, None), (27, None), (13, Some(0))] {
            let mask = Mask { bits, parity };
            let ranks = Ranks::new(Some(mask), 512, 512).unwrap();
            for heap in [0, 1] {
                let mut ranked: Vec<u16> = (0..512).filter(|&value| mask.common(heap, value)).map(|value| ranks.rank(value)).collect();
                assert!(ranked.iter().all(|&rank| usize::from(rank) < ranks.used(512)));
                ranked.sort_unstable();
                ranked.dedup();
                assert_eq!(ranked.len(), 256);
            }
            for value in 0..512 {
                assert_eq!(ranks.rank(value ^ 311), ranks.rank(value) ^ ranks.rank(311));
                assert!((value..512).all(|most| usize::from(ranks.rank(value)) < ranks.used(usize::from(most) + 1)));
            }
        }
    }
}
