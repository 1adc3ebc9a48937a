//! Tables from pairs of forms to results: the memos of comparisons and of sums.

use base::budget::{Budget, StopReason};

/// A hash table with open addressing from non-zero keys to small results.
pub(crate) struct PairTable<V> {
    /// Zero marks a free entry.
    keys: Vec<u64>,
    values: Vec<V>,
    used: usize,
}

const MIN_ENTRIES: usize = 1 << 10;

impl<V: Copy + Default> PairTable<V> {
    pub(crate) fn new() -> PairTable<V> {
        PairTable {
            keys: Vec::new(),
            values: Vec::new(),
            used: 0,
        }
    }

    /// Returns the memory in use in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        PairTable::<V>::bytes_of(self.keys.len())
    }

    fn bytes_of(entries: usize) -> u64 {
        (entries * (size_of::<u64>() + size_of::<V>())) as u64
    }

    #[inline]
    fn first_index(&self, key: u64) -> usize {
        // The number of entries is a power of two. The upper bits of the product depend on all
        // bits of the key.
        let product = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (product >> 32) as usize & (self.keys.len() - 1)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<V> {
        if self.keys.is_empty() {
            return None;
        }
        let mut index = self.first_index(key);
        loop {
            match self.keys[index] {
                0 => return None,
                found if found == key => return Some(self.values[index]),
                _ => index = (index + 1) & (self.keys.len() - 1),
            }
        }
    }

    /// Adds a result. [`PairTable::reserve`] must have been called before. Nothing is added if the
    /// table is full.
    #[inline]
    pub(crate) fn insert(&mut self, key: u64, value: V) {
        if self.is_full() {
            return;
        }
        let mut index = self.first_index(key);
        while self.keys[index] != 0 && self.keys[index] != key {
            index = (index + 1) & (self.keys.len() - 1);
        }
        if self.keys[index] == 0 {
            self.keys[index] = key;
            self.used += 1;
        }
        self.values[index] = value;
    }

    /// Returns whether the table must grow before a result is added. At most three quarters of
    /// the entries are used.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        (self.used + 1) * 4 > self.keys.len() * 3
    }

    /// Doubles the table. `own` is the number of bytes that the store uses.
    ///
    /// # Errors
    /// Returns [`StopReason::Memory`] if the budget does not allow the growth; the table is
    /// unchanged.
    #[cold]
    pub(crate) fn grow(&mut self, own: u64, budget: &Budget<'_>) -> Result<(), StopReason> {
        let entries = (self.keys.len() * 2).max(MIN_ENTRIES);
        budget.allow_growth(own, PairTable::<V>::bytes_of(entries))?;
        let keys = std::mem::replace(&mut self.keys, vec![0; entries]);
        let values = std::mem::replace(&mut self.values, vec![V::default(); entries]);
        self.used = 0;
        for (key, value) in keys.into_iter().zip(values) {
            if key != 0 {
                self.insert(key, value);
            }
        }
        Ok(())
    }

    /// Removes all results. The entries stay allocated.
    pub(crate) fn clear(&mut self) {
        self.keys.fill(0);
        self.used = 0;
    }
}
