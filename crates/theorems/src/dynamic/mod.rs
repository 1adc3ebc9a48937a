//! k-fold dynamic subtraction: a heap of m, the player to move takes 1 to n of it, and the opponent then at most k times what was
//! taken, for any fraction k > 0; who cannot move loses (so for k < 1 stones may be left). The first limit is usually m - 1.
//!
//! Whoever may take more can do no worse, so all is said by f(m), the least winning take: (m, n) is won exactly when f(m) ≤ n.
//! Taking n leaves the opponent (m - n, k·n), so f(m) = min{n : f(m - n) > k·n}, f(0) = ∞. Three ways to it, each the twin of the
//! others: the table by the stack of walls, O(S) for all m ≤ S ([`table`]: any k); the same table by copying blocks, at the speed of
//! memory; and Schwenk's numbers, O(log S) of them, for heaps with thousands of digits ([`numbers`]). k = 1 is the lowest set bit
//! ([`lowest_bit`]), k = 2 the least part of the Zeckendorf representation ([`crate::dynamic::fibonacci`]).
//!
//! Under misère play, where who takes the last one loses, a heap of m ≥ 1 with k ≥ 1 is the heap of m - 1 under normal play: a limit is then
//! never 0, so whoever has one left must take it, and whoever has more need not take all ([`MiserePlayer`]). For k < 1 that is false: a
//! take of 1 may end play with stones left, and then wins for the opponent.
//!
//! Sources: A. J. Schwenk, Take-Away Games, Fibonacci Quarterly 8 (1970); the stack of walls: Cao Qinxiang, national team paper 2008.

pub mod fibonacci;
pub mod numbers;
pub(crate) mod recognise;
mod strategy;
pub mod table;

use dashu_int::UBig;

pub use numbers::{Numbers, Takes};
pub use strategy::{MiserePlayer, Player};

/// A factor k = num/den > 0 by which a take bounds the next one.
#[derive(Clone, Copy, Debug)]
pub struct Factor {
    num: u64,
    den: u64,
}

/// Equal as numbers: 2/4 is 1/2.
impl PartialEq for Factor {
    fn eq(&self, other: &Factor) -> bool {
        u128::from(self.num) * u128::from(other.den) == u128::from(other.num) * u128::from(self.den)
    }
}

impl Eq for Factor {}

impl Factor {
    /// num/den; `None` if either is 0.
    pub fn new(num: u64, den: u64) -> Option<Factor> {
        (num > 0 && den > 0).then_some(Factor { num, den })
    }

    /// Whether k < 1: then a take of 1 leaves the opponent without a move, and f(m) = 1 for every m ≥ 1.
    pub fn is_below_one(self) -> bool {
        self.num < self.den
    }

    /// ⌊k·take⌋: the most that may be taken after it.
    pub fn limit_after(self, take: &UBig) -> UBig {
        take * self.num / self.den
    }

    /// ⌈least/k⌉: the least take after which `least` may be taken.
    pub fn take_that_allows(self, least: u64) -> u64 {
        match least.checked_mul(self.den) {
            Some(product) => product.div_ceil(self.num),
            None => {
                let take = (u128::from(least) * u128::from(self.den)).div_ceil(self.num.into());
                u64::try_from(take).unwrap_or(u64::MAX)
            }
        }
    }

    /// k·take ≥ least.
    fn allows(self, take: &UBig, least: &UBig) -> bool {
        take * self.num >= least * self.den
    }
}

