//! Periods of the nimbers of a heap game, found while they are computed and proved for every n.
//!
//! G is *periodic* from e with the period p if G(n + p) = G(n) for all n ≥ e, and
//! *arithmetic-periodic* with the saltus s ≥ 1 if G(n + p) = G(n) + s. Neither is ever assumed from
//! a table alone: each theorem below says how far a table must go.
//!
//! **Finite codes** (Guy and Smith 1956 for octal codes, here for any number of heaps and for d_0).
//! Let e' = max(e, 1), and for each j let k_j be the last i whose digit has bit j. If G(n + p) =
//! G(n) for e ≤ n < W, where
//!
//! > W = max of k_0 + 1 and, over the j ≥ 1 that occur, of j·e' + (j - 1)·p + k_j,
//!
//! then for all n ≥ e. *Proof* by induction on n ≥ W. An option of n + p leaves j ≥ 1 heaps whose
//! sum is n + p - i ≥ j·(e' + p): the largest has at least e' + p tokens. Taking p away from it
//! leaves its value as it was (its new size lies between e and n) and makes an option of n. The
//! other way, an option of n leaves a sum n - i ≥ j·e', the largest part has at least e' tokens,
//! and p may be added to it. No option leaves nothing, for n > k_0. So n and n + p have options of
//! the same values. With j = 2 this is the window 2e + p + k of octal games; with j = 1 it is the
//! window e + k of subtraction games, in which p does not occur.
//!
//! **Repeating tails.** Let d_i, i ≥ h, repeat with the period q, J be the most heaps left, P a
//! multiple of p and of q, and e' as above. If G(n + p) = G(n) for e ≤ n, n + p < J·(e' + P) + h +
//! P, then for all n ≥ e. *Proof.* It holds with P for p up to W = J·(e' + P) + h; let
//! n ≥ W. A move from n that takes i ≥ h leaves the same heaps as the move from n + P that takes
//! i + P. All other moves from n + P take less than h + P, so they leave at least J·(e' + P)
//! tokens, and as before P is taken from the largest part (with the same i, which for i < h is
//! again a move of n as it stands, and for i ≥ h too). The moves from n with i < h get P added to
//! their largest part. Then G has the period P for n ≥ e; p divides it and holds throughout one
//! whole P, so it has the period p.
//!
//! **Arithmetic periods**: see [`arithmetic`]. **Growing subtraction sets**: see [`growing_set`].
//!
//! Grundy's game and the other splits with a condition on the parts have no such theorem: taking p
//! from one part may make two equal.

pub mod arithmetic;
mod candidates;
pub mod growing_set;

use base::budget::{Budget, StopReason};
use dashu_int::UBig;

use crate::code::{CodeKind, HeapCode};

/// A period that is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapPeriod {
    /// The least n from which the values repeat: the last exception is n - 1.
    pub preperiod: usize,
    /// The least number of values after which they repeat.
    pub period: usize,
    /// What is added after each period; 0 for plain periods.
    pub saltus: u32,
    /// The proof rests on G(0), …, G(values - 1).
    pub values: usize,
    /// By what.
    pub theorem: PeriodTheorem,
}

/// What proves a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodTheorem {
    /// Finite codes.
    Finite,
    /// Repeating tails.
    Repeating,
    /// Finite codes that leave three heaps or more, arithmetic.
    Arithmetic,
    /// Repeating tails that never split, arithmetic.
    ArithmeticRepeating,
    /// Growing subtraction sets whose residues are those of a finite part.
    Growing,
}

/// Nimbers in one byte or in four.
pub trait StoredNimber: Copy + Eq + Into<u32> {}
impl<T: Copy + Eq + Into<u32>> StoredNimber for T {}

/// How many values G(0), G(1), … the theorem for plain periods needs in order to prove this period
/// for ever: the first where the equation G(n + period) = G(n), n ≥ preperiod, need not be looked
/// at. `None` if no theorem speaks of the code.
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
        // At least one equation is always looked at.
        return window.max(preperiod.checked_add(1)?).checked_add(period);
    }
    let whole = lcm(period, digits.tail().len())?;
    let heaps = digits.most_heaps().max(1) as usize;
    heaps
        .checked_mul(first.checked_add(whole)?)?
        .checked_add(digits.head().len())?
        .checked_add(whole)
}

/// The period of a code whose first values are given, if a theorem proves one from them: the least
/// period and the least preperiod. O(values), and for arithmetic periods what [`arithmetic`] says.
///
/// # Errors
/// [`StopReason`], if the budget ends.
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

/// A plain period.
fn find_plain<T: StoredNimber>(
    code: &HeapCode,
    values: &[T],
    budget: &Budget<'_>,
) -> Result<Option<HeapPeriod>, StopReason> {
    // The window leaves at least `least` equations; a longer tail of the table that repeats need
    // not be looked for.
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

/// A number of equations that every window within `values` values has.
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
        // The state of a subtraction game.
        (true, 0 | 1) => last(1),
        // The window ends beyond 2e + p.
        (true, _) => values / 4,
        (false, _) => (values / 4).min(digits.head().len() + digits.tail().len()),
    };
    Some(least.max(1)).filter(|&least| least < values)
}

/// The least common multiple, if it fits.
fn lcm(a: usize, b: usize) -> Option<usize> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).checked_mul(b)
}

impl HeapPeriod {
    /// The index i of a first value and the number m for which G(n) = G(i) + m·saltus.
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

    /// G(n) for any n, from at least preperiod + period values.
    pub fn value_at<T: StoredNimber>(&self, values: &[T], n: &UBig) -> UBig {
        let (index, rounds) = self.fold(n);
        UBig::from(values[index].into()) + rounds * UBig::from(self.saltus)
    }
}
