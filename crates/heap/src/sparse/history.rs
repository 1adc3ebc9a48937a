//! The values that a machine stores: the values of the first heaps (the front), and the values of
//! the last heaps. The values of the heaps between the first and the last heaps are stored until
//! the machine drops these values. The first values are also stored in reverse order, so that the
//! pairs of a split are adjacent in memory when they are searched.

use super::kernel::{SimdLevel, find};

/// The stored values by heap.
#[derive(Clone)]
pub(super) struct NimberHistory {
    /// The heap of the first value in `held`.
    first: u64,
    held: Vec<u16>,
    /// The values of the first heaps, which are kept forever once other values are dropped.
    front: Vec<u16>,
    /// The values of the first heaps in reverse order, aligned with the end of the list.
    reversed: Vec<u16>,
    turned: usize,
    /// Number of first values that are kept forever.
    kept: usize,
}

/// Default number of heaps, starting at heap 0, whose values are never dropped. Pairs that contain
/// one of the first heaps are sufficient to witness a value.
pub(super) const FRONT: usize = 1 << 20;

/// The result of a search for a split with a given value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SplitSearchResult {
    /// A split with the given value exists. The fields are the smaller heap of the split and the
    /// number of pairs that were compared.
    Yes(u64, u64),
    /// No split has the given value.
    No,
    /// No pair of stored values has the given value, but some values have been dropped.
    Unknown,
}

impl NimberHistory {
    pub fn new(values: Vec<u16>) -> NimberHistory {
        NimberHistory {
            first: 0,
            held: values,
            front: Vec::new(),
            reversed: Vec::new(),
            turned: 0,
            kept: FRONT,
        }
    }

    /// Creates a history whose values before `first` have been dropped, except for the front.
    pub fn cut(front: Vec<u16>, first: u64, held: Vec<u16>) -> NimberHistory {
        NimberHistory {
            first,
            held,
            front,
            reversed: Vec::new(),
            turned: 0,
            kept: FRONT,
        }
    }

    /// Returns the number of heaps, starting at heap 0, whose values are never dropped.
    pub fn retained_len(&self) -> u64 {
        self.kept as u64
    }

    /// Sets the number of heaps, starting at heap 0, whose values are never dropped. The caller
    /// must set this number before any value is dropped.
    pub fn set_retained(&mut self, kept: usize) {
        self.kept = kept;
    }

    /// Returns the heap after the last value.
    pub fn end(&self) -> u64 {
        self.first + self.held.len() as u64
    }

    /// Returns the heap of the first value of the stored run.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Returns the values of the first heaps, or all values if no value has been dropped.
    pub fn front(&self) -> &[u16] {
        if self.first == 0 {
            &self.held
        } else {
            &self.front
        }
    }

    /// Returns the values of the heaps `from..to`, all of which must be stored in the run.
    pub fn run(&self, from: u64, to: u64) -> &[u16] {
        &self.held[(from - self.first) as usize..(to - self.first) as usize]
    }

    pub fn value(&self, heap: u64) -> Option<u16> {
        if let Some(at) = heap.checked_sub(self.first) {
            return self.held.get(at as usize).copied();
        }
        self.front.get(heap as usize).copied()
    }

    pub fn push(&mut self, value: u16) {
        self.held.push(value);
    }

    /// Removes the values of the heaps starting at `end`.
    pub fn truncate(&mut self, end: u64) {
        self.held.truncate((end - self.first) as usize);
        if self.turned as u64 > end {
            self.reversed.clear();
            self.turned = 0;
        }
    }

    /// Drops the values before this heap, except for the front.
    pub fn give_up(&mut self, before: u64) {
        if self.first == 0 {
            self.front = self.held[..self.kept.min(self.held.len())].to_vec();
        }
        self.held.drain(..(before - self.first) as usize);
        self.first = before;
    }