/// The least winning take for k = 1: the lowest set bit of m, nothing for m = 0. (Taking it leaves a number whose lowest bit is
/// higher; any smaller take leaves its own lowest bit or a lower one to the opponent.) O(length of m).
pub fn lowest_bit(m: &UBig) -> Option<UBig> {
    m.trailing_zeros().map(|zeros| UBig::ONE << zeros)
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;

    use super::*;

    /// Outcomes by the game itself: `won[m][n]` for m, n ≤ size.
    pub(super) fn won(size: usize, num: usize, den: usize) -> Vec<Vec<bool>> {
        let mut won: Vec<Vec<bool>> = Vec::new();
        for m in 0..=size {
            let row = (0..=size).map(|n| (1..=n.min(m)).any(|take| !won[m - take][(take * num / den).min(size)])).collect();
            won.push(row);
        }
        won
    }

    /// Factors below, at and above 1.
    pub(super) fn factors() -> impl Iterator<Item = (usize, usize)> {
        (1..=7).flat_map(|den| (1..=24).map(move |num| (num, den))).chain([(1000, 1), (1, 1000), (99, 100), (101, 100)])
    }

    #[test]
    fn every_way_agrees_with_the_game() {
        const SIZE: usize = 60;
        let budget = Budget::generous();
        for (num, den) in factors() {
            let k = Factor::new(num as u64, den as u64).unwrap();
            let won = won(SIZE, num, den);
            let table = table::by_walls(SIZE as u32, k, &budget).unwrap();
            let numbers = Numbers::up_to(k, &SIZE.into(), &budget).unwrap();
            for m in 1..=SIZE {
                let least = (1..=m).find(|&n| won[m][n]).unwrap();
                assert_eq!(table[m] as usize, least, "k = {num}/{den}, m = {m}");
                assert_eq!(numbers.least_take(&m.into()), Some(least.into()), "k = {num}/{den}, m = {m}");
                let winning: Vec<usize> = (1..=m).filter(|take| !won[m - take][(take * num / den).min(SIZE)]).collect();
                for n in 0..=SIZE {
                    let takes = numbers.winning_takes(&m.into(), &n.into());
                    let found: Vec<usize> = (1..=m).filter(|&take| takes.contains(&take.into())).collect();
                    assert_eq!(found, winning.iter().copied().filter(|&take| take <= n).collect::<Vec<_>>(), "k = {num}/{den}, ({m}, {n})");
                    assert_eq!(takes.count(), found.len().into());
                    assert_eq!(takes.least(), found.first().map(|&take| take.into()));
                }
            }
        }
    }

    /// Where no legal take is left the player loses, also with stones on the table (k < 1): so a take of 1 wins at once. And 5/4,
    /// 4/3, 3/2 lose exactly where 1 does.
    #[test]
    fn small_factors() {
        let budget = Budget::generous();
        let table = |num, den| table::by_walls(3000, Factor::new(num, den).unwrap(), &budget).unwrap();
        for (num, den) in [(1, 2), (1, 3), (99, 100)] {
            assert!(table(num, den)[1..].iter().all(|&take| take == 1));
            assert!(!won(9, num as usize, den as usize)[9][0]);
        }
        let lost = |table: Vec<u32>| -> Vec<usize> { (2..=120).filter(|&m| table[m] as usize == m).collect() };
        for (num, den) in [(5, 4), (4, 3), (3, 2)] {
            assert_eq!(lost(table(num, den)), [2, 4, 8, 16, 32, 64], "{num}/{den}");
        }
    }

    #[test]
    fn one_is_the_lowest_bit() {
        let table = table::by_walls(5000, Factor::new(1, 1).unwrap(), &Budget::generous()).unwrap();
        assert_eq!(lowest_bit(&UBig::ZERO), None);
        for m in 1..=5000u32 {
            assert_eq!(lowest_bit(&m.into()), Some(table[m as usize].into()));
        }
    }

    #[test]
    fn factors_are_compared_as_numbers() {
        let k = |num, den| Factor::new(num, den);
        assert!(k(0, 1).is_none() && k(1, 0).is_none());
        assert_eq!(k(2, 4), k(1, 2));
        assert_ne!(k(u64::MAX, 1), k(u64::MAX - 1, 1));
        let large = k(1, u64::MAX).unwrap();
        assert_eq!(large.take_that_allows(2), u64::MAX);
        assert_eq!(k(u64::MAX, u64::MAX).unwrap().take_that_allows(7), 7);
    }
}
