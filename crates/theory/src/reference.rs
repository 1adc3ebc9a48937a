//! Reference implementation of outcomes and Grundy values: it visits every reachable position.
//! Closed forms are compared with this search on small games. The search takes time and memory of
//! the size of the game graph, and recurses as deep as the longest play. The budget limits the
//! time, but not the memory.

use std::collections::HashMap;
use std::hash::Hash;

use base::budget::{Budget, StopReason};

use crate::sums::HeapMove;

/// A memoized search over the positions of a game.
pub struct ReferenceSearch<'a, P, F> {
    options: F,
    at_end: bool,
    budget: &'a Budget<'a>,
    wins: HashMap<P, bool>,
}

impl<'a, P: Clone + Eq + Hash, F: Fn(&P) -> Vec<P>> ReferenceSearch<'a, P, F> {
    /// Creates a search under normal play (a player who cannot move loses), given a function that
    /// returns the options of a position.
    pub fn normal(options: F, budget: &'a Budget<'a>) -> ReferenceSearch<'a, P, F> {
        ReferenceSearch {
            options,
            at_end: false,
            budget,
            wins: HashMap::new(),
        }
    }

    /// Creates a search under misère play: a player who cannot move wins.
    pub fn misere(options: F, budget: &'a Budget<'a>) -> ReferenceSearch<'a, P, F> {
        ReferenceSearch {
            options,
            at_end: true,
            budget,
            wins: HashMap::new(),
        }
    }

    /// Returns whether the player to move wins.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out. Results found so far stay cached.
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

/// Returns the Grundy values of piles of 0 to `most`, by definition. The function `allowed` gets
/// the size of a pile and an amount, and returns whether that amount may be taken. O(most²) calls
/// of `allowed`.
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

/// Returns every option of a row of piles if a move takes from one pile. The function `allowed`
/// gets the pile's index, its size and the amount that is taken.
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

/// Returns every move that lowers at least one and at most `most` heaps: the lowered heaps and the
/// new size of each. If `most` is at least the number of heaps, the number of moves is the product
/// of (size + 1) over all heaps, minus 1.
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

/// Returns the heaps after a move.
pub fn apply_heap_move(heaps: &[u64], made: &HeapMove) -> Vec<u64> {
    let mut left = heaps.to_vec();
    for &(index, target) in made {
        left[index] = target;
    }
    left
}