    /// Returns a copy without the values before this heap, except for the front.
    #[cfg(any(test, feature = "threads"))]
    pub fn without(&self, before: u64) -> NimberHistory {
        let front = self.front();
        let front = front[..self.kept.min(front.len())].to_vec();
        NimberHistory {
            kept: self.kept,
            ..NimberHistory::cut(front, before, self.run(before, self.end()).to_vec())
        }
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> u64 {
        2 * (self.held.capacity() + self.front.capacity() + self.reversed.capacity()) as u64
    }

    /// Extends the reversed copy to the values of all heaps below `length`.
    fn turn_to(&mut self, length: usize) {
        if length <= self.turned {
            return;
        }
        if length > self.reversed.len() {
            let mut wider = vec![0; length.next_power_of_two().max(1024)];
            let from = wider.len() - self.turned;
            wider[from..].copy_from_slice(&self.reversed[self.reversed.len() - self.turned..]);
            self.reversed = wider;
        }
        let end = self.reversed.len();
        for heap in self.turned..length {
            self.reversed[end - 1 - heap] = self.front()[heap];
        }
        self.turned = length;
    }

    /// Searches for two heaps of `total` tokens in total whose values have the nim-sum `value`. The
    /// smaller heap is at least 1, and less than half of the total if the heaps must differ. The
    /// search starts with smaller heaps of at least `hint` tokens.
    pub fn search(
        &mut self,
        level: SimdLevel,
        total: u64,
        unequal: bool,
        value: u16,
        hint: u64,
    ) -> SplitSearchResult {
        let most = total.saturating_sub(u64::from(unequal)) / 2;
        let near = most.min(self.kept as u64 - 1);
        let hint = hint.clamp(1, near.max(1));
        let mut pairs = 0;
        for (from, to) in [
            (hint, near + 1),
            (1, hint.min(near + 1)),
            (near + 1, most + 1),
        ] {
            // Most searches end after few pairs, so the values are reversed and compared in blocks
            // of growing size.
            let (mut from, mut piece) = (from, 1 << 10);
            while from < to {
                let until = to.min(from + piece);
                piece *= 4;
                if until > self.front().len() as u64 || total - (until - 1) < self.first {
                    return SplitSearchResult::Unknown;
                }
                self.turn_to(until as usize);
                let end = self.reversed.len() as u64;
                let small = &self.reversed[(end - until) as usize..(end - from) as usize];
                let large = self.run(total - (until - 1), total - from + 1);
                if let Some(at) = find(level, small, large, value) {
                    let at = at as u64;
                    return SplitSearchResult::Yes(until - 1 - at, pairs + at + 1);
                }
                pairs += until - from;
                from = until;
            }
        }
        SplitSearchResult::No
    }
}

/// For each value that a search found late: the smaller heaps of the splits that were found, most
/// recent first. In periodic games, the same smaller heaps often succeed again.
#[derive(Default)]
pub(super) struct LateHints {
    heaps: Vec<Vec<u64>>,
}

impl LateHints {
    /// A value counts as found late if more than this number of pairs were compared.
    const LATE: u64 = 2048;
    /// Maximum number of heaps that are stored for a value.
    const MAX_HEAPS_PER_VALUE: usize = 32;

    /// Returns whether a split with one of the heaps stored for this value gives the value.
    pub fn find(
        &mut self,
        history: &NimberHistory,
        splits: &[u32],
        unequal: bool,
        heap: u64,
        value: u16,
    ) -> bool {
        let Some(heaps) = self.heaps.get_mut(value as usize) else {
            return false;
        };
        let is = |small: u64, tokens: u64| {
            let Some(large) = heap.checked_sub(small + tokens).filter(|&large| large > 0) else {
                return false;
            };
            let values = history.value(small).zip(history.value(large));
            !(unequal && small == large) && values.is_some_and(|(a, b)| a ^ b == value)
        };
        let found = heaps
            .iter()
            .position(|&small| splits.iter().any(|&tokens| is(small, tokens.into())));
        if let Some(at) = found {
            heaps[..=at].rotate_right(1);
        }
        found.is_some()
    }

    /// Records that a search found a split with `value` and the smaller heap `small` after
    /// comparing `pairs` pairs.
    pub fn learn(&mut self, value: u16, small: u64, pairs: u64) {
        if pairs > LateHints::LATE {
            let at = value as usize;
            self.heaps.resize(self.heaps.len().max(at + 1), Vec::new());
            self.heaps[at].insert(0, small);
            self.heaps[at].truncate(LateHints::MAX_HEAPS_PER_VALUE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_holds_the_front_and_the_last_values() {
        let mut history = NimberHistory::new((0..1000).collect());
        history.set_retained(100);
        let copy = history.without(704);
        history.give_up(704);
        for history in [&copy, &history] {
            assert_eq!(
                (history.first(), history.end(), history.front().len()),
                (704, 1000, 100)
            );
            for heap in 0..1010 {
                let held = heap < 100 || (704..1000).contains(&heap);
                assert_eq!(history.value(heap), held.then_some(heap as u16), "{heap}");
            }
        }
        assert_eq!(copy.without(800).value(799), None);
        assert_eq!(copy.without(800).value(800), Some(800));
    }
}
