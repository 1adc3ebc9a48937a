//! Periods of the nimbers of a heap game. Periods are found while the nimbers are computed, and
//! proved for every n.
//!
//! G is *periodic* from e with the period p if G(n + p) = G(n) for all n ≥ e,
//! and *arithmetic-periodic* with the saltus s ≥ 1 if G(n + p) = G(n) + s. A table on its own never
//! proves a period: each theorem below states how many values its proof requires.
//!
//! **Finite codes** (Guy and Smith 1956 for octal codes, here for any number of heaps and for d_0).
//! Let e' = max(e, 1), and for each j let k_j be the last i whose digit has bit j. If G(n + p) =
//! G(n) for e ≤ n < W, where
//!
//! > W = max of k_0 + 1 and, over the j ≥ 1 that occur, of j·e' + (j - 1)·p + k_j,
//!
//! then the equation holds for all n ≥ e. *Proof* by induction on n ≥ W. An option of n + p leaves
//! j ≥ 1 heaps whose sum is n + p - i ≥ j·(e' + p), so the largest heap has at least e' + p tokens.
//! Taking p tokens from the largest heap does not change its value (its new size is between e and
//! n) and gives an option of n. Conversely, an option of n leaves a sum n - i ≥ j·e', so the
//! largest part has at least e' tokens, and p tokens may be added to it. Every option leaves at
//! least one heap, because n > k_0. So the options of n and the options of n + p have the same
//! values. For j = 2, W is the bound 2e + p + k of octal games. For j = 1, W is the bound e + k of
//! subtraction games, which does not depend on p.
//!
//! **Repeating tails.** Let the digits d_i, i ≥ h, repeat with the period q, let J be the maximum
//! number of heaps left, P a multiple of p and of q, and e' as above. If G(n + p) = G(n) for e ≤ n,
//! n + p < J·(e' + P) + h + P, then the equation holds for all n ≥ e. *Proof.* The equation holds
//! with P instead of p for n below W = J·(e' + P) + h; let n ≥ W. A move from n that takes i ≥ h
//! leaves the same heaps as the move from n + P that takes i + P. All other moves from n + P take
//! fewer than h + P tokens, so these moves leave at least J·(e' + P) tokens. As in the proof for
//! finite codes, P tokens are taken from the largest part. The same i gives a valid move of n both
//! for i < h and for i ≥ h. For a move from n with i < h, P is added to the largest part. So G has
//! the period P for n ≥ e. Because p divides P, and the equation holds throughout one complete
//! period P, G has the period p.
//!
//! **Arithmetic periods**: see [`arithmetic`]. **Growing subtraction sets**: see [`growing_set`].
//!
//! No theorem proves periods of Grundy's game and other splits with a condition on the parts,
//! because taking p from one part may make two parts equal.

pub mod arithmetic;
mod candidates;
pub mod growing_set;

use base::budget::{Budget, StopReason};
use dashu_int::UBig;

use crate::code::{CodeKind, HeapCode};

/// A proved period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapPeriod {
    /// The smallest n from which on the values repeat. If the preperiod is not 0, the index before
    /// the preperiod is the last exception.
    pub preperiod: usize,
    /// The smallest number of values after which the values repeat.
    pub period: usize,
    /// The number that is added after each period; 0 for plain periods.
    pub saltus: u32,
    /// The number of values that the proof uses: G(0), …, G(values - 1).
    pub values: usize,
    /// The theorem that proves the period.
    pub theorem: PeriodTheorem,
}

/// A theorem that proves periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodTheorem {
    /// Plain periods of finite codes.
    Finite,
    /// Plain periods of codes with repeating tails.
    Repeating,
    /// Arithmetic periods of finite codes that leave three heaps or more.
    Arithmetic,
    /// Arithmetic periods of codes with repeating tails that never split.
    ArithmeticRepeating,
    /// Periods of growing subtraction sets. See [`growing_set`].
    Growing,
}

/// A nimber that is stored in one, two or four bytes.
pub trait StoredNimber: Copy + Eq + Into<u32> {}
impl<T: Copy + Eq + Into<u32>> StoredNimber for T {}

