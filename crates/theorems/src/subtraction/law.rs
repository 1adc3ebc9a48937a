//! Subtraction sets: one pile, take a number of a set S. For the powers of a base there is a formula; finite sets are periodic
//! (Golomb, 1966), which [`FiniteSet`] finds out once and then answers any pile, of any length, in O(|S|). Other growing sets
//! (Fibonacci numbers) have no known law: their values come from a table. Sums of such piles are in [`crate::piles`].

use base::budget::Budget;
use dashu_int::UBig;

use super::recognise::Period;
use crate::piles::{Pile, Takes};
use theory::theorem::Refusal;

/// 1, b, b², … as far as they fit in 64 bits; 1 alone for the bases 0 and 1.
pub fn powers(base: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(1), move |power: &u64| if base < 2 { None } else { power.checked_mul(base) })
}

/// The Grundy value of a pile of n from which a power of the base may be taken, 1 included. An odd base has only odd powers: the
/// value is n mod 2. For an even base b every power is 1 or -1 modulo b + 1, so powers beyond b add nothing: the values have
/// period b + 1 and are 0, 1, 0, 1, …, 0, 1, 2. For b = 2 that is n mod 3 (HDU 1847).
///
/// ```
/// use theorems::subtraction::power_value;
///
/// assert_eq!((0..7).map(|n| power_value(2, n)).collect::<Vec<_>>(), [0, 1, 2, 0, 1, 2, 0]);
/// assert_eq!((0..7).map(|n| power_value(4, n)).collect::<Vec<_>>(), [0, 1, 0, 1, 2, 0, 1]);
/// ```
pub fn power_value(base: u64, n: u64) -> u64 {
    if base % 2 == 1 || base == 0 { n % 2 } else { value_of_rest(base, n % (base + 1)) }
}

/// The same for a pile of any length.
pub fn power_value_of_big(base: u64, n: &UBig) -> u64 {
    if base % 2 == 1 || base == 0 { n % 2u64 } else { value_of_rest(base, n % (base + 1)) }
}

fn value_of_rest(base: u64, rest: u64) -> u64 {
    if rest == base { 2 } else { rest % 2 }
}

/// A finite set with its period.
pub struct FiniteSet {
    amounts: Vec<u64>,
    period: Period,
}

impl FiniteSet {
    /// Finds the period of a set; zeros and repeated numbers count for nothing. The error says that none was found within some
    /// millions of values, or that the budget ended.
    pub fn new(set: &[u64], budget: &Budget<'_>) -> Result<FiniteSet, Refusal> {
        let mut amounts: Vec<u64> = set.iter().copied().filter(|&s| s > 0).collect();
        amounts.sort_unstable();
        amounts.dedup();
        let period = super::recognise::of_set(&amounts, budget)?;
        Ok(FiniteSet { amounts, period })
    }

    /// The preperiod and the period, as short as possible.
    pub fn period(&self) -> (usize, usize) {
        (self.period.preperiod, self.period.period)
    }

    /// The Grundy value of a pile of any length.
    pub fn value_of_big(&self, n: &UBig) -> u64 {
        u64::try_from(n).map_or_else(
            |_| {
                let (preperiod, period) = (self.period.preperiod as u64, self.period.period as u64);
                self.period.value(preperiod + (n - preperiod) % period)
            },
            |n| self.period.value(n),
        )
    }

    /// Every amount that leaves a pile of this value, for a pile of any length.
    pub fn takes_of_big(&self, n: &UBig, value: u64) -> Vec<u64> {
        let legal = self.amounts.iter().copied().take_while(|&s| UBig::from(s) <= *n);
        legal.filter(|&s| self.value_of_big(&(n - s)) == value).collect()
    }
}

impl Pile for FiniteSet {
    fn value(&self, n: u64) -> u64 {
        self.period.value(n)
    }

    fn allows(&self, n: u64, amount: u64) -> bool {
        amount <= n && self.amounts.binary_search(&amount).is_ok()
    }

    fn takes_to(&self, n: u64, value: u64) -> Option<Takes> {
        let legal = self.amounts.iter().copied().take_while(|&s| s <= n);
        let fits: Vec<u64> = legal.filter(|s| self.period.value(n - s) == value).collect();
        (!fits.is_empty()).then_some(Takes::These(fits))
    }

    fn least(&self, n: u64) -> Option<u64> {
        self.amounts.first().copied().filter(|&s| s <= n)
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::definition::pile_values;
    use crate::piles::Player;
    use crate::referee;

    #[test]
    fn values_of_powers_are_those_of_the_definition() {
        for base in 0..14u64 {
            let values = pile_values(300, |_, amount| (0..10).any(|e| base.checked_pow(e) == Some(amount) && amount > 0));
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
            let finite = FiniteSet::new(&set, &Budget::generous()).unwrap_or_else(|e| panic!("{e:?}"));
            let values = pile_values(400, |_, amount| set.contains(&amount));
            for n in 0..=400u64 {
                assert_eq!(finite.value(n), values[n as usize]);
                let (preperiod, period) = finite.period();
                if n >= preperiod as u64 {
                    let big = UBig::from(n) + (UBig::from(period) << 100);
                    assert_eq!(finite.value_of_big(&big), values[n as usize]);
                }
                for value in 0..6 {
                    let takes: Vec<u64> = (1..=n).filter(|t| set.contains(t) && values[(n - t) as usize] == value).collect();
                    assert_eq!(finite.takes_of_big(&n.into(), value), takes);
                    assert_eq!(finite.takes_to(n, value), (!takes.is_empty()).then_some(Takes::These(takes)));
                }
            }
        }
        let none = FiniteSet::new(&[], &Budget::generous());
        assert!(none.is_ok_and(|set| set.value(7) == 0 && set.least(7).is_none()));
    }

    #[test]
    fn the_player_wins_a_thousand_games() {
        let mut rng = Rng::with_seed(6);
        let set = random_set(&mut rng);
        let finite = FiniteSet::new(&set, &Budget::generous()).unwrap_or_else(|e| panic!("{e:?}"));
        referee::takes(60, |piles| Player::new(piles.iter().map(|&n| (&finite, n))), |_, _, amount| set.contains(&amount));
    }
}
