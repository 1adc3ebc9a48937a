//! Schwenk's numbers H_1, H_2, … solve heaps of any size in k-fold dynamic subtraction. Schwenk's
//! numbers are defined by H_1 = 1 and H_{j+1} = H_j + H_i, where i is the smallest index with k·H_i
//! ≥ H_j. For k ≥ 1, Schwenk's numbers are exactly the heaps that are lost if the first take may be
//! anything except the complete heap. Each m has exactly one representation as a sum of Schwenk's
//! numbers in which each part is greater than k times the next part. The unique representation of m
//! is the greedy one, and its smallest part is the smallest winning take.
//!
//! The greedy representation determines all winning takes. A take x wins iff the rest m - x is 0 or
//! has a smallest part greater than k·x. If x wins, the parts of m - x followed by the parts of x
//! are the greedy representation of m. So a winning x is a sum of the last parts of m, and the part
//! before these parts, if any, is greater than k·x. The O(log m) winning takes are found in O(log
//! m) operations.
//!
//! For k < 1 the recurrence ends at once (no i has k·H_i ≥ 1). For k < 1, a take x < 1/k leaves no
//! move at all, so exactly the takes x < 1/k and m itself win. About log S / log(1 + 1/k) of
//! Schwenk's numbers are below S: a few thousand for k ≤ 10 and an S of a thousand digits.
//!
//! Source: A. J. Schwenk, Take-Away Games, Fibonacci Quarterly 8 (1970), 225-234.

use base::budget::{Budget, StopReason};
use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::TakeFactor;

/// Schwenk's numbers up to some size.
#[derive(Clone, Debug)]
pub struct SchwenkNumbers {
    k: TakeFactor,
    /// The numbers H_1, H_2, …; for k < 1 only H_1 = 1.
    losing: Vec<UBig>,
}

/// All winning takes at a position, in ascending order: every number from 1 to `up_to`, then the
/// numbers in `also`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningTakes {
    /// Every take from 1 to `up_to` wins; `up_to` is 0 if k ≥ 1.
    pub up_to: UBig,
    /// The winning takes above `up_to`.
    pub also: Vec<UBig>,
}

impl WinningTakes {
    /// Returns the smallest winning take, or `None` if no take wins.
    pub fn min_take(&self) -> Option<UBig> {
        if self.up_to.is_zero() {
            self.also.first().cloned()
        } else {
            Some(UBig::ONE)
        }
    }

    /// Returns the number of winning takes.
    pub fn count(&self) -> UBig {
        &self.up_to + self.also.len()
    }

    /// Returns whether `take` is one of the winning takes.
    pub fn contains(&self, take: &UBig) -> bool {
        !take.is_zero() && *take <= self.up_to || self.also.contains(take)
    }
}

impl SchwenkNumbers {
    /// Computes Schwenk's numbers up to `size`; the result must not be used for heaps above `size`.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget does not allow the time or memory.
    pub fn up_to(
        k: TakeFactor,
        size: &UBig,
        budget: &Budget<'_>,
    ) -> Result<SchwenkNumbers, StopReason> {
        let mut losing = vec![UBig::ONE];
        let mut i = 0;
        // The memory of the computed numbers' digits, in bytes.
        let mut digits = 0;
        while !k.is_below_one() {
            budget.tick()?;
            let last = &losing[losing.len() - 1];
            while !k.allows(&losing[i], last) {
                i += 1;
            }
            let next = last + &losing[i];
            if next > *size {
                break;
            }
            let bytes = next.bit_len().div_ceil(8) as u64;
            digits += if bytes > 16 { bytes } else { 0 };
            budget.allow_memory(digits)?;
            budget.make_room(&mut losing, 1, digits)?;
            losing.push(next);
        }
        Ok(SchwenkNumbers { k, losing })
    }

    /// Returns the factor.
    pub fn factor(&self) -> TakeFactor {
        self.k
    }

    /// Returns H_1, H_2, … up to the requested size.
    pub fn losing(&self) -> &[UBig] {
        &self.losing
    }

    /// Returns the parts of the greedy representation of m, largest first. The list is empty for k
    /// < 1, because every part would be 1.
    pub fn parts(&self, m: &UBig) -> Vec<UBig> {
        let mut parts = Vec::new();
        let mut rest = m.clone();
        let mut below = self.losing.len();
        while !rest.is_zero() && !self.k.is_below_one() {
            // Schwenk's numbers include 1, so one of them is always at most the rest.
            below = self.losing[..below].partition_point(|h| *h <= rest) - 1;
            rest -= &self.losing[below];
            parts.push(self.losing[below].clone());
        }
        parts
    }

