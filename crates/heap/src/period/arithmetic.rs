//! Arithmetic periods: G(n + p) = G(n) + s for all n ≥ e, with s ≥ 1. Finite octal codes have no
//! arithmetic period (Austin 1976); hexadecimal codes may have one (Howse and Nowakowski 2004).
//! This module contains two theorems about arithmetic periods. If a table repeats with a saltus but
//! satisfies neither theorem, it is not called periodic.
//!
//! **Finite codes.** Let s be a power of two, e ≥ 1, G(n) < s for n < e + p, and G(n + p) = G(n) +
//! s for e ≤ n < N. Call a heap of a ≥ e tokens *regular*. With a = e + r + p·q, 0 ≤ r < p, its
//! value is q·s + G(e + r), and G(e + r) < s. So the value of a sum is s·x + y. Here x is the
//! nim-sum of the numbers q of the regular parts, and y is the nim-sum of the values below s. A
//! *pattern* of n consists of a number i and as many heaps below e + p as a bit of d_i allows. The
//! sum of the heaps is n - i - p·Q for some Q ≥ 0; the y of the pattern is the nim-sum of the
//! heaps. Suppose that for each n with N ≤ n < N + p
//!
//! 1. for each y < s, there are patterns with at least three regular heaps and an even Q, and with
//!    an odd Q ≥ 1,
//! 2. each value s·x + y < G(n) has a pattern with that y and Q = x and at least one regular heap,
//!    or with Q ≥ x, Q - x even and at least three regular heaps.
//!
//! Then G(n + p) = G(n) + s for all n ≥ e. *Proof.* A pattern represents the options that result if
//! p is added to its regular heaps Q times in total. If the pattern has one regular heap, an option
//! with x = Q occurs (add all to one heap). If the pattern has three regular heaps, every x ≤ Q
//! with Q - x even occurs (x, t and t with 2t = Q - x). From n to n + p each pattern remains, with
//! Q + 1 instead of Q, so condition 1 holds again. The theorem follows by induction on n ≥ N.
//!
//! *The values below G(n) + s occur.* Consider the value s·x + y. If x ≥ 1, then by condition 2 the
//! value s·(x - 1) + y < G(n) has a pattern of n with Q = x - 1 or Q - (x - 1) even. The heap n + p
//! has the same pattern with Q + 1 instead of Q. So s·x + y occurs, with a pattern that satisfies
//! condition 2. If x = 0, a pattern of n with odd Q and three regular heaps becomes a pattern of
//! n + p with even Q.
//!
//! *G(n) + s does not occur.* Let G(n) = s·h + y; then h is the integer part of (n - e)/p. Suppose
//! that an option of n + p had the value s·(h + 1) + y. Then the q of its regular parts would have
//! the nim-sum h + 1 ≥ 1, so their sum would be at least h + 1. But each regular part has at least
//! e tokens in addition to p·q, so the sum of the q is at most (n + p - e)/p, that is, at most
//! h + 1. Therefore the sum is h + 1. Now let one of the regular parts have q = h, and all others
//! q = 0. The result is an option of n (its parts have at least e ≥ 1 tokens) with the value s·h +
//! y = G(n), a contradiction.
//!
//! **Repeating tails without splits.** Let all digits be below 4, let d_i repeat with the period q
//! for i ≥ h, let q divide p, and let G(n + p) = G(n) + s for e ≤ n < W, W ≥ e + p + h. Let b be
//! the largest G(r) for r < e + p, plus s. If G(r) > b for W - h - p ≤ r < W, then G(n + p) =
//! G(n) + s for all n ≥ e.
//!
//! *Proof* by induction on n ≥ W. Let O(n) be the set of values of the options of n. The heap n + p
//! has options r ≥ e + p. The values of the options r ≥ e + p are the values of the options r - p
//! of n, plus s, because both moves take the same number of tokens. The heap n + p also has options
//! r < e + p, whose set of values is F. The options r < e + p are also options of n, because both
//! moves take h or more tokens and q divides p. Let D be the set of values of the options r of n +
//! p with e ≤ r < e + p. Let X be the set of values of the options r ≥ e of n - p. Then the sets
//! are O(n) = (X + s) ∪ F and O(n + p) = (X + 2s) ∪ (D + s) ∪ F, where F and D + s are within 0…b,
//! and G(n) > b. So G(n) + s is not in X + 2s, D + s or F, because G(n) is not in X + s. Let v <
//! G(n) + s. If v > b, then v - s < G(n) is in O(n) but larger than all of F, so v - s is in X + s,
//! and v is in X + 2s. If v ≤ b, then v < G(n) is in O(n), at some r with G(r) ≤ b. So r < W - h -
//! p, more than h is taken, and n + p has a move to the same r.
//!
//! Both theorems are also applied to multiples of the smallest period, because s must be a power of
//! two, or q must divide p. The smallest period follows from a multiple for which a theorem holds.

