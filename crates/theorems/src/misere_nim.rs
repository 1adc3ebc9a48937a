//! A player of misère Nim (Bouton, 1901; the theorem is [`theory::sums::MisereNimRule`]). In misère
//! Nim, the player who takes the last piece loses. The winner plays as in Nim until a single heap
//! above 1 is left. The winner then lowers the heap above 1 to 0 or 1, so that the number of heaps
//! of 1 becomes odd. O(k log max) to prepare for k heaps, O(log max) per move.

use base::text::Text;

use crate::online_player::{OnlinePlayer, PileTake, not_allowed, size_of};
use crate::sum::SumValues;

/// Returns the size to which the only large heap is lowered, so that the number of ones is odd.
fn end(heap: u64, sum: u64) -> u64 {
    1 - (heap ^ sum) % 2
}

/// A player of misère Nim.
pub struct Player {
    heaps: SumValues,
    /// The number of heaps of 2 or more.
    large: usize,
    /// All heaps before this index are empty.
    first: usize,
}

impl Player {
    /// Creates a player for the given heaps.
    pub fn new(heaps: Vec<u64>) -> Player {
        Player {
            large: heaps.iter().filter(|&&heap| heap > 1).count(),
            heaps: SumValues::new(heaps),
            first: 0,
        }
    }
}

impl OnlinePlayer for Player {
    type Move = PileTake;

    fn play(&mut self, &PileTake { pile, amount }: &PileTake) -> Result<(), Text> {
        let size = size_of(self.heaps.as_slice(), pile)?;
        if amount == 0 || amount > size {
            return Err(not_allowed(pile, amount, size));
        }
        self.heaps.set(pile, size - amount);
        self.large -= usize::from(size > 1 && size - amount <= 1);
        Ok(())
    }

    fn winning_move(&mut self) -> Option<PileTake> {
        let sum = self.heaps.sum();
        let (heap, target) = match self.large {
            0 if sum == 0 => (*self.heaps.holders(0, 1).first()? as usize, 0),
            0 => return None,
            1 => {
                // All other heaps are at most 1, so the leading digit of the nim-sum is that of the
                // large heap.
                let heap = *self.heaps.holders(sum.checked_ilog2()?, 1).first()? as usize;
                (heap, end(self.heaps.as_slice()[heap], sum))
            }
            _ => self.heaps.to_lower()?,
        };
        Some(PileTake {
            pile: heap,
            amount: self.heaps.as_slice()[heap] - target,
        })
    }

    fn any_move(&mut self) -> Option<PileTake> {
        let sizes = self.heaps.as_slice();
        while *sizes.get(self.first)? == 0 {
            self.first += 1;
        }
        Some(PileTake {
            pile: self.first,
            amount: 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use rules::game::Outcome;
    use theory::sums::{HeapRule, MisereNimRule};

    use super::*;
    use crate::referee;

    #[test]
    fn the_player_makes_winning_moves_where_there_are_any() {
        let mut rng = Rng::with_seed(10);
        for _ in 0..400 {
            let most = rng.u64(1..7);
            let heaps: Vec<u64> = (0..rng.usize(0..6)).map(|_| rng.u64(0..=most)).collect();
            let made = Player::new(heaps.clone()).winning_move();
            let over = heaps.iter().all(|&heap| heap == 0);
            assert_eq!(
                made.is_some(),
                MisereNimRule.outcome(&heaps) == Outcome::N && !over,
                "{heaps:?}"
            );
            assert!(
                made.is_none_or(
                    |made| MisereNimRule.outcome(&referee::lowered(&heaps, &made)) == Outcome::P
                ),
                "{heaps:?}"
            );
        }
    }

    #[test]
    fn the_player_wins_a_thousand_games() {
        for most in [1, 2, 6, u64::MAX] {
            let start = |rng: &mut Rng| -> Vec<u64> {
                (0..rng.usize(0..7)).map(|_| rng.u64(0..=most)).collect()
            };
            let random =
                |heaps: &Vec<u64>, rng: &mut Rng| referee::random_take(heaps, rng, &|_, _, _| true);
            let apply = |heaps: &Vec<u64>, made: &PileTake| {
                (made.amount > 0 && made.amount <= heaps[made.pile])
                    .then(|| referee::lowered(heaps, made))
            };
            referee::check_player(
                true,
                start,
                |heaps| Player::new(heaps.clone()),
                random,
                apply,
            );
        }
    }
}
