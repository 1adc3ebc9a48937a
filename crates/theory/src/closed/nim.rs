//! Nim (C. L. Bouton, 1901): several heaps, take any number from one. The player to move loses exactly when the nim-sum of the heaps
//! is 0; winner, one and all winning moves in O(k) for k heaps. For whole games [`Heaps`] keeps, for each binary digit, the heaps
//! that have it (seed 000, 4.4.1.5): after a preparation in O(k log max) each move of either player costs O(log max), whatever k
//! is. Instead of linked lists it has plain ones from which a heap without the digit is dropped only when it is met; every drop pays
//! for an entry made earlier, so the bound holds over a whole play. Tokens on a strip, of which one is moved to a smaller cell and
//! several may share a cell (seed 000, appendix III, variant 2), are Nim heaps: their cells, counted from 0.

use rules::text;
use rules::text::Text;

use super::Take;
use super::piles::{self, Kind};

/// The nim-sum of the heaps: the player to move loses exactly when it is 0. O(k).
///
/// ```
/// assert_eq!(theory::closed::nim::nim_sum(&[3, 6, 9]), 12);
/// ```
pub fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, &heap| nimber::sum(sum, heap))
}

/// A winning move, if there is one. O(k).
pub fn winning_move(heaps: &[u64]) -> Option<Take> {
    winning(heaps).next()
}

/// Every winning move, heap by heap; at most one in each. O(k).
///
/// ```
/// use theory::closed::{Take, nim};
///
/// let moves = nim::winning_moves(&[7, 11, 13]);
/// assert_eq!(moves, [Take { pile: 0, amount: 1 }, Take { pile: 1, amount: 1 }, Take { pile: 2, amount: 1 }]);
/// ```
pub fn winning_moves(heaps: &[u64]) -> Vec<Take> {
    winning(heaps).collect()
}

fn winning(heaps: &[u64]) -> impl Iterator<Item = Take> {
    let sum = nim_sum(heaps);
    let moves = heaps.iter().enumerate();
    moves.filter_map(move |(pile, &heap)| {
        let target = nimber::sum(heap, sum);
        (target < heap).then(|| Take { pile, amount: heap - target })
    })
}

/// Plays Nim: O(k log max) to prepare, then O(log max) a move.
pub type Player = piles::Player<Kind>;

/// A player for these heaps. The error says that there are more than 2^32 - 1 of them.
pub fn player(heaps: &[u64]) -> Result<Player, Text> {
    piles::Player::new(heaps.iter().map(|&heap| (Kind::Any, heap)))
}

/// Nim heaps that are changed one at a time, up or down, and asked for a heap with a given binary digit. A change costs
/// O(log max), a question O(1) for each heap wanted, both averaged over the life of the structure, whatever the number of heaps.
pub struct Heaps {
    sizes: Vec<u64>,
    sum: u64,
    /// For each digit the heaps that have it, and some that had it.
    holders: Vec<Vec<u32>>,
    /// For each heap the digits in whose lists it stands.
    listed: Vec<u64>,
}

impl Heaps {
    /// Heaps of these sizes. O(k log max). The error says that there are more than 2^32 - 1 of them.
    pub fn new(sizes: Vec<u64>) -> Result<Heaps, Text> {
        let count = sizes.len();
        let Ok(last) = u32::try_from(count) else {
            return Err(text!("{count} heaps are too many, at most 4294967295 can be played", "{count} 堆太多，最多 4294967295 堆"));
        };
        let mut lengths = [0; 64];
        for &size in &sizes {
            for bit in bits(size) {
                lengths[bit] += 1;
            }
        }
        let mut holders: Vec<Vec<u32>> = lengths.iter().map(|&length| Vec::with_capacity(length)).collect();
        for heap in (0..last).rev() {
            for bit in bits(sizes[heap as usize]) {
                holders[bit].push(heap);
            }
        }
        Ok(Heaps { sum: nim_sum(&sizes), listed: sizes.clone(), sizes, holders })
    }

