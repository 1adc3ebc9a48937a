//! Moore's Nim_k (Moore, 1910): a move lowers at least one and at most k heaps. A position is P iff
//! for every binary digit, the number of heaps with that digit is a multiple of k+1. Under misère
//! play, the rule of multiples of k+1 holds as long as some heap is above 1. If no heap is above 1,
//! the misère position is P iff the number of heaps is 1 modulo k+1 (for k = 1 this is Bouton's
//! rule). The rule does not hold for Grundy values of components in which a move can raise the
//! value, because these components are not heaps.
//!
//! A winning move is built from the highest digit down. The digits of a heap below its first
//! lowered digit are free. If the free digits can make the number of ones at a digit a multiple of
//! k+1, the free digits are chosen to do so. If no choice makes the number of ones a multiple of
//! k+1, as many further heaps as needed lose their one at this digit. No choice lowers more than k
//! heaps, so a walk over all choices lists all winning moves and has no dead end: O(heaps · digits)
//! per move.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::{Lang, Text};
use rules::ast::PlayConvention;
use rules::game::Outcome;

use crate::columns::{ColumnRow, columns, rows};

use super::heap_rule::{HeapMoves, HeapRule, outcome_if_lost};

/// Moore's rule for Nim heaps: a move lowers at least one and at most `most` heaps.
pub struct MooreRule {
    /// The maximum number of heaps that a move lowers, at least 1.
    pub most: u64,
    /// The convention that determines who wins at the end.
    pub play: PlayConvention,
}

impl MooreRule {
    /// Returns k + 1, a divisor of the number of heaps that have a given binary digit in a
    /// P-position.
    fn modulus(&self) -> u64 {
        // A limit `most` above the number of heaps forbids no move.
        self.most.saturating_add(1)
    }

    fn balanced(&self, heaps: &[u64]) -> bool {
        let ones = digit_counts(heaps);
        ones.iter().all(|count| count % self.modulus() == 0)
    }
}

/// Returns how many heaps have each binary digit, lowest digit first. O(heaps · digits).
pub fn digit_counts(heaps: &[u64]) -> [u64; 64] {
    let mut counts = [0; 64];
    for &heap in heaps {
        let mut rest = heap;
        while rest > 0 {
            counts[rest.trailing_zeros() as usize] += 1;
            rest &= rest - 1;
        }
    }
    counts
}

impl HeapRule for MooreRule {
    fn outcome(&self, heaps: &[u64]) -> Outcome {
        let small = heaps.iter().all(|&heap| heap <= 1);
        outcome_if_lost(match self.play {
            PlayConvention::Misere if small => {
                heaps.iter().sum::<u64>() % self.modulus() == 1 % self.modulus()
            }
            _ => self.balanced(heaps),
        })
    }