    /// Returns f(m), the smallest take that wins a heap of m if the limit allows it; `None` for m =
    /// 0.
    pub fn least_take(&self, m: &UBig) -> Option<UBig> {
        if m.is_zero() {
            return None;
        }
        Some(self.parts(m).pop().unwrap_or(UBig::ONE))
    }

    /// Returns whether the heap m is lost for a player who may take at most m - 1.
    pub fn is_losing(&self, m: &UBig) -> bool {
        self.least_take(m).is_none_or(|take| take == *m)
    }

    /// Returns all winning takes at the heap m if at most `limit` may be taken. O(log m) operations
    /// on numbers.
    pub fn winning_takes(&self, m: &UBig, limit: &UBig) -> WinningTakes {
        let mut takes = WinningTakes {
            up_to: UBig::ZERO,
            also: Vec::new(),
        };
        if self.k.is_below_one() {
            let silent = UBig::from(self.k.take_that_allows(1) - 1);
            takes.up_to = silent.min(m.clone()).min(limit.clone());
            if !m.is_zero() && m <= limit && *m > takes.up_to {
                takes.also.push(m.clone());
            }
            return takes;
        }
        let parts = self.parts(m);
        let mut take = UBig::ZERO;
        for (i, part) in parts.iter().enumerate().rev() {
            take += part;
            if take > *limit {
                break;
            }
            if i == 0 || !self.k.allows(&take, &parts[i - 1]) {
                takes.also.push(take.clone());
            }
        }
        takes
    }
}

#[cfg(test)]
mod tests {
    use super::super::table;
    use super::*;

    #[test]
    fn the_first_numbers() {
        let numbers = |k| -> Vec<String> {
            let numbers = SchwenkNumbers::up_to(
                TakeFactor::new(k, 1).unwrap(),
                &UBig::from(40u8),
                &Budget::generous(),
            )
            .unwrap();
            numbers.losing().iter().map(UBig::to_string).collect()
        };
        assert_eq!(numbers(1).join(" "), "1 2 4 8 16 32");
        assert_eq!(numbers(2).join(" "), "1 2 3 5 8 13 21 34");
        assert_eq!(numbers(3).join(" "), "1 2 3 4 6 8 11 15 21 29 40");
    }

    /// Tests numbers of 1,000 digits: the parts are greedy, their sum is m, and each part is more
    /// than k times the next part. The test also checks the condition of the theorem for all
    /// computed numbers.
    #[test]
    fn a_thousand_digits() {
        let m = UBig::from(10u8).pow(999) + UBig::from(123_456_789u32);
        for k in [1, 2, 3, 10] {
            let k = TakeFactor::new(k, 1).unwrap();
            let numbers = SchwenkNumbers::up_to(k, &m, &Budget::generous()).unwrap();
            let parts = numbers.parts(&m);
            assert_eq!(parts.iter().sum::<UBig>(), m);
            assert!(parts.windows(2).all(|pair| !k.allows(&pair[1], &pair[0])));
            let takes = numbers.winning_takes(&m, &(&m - UBig::ONE));
            assert_eq!(takes.min_take(), parts.last().cloned());
            for take in &takes.also {
                assert!(
                    numbers
                        .least_take(&(&m - take))
                        .is_some_and(|f| f > k.limit_after(take))
                );
            }
        }
    }

    #[test]
    fn numbers_agree_with_a_long_table() {
        let budget = Budget::generous();
        for (num, den) in [(1, 1), (2, 1), (10, 1), (5, 2), (17, 13), (1000, 1)] {
            let k = TakeFactor::new(num, den).unwrap();
            let table = table::by_walls(100_000, k, &budget).unwrap();
            let numbers = SchwenkNumbers::up_to(k, &UBig::from(100_000u32), &budget).unwrap();
            for m in (1..=100_000usize).step_by(7) {
                assert_eq!(
                    numbers.least_take(&m.into()),
                    Some(table[m].into()),
                    "k = {num}/{den}, m = {m}"
                );
            }
            let lost = (1..table.len()).filter(|&m| table[m] as usize == m);
            assert!(lost.map(UBig::from).eq(numbers.losing().iter().cloned()));
        }
    }

    #[test]
    fn the_budget_is_kept() {
        let tight = Budget::new(1 << 20, &|| None, &|_, _| ());
        let k = TakeFactor::new(1_000_000_000, 1).unwrap();
        assert!(matches!(
            SchwenkNumbers::up_to(k, &UBig::from(10u8).pow(100), &tight),
            Err(StopReason::Memory(..))
        ));
    }
}