use base::budget::{Budget, StopReason};

use super::{HeapPeriod, PeriodTheorem, StoredNimber, candidates, lcm};
use crate::code::{CodeDigits, HeapCode};

/// Returns the arithmetic period that one of the theorems proves from these values; `None` if no
/// theorem proves a period. Takes O(values) if the values do not repeat with a saltus. The patterns
/// of finite codes take O(J³·(e + p)²·s) steps.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn find<T: StoredNimber>(
    code: &HeapCode,
    values: &[T],
    budget: &Budget<'_>,
) -> Result<Option<HeapPeriod>, StopReason> {
    let Some(digits) = code.digits().filter(|digits| {
        if digits.is_finite() {
            digits.most_heaps() >= 3
        } else {
            digits.most_heaps() < 2
        }
    }) else {
        return Ok(None);
    };
    let length = values.len();
    if length < 16 {
        return Ok(None);
    }
    budget.allow_growth(0, 8 * length as u64)?;
    let steps: Vec<i64> = values
        .windows(2)
        .map(|pair| i64::from(pair[1].into()) - i64::from(pair[0].into()))
        .collect();
    // The search uses the smallest p that repeats in half of the table. A period that repeats in
    // less than half of the table is found with a longer table.
    let mut met = None;
    candidates::each_candidate(&steps, length / 2, budget, &mut |start, period| {
        met = Some((start, period));
        true
    })?;
    let Some((preperiod, period)) = met else {
        return Ok(None);
    };
    let (low, high): (u32, u32) = (values[preperiod].into(), values[preperiod + period].into());
    let Some(saltus) = high.checked_sub(low).filter(|&saltus| saltus > 0) else {
        return Ok(None);
    };
    let found = |values, theorem| {
        Some(HeapPeriod {
            preperiod,
            period,
            saltus,
            values,
            theorem,
        })
    };
    if !digits.is_finite() {
        return Ok(repeating(digits, values, preperiod, period, saltus)
            .and_then(|needed| found(needed, PeriodTheorem::ArithmeticRepeating)));
    }
    for rounds in [1usize, 2, 4, 8] {
        let (Some(whole), Some(total)) = (
            period.checked_mul(rounds),
            saltus.checked_mul(rounds as u32),
        ) else {
            break;
        };
        if let Some(needed) = finite(
            digits.head(),
            values,
            preperiod.max(1),
            whole,
            total,
            budget,
        )? {
            return Ok(found(needed, PeriodTheorem::Arithmetic));
        }
    }
    Ok(None)
}

/// Returns the number of values that the theorem of repeating tails needs; `None` if fewer values
/// are given or its conditions do not hold. The caller must have checked the equation G(n + p) =
/// G(n) + s.
fn repeating<T: StoredNimber>(
    digits: &CodeDigits,
    values: &[T],
    preperiod: usize,
    period: usize,
    saltus: u32,
) -> Option<usize> {
    let whole = lcm(period, digits.tail().len())?;
    let total = saltus.checked_mul(u32::try_from(whole / period).ok()?)?;
    let head = digits.head().len();
    let first = preperiod.checked_add(whole)?;
    let bound = values
        .get(..first)?
        .iter()
        .map(|&value| value.into())
        .max()?
        .checked_add(total)?;
    // Finds a run of consecutive values above the bound that is as long as the theorem requires.
    let mut above = 0;
    for (r, &value) in values.iter().enumerate() {
        above = if value.into() > bound { above + 1 } else { 0 };
        let window = r + 1;
        if above >= head + whole && window >= first + head {
            return window
                .checked_add(whole)
                .filter(|&needed| needed <= values.len());
        }
    }
    None
}

