//! In k-fold dynamic subtraction, the player to move takes 1 to n from a heap of m. Each later move
//! takes at most k times the amount of the previous move, for any real k > 0 that is known exactly
//! ([`TakeFactor`]). A player who cannot move loses. For k < 1, stones may be left at the end. The
//! limit n of the first take is usually m - 1.
//!
//! A larger limit is never worse, so f(m), the smallest winning take, describes all outcomes: (m,
//! n) is won exactly when f(m) ≤ n. Taking n leaves the opponent (m - n, k·n), so f(m) = min{n :
//! f(m - n) > k·n}, f(0) = ∞. The module contains three methods to compute f, which are tested
//! against each other. A *stack of walls* (defined in [`table`]) computes a table of all m ≤ S in
//! O(S), for any k. Copying blocks builds the table of f at the speed of memory. Schwenk's numbers,
//! O(log S) of them, handle heaps with thousands of digits ([`schwenk_numbers`]). For k = 1, f(m)
//! is the lowest set bit ([`lowest_bit`]), and for k = 2 it is the smallest part of the Zeckendorf
//! representation ([`crate::dynamic::fibonacci`]).
//!
//! Under misère play, the player who takes the last stone loses. Under misère play, a heap of m ≥ 1
//! with k ≥ 1 is equivalent to the heap of m - 1 under normal play. For k ≥ 1 the limit is never 0,
//! so a player must take a single remaining stone, but need not take all of several stones
//! ([`MiserePlayer`]). For k < 1 the equivalence is false: a take of 1 may end play with stones
//! left, and then the opponent wins.
//!
//! Sources: A. J. Schwenk, Take-Away Games, Fibonacci Quarterly 8 (1970); the stack of walls: Cao
//! Qinxiang, national team paper 2008.

mod factor;
pub mod fibonacci;
pub(crate) mod recognise;
pub mod schwenk_numbers;
mod strategy;
pub mod table;

use dashu_int::UBig;

pub use factor::TakeFactor;
pub use schwenk_numbers::{SchwenkNumbers, WinningTakes};
pub use strategy::{MiserePlayer, Player};

