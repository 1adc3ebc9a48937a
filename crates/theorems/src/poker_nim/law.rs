//! Poker Nim, the standard example of reversible moves (Winning Ways, chapter 3): a move takes any
//! number from a heap, or adds chips to a heap from the heap's reserve, which only shrinks. Adding
//! chips is reversible: the opponent takes the added chips away again, and the reserve is smaller.
//! So the reserves do not change the values, and the player to move loses exactly when the nim-sum
//! of the heaps is 0. Computing the winner and all winning moves takes O(k) for k heaps.

use crate::online_player::PileTake;

/// A heap of chips with its reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PokerHeap {
    /// The size of the heap.
    pub size: u64,
    /// How many chips may still be added to the heap.
    pub reserve: u64,
}

/// A move of Poker Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    /// Takes chips from a heap.
    Take(PileTake),
    /// Adds chips to a heap from its reserve.
    Add(PileTake),
}

/// Returns the nim-sum of the heaps; the player to move loses exactly when it is 0. O(k).
pub fn nim_sum(heaps: &[PokerHeap]) -> u64 {
    heaps
        .iter()
        .fold(0, |sum, heap| nimber::sum(sum, heap.size))
}

/// Returns every winning move, heap by heap; each heap has at most one. O(k).
///
/// ```
/// use theorems::{PileTake, poker_nim::*};
///
/// let heaps = [
///     PokerHeap {
///         size: 1,
///         reserve: 9,
///     },
///     PokerHeap {
///         size: 3,
///         reserve: 0,
///     },
/// ];
/// let add = Move::Add(PileTake { pile: 0, amount: 2 });
/// assert_eq!(
///     winning_moves(&heaps),
///     [add, Move::Take(PileTake { pile: 1, amount: 2 })]
/// );
/// ```
pub fn winning_moves(heaps: &[PokerHeap]) -> Vec<Move> {
    let sum = nim_sum(heaps);
    let each = heaps.iter().enumerate().filter(|_| sum != 0);
    each.filter_map(|(pile, heap)| {
        let target = nimber::sum(heap.size, sum);
        match target.checked_sub(heap.size) {
            None => Some(Move::Take(PileTake {
                pile,
                amount: heap.size - target,
            })),
            Some(amount) => {
                (amount <= heap.reserve).then_some(Move::Add(PileTake { pile, amount }))
            }
        }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use fastrand::Rng;

    use super::*;
    use theory::reference::ReferenceSearch;

    fn after(heaps: &[PokerHeap], made: &Move) -> Option<Vec<PokerHeap>> {
        let mut heaps = heaps.to_vec();
        match *made {
            Move::Take(PileTake { pile, amount }) => {
                heaps[pile].size = heaps[pile]
                    .size
                    .checked_sub(amount)
                    .filter(|_| amount > 0)?
            }
            Move::Add(PileTake { pile, amount }) => {
                heaps[pile].reserve = heaps[pile]
                    .reserve
                    .checked_sub(amount)
                    .filter(|_| amount > 0)?;
                heaps[pile].size += amount;
            }
        }
        Some(heaps)
    }

    fn moves(heaps: &[PokerHeap]) -> Vec<Move> {
        let each = heaps.iter().enumerate();
        each.flat_map(|(pile, heap)| {
            let takes = (1..=heap.size).map(move |amount| Move::Take(PileTake { pile, amount }));
            takes.chain((1..=heap.reserve).map(move |amount| Move::Add(PileTake { pile, amount })))
        })
        .collect()
    }

    fn start(rng: &mut Rng, most: u64) -> Vec<PokerHeap> {
        (0..rng.usize(0..4))
            .map(|_| PokerHeap {
                size: rng.u64(0..most),
                reserve: rng.u64(0..most),
            })
            .collect()
    }

    #[test]
    fn winning_moves_are_those_to_positions_lost_by_the_definition() {
        let budget = Budget::generous();
        let mut search = ReferenceSearch::normal(
            |heaps: &Vec<PokerHeap>| {
                moves(heaps)
                    .iter()
                    .filter_map(|m| after(heaps, m))
                    .collect()
            },
            &budget,
        );
        let mut rng = Rng::with_seed(9);
        for _ in 0..100 {
            let heaps = start(&mut rng, 4);
            let wins = |made: &Move| !search.mover_wins(&after(&heaps, made).unwrap()).unwrap();
            assert_eq!(
                winning_moves(&heaps),
                moves(&heaps).into_iter().filter(wins).collect::<Vec<_>>(),
                "{heaps:?}"
            );
        }
    }
}