/// Returns the number of values that the theorem of finite codes needs; `None` if fewer values are
/// given or its conditions do not hold. The caller must have checked the equation G(n + p) = G(n) +
/// s.
fn finite<T: StoredNimber>(
    head: &[u64],
    values: &[T],
    first: usize,
    period: usize,
    saltus: u32,
    budget: &Budget<'_>,
) -> Result<Option<usize>, StopReason> {
    let small = first + period;
    if !saltus.is_power_of_two()
        || values.len() < small + period
        || values[..small].iter().any(|&value| value.into() >= saltus)
    {
        return Ok(None);
    }
    let small: Vec<usize> = values[..small]
        .iter()
        .map(|&value| value.into() as usize)
        .collect();
    let Some(patterns) = NimSumPatterns::new(head, &small, first, saltus as usize, budget)? else {
        return Ok(None);
    };
    let mut start = first;
    while start + period <= values.len() {
        let mut holds = true;
        for (n, &value) in values.iter().enumerate().skip(start).take(period) {
            holds = patterns.hold(n, value.into() as usize, period, budget)?;
            if !holds {
                break;
            }
        }
        if holds {
            return Ok(Some(start + period));
        }
        start += period;
    }
    Ok(None)
}

/// The nim-sums of heaps below e + p, by the number of heaps, the number of regular heaps among
/// them, and their sum.
struct NimSumPatterns {
    head: Vec<u64>,
    saltus: usize,
    /// The flags of each nim-sum, for each number of heaps and each sum.
    heaps: Vec<Vec<PatternFlags>>,
}

/// The flags are indexed by nim-sum. Bits 0 to 3 state whether 0, 1, 2, or at least 3 of the heaps
/// can be regular.
type PatternFlags = Vec<u8>;

/// Maximum number of steps to spend on the patterns.
const MAX_STEPS: usize = 1 << 31;

impl NimSumPatterns {
    fn new(
        head: &[u64],
        small: &[usize],
        first: usize,
        saltus: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<NimSumPatterns>, StopReason> {
        let all = head.iter().fold(0, |all, digit| all | digit);
        let most = (63 - (all | 1).leading_zeros()) as usize;
        let flags = most
            .checked_mul(most)
            .and_then(|m| m.checked_mul(small.len())?.checked_mul(saltus));
        let worth = |flags: &usize| {
            flags
                .checked_mul(small.len())
                .is_some_and(|steps| steps <= MAX_STEPS)
        };
        let Some(flags) = flags.filter(worth) else {
            return Ok(None);
        };
        budget.allow_growth(0, flags as u64)?;
        let mut heaps: Vec<Vec<PatternFlags>> = vec![vec![vec![0; saltus]]];
        heaps[0][0][0] = 1;
        for count in 1..=most {
            let mut longer = vec![vec![0u8; saltus]; count * (small.len() - 1) + 1];
            for (sum, flags) in heaps[count - 1].iter().enumerate() {
                for (size, &value) in small.iter().enumerate().skip(1) {
                    budget.steps(saltus)?;
                    let into = &mut longer[sum + size];
                    for (y, &flag) in flags.iter().enumerate() {
                        into[y ^ value] |= if size >= first {
                            flag << 1 | flag & 8
                        } else {
                            flag
                        } & 15;
                    }
                }
            }
            heaps.push(longer);
        }
        Ok(Some(NimSumPatterns {
            head: head.to_vec(),
            saltus,
            heaps,
        }))
    }

    /// Returns whether the two conditions of the theorem hold at n, whose value is an argument.
    fn hold(
        &self,
        n: usize,
        value: usize,
        period: usize,
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        let most = n / period;
        // The flags are indexed by Q and y. Bit 0 is set if a pattern has at least one regular
        // heap, bit 1 if a pattern has at least three.
        let mut met = vec![0u8; (most + 1) * self.saltus];
        for (i, &digit) in self.head.iter().enumerate().take(n + 1) {
            for count in (1..64).filter(|bit| digit >> bit & 1 == 1) {
                for (sum, flags) in self.heaps[count].iter().enumerate().take(n - i + 1) {
                    if !(n - i - sum).is_multiple_of(period) {
                        continue;
                    }
                    budget.steps(self.saltus)?;
                    let row = (n - i - sum) / period * self.saltus;
                    for (y, flag) in flags.iter().enumerate() {
                        met[row + y] |= u8::from(flag & 14 != 0) | u8::from(flag & 8 != 0) << 1;
                    }
                }
            }
        }
        for y in 0..self.saltus {
            // The parities of the numbers Q for which a pattern has at least three regular heaps,
            // in descending order of Q.
            let mut parities = [false; 2];
            for x in (0..=most).rev() {
                budget.tick()?;
                let here = met[x * self.saltus + y];
                parities[x % 2] |= here & 2 != 0;
                if x * self.saltus + y < value && !(parities[x % 2] || here & 1 != 0) {
                    return Ok(false);
                }
            }
            if !(parities[0] && parities[1]) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