    fn winning(
        &self,
        heaps: &[u64],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<HeapMoves, StopReason> {
        let found = HeapMoves {
            list: Vec::new(),
            complete: true,
        };
        let mut walk = MooreSearch {
            rule: self,
            heaps,
            limit,
            budget,
            left: heaps.to_vec(),
            lowered: Vec::new(),
            found,
        };
        if self.outcome(heaps) == Outcome::N {
            let big = heaps.iter().any(|&heap| heap > 1);
            if self.play == PlayConvention::Normal || big {
                let digits = heaps
                    .iter()
                    .max()
                    .map_or(0, |most| 64 - most.leading_zeros());
                walk.digits_below(digits)?;
            }
            if self.play == PlayConvention::Misere {
                walk.down_to_ones()?;
            }
        }
        Ok(walk.found)
    }

    fn explanation(&self, heaps: &[(Text, u64)]) -> Text {
        let sizes: Vec<u64> = heaps.iter().map(|(_, size)| *size).collect();
        let (modulus, count) = (
            self.modulus(),
            sizes.iter().filter(|size| **size > 0).count() as u64,
        );
        if self.play == PlayConvention::Misere && sizes.iter().all(|&size| size <= 1) {
            let rest = count % modulus;
            return text!(
                "no heap is above 1, and the number of heaps of 1 is {count}, which is {rest} modulo {modulus}: the player to move loses iff the remainder is 1",
                "没有大于 1 的堆；1 颗的堆共 {count} 个，模 {modulus} 余 {rest}：余 1 时先手必败"
            );
        }
        let counts = digit_counts(&sizes);
        let shown = |lang: Lang, title: String| {
            let mut all = rows(heaps, lang);
            // Each count must fit into one decimal digit.
            if modulus <= 10 {
                all.push(ColumnRow::Digits(
                    title,
                    counts.iter().map(|ones| (ones % modulus) as u8).collect(),
                ));
            }
            columns(&all, None)
        };
        let table = Text {
            en: shown(Lang::En, format!("ones mod {modulus}")),
            zh: shown(Lang::Zh, format!("1 的个数 mod {modulus}")),
        };
        let uneven = counts.iter().rposition(|ones| ones % modulus != 0);
        let verdict = match uneven.map(|bit| (1u64 << bit, counts[bit])) {
            None => text!(
                "for every binary digit, the number of heaps in which it is 1 is a multiple of {modulus}",
                "每个二进制位上 1 的个数都是 {modulus} 的倍数"
            ),
            Some((digit, ones)) => text!(
                "the binary digit for {digit} is 1 in {ones} heaps, which is not a multiple of {modulus}",
                "代表 {digit} 的位上有 {ones} 个 1，不是 {modulus} 的倍数"
            ),
        };
        Text::lines(&[table, verdict])
    }
}

/// A walk over all winning moves.
struct MooreSearch<'a> {
    rule: &'a MooreRule,
    heaps: &'a [u64],
    limit: usize,
    budget: &'a Budget<'a>,
    /// The new sizes of the heaps, as far as the walk has decided them.
    left: Vec<u64>,
    /// The indices of the heaps that were lowered.
    lowered: Vec<usize>,
    found: HeapMoves,
}

