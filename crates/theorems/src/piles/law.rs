//! Piles with individual rules: a pile allows 1 up to a cap, any number, odd numbers, or powers of
//! a base. A move takes from one pile. By the theorem of Sprague (1935) and Grundy (1939), the
//! player to move loses exactly when the nim-sum of the piles' values is 0. A move wins exactly
//! when it changes the value v of its pile to v ⊕ sum. Computing the value and the winning amounts
//! of a pile takes O(1). So computing the winner and all winning moves takes O(k) for k piles, and
//! a player needs O(log max) per move ([`crate::sum::SumValues`]).

use base::text::Text;
use dashu_int::UBig;

use crate::online_player::{OnlinePlayer, PileTake, not_allowed, size_of};
use crate::subtraction;
use crate::sum::SumValues;

/// A non-empty set of amounts that may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PileTakeAmounts {
    /// A single amount.
    One(u64),
    /// The amounts in the list, in ascending order.
    These(Vec<u64>),
    /// The odd amounts 1, 3, 5, … up to `last`.
    Odd {
        /// The largest amount.
        last: u64,
    },
}

impl PileTakeAmounts {
    /// Returns the smallest amount.
    pub fn min_amount(&self) -> u64 {
        match self {
            PileTakeAmounts::One(amount) => *amount,
            PileTakeAmounts::These(amounts) => amounts[0],
            PileTakeAmounts::Odd { .. } => 1,
        }
    }

    /// Returns whether `amount` is in the set.
    pub fn contains(&self, amount: u64) -> bool {
        match self {
            PileTakeAmounts::One(one) => *one == amount,
            PileTakeAmounts::These(amounts) => amounts.binary_search(&amount).is_ok(),
            PileTakeAmounts::Odd { last } => amount % 2 == 1 && amount <= *last,
        }
    }

    /// Returns the number of amounts.
    pub fn count(&self) -> u64 {
        match self {
            PileTakeAmounts::One(_) => 1,
            PileTakeAmounts::These(amounts) => amounts.len() as u64,
            PileTakeAmounts::Odd { last } => last / 2 + 1,
        }
    }
}

/// Rules of a pile whose values have a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileRules {
    /// A move takes any number: the value of the pile is n.
    Any,
    /// A move takes 1 up to this number (Bachet): the value is n mod (most + 1).
    UpTo(u64),
    /// A move takes an odd number: the value is n mod 2.
    Odd,
    /// A move takes a power of this base, including 1 ([`subtraction::power_value`]).
    Powers(u64),
}

impl PileRules {
    /// Returns the Grundy value of a pile of n.
    pub fn value(&self, n: u64) -> u64 {
        match *self {
            PileRules::Any => n,
            // If most + 1 does not fit in 64 bits, any number may be taken.
            PileRules::UpTo(most) => most.checked_add(1).map_or(n, |modulus| n % modulus),
            PileRules::Odd => n % 2,
            PileRules::Powers(base) => subtraction::power_value(base, n),
        }
    }

    /// Returns whether `amount` may be taken from a pile of n.
    pub fn allows(&self, n: u64, amount: u64) -> bool {
        let allowed = match *self {
            PileRules::Any => true,
            PileRules::UpTo(most) => amount <= most,
            PileRules::Odd => amount % 2 == 1,
            PileRules::Powers(base) => subtraction::powers(base)
                .take_while(|&power| power <= amount)
                .any(|power| power == amount),
        };
        allowed && amount > 0 && amount <= n
    }

    /// Returns every amount that leaves a pile of the given value, or `None` if no amount leaves
    /// that value.
    pub fn takes_to(&self, n: u64, value: u64) -> Option<PileTakeAmounts> {
        let amount = match *self {
            PileRules::Any => n.checked_sub(value)?,
            PileRules::UpTo(most) if value > most => return None,
            PileRules::UpTo(most) => {
                // The values have period most + 1, so at most one amount leads to each value.
                let own = self.value(n);
                if value <= own {
                    own - value
                } else {
                    own + (most - value) + 1
                }
            }
            PileRules::Odd => {
                return (n % 2 != value && value < 2 && n > 0).then(|| PileTakeAmounts::Odd {
                    last: n - (n + 1) % 2,
                });
            }
            PileRules::Powers(base) => {
                let fits = subtraction::powers(base).take_while(|&power| power <= n);
                let fits: Vec<u64> = fits
                    .filter(|&power| subtraction::power_value(base, n - power) == value)
                    .collect();
                return (!fits.is_empty()).then_some(PileTakeAmounts::These(fits));
            }
        };
        (amount > 0 && amount <= n).then_some(PileTakeAmounts::One(amount))
    }

