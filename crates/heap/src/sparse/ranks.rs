//! The ranks of values. Given the mask and the parity of the heap, a common value is determined by
//! all its bits except one of the mask. The *rank* of a common or rare value is the value without
//! the lowest bit of the mask. Common values need half as many rows by rank as by value. Ranks are
//! in the order of the common values, because the bits below the removed one do not change the
//! class. Removing a bit is linear over xor, so options are found by rank as by value: the rank of
//! v xor g is the xor of the ranks.

use super::mask::RareMask;

/// The ranks for one mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueRanks {
    mask: RareMask,
    /// The index of the bit that is removed.
    bit: u32,
}

impl ValueRanks {
    /// Creates the ranks for a mask; `None` if the mask contains no bit.
    pub fn new(mask: RareMask) -> Option<ValueRanks> {
        (mask.bits != 0).then(|| ValueRanks {
            mask,
            bit: mask.bits.trailing_zeros(),
        })
    }

    /// Returns a value without the removed bit.
    pub fn rank(self, value: u16) -> u16 {
        let low = (1 << self.bit) - 1;
        value >> 1 & !low | value & low
    }

    /// Returns the rank of the value of a heap; `None` if the value is rare.
    pub fn of_common(self, heap: u64, value: u16) -> Option<u16> {
        self.mask.common(heap, value).then(|| self.rank(value))
    }

    /// Returns the common value with a given rank for a heap.
    pub fn common(self, heap: u64, rank: u16) -> u16 {
        let low = (1 << self.bit) - 1;
        let value = (rank & !low) << 1 | rank & low;
        if self.mask.common(heap, value) {
            value
        } else {
            value | 1 << self.bit
        }
    }

    /// Returns the rare value with a given rank for a heap.
    pub fn rare(self, heap: u64, rank: u16) -> u16 {
        self.common(heap, rank) ^ 1 << self.bit
    }

    /// Returns the size of groups of ranks that differ only below the removed bit. For a heap, all
    /// common values of a group are below all rare values, or all common values are above all rare
    /// values.
    pub fn together(self) -> u16 {
        1 << self.bit
    }

    /// Returns whether a heap of size n and a heap of size n + 1 have different common values.
    pub fn turns(self) -> bool {
        self.mask.parity.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_and_the_parity_tell_a_common_value() {
        for (bits, parity) in [
            (39, Some(1)),
            (494, None),
            (27, None),
            (12, Some(0)),
            (256, None),
        ] {
            let mask = RareMask { bits, parity };
            let ranks = ValueRanks::new(mask).unwrap();
            for heap in [0, 1] {
                let (common, rare): (Vec<u16>, Vec<u16>) =
                    (0..512).partition(|&value| mask.common(heap, value));
                for (values, of_rank) in [
                    (
                        common,
                        ValueRanks::common as fn(ValueRanks, u64, u16) -> u16,
                    ),
                    (rare, ValueRanks::rare),
                ] {
                    // In increasing order, the values of each class (common or rare) have the ranks
                    // 0, 1, 2, ….
                    for (rank, &value) in (0..).zip(&values) {
                        assert_eq!(
                            (ranks.rank(value), of_rank(ranks, heap, rank)),
                            (rank, value)
                        );
                    }
                    assert_eq!(values.len(), 256);
                }
                // In a group of ranks, all common values are below all rare values, or all common
                // values are above all rare values.
                for rank in 0..256 {
                    let first = rank / ranks.together() * ranks.together();
                    let before = ranks.common(heap, first) < ranks.rare(heap, first);
                    assert_eq!(ranks.common(heap, rank) < ranks.rare(heap, first), before);
                    assert_eq!(ranks.common(heap, first) < ranks.rare(heap, rank), before);
                }
            }
            for value in 0..512 {
                assert_eq!(ranks.rank(value ^ 311), ranks.rank(value) ^ ranks.rank(311));
            }
        }
    }
}
