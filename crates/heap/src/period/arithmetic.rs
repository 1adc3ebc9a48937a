//! Arithmetic periods: G(n + p) = G(n) + s for all n ≥ e, with s ≥ 1. Finite octal codes have none
//! (Austin 1976); hexadecimal ones may (Howse and Nowakowski 2004). Two theorems; a table that
//! looks arithmetic and fits neither is not called periodic.
//!
//! **Finite codes.** Let s be a power of two, e ≥ 1, G(n) < s for n < e + p, and G(n + p) = G(n) +
//! s for e ≤ n < N. Call a heap of a ≥ e tokens *regular*; with a = e + r + p·q, 0 ≤ r < p, its
//! value is q·s + G(e + r), and G(e + r) < s. So the value of a sum is s·x + y, x the nim-sum of
//! the q of its regular parts, y that of the small values. Let a *pattern* of n be a number i, and
//! as many heaps below e + p as a bit of d_i allows, with a sum n - i - p·Q for a Q ≥ 0; its y is
//! their nim-sum. Suppose that for each n of N ≤ n < N + p
//!
//! 1. for each y < s, patterns with at least three regular heaps have an even Q and an odd Q ≥ 1,
//! 2. each value s·x + y < G(n) has a pattern with that y and Q = x and at least one regular heap,
//!    or with Q ≥ x, Q - x even and at least three regular heaps.
//!
//! Then G(n + p) = G(n) + s for all n ≥ e. *Proof.* A pattern stands for the options that come of
//! it by adding p to its regular heaps Q times in all: with one regular heap, x = Q is among them
//! (all to one heap), with three every x ≤ Q with Q - x even (x + t, t and 0, or rather x, t, t
//! with 2t = Q - x). From n to n + p each pattern stays, with Q + 1 for Q; so 1 holds again.
//! Induction on n ≥ N. *Values below G(n) + s are met.* Let it be s·x + y. If x ≥ 1, then
//! s·(x - 1) + y < G(n) has by 2 a pattern of n with Q = x - 1 or Q - (x - 1) even, and n + p has
//! it with Q + 1: s·x + y is met, in the way that 2 demands. If x = 0, a pattern of n with odd Q
//! and three regular heaps has for n + p an even one. *G(n) + s is not met.* Let G(n) = s·h + y;
//! then h is the whole part of (n - e)/p. If an option of n + p had the value s·(h + 1) + y, then
//! the q of its regular parts would have the nim-sum h + 1 ≥ 1, so a sum of h + 1 at least; but the
//! regular parts have e tokens each besides p·q, so this sum is at most (n + p - e)/p, that is
//! h + 1. Now give all h, one less, to one of its regular parts: that is an option of n (its parts
//! have e ≥ 1 tokens or more) with the value s·h + y = G(n), which cannot be.
//!
//! **Repeating tails without splits.** Let all digits be below 4, d_i repeat with the period q for
//! i ≥ h, q divide p, and G(n + p) = G(n) + s for e ≤ n < W, W ≥ e + p + h. Let b be the largest
//! G(r) for r < e + p, plus s. If G(r) > b for W - h - p ≤ r < W, then the equation holds for all n
//! ≥ e. *Proof* by induction on n ≥ W. Let O(n) be the values of the options. Those of n + p to r ≥
//! e + p are those of n to r - p, plus s: the same number is taken. Those of n + p to r < e + p,
//! call them F, are those of n to the same r, for both take h or more and q divides p; likewise D,
//! those to e ≤ r < e + p. With X the options of n - p to r ≥ e this says O(n) = (X + s) ∪ F and
//! O(n + p) = (X + 2s) ∪ (D + s) ∪ F; F and D + s lie within 0…b, and G(n) > b. So G(n) + s is in
//! none of them, since G(n) is not in X + s. Let v < G(n) + s. If v > b, then v - s < G(n) is in
//! O(n) but larger than all of F, so in X + s, and v is in X + 2s. If v ≤ b, then v < G(n) is
//! in O(n), at some r with G(r) ≤ b, so r < W - h - p, more than h is taken, and n + p has a move
//! to the same r.
//!
//! Both are used with multiples of the least period too (s may have to be a power of two, q a
//! divisor), from which the least one follows.

use base::budget::{Budget, StopReason};

use super::{HeapPeriod, PeriodTheorem, StoredNimber, candidates, lcm};
use crate::code::{CodeDigits, HeapCode};

/// The arithmetic period that one of the theorems proves from these values. O(values) if nothing
/// repeats; the patterns of finite codes take O(J³·(e + p)²·s) steps.
///
/// # Errors
/// [`StopReason`], if the budget ends.
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
    // The least p whose repetition fills half of the table: others come with a longer table.
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

/// The number of values that the theorem of repeating tails needs; `None` if `values` are fewer, or
/// do not meet its conditions. The equation is known to hold.
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
    // Where as many values in a row as the theorem looks at are above the bound.
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

/// The number of values that the theorem of finite codes needs; `None` if `values` are fewer, or do
/// not meet its conditions. The equation is known to hold.
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

/// Which nim-sums heaps below e + p have, by how many there are, how many of them are regular, and
/// their sum.
struct NimSumPatterns {
    head: Vec<u64>,
    saltus: usize,
    /// For each number of heaps: the sums it may have, and three flags for each sum and nim-sum:
    /// at least one regular, at least three.
    heaps: Vec<Vec<PatternFlags>>,
}

/// By nim-sum: bits 0 to 3 say whether 0, 1, 2, at least 3 of the heaps can be regular.
type PatternFlags = Vec<u8>;

/// The greatest number of steps that is worth its time.
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

    /// The two conditions at n, whose value is given.
    fn hold(
        &self,
        n: usize,
        value: usize,
        period: usize,
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        let most = n / period;
        // By Q and y: 1 with a regular heap, 2 with three.
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
            // The parities of Q with three regular heaps, from the largest down.
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