    /// Returns the smallest amount that may be taken, or `None` if there is no move.
    pub fn min_amount(&self, n: u64) -> Option<u64> {
        self.allows(n, 1).then_some(1)
    }
}

impl PileRules {
    /// Returns the Grundy value of a pile of any size n; `None` for [`PileRules::Any`], where the
    /// value is n itself.
    pub fn value_of_big(&self, n: &UBig) -> Option<u64> {
        match *self {
            PileRules::Any => None,
            PileRules::UpTo(most) => u64::try_from(n % (UBig::from(most) + 1u8)).ok(),
            PileRules::Odd => Some(n % 2u64),
            PileRules::Powers(base) => Some(subtraction::power_value_of_big(base, n)),
        }
    }
}

/// Returns the rules of index-capped piles (exercise of seed 000, 4.4.1.5): from pile i, counted
/// from 1, take 1 to i.
pub fn index_capped() -> impl Iterator<Item = PileRules> {
    (1..=u64::MAX).map(PileRules::UpTo)
}

/// Returns the rules of the mixed piles of seed 003: 1 to 3 from the first, an odd number from the
/// second, any number from the others.
pub fn mixed() -> impl Iterator<Item = PileRules> {
    [PileRules::UpTo(3), PileRules::Odd]
        .into_iter()
        .chain(std::iter::repeat(PileRules::Any))
}

/// Returns the nim-sum of the values; the player to move loses exactly when it is 0. O(k).
///
/// ```
/// use theorems::piles::{mixed, nim_sum};
///
/// assert_eq!(nim_sum(mixed(), &[5, 3, 7]), 1 ^ 1 ^ 7);
/// ```
pub fn nim_sum(rules: impl IntoIterator<Item = PileRules>, piles: &[u64]) -> u64 {
    rules
        .into_iter()
        .zip(piles)
        .fold(0, |sum, (rule, &n)| nimber::sum(sum, rule.value(n)))
}

/// Returns every winning move: each pile that has a winning move, with all winning amounts. O(k).
pub fn winning_moves(
    rules: impl IntoIterator<Item = PileRules> + Clone,
    piles: &[u64],
) -> Vec<(usize, PileTakeAmounts)> {
    let sum = nim_sum(rules.clone(), piles);
    let each = rules.into_iter().zip(piles).enumerate();
    each.filter_map(|(i, (rule, &n))| Some((i, rule.takes_to(n, nimber::sum(rule.value(n), sum))?)))
        .collect()
}

/// A player for a row of piles: O(k log max) to prepare, then O(log max) per move, where max is the
/// maximum value.
pub struct Player {
    rules: Vec<PileRules>,
    piles: Vec<u64>,
    values: SumValues,
    /// All piles before this index have no move.
    first: usize,
}

impl Player {
    /// Creates a player for the given piles.
    pub fn new(piles: impl IntoIterator<Item = (PileRules, u64)>) -> Player {
        let (rules, piles): (Vec<PileRules>, Vec<u64>) = piles.into_iter().unzip();
        let values = SumValues::new(rules.iter().zip(&piles).map(|(rule, &n)| rule.value(n)));
        Player {
            values,
            rules,
            piles,
            first: 0,
        }
    }

    /// Returns the current size of each pile.
    pub fn piles(&self) -> &[u64] {
        &self.piles
    }

    /// Returns how many list entries were added or visited since the preparation
    /// ([`SumValues::work`]).
    pub fn work(&self) -> u64 {
        self.values.work()
    }
}

impl OnlinePlayer for Player {
    type Move = PileTake;

    fn play(&mut self, &PileTake { pile, amount }: &PileTake) -> Result<(), Text> {
        let size = size_of(&self.piles, pile)?;
        if !self.rules[pile].allows(size, amount) {
            return Err(not_allowed(pile, amount, size));
        }
        self.piles[pile] -= amount;
        self.values.set(pile, self.rules[pile].value(size - amount));
        Ok(())
    }

    fn winning_move(&mut self) -> Option<PileTake> {
        let (pile, value) = self.values.to_lower()?;
        // By the definition of the mex, every value below that of the pile is the value of an
        // option.
        Some(PileTake {
            pile,
            amount: self.rules[pile]
                .takes_to(self.piles[pile], value)?
                .min_amount(),
        })
    }

