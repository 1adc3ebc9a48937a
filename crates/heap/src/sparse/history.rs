//! The values that a machine holds: the first ones, a run of the last ones (all in between too,
//! until they are given up), and a copy of the first ones in reverse order, so that the pairs of a
//! split lie side by side when they are searched.

use super::kernel::{SimdLevel, find};

/// Values by heap.
#[derive(Clone)]
pub(super) struct NimberHistory {
    /// The heap of the first value held.
    first: u64,
    held: Vec<u16>,
    /// The values of the heaps below its length, kept for ever once values are given up.
    front: Vec<u16>,
    /// The values of the first heaps, the last heap first; they fill the end of the list.
    reversed: Vec<u16>,
    turned: usize,
    /// How many values are kept for ever.
    kept: usize,
}

/// The heaps whose values are kept for ever: pairs with such a heap are enough to witness a value.
pub(super) const FRONT: usize = 1 << 20;

/// What a search for a split with a given value has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SplitSearchResult {
    /// There is one: its smaller heap, and how many pairs were looked at.
    Yes(u64, u64),
    /// There is no such split.
    No,
    /// There is no such split among the values held, but some pairs have been given up.
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

    /// A history whose values before `first` have been given up but for the front.
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

    /// How many of the first values are kept for ever.
    pub fn retained_len(&self) -> u64 {
        self.kept as u64
    }

    /// Keeps another number of them, before any value has been given up.
    pub fn set_retained(&mut self, kept: usize) {
        self.kept = kept;
    }

    /// The heap behind the last value.
    pub fn end(&self) -> u64 {
        self.first + self.held.len() as u64
    }

    /// The heap of the first value of the run that is held.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The values of the first heaps: all of them while nothing has been given up.
    pub fn front(&self) -> &[u16] {
        if self.first == 0 {
            &self.held
        } else {
            &self.front
        }
    }

    /// The values of the heaps `from..to`; all of them must be held.
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

    /// Forgets the values of the heaps from this one on.
    pub fn truncate(&mut self, end: u64) {
        self.held.truncate((end - self.first) as usize);
        if self.turned as u64 > end {
            self.reversed.clear();
            self.turned = 0;
        }
    }

    /// Gives up the values before this heap, but for the front.
    pub fn give_up(&mut self, before: u64) {
        if self.first == 0 {
            self.front = self.held[..self.kept.min(self.held.len())].to_vec();
        }
        self.held.drain(..(before - self.first) as usize);
        self.first = before;
    }

    /// A copy without the values before this heap, but for the front.
    #[cfg(any(test, feature = "threads"))]
    pub fn without(&self, before: u64) -> NimberHistory {
        let front = self.front();
        let front = front[..self.kept.min(front.len())].to_vec();
        NimberHistory {
            kept: self.kept,
            ..NimberHistory::cut(front, before, self.run(before, self.end()).to_vec())
        }
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        2 * (self.held.capacity() + self.front.capacity() + self.reversed.capacity()) as u64
    }

    /// Turns round the first values up to this length.
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

    /// Is the sum of the values of two heaps, of `total` tokens together, ever `value`? The smaller
    /// heap is at least 1, and less than half of the total if the heaps must differ. Those from
    /// `hint` on are tried first.
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
            // Most searches end soon: the values are turned round, and looked at, in growing
            // pieces.
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

/// For values that were found late, the smaller heaps with which they were found, the last first:
/// in games that are periodic they are found with them again.
#[derive(Default)]
pub(super) struct LateHints {
    heaps: Vec<Vec<u64>>,
}

impl LateHints {
    /// A search is late after more than this number of pairs.
    const LATE: u64 = 2048;
    /// How many heaps are remembered for a value.
    const MAX_HEAPS_PER_VALUE: usize = 32;

    /// Is there a split with this value and a heap with which it was found before?
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

    /// Learns that `value` was found with the heap `small` after `pairs` pairs.
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
