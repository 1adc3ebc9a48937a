//! This module counts losing first moves of Nim (P5675, GZOI 2017). A subset of the given piles is
//! laid out, and the first player must take from one named pile of the subset. The result is the
//! number of pairs of a subset and a named pile for which the first player loses. Let v be the
//! nim-sum of the other piles of the subset. The first player can win only by lowering the named
//! pile a to v, so a pair is lost exactly when v ≥ a. The nim-sums of the subsets of the other
//! piles form a linear space over the field of two elements, and each nim-sum occurs equally often.
//! From a basis of the space, the number of elements of the space that are at least a can be
//! computed. Leaving a pile out changes the space only if no other pile can replace it in the
//! basis. At most 64 piles of the basis cannot be replaced by another pile. The count takes O(N log
//! max + log³ max) for N piles, whereas enumerating the nim-sums takes O(N² max).

/// Returns the number of lost pairs, modulo a positive number. Pairs that name an empty pile are
/// not counted, because nothing can be taken from an empty pile.
///
/// ```
/// assert_eq!(
///     theorems::first_moves::lost_pairs(&[2, 4, 5], 1_000_000_007),
///     5
/// );
/// ```
pub fn lost_pairs(piles: &[u64], modulus: u64) -> u64 {
    let mut all = XorBasis::new();
    // The basis piles, and a bit set that marks the basis piles that a pile outside the basis can
    // replace.
    let mut members: Vec<usize> = Vec::new();
    let mut replaceable = 0u64;
    for (i, &pile) in piles.iter().enumerate() {
        match all.insert(pile, members.len()) {
            None => members.push(i),
            Some(sum) => replaceable |= sum,
        }
    }
    // Each nim-sum occurs once for each subset of the piles outside the basis.
    let outside = piles.len() - members.len();
    let times = |exponent: usize, count: u128| {
        count % u128::from(modulus) * power_of_two(exponent, modulus) % u128::from(modulus)
    };
    let mut lost = 0;
    let mut member = members.iter().copied().enumerate().peekable();
    for (i, &pile) in piles.iter().enumerate() {
        let own = member.next_if(|&(_, at)| at == i).map(|(own, _)| own);
        if pile == 0 {
            continue;
        }
        lost += match own.filter(|own| replaceable >> own & 1 == 0) {
            // If the pile is outside the basis or replaceable, a basis of the other piles spans the
            // same space and leaves out one pile fewer.
            None => times(outside - 1, all.at_least(pile)),
            Some(own) => {
                let mut others = XorBasis::new();
                for (j, &at) in members.iter().enumerate().filter(|&(j, _)| j != own) {
                    others.insert(piles[at], j);
                }
                times(outside, others.at_least(pile))
            }
        };
        lost %= u128::from(modulus);
    }
    lost as u64
}

fn power_of_two(exponent: usize, modulus: u64) -> u128 {
    let modulus = u128::from(modulus);
    let (mut power, mut square, mut exponent) = (1 % modulus, 2 % modulus, exponent);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * square % modulus;
        }
        square = square * square % modulus;
        exponent >>= 1;
    }
    power
}

/// A linear space over the field of two elements: at most one row for each leading digit, with the
/// set of members whose sum is the row.
struct XorBasis {
    rows: [u64; 64],
    sums: [u64; 64],
}

impl XorBasis {
    fn new() -> XorBasis {
        XorBasis {
            rows: [0; 64],
            sums: [0; 64],
        }
    }

    /// Returns the members whose sum is the number, if the number is already in the space.
    /// Otherwise adds the number as the member `index` and returns `None`. O(log max).
    fn insert(&mut self, mut number: u64, index: usize) -> Option<u64> {
        let mut sum = 0;
        while let Some(top) = number.checked_ilog2() {
            let top = top as usize;
            if self.rows[top] == 0 {
                self.rows[top] = number;
                self.sums[top] = sum ^ 1 << index;
                return None;
            }
            number ^= self.rows[top];
            sum ^= self.sums[top];
        }
        Some(sum)
    }

