//! Games by their definition: who wins, and the Grundy value, by going through every position that
//! can be reached. This is the naive twin of the closed forms, for small games only: its cost in
//! time and memory is the size of the game graph, and it recurses as deep as the longest play. The
//! budget gives it its clock; its memory is not counted.

use std::collections::HashMap;
use std::hash::Hash;

use base::budget::{Budget, StopReason};

use crate::sums::HeapMove;

/// What is known so far of the positions of a game.
pub struct ReferenceSearch<'a, P, F> {
    options: F,
    at_end: bool,
    budget: &'a Budget<'a>,
    wins: HashMap<P, bool>,
}

impl<'a, P: Clone + Eq + Hash, F: Fn(&P) -> Vec<P>> ReferenceSearch<'a, P, F> {
    /// A game of normal play, given by the options of a position: who cannot move loses.
    pub fn normal(options: F, budget: &'a Budget<'a>) -> ReferenceSearch<'a, P, F> {
        ReferenceSearch {
            options,
            at_end: false,
            budget,
            wins: HashMap::new(),
        }
    }

    /// A game of misère play: who cannot move wins.
    pub fn misere(options: F, budget: &'a Budget<'a>) -> ReferenceSearch<'a, P, F> {
        ReferenceSearch {
            options,
            at_end: true,
            budget,
            wins: HashMap::new(),
        }
    }

    /// Whether the player to move wins.
    ///
    /// # Errors
    /// [`StopReason`], if the budget ends; what was found so far stays known.
    pub fn mover_wins(&mut self, position: &P) -> Result<bool, StopReason> {
        if let Some(&known) = self.wins.get(position) {
            return Ok(known);
        }
        self.budget.tick()?;
        let options = (self.options)(position);
        let mut wins = self.at_end && options.is_empty();
        for option in &options {
            wins = wins || !self.mover_wins(option)?;
        }
        self.wins.insert(position.clone(), wins);
        Ok(wins)
    }
}

/// The Grundy values of a pile of 0 to `most`, by the definition; `allowed` says which amounts may
/// be taken. O(most²) questions.
pub fn pile_values(most: u64, allowed: impl Fn(u64, u64) -> bool) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..=most {
        let options: Vec<u64> = (1..=n)
            .filter(|&take| allowed(n, take))
            .map(|take| values[(n - take) as usize])
            .collect();
        values.push(nimber::mex(options));
    }
    values
}

/// Every option of a row of piles, where a move takes from one pile; `allowed` gets the pile's
/// place, its size and the amount.
pub fn take_from_one(piles: &[u64], allowed: impl Fn(usize, u64, u64) -> bool) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    for (i, &size) in piles.iter().enumerate() {
        for amount in (1..=size).filter(|&amount| allowed(i, size, amount)) {
            let mut option = piles.to_vec();
            option[i] -= amount;
            options.push(option);
        }
    }
    options
}

/// Every move that lowers at least one and at most `most` heaps: which, and what it leaves of each.
/// As many as there are positions below this one, where `most` sets no limit.
pub fn lowering_moves(heaps: &[u64], most: usize) -> Vec<HeapMove> {
    let mut all: Vec<HeapMove> = vec![Vec::new()];
    for (index, &heap) in heaps.iter().enumerate() {
        for i in 0..all.len() {
            if all[i].len() < most {
                for target in 0..heap {
                    let mut made = all[i].clone();
                    made.push((index, target));
                    all.push(made);
                }
            }
        }
    }
    all.remove(0);
    all
}

/// The heaps after a move.
pub fn apply_heap_move(heaps: &[u64], made: &HeapMove) -> Vec<u64> {
    let mut left = heaps.to_vec();
    for &(index, target) in made {
        left[index] = target;
    }
    left
}
