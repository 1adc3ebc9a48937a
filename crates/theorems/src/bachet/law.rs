//! Bachet's game, known as Bash (Bachet de Méziriac, 1612): a move takes 1 to k from a single
//! pile of n. The player to move loses exactly when n is a multiple of k + 1, including n = 0.
//! Otherwise, the only winning move takes n mod (k + 1). O(1) for 64-bit numbers, one division for
//! big ones. For several piles with moves of 1 to k, see [`crate::piles`].

use base::text;
use base::text::Text;
use dashu_int::UBig;

use crate::online_player::OnlinePlayer;

/// Returns the only winning amount, or `None` if the player to move loses.
///
/// ```
/// use theorems::bachet::winning_take;
///
/// assert_eq!(winning_take(100, 2), Some(1));
/// assert_eq!(winning_take(0, 2), None);
/// assert_eq!(winning_take(u64::MAX, u64::MAX), Some(u64::MAX));
/// ```
pub fn winning_take(n: u64, most: u64) -> Option<u64> {
    // If most + 1 does not fit in 64 bits, everything may be taken at once.
    let take = most.checked_add(1).map_or(n, |modulus| n % modulus);
    (take > 0).then_some(take)
}

/// Works like [`winning_take`], for numbers of any length.
pub fn winning_take_of_big(n: &UBig, most: &UBig) -> Option<UBig> {
    let take = n % (most + UBig::ONE);
    (!take.is_zero()).then_some(take)
}

/// A player for one pile of any length: one division to prepare, then one subtraction per move.
pub struct Player {
    left: UBig,
    most: UBig,
    /// The number `left` of remaining stones, modulo `most` + 1.
    rest: UBig,
}

impl Player {
    /// Creates a player for a pile of n.
    pub fn new(n: UBig, most: UBig) -> Player {
        Player {
            rest: &n % (&most + UBig::ONE),
            left: n,
            most,
        }
    }
}

impl OnlinePlayer for Player {
    type Move = UBig;

    fn play(&mut self, take: &UBig) -> Result<(), Text> {
        let (left, most) = (&self.left, &self.most);
        if take.is_zero() || take > most || take > left {
            return Err(text!(
                "cannot take {take}: expected 1 to {most} of the {left} left",
                "不能取 {take} 个：剩 {left} 个，每次可取 1 到 {most} 个"
            ));
        }
        self.left -= take;
        if &self.rest < take {
            self.rest += &self.most + UBig::ONE;
        }
        self.rest -= take;
        Ok(())
    }

    fn winning_move(&mut self) -> Option<UBig> {
        (!self.rest.is_zero()).then(|| self.rest.clone())
    }

    fn any_move(&mut self) -> Option<UBig> {
        (!self.left.is_zero() && !self.most.is_zero()).then_some(UBig::ONE)
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::referee;
    use theory::reference::pile_values;

    #[test]
    fn the_winning_take_is_the_one_to_value_zero() {
        for most in 0..12 {
            let values = pile_values(60, |_, amount| amount <= most);
            for n in 0..=60 {
                let takes: Vec<u64> = (1..=most.min(n))
                    .filter(|take| values[(n - take) as usize] == 0)
                    .collect();
                assert_eq!(
                    winning_take(n, most).into_iter().collect::<Vec<_>>(),
                    takes,
                    "{n} {most}"
                );
                assert_eq!(
                    winning_take_of_big(&n.into(), &most.into()),
                    winning_take(n, most).map(UBig::from)
                );
            }
        }
        assert_eq!(winning_take(u64::MAX, u64::MAX - 1), None);
    }

    #[test]
    fn the_player_wins_a_thousand_games() {
        let start = |rng: &mut Rng| {
            let most = UBig::from(rng.u64(1..50)) << rng.usize(0..200);
            (
                UBig::from(rng.u64(0..50)) * (&most + UBig::from(rng.u64(0..2))),
                most,
            )
        };
        let random = |(n, most): &(UBig, UBig), rng: &mut Rng| {
            let limit = n.min(most);
            (!limit.is_zero())
                .then(|| limit * rng.u64(0..1000) / 1000u32)
                .map(|take| take.max(UBig::ONE))
        };
        let apply = |(n, most): &(UBig, UBig), take: &UBig| {
            (*take >= UBig::ONE && take <= n && take <= most).then(|| (n - take, most.clone()))
        };
        referee::check_player(
            false,
            start,
            |(n, most)| Player::new(n.clone(), most.clone()),
            random,
            apply,
        );
    }
}
