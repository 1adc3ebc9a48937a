//! Tables from pairs of forms to results: the memos of comparisons and of sums.

use base::budget::{Budget, StopReason};

use crate::store::Id;

/// An entry of a [`PairMemo`]: a pair of forms and a result.
pub(crate) trait PairEntry: Copy + Eq {
    /// The type of the results.
    type Value: Copy;
    /// An entry without a pair.
    const FREE: Self;

    fn new(key: u64, value: Self::Value) -> Self;
    fn key(self) -> u64;
    fn value(self) -> Self::Value;
}

/// The result of a comparison. Ids are less than 2^31, so the lowest bit is free for the result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ComparisonEntry(u64);

impl PairEntry for ComparisonEntry {
    type Value = bool;
    const FREE: ComparisonEntry = ComparisonEntry(0);

    #[inline]
    fn new(key: u64, value: bool) -> ComparisonEntry {
        ComparisonEntry(key << 1 | u64::from(value))
    }

    #[inline]
    fn key(self) -> u64 {
        self.0 >> 1
    }

    #[inline]
    fn value(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The result of an addition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct SumEntry {
    key: u64,
    sum: Id,
}

impl PairEntry for SumEntry {
    type Value = Id;
    const FREE: SumEntry = SumEntry { key: 0, sum: Id(0) };

    #[inline]
    fn new(key: u64, sum: Id) -> SumEntry {
        SumEntry { key, sum }
    }

    #[inline]
    fn key(self) -> u64 {
        self.key
    }

    #[inline]
    fn value(self) -> Id {
        self.sum
    }
}

/// Returns the key of an ordered pair of forms, which is not zero and less than 2^63.
#[inline]
pub(crate) fn pair_key(g: Id, h: Id) -> u64 {
    u64::from(g.0) << 32 | u64::from(h.0)
}

/// A hash table with open addressing.
pub(crate) struct PairMemo<E> {
    entries: Vec<E>,
    used: usize,
}

const MIN_ENTRIES: usize = 1 << 10;

impl<E: PairEntry> PairMemo<E> {
    pub(crate) fn new() -> PairMemo<E> {
        PairMemo {
            entries: Vec::new(),
            used: 0,
        }
    }

    /// Returns the memory in use in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        PairMemo::<E>::bytes_of(self.entries.len())
    }

    fn bytes_of(entries: usize) -> u64 {
        entries as u64 * size_of::<E>() as u64
    }

    /// Returns the index of the entry of a pair or of the free entry where the pair would be added.
    /// The table is not empty.
    #[inline]
    fn find(&self, key: u64) -> usize {
        // The number of entries is a power of two. The upper bits of the product depend on all
        // bits of the key.
        let mask = self.entries.len() - 1;
        let mut index = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        loop {
            let entry = self.entries[index];
            if entry.key() == key || entry == E::FREE {
                return index;
            }
            index = (index + 1) & mask;
        }
    }

    /// Returns the result for a pair.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<E::Value> {
        if self.entries.is_empty() {
            return None;
        }
        let entry = self.entries[self.find(key)];
        (entry != E::FREE).then(|| entry.value())
    }

    /// Adds a result. Nothing is added if the table is full.
    #[inline]
    pub(crate) fn insert(&mut self, key: u64, value: E::Value) {
        if self.is_full() {
            return;
        }
        let index = self.find(key);
        self.used += usize::from(self.entries[index] == E::FREE);
        self.entries[index] = E::new(key, value);
    }

    /// Returns whether the table must grow before a result is added. At most five eighths of the
    /// entries are used, because a search for a pair that is not in the table ends at a free entry.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        (self.used + 1) * 8 > self.entries.len() * 5
    }

    /// Doubles the table. `own` is the number of bytes that the store uses.
    ///
    /// # Errors
    /// Returns [`StopReason::Memory`] if the budget does not allow the growth; the table is
    /// unchanged.
    #[cold]
    pub(crate) fn grow(&mut self, own: u64, budget: &Budget<'_>) -> Result<(), StopReason> {
        let entries = (self.entries.len() * 2).max(MIN_ENTRIES);
        budget.allow_growth(own, PairMemo::<E>::bytes_of(entries))?;
        let old = std::mem::replace(&mut self.entries, vec![E::FREE; entries]);
        for entry in old.into_iter().filter(|&entry| entry != E::FREE) {
            let index = self.find(entry.key());
            self.entries[index] = entry;
        }
        Ok(())
    }

    /// Removes all results. The entries stay allocated.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(E::FREE);
        self.used = 0;
    }
}