/// Returns the number of values G(0), G(1), … that the theorem for plain periods needs to prove
/// this period for all n. This number is the first index n + period for which the equation G(n +
/// period) = G(n), n ≥ preperiod, need not be checked. Returns `None` if no theorem applies to the
/// code.
pub fn needed(code: &HeapCode, preperiod: usize, period: usize) -> Option<usize> {
    let digits = code.digits()?;
    let first = preperiod.max(1);
    if digits.is_finite() {
        let mut window = 0;
        for heaps in 0..=digits.most_heaps() as usize {
            let Some(last) = digits
                .head()
                .iter()
                .rposition(|digit| digit >> heaps & 1 == 1)
            else {
                continue;
            };
            let so_far = match heaps {
                0 => last.checked_add(1)?,
                _ => heaps
                    .checked_mul(first)?
                    .checked_add((heaps - 1).checked_mul(period)?)?
                    .checked_add(last)?,
            };
            window = window.max(so_far);
        }
        // At least one equation G(n + p) = G(n) is always checked.
        return window.max(preperiod.checked_add(1)?).checked_add(period);
    }
    let whole = lcm(period, digits.tail().len())?;
    let heaps = digits.most_heaps().max(1) as usize;
    heaps
        .checked_mul(first.checked_add(whole)?)?
        .checked_add(digits.head().len())?
        .checked_add(whole)
}

/// Returns the period of a code that a theorem proves from its first values, with the smallest
/// period and the smallest preperiod; `None` if no theorem proves a period. Takes O(values) time;
/// for arithmetic periods, see [`arithmetic`].
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn find<T: StoredNimber>(
    code: &HeapCode,
    values: &[T],
    budget: &Budget<'_>,
) -> Result<Option<HeapPeriod>, StopReason> {
    match code.kind() {
        CodeKind::Take(set) => return growing_set::find(set, values, budget),
        CodeKind::Split { .. } => return Ok(None),
        CodeKind::Digits(_) => {}
    }
    if let Some(period) = find_plain(code, values, budget)? {
        return Ok(Some(period));
    }
    arithmetic::find(code, values, budget)
}

/// Returns the plain period; `None` if none is proved.
fn find_plain<T: StoredNimber>(
    code: &HeapCode,
    values: &[T],
    budget: &Budget<'_>,
) -> Result<Option<HeapPeriod>, StopReason> {
    // The theorem requires at least `least` equations G(n + p) = G(n), so candidates with fewer
    // equations are skipped.
    let Some(least) = least_window(code, values.len()) else {
        return Ok(None);
    };
    let mut found = None;
    candidates::each_candidate(values, least, budget, &mut |preperiod, period| {
        let values_needed =
            needed(code, preperiod, period).filter(|&needed| needed <= values.len());
        found = values_needed.map(|values| HeapPeriod {
            preperiod,
            period,
            saltus: 0,
            values,
            theorem: if code.finite().is_some() {
                PeriodTheorem::Finite
            } else {
                PeriodTheorem::Repeating
            },
        });
        found.is_some()
    })?;
    Ok(found)
}

/// Returns a lower bound of the number of equations G(n + p) = G(n) that a theorem requires, for a
/// table of `values` values.
fn least_window(code: &HeapCode, values: usize) -> Option<usize> {
    let digits = code.digits()?;
    let last = |heaps: u32| {
        digits
            .head()
            .iter()
            .rposition(|digit| digit >> heaps & 1 == 1)
            .unwrap_or(0)
    };
    let least = match (digits.is_finite(), digits.most_heaps()) {
        // For a subtraction game, this is the number of last values that determine the next value.
        (true, 0 | 1) => last(1),
        // The equations that the theorem requires extend beyond the index 2e + p.
        (true, _) => values / 4,
        (false, _) => (values / 4).min(digits.head().len() + digits.tail().len()),
    };
    Some(least.max(1)).filter(|&least| least < values)
}

/// Returns the least common multiple; `None` if it overflows.
fn lcm(a: usize, b: usize) -> Option<usize> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).checked_mul(b)
}

impl HeapPeriod {
    /// Returns an index i below preperiod + period, and the number m with G(n) = G(i) + m·saltus.
    pub fn fold(&self, n: &UBig) -> (usize, UBig) {
        let small = UBig::from(self.preperiod);
        if *n < small {
            return (usize::try_from(n).expect("below the preperiod"), UBig::ZERO);
        }
        let beyond = n - &small;
        let period = UBig::from(self.period);
        let (rounds, rest) = (&beyond / &period, &beyond % &period);
        (
            self.preperiod + usize::try_from(&rest).expect("below the period"),
            rounds,
        )
    }

    /// Returns G(n) for any n, from at least preperiod + period values.
    pub fn value_at<T: StoredNimber>(&self, values: &[T], n: &UBig) -> UBig {
        let (index, rounds) = self.fold(n);
        UBig::from(values[index].into()) + rounds * UBig::from(self.saltus)
    }
}
