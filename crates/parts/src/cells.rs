//! Sets of cells as bits in 64-bit words. The number of words is a compile-time constant, so a set
//! of at most 64 cells is a single number.

/// A set of cells 0 ≤ c < 64 W. A single operation takes O(W).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet<const W: usize>([u64; W]);

/// A set of at most 256 cells, the type of positions in the interface.
pub type CellSet256 = CellSet<4>;

impl<const W: usize> Default for CellSet<W> {
    fn default() -> Self {
        CellSet::EMPTY
    }
}

impl<const W: usize> FromIterator<usize> for CellSet<W> {
    /// Collects cells, each below 64 W.
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const W: usize> CellSet<W> {
    /// The empty set.
    pub const EMPTY: CellSet<W> = CellSet([0; W]);

    /// Returns the set of the cells 0 ≤ c < `count`; `count` is at most 64 W.
    pub fn first_n(count: usize) -> CellSet<W> {
        (0..count).collect()
    }

    /// Adds a cell. Panics if the cell is at least 64 W.
    #[inline]
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Removes a cell from the set, if present. Panics if the cell is at least 64 W.
    #[inline]
    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// Returns whether the set contains a cell. Panics if the cell is at least 64 W.
    #[inline]
    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// Returns the number of cells.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Returns the least cell; `None` if the set is empty.
    #[inline]
    pub fn least(&self) -> Option<usize> {
        let place = self.0.iter().position(|&word| word != 0)?;
        Some(64 * place + self.0[place].trailing_zeros() as usize)
    }

    /// Returns the largest cell; `None` if the set is empty.
    #[inline]
    pub fn greatest(&self) -> Option<usize> {
        let place = self.0.iter().rposition(|&word| word != 0)?;
        Some(64 * place + 63 - self.0[place].leading_zeros() as usize)
    }

    /// Iterates over the cells in increasing order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || left.pop())
    }

    /// Removes and returns the least cell.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        for (place, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let cell = 64 * place + word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(cell);
            }
        }
        None
    }

    /// Returns the union.
    #[inline]
    pub fn or(mut self, other: &CellSet<W>) -> CellSet<W> {
        (0..W).for_each(|i| self.0[i] |= other.0[i]);
        self
    }

    /// Returns the intersection.
    #[inline]
    pub fn and(mut self, other: &CellSet<W>) -> CellSet<W> {
        (0..W).for_each(|i| self.0[i] &= other.0[i]);
        self
    }

    /// Returns the difference.
    #[inline]
    pub fn minus(mut self, other: &CellSet<W>) -> CellSet<W> {
        (0..W).for_each(|i| self.0[i] &= !other.0[i]);
        self
    }

    /// Returns whether `self` is a subset of another set.
    #[inline]
    pub fn is_subset(&self, other: &CellSet<W>) -> bool {
        (0..W).all(|i| self.0[i] & !other.0[i] == 0)
    }

    /// Returns whether the sets intersect.
    #[inline]
    pub fn meets(&self, other: &CellSet<W>) -> bool {
        (0..W).any(|i| self.0[i] & other.0[i] != 0)
    }

    /// Shifts every cell c to c − `by`. No cell may be below `by`.
    #[inline]
    pub(crate) fn down(self, by: usize) -> CellSet<W> {
        if W == 1 {
            return CellSet([self.0[0] >> by; W]);
        }
        let (words, bits) = (by / 64, by % 64);
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        CellSet(std::array::from_fn(|i| match bits {
            0 => word(i + words),
            _ => word(i + words) >> bits | word(i + words + 1) << (64 - bits),
        }))
    }

    /// Returns, as bits, the eight cells that start at cell 8 `place`.
    #[inline]
    pub(crate) fn byte(&self, place: usize) -> usize {
        (self.0[place / 8] >> (8 * (place % 8)) & 255) as usize
    }

    /// Returns the words of the set, least cells first.
    #[inline]
    pub(crate) fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// Creates the set with the bits of the given words.
    #[inline]
    pub(crate) fn from_words(words: [u64; W]) -> CellSet<W> {
        CellSet(words)
    }

    /// Returns the cells of the set in another number of words, without the cells that do not fit.
    pub(crate) fn resized<const V: usize>(&self) -> CellSet<V> {
        CellSet(std::array::from_fn(|i| self.0.get(i).copied().unwrap_or(0)))
    }
}
