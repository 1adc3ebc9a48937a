//! Sets of cells as bits in words of 64. How many words is known when the program is compiled, so
//! that a set of at most 64 cells is one number.

/// A set of cells 0 ≤ c < 64 W. What a single operation costs is O(W).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet<const W: usize>([u64; W]);

/// A set of at most 256 cells: how positions are given.
pub type CellSet256 = CellSet<4>;

impl<const W: usize> Default for CellSet<W> {
    fn default() -> Self {
        CellSet::EMPTY
    }
}

impl<const W: usize> FromIterator<usize> for CellSet<W> {
    /// The set of these cells, each below 64 W.
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const W: usize> CellSet<W> {
    /// No cell.
    pub const EMPTY: CellSet<W> = CellSet([0; W]);

    /// The cells 0 ≤ c < `count`; `count` is at most 64 W.
    pub fn first_n(count: usize) -> CellSet<W> {
        (0..count).collect()
    }

    /// Puts a cell in. Panics from 64 W on.
    #[inline]
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell out, if it is there. Panics from 64 W on.
    #[inline]
    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// Whether the cell is in. Panics from 64 W on.
    #[inline]
    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// How many cells there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The least cell.
    #[inline]
    pub fn least(&self) -> Option<usize> {
        let place = self.0.iter().position(|&word| word != 0)?;
        Some(64 * place + self.0[place].trailing_zeros() as usize)
    }

    /// The greatest cell.
    #[inline]
    pub fn greatest(&self) -> Option<usize> {
        let place = self.0.iter().rposition(|&word| word != 0)?;
        Some(64 * place + 63 - self.0[place].leading_zeros() as usize)
    }

    /// The cells, least first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || left.pop())
    }

    /// Takes out the least cell.
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

    /// The cells of either set.
    #[inline]
    pub fn or(mut self, other: &CellSet<W>) -> CellSet<W> {
        (0..W).for_each(|i| self.0[i] |= other.0[i]);
        self
    }

    /// The cells of both sets.
    #[inline]
    pub fn and(mut self, other: &CellSet<W>) -> CellSet<W> {
        (0..W).for_each(|i| self.0[i] &= other.0[i]);
        self
    }

    /// The cells that are not in the other set.
    #[inline]
    pub fn minus(mut self, other: &CellSet<W>) -> CellSet<W> {
        (0..W).for_each(|i| self.0[i] &= !other.0[i]);
        self
    }

    /// Whether every cell is in the other set.
    #[inline]
    pub fn is_subset(&self, other: &CellSet<W>) -> bool {
        (0..W).all(|i| self.0[i] & !other.0[i] == 0)
    }

    /// Whether some cell is in both.
    #[inline]
    pub fn meets(&self, other: &CellSet<W>) -> bool {
        (0..W).any(|i| self.0[i] & other.0[i] != 0)
    }

    /// Every cell c becomes c − `by`; there is none below.
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

    /// The eight cells from 8 `place` on, as bits.
    #[inline]
    pub(crate) fn byte(&self, place: usize) -> usize {
        (self.0[place / 8] >> (8 * (place % 8)) & 255) as usize
    }

    /// The words, least cells first.
    #[inline]
    pub(crate) fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// The set whose bits these are.
    #[inline]
    pub(crate) fn from_words(words: [u64; W]) -> CellSet<W> {
        CellSet(words)
    }

    /// The same cells in another number of words; those that do not fit are left out.
    pub(crate) fn resized<const V: usize>(&self) -> CellSet<V> {
        CellSet(std::array::from_fn(|i| self.0.get(i).copied().unwrap_or(0)))
    }
}