/// Returns the smallest winning take for k = 1, the lowest set bit of m, or `None` for m = 0.
/// (Taking the lowest bit leaves a number whose lowest bit is higher; any smaller take leaves the
/// opponent a lowest bit within the limit.) O(length of m).
pub fn lowest_bit(m: &UBig) -> Option<UBig> {
    m.trailing_zeros().map(|zeros| UBig::ONE << zeros)
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use rules::ast::BinaryOp;
    use rules::quadratic::Quadratic;

    use super::*;

    /// Returns outcomes by definition: `won[m][n]` for all heaps m and limits n up to `size`.
    pub(super) fn won(size: usize, num: usize, den: usize) -> Vec<Vec<bool>> {
        won_by(size, |take| take * num / den)
    }

    /// Returns outcomes like [`won`], where the function `after` gives the limit after a take.
    fn won_by(size: usize, after: impl Fn(usize) -> usize) -> Vec<Vec<bool>> {
        let mut won: Vec<Vec<bool>> = Vec::new();
        for m in 0..=size {
            let row = (0..=size)
                .map(|n| (1..=n.min(m)).any(|take| !won[m - take][after(take).min(size)]))
                .collect();
            won.push(row);
        }
        won
    }

    /// Returns factors below 1, the factor 1, and factors above 1.
    pub(super) fn factors() -> impl Iterator<Item = (usize, usize)> {
        (1..=7)
            .flat_map(|den| (1..=24).map(move |num| (num, den)))
            .chain([(1000, 1), (1, 1000), (99, 100), (101, 100)])
    }

    #[test]
    fn every_way_agrees_with_the_game() {
        const SIZE: usize = 60;
        let budget = Budget::generous();
        for (num, den) in factors() {
            let k = TakeFactor::new(num as u64, den as u64).unwrap();
            let won = won(SIZE, num, den);
            let table = table::by_walls(SIZE as u32, k, &budget).unwrap();
            let numbers = SchwenkNumbers::up_to(k, &SIZE.into(), &budget).unwrap();
            for m in 1..=SIZE {
                let least = (1..=m).find(|&n| won[m][n]).unwrap();
                assert_eq!(table[m] as usize, least, "k = {num}/{den}, m = {m}");
                assert_eq!(
                    numbers.least_take(&m.into()),
                    Some(least.into()),
                    "k = {num}/{den}, m = {m}"
                );
                let winning: Vec<usize> = (1..=m)
                    .filter(|take| !won[m - take][(take * num / den).min(SIZE)])
                    .collect();
                for n in 0..=SIZE {
                    let takes = numbers.winning_takes(&m.into(), &n.into());
                    let found: Vec<usize> = (1..=m)
                        .filter(|&take| takes.contains(&take.into()))
                        .collect();
                    assert_eq!(
                        found,
                        winning
                            .iter()
                            .copied()
                            .filter(|&take| take <= n)
                            .collect::<Vec<_>>(),
                        "k = {num}/{den}, ({m}, {n})"
                    );
                    assert_eq!(takes.count(), found.len().into());
                    assert_eq!(takes.min_take(), found.first().map(|&take| take.into()));
                }
            }
        }
    }

    /// Tests every method against the game for irrational factors, with limits from their exact
    /// floors.
    #[test]
    fn real_factors_agree_with_the_game() {
        const SIZE: usize = 60;
        let budget = Budget::generous();
        for root in factor::tests::roots() {
            let k = TakeFactor::real(root).unwrap();
            let won = won_by(SIZE, |take| {
                root.binary(BinaryOp::Mul, Quadratic::int(take as i64))
                    .unwrap()
                    .floor()
                    .unwrap() as usize
            });
            let table = table::by_walls(SIZE as u32, k, &budget).unwrap();
            let numbers = SchwenkNumbers::up_to(k, &SIZE.into(), &budget).unwrap();
            for m in 1..=SIZE {
                let least = (1..=m).find(|&n| won[m][n]).unwrap();
                assert_eq!(table[m] as usize, least, "k = {root}, m = {m}");
                for n in 0..=SIZE {
                    let winning = |take: &usize| {
                        !won[m - take][usize::try_from(k.limit_after(&(*take).into()))
                            .unwrap()
                            .min(SIZE)]
                    };
                    let takes = numbers.winning_takes(&m.into(), &n.into());
                    let found: Vec<usize> = (1..=m)
                        .filter(|&take| takes.contains(&take.into()))
                        .collect();
                    assert_eq!(
                        found,
                        (1..=n.min(m)).filter(winning).collect::<Vec<_>>(),
                        "k = {root}, ({m}, {n})"
                    );
                }
            }
        }
    }

    /// Tests small factors. A player without a legal take loses, even if stones are left. So for a
    /// factor k < 1, a take of 1 wins at once. The factors 5/4, 4/3 and 3/2 have the same losing
    /// heaps as the factor 1.
    #[test]
    fn small_factors() {
        let budget = Budget::generous();
        let table =
            |num, den| table::by_walls(3000, TakeFactor::new(num, den).unwrap(), &budget).unwrap();
        for (num, den) in [(1, 2), (1, 3), (99, 100)] {
            assert!(table(num, den)[1..].iter().all(|&take| take == 1));
            assert!(!won(9, num as usize, den as usize)[9][0]);
        }
        let lost = |table: Vec<u32>| -> Vec<usize> {
            (2..=120).filter(|&m| table[m] as usize == m).collect()
        };
        for (num, den) in [(5, 4), (4, 3), (3, 2)] {
            assert_eq!(lost(table(num, den)), [2, 4, 8, 16, 32, 64], "{num}/{den}");
        }
    }

    #[test]
    fn one_is_the_lowest_bit() {
        let table =
            table::by_walls(5000, TakeFactor::new(1, 1).unwrap(), &Budget::generous()).unwrap();
        assert_eq!(lowest_bit(&UBig::ZERO), None);
        for m in 1..=5000u32 {
            assert_eq!(lowest_bit(&m.into()), Some(table[m as usize].into()));
        }
    }
}
