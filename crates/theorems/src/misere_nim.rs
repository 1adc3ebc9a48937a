//! Misère Nim (Bouton, 1901): Nim where the player who takes the last piece loses. As long as a heap of 2 or more is there, the
//! player to move loses exactly when the nim-sum is 0, as in Nim; when all heaps are 0 or 1, exactly when their number is odd. So one
//! plays Nim until a single large heap is left, and lowers that to 0 or 1, whichever leaves an odd number of ones. Winner and all
//! winning moves in O(k); a player needs O(k log max) to prepare and O(log max) a move.

use base::text::Text;

use crate::nim;
use crate::online::{Online, Take, not_allowed, size_of};
use crate::sum::Values;

/// Whether the player to move wins. O(k).
///
/// ```
/// use theorems::misere_nim::mover_wins;
///
/// assert!(mover_wins(&[3, 5, 1]) && !mover_wins(&[1]) && mover_wins(&[]));
/// ```
pub fn mover_wins(heaps: &[u64]) -> bool {
    (nim::nim_sum(heaps) != 0) == heaps.iter().any(|&heap| heap > 1)
}

/// Every winning move, heap by heap; at most one in each. O(k). A player who cannot move has won without one.
pub fn winning_moves(heaps: &[u64]) -> Vec<Take> {
    let sum = nim::nim_sum(heaps);
    let each = heaps.iter().enumerate();
    match heaps.iter().filter(|&&heap| heap > 1).count() {
        0 => each.filter(|&(_, &heap)| sum == 0 && heap == 1).map(|(pile, _)| Take { pile, amount: 1 }).collect(),
        1 => each.filter(|(_, heap)| **heap > 1).map(|(pile, &heap)| Take { pile, amount: heap - end(heap, sum) }).collect(),
        _ => nim::winning_moves(heaps),
    }
}

/// To what the only large heap is lowered: the ones must then be odd in number.
fn end(heap: u64, sum: u64) -> u64 {
    1 - (heap ^ sum) % 2
}

/// Plays misère Nim.
pub struct Player {
    heaps: Values,
    /// How many heaps have 2 or more.
    large: usize,
    /// No heap before this one has pieces.
    first: usize,
}

impl Player {
    /// A player for these heaps.
    pub fn new(heaps: Vec<u64>) -> Player {
        Player { large: heaps.iter().filter(|&&heap| heap > 1).count(), heaps: Values::new(heaps), first: 0 }
    }
}

impl Online for Player {
    type Move = Take;

    fn play(&mut self, &Take { pile, amount }: &Take) -> Result<(), Text> {
        let size = size_of(self.heaps.as_slice(), pile)?;
        if amount == 0 || amount > size {
            return Err(not_allowed(pile, amount, size));
        }
        self.heaps.set(pile, size - amount);
        self.large -= usize::from(size > 1 && size - amount <= 1);
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Take> {
        let sum = self.heaps.sum();
        let (heap, target) = match self.large {
            0 if sum == 0 => (*self.heaps.holders(0, 1).first()? as usize, 0),
            0 => return None,
            1 => {
                // All other heaps are at most 1, so the leading digit of the nim-sum is that of the large heap.
                let heap = *self.heaps.holders(sum.checked_ilog2()?, 1).first()? as usize;
                (heap, end(self.heaps.as_slice()[heap], sum))
            }
            _ => self.heaps.to_lower()?,
        };
        Some(Take { pile: heap, amount: self.heaps.as_slice()[heap] - target })
    }

    fn any_move(&mut self) -> Option<Take> {
        let sizes = self.heaps.as_slice();
        while *sizes.get(self.first)? == 0 {
            self.first += 1;
        }
        Some(Take { pile: self.first, amount: 1 })
    }
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use fastrand::Rng;

    use super::*;
    use crate::definition::{Search, take_from_one};
    use crate::referee;

    #[test]
    fn winning_moves_are_those_to_positions_lost_by_the_definition() {
        let budget = Budget::generous();
        let mut search = Search::misere(|heaps: &Vec<u64>| take_from_one(heaps, |_, _, _| true), &budget);
        let mut rng = Rng::with_seed(10);
        for _ in 0..400 {
            let most = rng.u64(1..7);
            let heaps: Vec<u64> = (0..rng.usize(0..6)).map(|_| rng.u64(0..=most)).collect();
            assert_eq!(mover_wins(&heaps), search.mover_wins(&heaps).unwrap(), "{heaps:?}");
            let all = heaps.iter().enumerate().flat_map(|(pile, &size)| (1..=size).map(move |amount| Take { pile, amount }));
            let wins = |take: &Take| !search.mover_wins(&referee::lowered(&heaps, take)).unwrap();
            assert_eq!(winning_moves(&heaps), all.filter(wins).collect::<Vec<_>>(), "{heaps:?}");
        }
    }

    #[test]
    fn the_player_wins_a_thousand_games() {
        for most in [1, 2, 6, u64::MAX] {
            let start = |rng: &mut Rng| -> Vec<u64> { (0..rng.usize(0..7)).map(|_| rng.u64(0..=most)).collect() };
            let random = |heaps: &Vec<u64>, rng: &mut Rng| referee::random_take(heaps, rng, &|_, _, _| true);
            let apply =
                |heaps: &Vec<u64>, made: &Take| (made.amount > 0 && made.amount <= heaps[made.pile]).then(|| referee::lowered(heaps, made));
            referee::thousand(true, start, |heaps| Player::new(heaps.clone()), random, apply);
        }
    }
}
