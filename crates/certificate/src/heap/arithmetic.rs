//! The conditions under which G(n + p) = G(n) + s, s ≥ 1, holds for all n ≥ e, once it holds as far as the values go.
//!
//! Finite code, J ≥ 3: for P = m·p and S = m·s, S a power of two, and e' = max(e, 1), all values below e' + P are less than S. Write a value
//! S·x + y with y < S. A pattern of n is a number i and j heaps below e' + P, j a bit of d_i, with a sum n - i - P·Q; at least one of the heaps
//! has e' tokens or more. It stands for all options of n with P added Q times to heaps of at least e' tokens: the value S·Q + y is among
//! theirs, y being the nim-sum of the j heaps, and if three of the heaps are so large, each S·x + y with x ≤ Q and Q - x even. For P
//! values of n in a row, the last values known: each y < S has patterns with three such heaps of both parities of Q, and all values
//! below G(n) are among those of patterns.
//!
//! Repeating digits below 4 from d_h on, their length dividing P: at the end of the table h + P values in a row are above all G(r),
//! r < e + P, by more than S.

use rules::budget::Budget;

use super::code::Digits;
use super::{common_multiple, no_theorem};
use crate::Refused;

/// Refuses where neither theorem applies to these values.
pub(super) fn check(digits: &Digits, e: usize, p: usize, s: u64, values: &[u32], budget: &Budget<'_>) -> Result<(), Refused> {
    if digits.tail.is_empty() {
        for rounds in [1usize, 2, 4, 8] {
            let (Some(whole), Some(total)) = (p.checked_mul(rounds), s.checked_mul(rounds as u64)) else { break };
            if finite(digits, e.max(1), whole, total, values, budget)? {
                return Ok(());
            }
        }
    } else if digits.heaps() < 2 && repeating(digits, e, p, s, values).is_some() {
        return Ok(());
    }
    Err(no_theorem())
}

/// The theorem of repeating digits; some if it applies.
fn repeating(digits: &Digits, e: usize, p: usize, s: u64, values: &[u32]) -> Option<()> {
    let whole = common_multiple(p, digits.tail.len())?;
    let total = s.checked_mul((whole / p) as u64)?;
    let head = digits.head.len();
    let window = values.len().checked_sub(whole)?;
    let most = values.get(..e.checked_add(whole)?)?.iter().copied().max()?;
    let from = window.checked_sub(head.checked_add(whole)?)?;
    let bound = u64::from(most).checked_add(total)?;
    (window >= e + whole + head && values[from..window].iter().all(|&value| u64::from(value) > bound)).then_some(())
}

/// The theorem of finite codes.
fn finite(digits: &Digits, e: usize, p: usize, s: u64, values: &[u32], budget: &Budget<'_>) -> Result<bool, Refused> {
    let small = e + p;
    if !s.is_power_of_two() || values.len() < small + p || values[..small].iter().any(|&value| u64::from(value) >= s) {
        return Ok(false);
    }
    let (s, heaps) = (s as usize, digits.heaps());
    // sums[j][c][m][y]: j heaps below e + p, c of them (3 means more too) of at least e, m tokens and the nim-sum y.
    let size = heaps.checked_mul(small).and_then(|sums| sums.checked_mul(s)?.checked_mul(4 * heaps));
    let Some(size) = size.filter(|&size| size <= 1 << 30) else {
        return Ok(false);
    };
    budget.allow_growth(0, size as u64)?;
    let empty = || vec![vec![vec![false; s]; heaps * small + 1]; 4];
    let mut sums = vec![empty()];
    sums[0][0][0][0] = true;
    for j in 1..=heaps {
        let mut longer = empty();
        for (large, by_tokens) in sums[j - 1].iter().enumerate() {
            for (tokens, by_sum) in by_tokens.iter().enumerate() {
                if !by_sum.contains(&true) {
                    continue;
                }
                for heap in 1..small {
                    budget.steps(s)?;
                    let row = &mut longer[(large + usize::from(heap >= e)).min(3)][tokens + heap];
                    for y in (0..s).filter(|&y| by_sum[y]) {
                        row[y ^ values[heap] as usize] = true;
                    }
                }
            }
        }
        sums.push(longer);
    }
    for (n, &value) in values.iter().enumerate().skip(values.len() - p) {
        let most = n / p;
        let mut met = vec![false; (most + 2) * s];
        let mut parities = vec![[false; 2]; s];
        for (i, digit) in digits.takes(n) {
            for j in (1..=heaps).filter(|j| digit >> j & 1 == 1) {
                for (large, by_tokens) in sums[j].iter().enumerate().skip(1) {
                    for tokens in (0..=(n - i).min(heaps * small)).filter(|tokens| (n - i - tokens).is_multiple_of(p)) {
                        let turns = (n - i - tokens) / p;
                        for y in (0..s).filter(|&y| by_tokens[tokens][y]) {
                            budget.tick()?;
                            met[turns * s + y] = true;
                            if large == 3 {
                                parities[y][turns % 2] = true;
                                (0..=turns).rev().step_by(2).for_each(|x| met[x * s + y] = true);
                            }
                        }
                    }
                }
            }
        }
        if parities.iter().any(|both| *both != [true; 2]) || !met.get(..value as usize).is_some_and(|below| below.iter().all(|&met| met)) {
            return Ok(false);
        }
    }
    Ok(true)
}
