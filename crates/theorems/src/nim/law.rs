//! In Nim (Bouton, 1901), a move takes any number from one of several heaps. The player to
//! move loses exactly when the nim-sum of the heaps is 0. Computing the winner, one winning move or
//! all winning moves takes O(k) for k heaps. A player needs O(k log max) to prepare, then O(log
//! max) for each move of either side, independent of k (seed 000, 4.4.1.5;
//! [`crate::sum::SumValues`]). Tokens on a strip are also Nim heaps (seed 000, appendix III,
//! variant 2): a move puts one token on a smaller cell, and several tokens may share a cell. The
//! sizes of the heaps are the cells of the tokens, counted from 0.

use crate::online_player::PileTake;
use crate::piles::{self, PileRules};

/// Returns the nim-sum of the heaps; the player to move loses exactly when it is 0. O(k).
///
/// ```
/// assert_eq!(theorems::nim::nim_sum(&[3, 6, 9]), 12);
/// ```
pub fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, &heap| nimber::sum(sum, heap))
}

/// Returns a winning move, or `None` if no move wins. O(k).
pub fn winning_move(heaps: &[u64]) -> Option<PileTake> {
    winning(heaps).next()
}

/// Returns every winning move, heap by heap; each heap has at most one. O(k).
///
/// ```
/// use theorems::{PileTake, nim};
///
/// let moves = nim::winning_moves(&[7, 11, 13]);
/// assert_eq!(
///     moves,
///     [
///         PileTake { pile: 0, amount: 1 },
///         PileTake { pile: 1, amount: 1 },
///         PileTake { pile: 2, amount: 1 }
///     ]
/// );
/// ```
pub fn winning_moves(heaps: &[u64]) -> Vec<PileTake> {
    winning(heaps).collect()
}

fn winning(heaps: &[u64]) -> impl Iterator<Item = PileTake> {
    let sum = nim_sum(heaps);
    let moves = heaps.iter().enumerate();
    moves.filter_map(move |(pile, &heap)| {
        let target = nimber::sum(heap, sum);
        (target < heap).then(|| PileTake {
            pile,
            amount: heap - target,
        })
    })
}

/// A player of Nim: O(k log max) to prepare, then O(log max) per move.
pub type Player = piles::Player;

/// Creates a player for these heaps.
pub fn player(heaps: &[u64]) -> Player {
    piles::Player::new(heaps.iter().map(|&heap| (PileRules::Any, heap)))
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use fastrand::Rng;

    use super::*;
    use crate::referee;
    use theory::reference::{ReferenceSearch, take_from_one};

    #[test]
    fn winning_moves_are_those_to_positions_lost_by_the_definition() {
        let budget = Budget::generous();
        let mut search = ReferenceSearch::normal(
            |heaps: &Vec<u64>| take_from_one(heaps, |_, _, _| true),
            &budget,
        );
        let mut rng = Rng::with_seed(1);
        for _ in 0..300 {
            let heaps: Vec<u64> = (0..rng.usize(0..5)).map(|_| rng.u64(0..8)).collect();
            let mut expected = Vec::new();
            for (pile, &size) in heaps.iter().enumerate() {
                for amount in (1..=size).rev() {
                    let mut option = heaps.clone();
                    option[pile] -= amount;
                    if !search.mover_wins(&option).unwrap() {
                        expected.push(PileTake { pile, amount });
                    }
                }
            }
            assert_eq!(winning_moves(&heaps), expected, "{heaps:?}");
            assert_eq!(
                winning_move(&heaps).is_some(),
                search.mover_wins(&heaps).unwrap()
            );
        }
    }

    #[test]
    fn the_player_wins_a_thousand_games() {
        for most in [9, u64::MAX] {
            referee::check_take_player(most, player, |_, _, _| true);
        }
    }
}
