//! Staircase Nim (seed 000, appendix III, variant 1): a move takes any number of pieces one step
//! down, from the first step to the ground. Only the odd steps matter, and the odd steps are Nim
//! heaps. A move from an even step adds to a heap, and the next move can undo this addition. The
//! value is the nim-sum of the odd steps. The winner and all winning moves take O(n) for n steps; a
//! player needs O(n log max) to prepare and O(log max) per move. Sorted piles and Georgia and Bob
//! ([`crate::row`]) are equivalent to this game.

use base::text;
use base::text::Text;

use crate::online_player::{OnlinePlayer, PileTake, not_allowed, size_of};
use crate::sum::SumValues;

/// Returns the nim-sum of the odd steps, where `steps[0]` is the first step; the player to move
/// loses exactly when it is 0. O(n).
///
/// ```
/// assert_eq!(theorems::staircase::nim_sum(&[2, 5, 2, 3]), 0);
/// ```
pub fn nim_sum(steps: &[u64]) -> u64 {
    steps
        .iter()
        .step_by(2)
        .fold(0, |sum, &step| nimber::sum(sum, step))
}

/// Returns every winning move, where `pile` is the step, 0 for the first. Each odd step has at most
/// one winning move, which lowers the odd step or fills it from the step above. O(n).
pub fn winning_moves(steps: &[u64]) -> Vec<PileTake> {
    let sum = nim_sum(steps);
    let each = steps.iter().enumerate().step_by(2).filter(|_| sum != 0);
    each.filter_map(|(step, &size)| {
        let target = nimber::sum(size, sum);
        match target.checked_sub(size) {
            None => Some(PileTake {
                pile: step,
                amount: size - target,
            }),
            Some(more) => (more <= *steps.get(step + 1)?).then_some(PileTake {
                pile: step + 1,
                amount: more,
            }),
        }
    })
    .collect()
}

/// A player of staircase Nim.
pub struct Player {
    steps: Vec<u64>,
    odd: SumValues,
    /// The number of steps up to the highest step that may have pieces.
    height: usize,
}

impl Player {
    /// Creates a player for the given steps, beginning with the step next to the ground.
    ///
    /// # Errors
    /// Returns an error if the total number of pieces does not fit in 64 bits.
    pub fn new(steps: Vec<u64>) -> Result<Player, Text> {
        if steps
            .iter()
            .try_fold(0, |sum: u64, &step| sum.checked_add(step))
            .is_none()
        {
            return Err(text!(
                "there must be fewer than 2^64 pieces in total",
                "棋子总数须小于 2^64"
            ));
        }
        Ok(Player {
            odd: SumValues::new(steps.iter().copied().step_by(2)),
            height: steps.len(),
            steps,
        })
    }

    /// Returns the number of pieces on each step.
    pub fn steps(&self) -> &[u64] {
        &self.steps
    }

    fn set(&mut self, step: usize, size: u64) {
        self.steps[step] = size;
        if step.is_multiple_of(2) {
            self.odd.set(step / 2, size);
        }
    }
}

impl OnlinePlayer for Player {
    type Move = PileTake;

    fn play(&mut self, &PileTake { pile: step, amount }: &PileTake) -> Result<(), Text> {
        let size = size_of(&self.steps, step)?;
        if amount == 0 || amount > size {
            return Err(not_allowed(step, amount, size));
        }
        self.set(step, size - amount);
        if let Some(below) = step.checked_sub(1) {
            self.set(below, self.steps[below] + amount);
        }
        Ok(())
    }

    fn winning_move(&mut self) -> Option<PileTake> {
        let (heap, target) = self.odd.to_lower()?;
        let pile = 2 * heap;
        Some(PileTake {
            pile,
            amount: self.steps[pile] - target,
        })
    }

    fn any_move(&mut self) -> Option<PileTake> {
        // Pieces only go down, so steps above the highest piece stay empty.
        while let Some(step) = self.height.checked_sub(1) {
            if self.steps[step] > 0 {
                return Some(PileTake {
                    pile: step,
                    amount: 1,
                });
            }
            self.height = step;
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
    use theory::reference::ReferenceSearch;

    fn moved(steps: &[u64], made: &PileTake) -> Option<Vec<u64>> {
        let mut after = steps.to_vec();
        let left = after.get(made.pile)?.checked_sub(made.amount)?;
        after[made.pile] = left;
        if made.pile > 0 {
            after[made.pile - 1] += made.amount;
        }
        (made.amount > 0).then_some(after)
    }

    #[test]
    fn winning_moves_are_those_to_positions_lost_by_the_definition() {
        let budget = Budget::generous();
        let takes = |steps: &Vec<u64>| -> Vec<PileTake> {
            let all = steps.iter().enumerate();
            all.flat_map(|(pile, &size)| (1..=size).map(move |amount| PileTake { pile, amount }))
                .collect()
        };
        let mut search = ReferenceSearch::normal(
            |steps: &Vec<u64>| {
                takes(steps)
                    .iter()
                    .filter_map(|t| moved(steps, t))
                    .collect()
            },
            &budget,
        );
        let mut rng = Rng::with_seed(7);
        for _ in 0..200 {
            let steps: Vec<u64> = (0..rng.usize(0..5)).map(|_| rng.u64(0..4)).collect();
            let mut found = winning_moves(&steps);
            found.sort_unstable();
            let wins = |take: &PileTake| !search.mover_wins(&moved(&steps, take).unwrap()).unwrap();
            assert_eq!(
                found,
                takes(&steps).into_iter().filter(wins).collect::<Vec<_>>(),
                "{steps:?}"
            );
        }
    }

    #[test]
    fn the_player_wins_a_thousand_games() {
        for most in [8, 1 << 40] {
            let start = |rng: &mut Rng| -> Vec<u64> {
                (0..rng.usize(0..6)).map(|_| rng.u64(0..=most)).collect()
            };
            let random =
                |steps: &Vec<u64>, rng: &mut Rng| referee::random_take(steps, rng, &|_, _, _| true);
            referee::check_player(
                false,
                start,
                |steps| Player::new(steps.clone()).unwrap(),
                random,
                |steps, made| moved(steps, made),
            );
        }
    }

    #[test]
    fn pieces_that_cannot_be_counted_are_refused() {
        assert!(Player::new(vec![u64::MAX, 1]).is_err());
        let mut player = Player::new(vec![1, 2]).unwrap();
        for (pile, amount) in [(0, 2), (2, 1), (1, 0)] {
            assert!(player.play(&PileTake { pile, amount }).is_err());
        }
    }
}
