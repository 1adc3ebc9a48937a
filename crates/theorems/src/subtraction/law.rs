//! In the game of a subtraction set S, a move takes a number of S from one pile. If S is the set of
//! powers of a base, a formula gives the values. The values of finite sets are periodic (Golomb,
//! 1966); [`fn@period`] finds the period once, and then the value of any pile takes O(1). Other
//! infinite sets, such as the Fibonacci numbers, have no known law, and their values are computed
//! in a table.

use base::budget::Budget;
use base::text;
use dashu_int::UBig;
use heap::code::{HeapCode, NumberSet};
use heap::periodic::PeriodicCode;
use theory::theorem::ConditionError;

/// Returns 1, b, b², … as long as they fit in 64 bits; only 1 for the bases 0 and 1.
pub fn powers(base: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(1), move |power: &u64| {
        if base < 2 {
            None
        } else {
            power.checked_mul(base)
        }
    })
}

/// Returns the Grundy value of a pile of n from which 1 or any other power of the base may be
/// taken. An odd base has only odd powers, so the value is n mod 2. For an even base b, every power
/// is 1 or -1 modulo b + 1, so powers beyond b add nothing: the values have period b + 1 and are 0,
/// 1, 0, 1, …, 0, 1, 2. For b = 2 the value is n mod 3 (HDU 1847).
///
/// ```
/// use theorems::subtraction::power_value;
///
/// assert_eq!(
///     (0..7).map(|n| power_value(2, n)).collect::<Vec<_>>(),
///     [0, 1, 2, 0, 1, 2, 0]
/// );
/// assert_eq!(
///     (0..7).map(|n| power_value(4, n)).collect::<Vec<_>>(),
///     [0, 1, 0, 1, 2, 0, 1]
/// );
/// ```
pub fn power_value(base: u64, n: u64) -> u64 {
    if base % 2 == 1 || base == 0 {
        n % 2
    } else {
        value_of_rest(base, n % (base + 1))
    }
}

/// Returns [`power_value`] for a pile of any size.
pub fn power_value_of_big(base: u64, n: &UBig) -> u64 {
    if base % 2 == 1 || base == 0 {
        n % 2u64
    } else {
        value_of_rest(base, n % (base + 1))
    }
}

fn value_of_rest(base: u64, rest: u64) -> u64 {
    if rest == base { 2 } else { rest % 2 }
}

/// Returns the Grundy value of a pile of n from which `least` to `most` may be taken, for 1 ≤
/// `least` ≤ `most` < 2^63: ⌊(n mod (least + most)) / least⌋.
///
/// *Proof* by induction on n, with L = `least`, R = `most`, p = L + R and r = n mod p. If v is the
/// value, then vL ≤ r < (v + 1)L. An option n - k has the remainder r - k, or r - k + p. If the
/// remainder is r - k, then r - k ≤ r - L < vL, so the value of the option is below v. If the
/// remainder is r - k + p, then r - k + p ≥ r + L ≥ (v + 1)L, because k ≤ R, so the value of the
/// option is above v. Every u < v is the value of some option. If (v - u)L ≤ R, taking (v - u)L
/// leaves the value u. Otherwise uL < vL - R ≤ r - R < L, so u = 0, and taking R leaves the
/// remainder r - R < L, of value 0.
///
/// ```
/// use theorems::subtraction::interval_value;
///
/// // Take 2 or 3: 0, 0, 1, 1, 2, and again.
/// assert_eq!(
///     (0..7).map(|n| interval_value(2, 3, n)).collect::<Vec<_>>(),
///     [0, 0, 1, 1, 2, 0, 0]
/// );
/// ```
pub fn interval_value(least: u64, most: u64, n: u64) -> u64 {
    n % (least + most) / least
}

/// The maximum number of values that are computed to find the period.
const MAX_VALUES: usize = 1 << 22;

/// Returns the values of a pile from which a number of this set may be taken, with their minimal
/// period. Zeros and duplicates in the set are ignored.
///
/// # Errors
/// Returns [`ConditionError`] if no window of max(S) values repeats within the first four million
/// values, or the budget runs out.
pub fn period(set: &[u64], budget: &Budget<'_>) -> Result<PeriodicCode, ConditionError> {
    let too_long = || {
        text!(
            "no period was found within the first {MAX_VALUES} values",
            "前 {MAX_VALUES} 个值中没有找到周期"
        )
    };
    let mut members = Vec::new();
    for &amount in set.iter().filter(|amount| **amount > 0) {
        members.push(
            u32::try_from(amount)
                .ok()
                .filter(|amount| *amount as usize <= MAX_VALUES / 4)
                .ok_or_else(too_long)?,
        );
    }
    members.sort_unstable();
    members.dedup();
    // The code has one digit for each number up to the maximum of the set.
    budget.allow_growth(0, 8 * u64::from(members.last().copied().unwrap_or(0)))?;
    let code = HeapCode::subtract(NumberSet::Finite(members)).ok_or_else(too_long)?;
    Ok(PeriodicCode::compute(&code, MAX_VALUES, budget)?.ok_or_else(too_long)?)
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use theory::reference::pile_values;

    #[test]
    fn values_of_powers_are_those_of_the_definition() {
        for base in 0..14u64 {
            let values = pile_values(300, |_, amount| {
                (0..10).any(|e| base.checked_pow(e) == Some(amount) && amount > 0)
            });
            for (n, &value) in values.iter().enumerate() {
                assert_eq!(power_value(base, n as u64), value, "{base} {n}");
                assert_eq!(power_value_of_big(base, &n.into()), value, "{base} {n}");
            }
        }
    }

    fn random_set(rng: &mut Rng) -> Vec<u64> {
        (0..rng.usize(1..5)).map(|_| rng.u64(1..12)).collect()
    }

    #[test]
    fn finite_sets_agree_with_the_definition() {
        let mut rng = Rng::with_seed(5);
        for _ in 0..100 {
            let set = random_set(&mut rng);
            let found = period(&set, &Budget::generous()).unwrap_or_else(|e| panic!("{e:?}"));
            let values = pile_values(400, |_, amount| set.contains(&amount));
            assert!(
                (0..=400).all(|n| found.value(n) == values[n as usize]),
                "{set:?}"
            );
            let (from, length) = (found.period().preperiod, found.period().period);
            assert!(
                (from..=400 - length).all(|n| values[n] == values[n + length]),
                "{set:?}"
            );
            let earlier = from.checked_sub(1);
            assert!(
                earlier.is_none_or(|n| values[n] != values[n + length]),
                "the preperiod of {set:?} is the least"
            );
        }
        let none = period(&[], &Budget::generous());
        assert!(none.is_ok_and(|found| found.value(7) == 0));
    }

    #[test]
    fn sets_without_a_period_in_sight_are_refused() {
        for amount in [1 << 21, u64::MAX] {
            assert!(period(&[1, amount], &Budget::generous()).is_err());
        }
    }
}
