//! The classification of values into common and rare values. A mask m, and optionally the parity of
//! the heap, determine the classification. A heap n is *common* if the number of bits of G(n) in m
//! is odd, and *rare* otherwise. If the parity of the heap is used, the parity is added to the
//! number of bits of G(n) in m. With this classification, two common parts, or two rare parts, give
//! an option whose value would be rare for the heap that is split.
//!
//! The best mask has the fewest rare heaps. The Walsh–Hadamard transform of the counts of values
//! evaluates all masks at once, in O(V log V) for V values. If the numbers of tokens that splits
//! remove all have the same parity p, n + p can be added to the number of bits. If a + b = n - i
//! and i ≡ p, the sum (a + p) + (b + p) + (n + p) is even, so the property of common and rare parts
//! still holds.

/// A classification of values into common and rare ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RareMask {
    /// The bits of a value that count.
    pub bits: u16,
    /// The shift s: the parity of n + s is added to the number of bits. `None` if no parity is
    /// added.
    pub parity: Option<u8>,
}

impl RareMask {
    /// Returns whether the value would be common for the heap.
    #[inline]
    pub fn common(self, heap: u64, value: u16) -> bool {
        let turn = match self.parity {
            Some(shift) => heap.wrapping_add(shift.into()) & 1,
            None => 0,
        };
        (u64::from((value & self.bits).count_ones()) + turn) % 2 == 1
    }

    /// Returns the mask with the fewest rare heaps among the given values of the heaps starting at
    /// `first`, and the number of rare heaps. `splits` contains the numbers of tokens that
    /// splitting moves remove.
    pub fn best(values: &[u16], first: u64, splits: &[u32]) -> (RareMask, u64) {
        let most = values.iter().copied().max().unwrap_or(0) as usize;
        let size = (most + 1).next_power_of_two();
        let shift = splits.first().map_or(0, |tokens| tokens & 1);
        let alike = splits.iter().all(|tokens| tokens & 1 == shift);
        let mut plain = vec![0i64; size];
        let mut turned = vec![0i64; size];
        for (&value, heap) in values.iter().zip(first..) {
            plain[value as usize] += 1;
            turned[value as usize] += if (heap + u64::from(shift)) & 1 == 0 {
                1
            } else {
                -1
            };
        }
        transform(&mut plain);
        transform(&mut turned);
        // A transformed entry is the number of rare heaps minus the number of common heaps.
        let mut best = (
            i64::MAX,
            RareMask {
                bits: 0,
                parity: None,
            },
        );
        for (bits, &excess) in plain.iter().enumerate() {
            if excess < best.0 {
                best = (
                    excess,
                    RareMask {
                        bits: bits as u16,
                        parity: None,
                    },
                );
            }
        }
        if alike {
            for (bits, &excess) in turned.iter().enumerate() {
                if excess < best.0 {
                    best = (
                        excess,
                        RareMask {
                            bits: bits as u16,
                            parity: Some(shift as u8),
                        },
                    );
                }
            }
        }
        (best.1, ((values.len() as i64 + best.0) / 2) as u64)
    }
}

/// Computes the Walsh–Hadamard transform in place: entry m becomes the sum of all entries v, minus
/// twice the entries v that have an odd number of common bits with m.
fn transform(counts: &mut [i64]) {
    let mut half = 1;
    while half < counts.len() {
        for pair in counts.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_rare_heaps_for_every_mask() {
        let values: Vec<u16> = (0..500u32)
            .map(|n| (n.wrapping_mul(2654435761) >> 13) as u16 % 23)
            .collect();
        for splits in [&[1u32][..], &[2, 4], &[1, 2], &[]] {
            let (mask, rare) = RareMask::best(&values, 7, splits);
            let count = |mask: RareMask| {
                values
                    .iter()
                    .zip(7..)
                    .filter(|&(&value, heap)| !mask.common(heap, value))
                    .count() as u64
            };
            assert_eq!(count(mask), rare);
            for bits in 0..32 {
                assert!(count(RareMask { bits, parity: None }) >= rare);
                if splits != [1, 2] {
                    let shift = splits.first().map_or(0, |tokens| tokens & 1) as u8;
                    assert!(
                        count(RareMask {
                            bits,
                            parity: Some(shift)
                        }) >= rare
                    );
                }
            }
        }
    }
}