impl MooreSearch<'_> {
    /// Adds the completed move to the list. Returns `false` if the limit is reached.
    fn put_down(&mut self) -> bool {
        if self.found.list.len() == self.limit {
            self.found.complete = false;
            return false;
        }
        let mut made: Vec<(usize, u64)> = self
            .lowered
            .iter()
            .map(|&index| (index, self.left[index]))
            .collect();
        made.sort_unstable();
        self.found.list.push(made);
        true
    }

    /// Tries every choice that makes the count of ones at each of the lowest `digits` digits a
    /// multiple of k+1. Returns `false` if the limit is reached.
    fn digits_below(&mut self, digits: u32) -> Result<bool, StopReason> {
        if digits == 0 {
            return Ok(self.put_down());
        }
        if digits == 1
            && self.rule.play == PlayConvention::Misere
            && self.left.iter().all(|&heap| heap <= 1)
        {
            // Under misère play, a position of heaps of size 1 is won if their number is a multiple
            // of k+1.
            return Ok(true);
        }
        self.budget.steps(self.heaps.len())?;
        let bit = 1 << (digits - 1);
        let before = self.lowered.clone();
        let mut is_lowered = vec![false; self.heaps.len()];
        before.iter().for_each(|&index| is_lowered[index] = true);
        let ones: Vec<usize> = (0..self.heaps.len())
            .filter(|&i| self.left[i] & bit != 0 && !is_lowered[i])
            .collect();
        let modulus = self.rule.modulus();
        let room = usize::try_from(self.rule.most).unwrap_or(usize::MAX) - before.len();
        for fewer in 0..=ones.len().min(room) {
            let more = (modulus - (ones.len() - fewer) as u64 % modulus) % modulus;
            if more > before.len() as u64 {
                continue;
            }
            let goes_on = each_subset(ones.len(), fewer, &mut |lose| {
                self.budget.tick()?;
                for &place in lose {
                    // After a heap loses its one at this digit, its lower digits are free; they are
                    // zero unless they are set.
                    self.left[ones[place]] &= !(bit | (bit - 1));
                    self.lowered.push(ones[place]);
                }
                let goes_on = each_subset(before.len(), more as usize, &mut |gain| {
                    gain.iter()
                        .for_each(|&place| self.left[before[place]] |= bit);
                    let goes_on = self.digits_below(digits - 1)?;
                    gain.iter()
                        .for_each(|&place| self.left[before[place]] &= !bit);
                    Ok(goes_on)
                })?;
                for &place in lose {
                    let index = ones[place];
                    self.left[index] = self.heaps[index];
                }
                self.lowered.truncate(before.len());
                Ok(goes_on)
            })?;
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Lists every misère move that leaves no heap above 1 and a number of heaps of size 1 that is
    /// 1 modulo k+1. Returns `false` if the limit is reached.
    fn down_to_ones(&mut self) -> Result<bool, StopReason> {
        let big: Vec<usize> = (0..self.heaps.len())
            .filter(|&i| self.heaps[i] > 1)
            .collect();
        let ones: Vec<usize> = (0..self.heaps.len())
            .filter(|&i| self.heaps[i] == 1)
            .collect();
        let Some(room) = (self.rule.most as usize).checked_sub(big.len()) else {
            return Ok(true);
        };
        let modulus = self.rule.modulus();
        self.lowered = big.clone();
        for taken in 0..=ones.len().min(room) {
            // Reduce `kept` of the heaps above 1 to 1 and the other heaps above 1 to 0, so that
            // `kept + rest` is 1 modulo k+1.
            let rest = (ones.len() - taken) as u64 % modulus;
            let kept = if rest == 0 {
                1 % modulus
            } else {
                (modulus - rest + 1) % modulus
            };
            if kept > big.len() as u64 || taken + big.len() == 0 {
                continue;
            }
            let goes_on = each_subset(ones.len(), taken, &mut |lose| {
                self.budget.steps(self.heaps.len())?;
                for &place in lose {
                    self.left[ones[place]] = 0;
                    self.lowered.push(ones[place]);
                }
                let goes_on = each_subset(big.len(), kept as usize, &mut |keep| {
                    self.budget.steps(big.len())?;
                    big.iter().for_each(|&index| self.left[index] = 0);
                    keep.iter().for_each(|&place| self.left[big[place]] = 1);
                    Ok(self.put_down())
                })?;
                lose.iter().for_each(|&place| self.left[ones[place]] = 1);
                self.lowered.truncate(big.len());
                Ok(goes_on)
            })?;
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Visits every subset of `size` of the numbers below `count`, in order, until `visit` returns
/// `false`; then returns `false`.
fn each_subset(
    count: usize,
    size: usize,
    visit: &mut dyn FnMut(&[usize]) -> Result<bool, StopReason>,
) -> Result<bool, StopReason> {
    let mut set: Vec<usize> = (0..size).collect();
    if size > count {
        return Ok(true);
    }
    loop {
        if !visit(&set)? {
            return Ok(false);
        }
        let Some(place) = (0..size).rev().find(|&i| set[i] < count - size + i) else {
            return Ok(true);
        };
        set[place] += 1;
        for i in place + 1..size {
            set[i] = set[i - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sums::brute_force;

    #[test]
    fn moore_agrees_with_its_definition_in_both_conventions() {
        for play in [PlayConvention::Normal, PlayConvention::Misere] {
            for most in 1..=5 {
                let rule = MooreRule { most, play };
                brute_force::compare(
                    &rule,
                    play,
                    most as usize,
                    &[(4, 4), (5, 2), (6, 2), (7, 1), (3, 7)],
                );
            }
        }
    }

    #[test]
    fn a_thousand_heaps_of_sixty_four_bits() {
        let budget = Budget::generous();
        let mut rng = splitmix(7);
        for play in [PlayConvention::Normal, PlayConvention::Misere] {
            for most in [1, 2, 3, 999, u64::from(u32::MAX), u64::MAX] {
                let rule = MooreRule { most, play };
                let heaps: Vec<u64> = (0..1000).map(|_| rng()).collect();
                assert_eq!(rule.outcome(&heaps), Outcome::N);
                let found = rule.winning(&heaps, 50, &budget).unwrap();
                assert!(!found.list.is_empty());
                for made in &found.list {
                    let mut left = heaps.clone();
                    assert!(!made.is_empty() && made.len() <= most as usize);
                    for &(index, target) in made {
                        assert!(target < left[index]);
                        left[index] = target;
                    }
                    assert_eq!(rule.outcome(&left), Outcome::P);
                }
            }
        }
    }

    /// Returns a generator of pseudorandom numbers (splitmix64).
    fn splitmix(seed: u64) -> impl FnMut() -> u64 {
        let mut state = seed;
        move || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ mixed >> 31
        }
    }
}
