//! Sets of values of a cell, as bits: a letter of a word has up to 256 values, and 0 where there is
//! no letter.

/// How many values there may be: 0 to this, without it.
pub(super) const MOST: usize = 320;

/// A set of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Values([u64; MOST / 64]);

impl FromIterator<usize> for Values {
    fn from_iter<I: IntoIterator<Item = usize>>(values: I) -> Values {
        let mut set = Values::default();
        values.into_iter().for_each(|value| set.insert(value));
        set
    }
}

impl Values {
    pub fn only(value: usize) -> Values {
        std::iter::once(value).collect()
    }

    pub fn insert(&mut self, value: usize) {
        self.0[value / 64] |= 1 << (value % 64);
    }

    pub fn contains(&self, value: usize) -> bool {
        self.0[value / 64] >> (value % 64) & 1 == 1
    }

    pub fn is_empty(&self) -> bool {
        *self == Values::default()
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        (0..MOST).filter(|value| self.contains(*value))
    }

    fn each(self, other: Values, of: impl Fn(u64, u64) -> u64) -> Values {
        Values(std::array::from_fn(|word| of(self.0[word], other.0[word])))
    }

    pub fn and(self, other: Values) -> Values {
        self.each(other, |a, b| a & b)
    }

    pub fn or(self, other: Values) -> Values {
        self.each(other, |a, b| a | b)
    }

    pub fn minus(self, other: Values) -> Values {
        self.each(other, |a, b| a & !b)
    }
}
