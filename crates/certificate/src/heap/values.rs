//! Recomputes the nimbers of a heap game. If moves leave at most two heaps, a mask of bits divides
//! heaps into common heaps and rare heaps. A heap is common if its value has an odd number of these
//! bits, with the parity of the heap added if required. The nim-sum of the values of two common
//! heaps never satisfies the condition for a common heap. All pairs with a rare heap are tried,
//! which decides whether an option has a value that satisfies the condition for a common heap. For
//! each other value that could be smaller than the nimber, pairs of common heaps are tried until
//! one has this value or all pairs have been tried. The recomputation is correct for any mask. With
//! mask 0 all heaps are rare, and the values are computed by the definition.

use std::collections::BTreeSet;

use base::budget::{Budget, StopReason};

use super::code::ClaimedDigits;

/// Returns G(0), …, G(to - 1) if a move leaves at most two heaps.
pub(super) fn by_pairs(
    digits: &ClaimedDigits,
    to: usize,
    mask: u64,
    parity: Option<u8>,
    budget: &Budget<'_>,
) -> Result<Vec<u32>, StopReason> {
    budget.allow_growth(0, (to as u64).saturating_mul(4))?;
    let looks_common = |value: u32, tokens: usize| {
        let turn = if parity.is_some() { tokens } else { 0 };
        ((u64::from(value) & mask).count_ones() as usize ^ turn) & 1 == 1
    };
    // The offset is added to both heaps of a pair, so it does not change the parity of their sum.
    let shift = usize::from(parity.unwrap_or(0));
    let mut values: Vec<u32> = Vec::with_capacity(to);
    let mut rare: Vec<usize> = Vec::new();
    let (mut commons, mut bound) = (0usize, 1u32);
    // met[v] = n + 1: some option of n has the value v.
    let mut met: Vec<usize> = Vec::new();
    for n in 0..to {
        let meet = |value: u32, met: &mut Vec<usize>| {
            let value = value as usize;
            if value >= met.len() {
                met.resize(value + 1, 0);
            }
            std::mem::replace(&mut met[value], n + 1) != n + 1
        };
        let mut pairs = Vec::new();
        for (i, digit) in digits.removals(n) {
            budget.tick()?;
            let rest = n - i;
            if digit & 1 != 0 && rest == 0 {
                meet(0, &mut met);
            }
            if digit & 2 != 0 && rest > 0 {
                meet(values[rest], &mut met);
            }
            if digit & 4 != 0 && rest > 1 {
                pairs.push(rest);
                for &one in rare.iter().take_while(|&&one| one < rest) {
                    meet(values[one] ^ values[rest - one], &mut met);
                }
                budget.steps(rare.len())?;
            }
        }
        let is_met = |value: u32, met: &Vec<usize>| met.get(value as usize) == Some(&(n + 1));
        // The nim-sum of two common heaps with `rest` tokens in total never satisfies the condition
        // for a common heap of `rest` tokens.
        let by_common = |value: u32| {
            commons > 0 && value < bound && pairs.iter().any(|&rest| !looks_common(value, rest))
        };
        let (mut settled, mut open) = (0, 0usize);
        while is_met(settled, &met) || by_common(settled) {
            budget.steps(1 + pairs.len())?;
            open += usize::from(!is_met(settled, &met));
            settled += 1;
        }
        let longest = pairs.iter().copied().max().unwrap_or(0);
        let mut one = 1;
        while open > 0 && one <= longest / 2 {
            budget.steps(1 + pairs.len())?;
            for &rest in pairs.iter().filter(|&&rest| one < rest) {
                let value = values[one] ^ values[rest - one];
                open -= usize::from(value < settled && meet(value, &mut met));
            }
            one += 1;
        }
        let value = (0..)
            .find(|&value| !is_met(value, &met))
            .unwrap_or(u32::MAX);
        if n > 0 && looks_common(value, n + shift) {
            commons += 1;
        } else if n > 0 {
            rare.push(n);
        }
        // The bound is larger than every nim-sum of the values computed so far.
        bound = bound.max((value + 1).next_power_of_two());
        values.push(value);
        budget.tick()?;
        if n % 1024 == 0 {
            budget.report(n as u64, Some(to as u64));
        }
    }
    Ok(values)
}

/// Returns G(0), …, G(to - 1) by the definition, for any number of heaps.
pub(super) fn by_sets(
    digits: &ClaimedDigits,
    to: usize,
    budget: &Budget<'_>,
) -> Result<Vec<u32>, StopReason> {
    let heaps = digits.heaps();
    let mut values: Vec<u32> = Vec::new();
    // sums[j][m]: the possible values of j heaps with m tokens in total.
    let mut sums: Vec<Vec<BTreeSet<u32>>> = vec![Vec::new(); heaps + 1];
    let mut held = 0u64;
    for n in 0..to {
        budget.steps(heaps * n)?;
        // If two or more nonempty heaps have n tokens in total, each of the heaps has fewer than n
        // tokens.
        for j in 2..=heaps {
            let mut set = BTreeSet::new();
            for one in 1..n {
                if j == 2 {
                    budget.tick()?;
                    set.insert(values[one] ^ values[n - one]);
                } else {
                    budget.steps(sums[j - 1][n - one].len())?;
                    set.extend(sums[j - 1][n - one].iter().map(|sum| sum ^ values[one]));
                }
            }
            held += 16 * set.len() as u64 + 32;
            sums[j].push(set);
        }
        budget.allow_growth(held, 0)?;
        let mut met = BTreeSet::new();
        for (i, digit) in digits.removals(n) {
            budget.steps(heaps)?;
            let rest = n - i;
            if digit & 1 != 0 && rest == 0 {
                met.insert(0);
            }
            if digit & 2 != 0 && rest > 0 {
                met.insert(values[rest]);
            }
            for j in (2..=heaps).filter(|j| digit >> j & 1 == 1) {
                budget.steps(sums[j][rest].len())?;
                met.extend(&sums[j][rest]);
            }
        }
        values.push((0..).find(|value| !met.contains(value)).unwrap_or(u32::MAX));
        budget.report(n as u64, Some(to as u64));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;

    use super::{ClaimedDigits, by_pairs, by_sets};

    #[test]
    fn any_mask_gives_the_values_of_the_definition() {
        let mut seed = 11u64;
        let mut random = |below: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for _ in 0..400 {
            let mut head = vec![4 * random(2)];
            head.extend((0..random(5)).map(|_| random(8)));
            let tail = if random(4) == 0 {
                (0..1 + random(3)).map(|_| 1 + random(7)).collect()
            } else {
                Vec::new()
            };
            let digits = ClaimedDigits { head, tail };
            let expected = by_sets(&digits, 120, &Budget::generous()).unwrap();
            for _ in 0..4 {
                let (mask, odd) = (random(64), [None, Some(0), Some(1)][random(3) as usize]);
                let got = by_pairs(&digits, 120, mask, odd, &Budget::generous()).unwrap();
                assert_eq!(got, expected, "{digits:?} {mask} {odd:?}");
            }
        }
    }
}