    /// The sizes.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// The nim-sum of the sizes. O(1).
    pub fn nim_sum(&self) -> u64 {
        self.sum
    }

    /// Gives a heap another size.
    pub fn set(&mut self, heap: usize, size: u64) {
        self.sum ^= self.sizes[heap] ^ size;
        self.sizes[heap] = size;
        for bit in bits(size & !self.listed[heap]) {
            self.holders[bit].push(heap as u32);
        }
        self.listed[heap] |= size;
    }

    /// Some heaps that have this binary digit: so many, or all where there are fewer.
    pub fn holders(&mut self, bit: u32, wanted: usize) -> &[u32] {
        let list = &mut self.holders[bit as usize];
        // The entries from `from` on have the digit.
        let mut from = list.len();
        while from > 0 && list.len() - from < wanted {
            from -= 1;
            let heap = list[from] as usize;
            if self.sizes[heap] >> bit & 1 == 0 {
                self.listed[heap] &= !(1 << bit);
                list.swap_remove(from);
            }
        }
        &list[from..]
    }

    /// A heap and the smaller size that makes the nim-sum 0; none where it is 0.
    pub fn winning(&mut self) -> Option<(usize, u64)> {
        let top = self.sum.checked_ilog2()?;
        let heap = *self.holders(top, 1).first()? as usize;
        Some((heap, self.sizes[heap] ^ self.sum))
    }
}

/// The places of the binary digits 1 of a number.
fn bits(mut number: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = number.trailing_zeros();
        number &= number.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    })
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use rules::budget::Budget;

    use super::super::definition::{Search, take_from_one};
    use super::super::referee;
    use super::*;

    #[test]
    fn winning_moves_are_those_to_positions_lost_by_the_definition() {
        let budget = Budget::generous();
        let mut search = Search::normal(|heaps: &Vec<u64>| take_from_one(heaps, |_, _, _| true), &budget);
        let mut rng = Rng::with_seed(1);
        for _ in 0..300 {
            let heaps: Vec<u64> = (0..rng.usize(0..5)).map(|_| rng.u64(0..8)).collect();
            let mut expected = Vec::new();
            for (pile, &size) in heaps.iter().enumerate() {
                for amount in (1..=size).rev() {
                    let mut option = heaps.clone();
                    option[pile] -= amount;
                    if !search.mover_wins(&option).unwrap() {
                        expected.push(Take { pile, amount });
                    }
                }
            }
            assert_eq!(winning_moves(&heaps), expected, "{heaps:?}");
            assert_eq!(winning_move(&heaps).is_some(), search.mover_wins(&heaps).unwrap());
        }
    }

    #[test]
    fn heaps_with_a_digit_are_found_after_any_changes() {
        let mut rng = Rng::with_seed(2);
        for _ in 0..200 {
            let mut heaps = Heaps::new((0..rng.usize(1..12)).map(|_| rng.u64(0..16)).collect()).unwrap();
            for _ in 0..60 {
                let heap = rng.usize(..heaps.sizes().len());
                heaps.set(heap, rng.u64(0..16));
                assert_eq!(heaps.nim_sum(), nim_sum(heaps.sizes()));
                let (bit, wanted) = (rng.u32(0..5), rng.usize(0..6));
                let mut found = heaps.holders(bit, wanted).to_vec();
                let all = (0..heaps.sizes().len() as u32).filter(|&h| heaps.sizes()[h as usize] >> bit & 1 == 1).count();
                assert!(found.len() == wanted.min(all) && found.iter().all(|&h| heaps.sizes()[h as usize] >> bit & 1 == 1));
                found.sort_unstable();
                found.dedup();
                assert_eq!(found.len(), wanted.min(all), "a heap is named once");
            }
        }
    }

    #[test]
    fn the_player_wins_a_thousand_games() {
        for most in [9, u64::MAX] {
            referee::takes(most, |heaps| player(heaps).unwrap(), |_, _, _| true);
        }
    }
}
