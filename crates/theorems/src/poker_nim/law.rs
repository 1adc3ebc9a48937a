//! Poker Nim, the model of reversible moves (Winning Ways, chapter 3): from a heap any number is taken, or chips are added to it
//! from a reserve that only shrinks. Adding is reversible: the answer takes the same number away again, and the reserve is smaller.
//! So the reserves do not change the values: the player to move loses exactly when the nim-sum of the heaps is 0. Winner and all
//! winning moves in O(k); a player needs O(k log max) to prepare and O(log max) a move.

use base::text;
use base::text::Text;

use crate::online::{Online, Take, no_such_pile, not_allowed};
use crate::sum::Values;

/// A heap, and how many may still be added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heap {
    /// The heap.
    pub size: u64,
    /// The reserve.
    pub reserve: u64,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    /// Takes from a heap.
    Take(Take),
    /// Adds to a heap from its reserve.
    Add(Take),
}

/// The nim-sum of the heaps: the player to move loses exactly when it is 0. O(k).
pub fn nim_sum(heaps: &[Heap]) -> u64 {
    heaps.iter().fold(0, |sum, heap| nimber::sum(sum, heap.size))
}

/// Every winning move, heap by heap; at most one in each. O(k).
///
/// ```
/// use theorems::{Take, poker_nim::*};
///
/// let heaps = [Heap { size: 1, reserve: 9 }, Heap { size: 3, reserve: 0 }];
/// let add = Move::Add(Take { pile: 0, amount: 2 });
/// assert_eq!(winning_moves(&heaps), [add, Move::Take(Take { pile: 1, amount: 2 })]);
/// ```
pub fn winning_moves(heaps: &[Heap]) -> Vec<Move> {
    let sum = nim_sum(heaps);
    let each = heaps.iter().enumerate().filter(|_| sum != 0);
    each.filter_map(|(pile, heap)| {
        let target = nimber::sum(heap.size, sum);
        match target.checked_sub(heap.size) {
            None => Some(Move::Take(Take { pile, amount: heap.size - target })),
            Some(amount) => (amount <= heap.reserve).then_some(Move::Add(Take { pile, amount })),
        }
    })
    .collect()
}

/// Plays Poker Nim.
pub struct Player {
    sizes: Values,
    reserves: Vec<u64>,
    /// No heap before this one has a move.
    first: usize,
}

impl Player {
    /// A player for these heaps. The error says that a heap with its reserve does not fit in 64 bits.
    pub fn new(heaps: &[Heap]) -> Result<Player, Text> {
        if let Some(pile) = heaps.iter().position(|heap| heap.size.checked_add(heap.reserve).is_none()) {
            return Err(text!("heap {pile} and its reserve must be fewer than 2^64 together", "第 {pile} 堆与其备用总数须小于 2^64"));
        }
        let sizes = Values::new(heaps.iter().map(|heap| heap.size));
        Ok(Player { sizes, reserves: heaps.iter().map(|heap| heap.reserve).collect(), first: 0 })
    }
}

impl Online for Player {
    type Move = Move;

    fn play(&mut self, made: &Move) -> Result<(), Text> {
        let (Move::Take(Take { pile, amount }) | Move::Add(Take { pile, amount })) = *made;
        let &size = self.sizes.as_slice().get(pile).ok_or_else(|| no_such_pile(pile, self.reserves.len()))?;
        let limit = if let Move::Take(_) = made { size } else { self.reserves[pile] };
        if amount == 0 || amount > limit {
            return Err(not_allowed(pile, amount, limit));
        }
        match made {
            Move::Take(_) => self.sizes.set(pile, size - amount),
            Move::Add(_) => {
                self.reserves[pile] -= amount;
                self.sizes.set(pile, size + amount);
            }
        }
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Move> {
        let (pile, target) = self.sizes.to_lower()?;
        Some(Move::Take(Take { pile, amount: self.sizes.as_slice()[pile] - target }))
    }

    fn any_move(&mut self) -> Option<Move> {
        // A heap together with its reserve never grows.
        while let Some((&size, &reserve)) = self.sizes.as_slice().get(self.first).zip(self.reserves.get(self.first)) {
            let take = Take { pile: self.first, amount: 1 };
            if size > 0 {
                return Some(Move::Take(take));
            }
            if reserve > 0 {
                return Some(Move::Add(take));
            }
            self.first += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use fastrand::Rng;

    use super::*;
    use crate::referee;
    use theory::definition::Search;

    fn after(heaps: &[Heap], made: &Move) -> Option<Vec<Heap>> {
        let mut heaps = heaps.to_vec();
        match *made {
            Move::Take(Take { pile, amount }) => heaps[pile].size = heaps[pile].size.checked_sub(amount).filter(|_| amount > 0)?,
            Move::Add(Take { pile, amount }) => {
                heaps[pile].reserve = heaps[pile].reserve.checked_sub(amount).filter(|_| amount > 0)?;
                heaps[pile].size += amount;
            }
        }
        Some(heaps)
    }

    fn moves(heaps: &[Heap]) -> Vec<Move> {
        let each = heaps.iter().enumerate();
        each.flat_map(|(pile, heap)| {
            let takes = (1..=heap.size).map(move |amount| Move::Take(Take { pile, amount }));
            takes.chain((1..=heap.reserve).map(move |amount| Move::Add(Take { pile, amount })))
        })
        .collect()
    }

    fn start(rng: &mut Rng, most: u64) -> Vec<Heap> {
        (0..rng.usize(0..4)).map(|_| Heap { size: rng.u64(0..most), reserve: rng.u64(0..most) }).collect()
    }

    #[test]
    fn winning_moves_are_those_to_positions_lost_by_the_definition() {
        let budget = Budget::generous();
        let mut search = Search::normal(|heaps: &Vec<Heap>| moves(heaps).iter().filter_map(|m| after(heaps, m)).collect(), &budget);
        let mut rng = Rng::with_seed(9);
        for _ in 0..100 {
            let heaps = start(&mut rng, 4);
            let wins = |made: &Move| !search.mover_wins(&after(&heaps, made).unwrap()).unwrap();
            assert_eq!(winning_moves(&heaps), moves(&heaps).into_iter().filter(wins).collect::<Vec<_>>(), "{heaps:?}");
        }
    }

    #[test]
    fn the_player_wins_a_thousand_games() {
        let random = |heaps: &Vec<Heap>, rng: &mut Rng| rng.choice(moves(heaps));
        referee::thousand(false, |rng| start(rng, 20), |heaps| Player::new(heaps).unwrap(), random, |heaps, made| after(heaps, made));
        assert!(Player::new(&[Heap { size: u64::MAX, reserve: 1 }]).is_err());
    }
}