    /// Returns the number of elements of the space that are at least `least`. O(log max).
    fn at_least(&self, least: u64) -> u128 {
        let mut free = self.rows.iter().filter(|&&row| row != 0).count();
        let (mut greater, mut equal) = (0, 0u64);
        // The element `equal` agrees with `least` in the digits above the current digit. Each row
        // with a lower leading digit may still be added to `equal` or left out.
        for bit in (0..64).rev() {
            let (has_row, wanted) = (self.rows[bit] != 0, least >> bit & 1);
            free -= usize::from(has_row);
            let digit = equal >> bit & 1;
            if has_row {
                if wanted == 0 {
                    greater += 1u128 << free;
                }
                equal ^= if digit == wanted { 0 } else { self.rows[bit] };
            } else if digit != wanted {
                return greater + if digit > wanted { 1 << free } else { 0 };
            }
        }
        greater + 1
    }
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use fastrand::Rng;

    use super::*;
    use theory::reference::{ReferenceSearch, take_from_one};

    /// Counts lost pairs by definition: every subset, every named pile of the subset, every first
    /// move from that pile.
    fn by_definition(piles: &[u64]) -> u64 {
        let budget = Budget::generous();
        let mut search = ReferenceSearch::normal(
            |heaps: &Vec<u64>| take_from_one(heaps, |_, _, _| true),
            &budget,
        );
        let mut lost = 0;
        for subset in 0u32..1 << piles.len() {
            let heaps: Vec<u64> = (0..piles.len())
                .map(|i| if subset >> i & 1 == 1 { piles[i] } else { 0 })
                .collect();
            for i in (0..piles.len()).filter(|&i| heaps[i] > 0) {
                let mut option = heaps.clone();
                lost += u64::from((0..heaps[i]).all(|left| {
                    option[i] = left;
                    search.mover_wins(&option).unwrap()
                }));
            }
        }
        lost
    }

    /// Counts lost pairs by the nim-sums of all subsets of the other piles.
    fn by_subsets(piles: &[u64]) -> u64 {
        let mut lost = 0;
        for i in (0..piles.len()).filter(|&i| piles[i] > 0) {
            let mut sums = vec![0];
            for (j, &pile) in piles.iter().enumerate() {
                if j != i {
                    sums.extend(sums.clone().iter().map(|sum| sum ^ pile));
                }
            }
            lost += sums.iter().filter(|&&sum| sum >= piles[i]).count() as u64;
        }
        lost
    }

    #[test]
    fn the_count_agrees_with_the_definition() {
        let mut rng = Rng::with_seed(12);
        for _ in 0..60 {
            let piles: Vec<u64> = (0..rng.usize(0..6)).map(|_| rng.u64(0..7)).collect();
            assert_eq!(
                lost_pairs(&piles, u64::MAX),
                by_definition(&piles),
                "{piles:?}"
            );
            assert_eq!(by_subsets(&piles), by_definition(&piles), "{piles:?}");
        }
    }

    #[test]
    fn the_count_agrees_with_all_subsets_of_large_piles() {
        let mut rng = Rng::with_seed(13);
        for _ in 0..100 {
            let mask = rng.u64(..) & rng.u64(..) & rng.u64(..);
            let piles: Vec<u64> = (0..rng.usize(0..11)).map(|_| rng.u64(..) & mask).collect();
            assert_eq!(
                lost_pairs(&piles, u64::MAX),
                by_subsets(&piles),
                "{piles:?}"
            );
            assert_eq!(lost_pairs(&piles, 97), by_subsets(&piles) % 97);
            assert_eq!(lost_pairs(&piles, 1), 0);
        }
    }

    #[test]
    fn a_space_of_all_numbers() {
        let piles: Vec<u64> = (0..64).map(|bit| 1 << bit).collect();
        // The nim-sums of the other piles are the numbers without the digit `bit`; nim-sums of at
        // least 2^bit have a higher digit.
        let expected: u128 = (0..64).map(|bit| (1u128 << 63) - (1u128 << bit)).sum();
        assert_eq!(
            u128::from(lost_pairs(&piles, 1_000_000_007)),
            expected % 1_000_000_007
        );
    }
}
