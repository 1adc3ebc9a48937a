//! Sets of values of a cell, as bit sets. A letter of a word has up to 256 values, and the value 0
//! if there is no letter.

/// Number of possible values: values range from 0 to `MAX_VALUES` - 1.
pub(super) const MAX_VALUES: usize = 320;

/// A set of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct CellValueSet([u64; MAX_VALUES / 64]);

impl FromIterator<usize> for CellValueSet {
    fn from_iter<I: IntoIterator<Item = usize>>(values: I) -> CellValueSet {
        let mut set = CellValueSet::default();
        values.into_iter().for_each(|value| set.insert(value));
        set
    }
}

impl CellValueSet {
    pub fn only(value: usize) -> CellValueSet {
        std::iter::once(value).collect()
    }

    pub fn insert(&mut self, value: usize) {
        self.0[value / 64] |= 1 << (value % 64);
    }

    pub fn contains(&self, value: usize) -> bool {
        self.0[value / 64] >> (value % 64) & 1 == 1
    }

    pub fn is_empty(&self) -> bool {
        *self == CellValueSet::default()
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        (0..MAX_VALUES).filter(|value| self.contains(*value))
    }

    fn combine(self, other: CellValueSet, of: impl Fn(u64, u64) -> u64) -> CellValueSet {
        CellValueSet(std::array::from_fn(|word| of(self.0[word], other.0[word])))
    }

    pub fn and(self, other: CellValueSet) -> CellValueSet {
        self.combine(other, |a, b| a & b)
    }

    pub fn or(self, other: CellValueSet) -> CellValueSet {
        self.combine(other, |a, b| a | b)
    }

    pub fn minus(self, other: CellValueSet) -> CellValueSet {
        self.combine(other, |a, b| a & !b)
    }
}