    fn any_move(&mut self) -> Option<PileTake> {
        // Piles only shrink, so a pile without a move never gets one.
        while let Some((&n, rule)) = self.piles.get(self.first).zip(self.rules.get(self.first)) {
            if let Some(amount) = rule.min_amount(n) {
                return Some(PileTake {
                    pile: self.first,
                    amount,
                });
            }
            self.first += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::referee;
    use theory::reference::pile_values;

    /// Returns whether an amount is allowed, written differently from [`PileRules::allows`].
    fn allowed(kind: PileRules, amount: u64) -> bool {
        match kind {
            PileRules::Any => true,
            PileRules::UpTo(most) => (1..=most).contains(&amount),
            PileRules::Odd => amount & 1 == 1,
            PileRules::Powers(base) => (0..64).any(|e| base.checked_pow(e) == Some(amount)),
        }
    }

    fn kinds() -> Vec<PileRules> {
        let capped = (0..7).chain([u64::MAX - 1, u64::MAX]).map(PileRules::UpTo);
        capped
            .chain((2..9).map(PileRules::Powers))
            .chain([PileRules::Any, PileRules::Odd])
            .collect()
    }

    #[test]
    fn values_and_amounts_are_those_of_the_definition() {
        for kind in kinds() {
            let values = pile_values(80, |_, amount| allowed(kind, amount));
            for n in 0..=80u64 {
                assert_eq!(kind.value(n), values[n as usize], "{kind:?} {n}");
                assert_eq!(
                    kind.value_of_big(&n.into()).unwrap_or(n),
                    values[n as usize],
                    "{kind:?} {n}"
                );
                assert_eq!(
                    kind.min_amount(n),
                    (1..=n).find(|&amount| allowed(kind, amount))
                );
                for value in 0..12 {
                    let takes: Vec<u64> = (1..=n)
                        .filter(|&t| allowed(kind, t) && values[(n - t) as usize] == value)
                        .collect();
                    let found = kind.takes_to(n, value);
                    let listed: Vec<u64> = (1..=n)
                        .filter(|&t| found.as_ref().is_some_and(|f| f.contains(t)))
                        .collect();
                    assert_eq!(listed, takes, "{kind:?} {n} to {value}");
                    assert_eq!(
                        found.as_ref().map_or(0, PileTakeAmounts::count),
                        takes.len() as u64
                    );
                    assert_eq!(found.map(|f| f.min_amount()), takes.first().copied());
                }
                for amount in 0..=n + 1 {
                    assert_eq!(
                        kind.allows(n, amount),
                        amount > 0 && amount <= n && allowed(kind, amount)
                    );
                }
            }
        }
    }

    #[test]
    fn values_of_big_piles_go_on_as_the_small_ones() {
        let mut rng = Rng::with_seed(3);
        for kind in kinds().into_iter().filter(|&kind| kind != PileRules::Any) {
            for _ in 0..50 {
                let (small, period) = (
                    rng.u64(..),
                    if let PileRules::UpTo(most) = kind {
                        UBig::from(most) + 1u8
                    } else {
                        UBig::from(5040u32)
                    },
                );
                // The big pile is a small pile increased by a multiple of the period.
                let big = UBig::from(small) + period * (UBig::ONE << 200);
                assert_eq!(
                    kind.value_of_big(&big),
                    Some(kind.value(small)),
                    "{kind:?} {small}"
                );
            }
        }
    }

    #[test]
    fn winning_moves_change_the_nim_sum_to_zero() {
        let mut rng = Rng::with_seed(4);
        for _ in 0..300 {
            let rules: Vec<PileRules> = (0..rng.usize(0..5))
                .map(|_| rng.choice(kinds()).unwrap())
                .collect();
            let piles: Vec<u64> = rules.iter().map(|_| rng.u64(0..12)).collect();
            let moves = winning_moves(rules.iter().copied(), &piles);
            assert_eq!(
                moves.is_empty(),
                nim_sum(rules.iter().copied(), &piles) == 0
            );
            for (pile, &size) in piles.iter().enumerate() {
                for amount in (1..=size).filter(|&amount| rules[pile].allows(size, amount)) {
                    let wins = nim_sum(
                        rules.iter().copied(),
                        &referee::lowered(&piles, &PileTake { pile, amount }),
                    ) == 0;
                    let listed = moves
                        .iter()
                        .any(|(i, takes)| *i == pile && takes.contains(amount));
                    assert_eq!(listed, wins, "{rules:?} {piles:?} {pile} {amount}");
                }
            }
        }
    }

    #[test]
    fn the_player_wins_a_thousand_games() {
        let player = |piles: &[u64]| Player::new(index_capped().zip(piles.iter().copied()));
        referee::check_take_player(30, player, |i, _, amount| amount <= i as u64 + 1);
        let player = |piles: &[u64]| Player::new(mixed().zip(piles.iter().copied()));
        referee::check_take_player(1000, player, |i, _, amount| match i {
            0 => amount <= 3,
            1 => amount % 2 == 1,
            _ => true,
        });
    }
}
