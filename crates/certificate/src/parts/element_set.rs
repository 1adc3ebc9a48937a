//! Sets of elements, given by their indices in the ground set of a game: as bits, and as
//! hexadecimal digits in the text of a certificate.

use std::fmt;

/// Maximum number of elements of a ground set.
pub(crate) const MAX_ELEMENTS: usize = 256;

/// A set of indices below 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementSet([u64; 4]);

impl FromIterator<usize> for ElementSet {
    /// Collects indices, each below 256.
    fn from_iter<I: IntoIterator<Item = usize>>(places: I) -> ElementSet {
        let mut set = ElementSet::default();
        places
            .into_iter()
            .for_each(|place| set.0[place / 64] |= 1 << (place % 64));
        set
    }
}

impl ElementSet {
    /// Iterates over the indices in increasing order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..4).flat_map(move |word| {
            let mut bits = self.0[word];
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as usize;
                (bits != 0).then(|| {
                    bits &= bits - 1;
                    64 * word + bit
                })
            })
        })
    }

    /// Returns the largest index; `None` if the set is empty.
    pub fn last(self) -> Option<usize> {
        (0..4)
            .rev()
            .find(|&word| self.0[word] != 0)
            .map(|word| 64 * word + 63 - self.0[word].leading_zeros() as usize)
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self == ElementSet::default()
    }

    fn zip_with(self, other: ElementSet, of: impl Fn(u64, u64) -> u64) -> ElementSet {
        ElementSet(std::array::from_fn(|word| of(self.0[word], other.0[word])))
    }

    /// Returns the intersection.
    pub fn and(self, other: ElementSet) -> ElementSet {
        self.zip_with(other, |a, b| a & b)
    }

    /// Returns the union.
    pub fn or(self, other: ElementSet) -> ElementSet {
        self.zip_with(other, |a, b| a | b)
    }

    /// Returns the difference.
    pub fn minus(self, other: ElementSet) -> ElementSet {
        self.zip_with(other, |a, b| a & !b)
    }

    /// Returns whether this is a subset of another set.
    pub fn is_subset(self, other: ElementSet) -> bool {
        self.minus(other).is_empty()
    }

    /// Returns whether this set and another set intersect.
    pub fn meets(self, other: ElementSet) -> bool {
        !self.and(other).is_empty()
    }

    /// Parses a set as hexadecimal digits, in lower case and without leading zeros.
    pub(crate) fn read(digits: &str) -> Option<ElementSet> {
        let plain = digits
            .bytes()
            .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        if digits.is_empty() || digits.len() > MAX_ELEMENTS / 4 || digits.starts_with('0') || !plain
        {
            return None;
        }
        let mut words = [0; 4];
        for (at, digit) in digits.bytes().rev().enumerate() {
            words[at / 16] |= u64::from((digit as char).to_digit(16)?) << (4 * (at % 16));
        }
        Some(ElementSet(words))
    }
}

impl fmt::Display for ElementSet {
    /// Writes the hexadecimal number whose bit p is 1 iff index p is in the set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String = self
            .0
            .iter()
            .rev()
            .map(|word| format!("{word:016x}"))
            .collect();
        let digits = digits.trim_start_matches('0');
        f.write_str(if digits.is_empty() { "0" } else { digits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_back() {
        for places in [vec![0], vec![3, 64], vec![255], vec![0, 63, 128, 200]] {
            let set: ElementSet = places.iter().copied().collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), places);
            assert_eq!(ElementSet::read(&set.to_string()), Some(set));
            assert_eq!(set.last(), places.last().copied());
        }
        assert_eq!(
            ElementSet::read("1f").unwrap().iter().collect::<Vec<_>>(),
            [0, 1, 2, 3, 4]
        );
        for bad in ["", "0", "01", "A", "+1", " 1", "g", &"f".repeat(65)] {
            assert_eq!(ElementSet::read(bad), None, "{bad}");
        }
    }
}
