//! In the game of picking numbers with bounded differences (POJ 1678, I Love this Game!), two
//! players pick in turn from a list of n numbers, each of which can be picked once. The first pick
//! is in a..=b, and each later pick exceeds the previous one by a to b. Play ends if no number can
//! be picked; each player maximizes the sum of their own picks minus the opponent's. In this
//! scoring game, the value of a pick is the number picked minus the value of the opponent's best
//! reply. Picks never decrease, because a ≥ 0. So a state consists of the last pick and the number
//! of used copies of the last pick, which gives n states. A queue maintains the maximum of a window
//! that slides down the sorted numbers: O(n log n) for the sorting, O(n) otherwise.

use std::collections::VecDeque;

use base::budget::{Budget, StopReason};

/// The solved game of a list of numbers.
#[derive(Clone, Debug)]
pub struct PickingGame {
    low: i64,
    high: i64,
    /// The distinct numbers, in ascending order.
    numbers: Vec<i64>,
    /// For each number, the score of picking the first copy of the number: the number minus the
    /// score of the reply.
    picked: Vec<i64>,
    /// For each number, its multiplicity in the list, and the best score of a larger reply.
    equals: Vec<(u64, Option<i64>)>,
}

impl PickingGame {
    /// Solves the game with differences from `low` to `high`, 0 ≤ low. O(n log n).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget does not allow the time or memory.
    ///
    /// # Panics
    /// Panics in debug builds if a sum of all the numbers does not fit in 64 bits, or `low` is
    /// negative.
    pub fn new(
        list: &[i64],
        low: i64,
        high: i64,
        budget: &Budget<'_>,
    ) -> Result<PickingGame, StopReason> {
        debug_assert!(low >= 0);
        budget.allow_memory(80 * list.len() as u64)?;
        let mut sorted = list.to_vec();
        budget.steps(sorted.len())?;
        sorted.sort_unstable();
        let mut game = PickingGame {
            low,
            high,
            numbers: Vec::new(),
            picked: Vec::new(),
            equals: Vec::new(),
        };
        for number in sorted {
            if game.numbers.last() != Some(&number) {
                game.numbers.push(number);
                game.equals.push((0, None));
            }
            game.equals.last_mut().expect("pushed").0 += 1;
        }
        game.picked = vec![0; game.numbers.len()];
        // Indices in the window, with scores descending from front to back; new entries have
        // smaller indices.
        let mut window: VecDeque<usize> = VecDeque::new();
        let mut entering = game.numbers.len();
        for at in (0..game.numbers.len()).rev() {
            let number = game.numbers[at];
            while entering > at + 1 && game.numbers[entering - 1] >= number.saturating_add(low) {
                entering -= 1;
                budget.tick()?;
                while window
                    .back()
                    .is_some_and(|&other| game.picked[other] <= game.picked[entering])
                {
                    window.pop_back();
                }
                window.push_back(entering);
            }
            while window
                .front()
                .is_some_and(|&other| game.numbers[other] > number.saturating_add(high))
            {
                window.pop_front();
            }
            let (count, larger) = &mut game.equals[at];
            *larger = window.front().map(|&other| game.picked[other]);
            game.picked[at] = number
                - following(
                    number,
                    *larger,
                    if low == 0 && high >= 0 { *count - 1 } else { 0 },
                    budget,
                )?;
        }
        Ok(game)
    }

    /// Returns the score of the first player minus that of the second, and the best first picks. If
    /// no number can be picked, returns the score 0 and no picks. O(log n + allowed picks).
    pub fn best_first(&self) -> (i64, Vec<i64>) {
        let from = self.numbers.partition_point(|&number| number < self.low);
        let to = self
            .numbers
            .partition_point(|&number| number <= self.high)
            .max(from);
        let Some(&best) = self.picked[from..to].iter().max() else {
            return (0, Vec::new());
        };
        (
            best,
            (from..to)
                .filter(|&i| self.picked[i] == best)
                .map(|i| self.numbers[i])
                .collect(),
        )
    }

    /// Returns the best next pick after `last` if `used` numbers equal to `last` are taken. Returns
    /// `None` if no number can be picked or `last` is not in the list. O(log n + number of allowed
    /// picks + number of copies of `last`).
    pub fn best_after(&self, last: i64, used: u64) -> Option<i64> {
        let at = self.numbers.binary_search(&last).ok()?;
        let (count, larger) = self.equals[at];
        let left = if self.low == 0 && self.high >= 0 {
            count.saturating_sub(used)
        } else {
            0
        };
        let again = (left > 0).then(|| {
            let after = (1..left).try_fold(larger.unwrap_or(0), |after, _| {
                Some(larger.map_or(last - after, |l| l.max(last - after)))
            });
            last - after.expect("never none")
        });
        match (again, larger) {
            (Some(again), larger) if larger.is_none_or(|larger| again >= larger) => Some(last),
            (_, Some(larger)) => {
                let from = self.numbers.partition_point(|&n| {
                    n < last.saturating_add(self.low).max(last.saturating_add(1))
                });
                (from..self.numbers.len())
                    .find(|&i| self.picked[i] == larger)
                    .map(|i| self.numbers[i])
            }
            _ => None,
        }
    }
}

/// Returns the score of the player who moves after `number`, if `equals` copies of `number` are
/// left and the best larger reply scores `larger`.
fn following(
    number: i64,
    larger: Option<i64>,
    equals: u64,
    budget: &Budget<'_>,
) -> Result<i64, StopReason> {
    let mut score = larger.unwrap_or(0);
    for _ in 0..equals {
        budget.tick()?;
        score = larger.map_or(number - score, |larger| larger.max(number - score));
    }
    Ok(score)
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    /// Returns the score of the player to move and the best picks, by definition: every remaining
    /// number is tried.
    fn by_search(left: &mut Vec<i64>, last: i64, low: i64, high: i64) -> (Option<i64>, Vec<i64>) {
        let mut found: Vec<(i64, i64)> = Vec::new();
        for i in 0..left.len() {
            let number = left[i];
            if (last + low..=last + high).contains(&number) {
                left.swap_remove(i);
                let rest = by_search(left, number, low, high).0.unwrap_or(0);
                left.push(number);
                let end = left.len() - 1;
                left.swap(i, end);
                found.push((number - rest, number));
            }
        }
        let best = found.iter().map(|&(score, _)| score).max();
        let mut picks: Vec<i64> = found
            .into_iter()
            .filter(|&(score, _)| Some(score) == best)
            .map(|(_, number)| number)
            .collect();
        picks.sort_unstable();
        picks.dedup();
        (best, picks)
    }

    #[test]
    fn scores_and_picks_are_those_of_the_definition() {
        let mut rng = Rng::with_seed(8);
        for _ in 0..1500 {
            let list: Vec<i64> = (0..rng.usize(0..8)).map(|_| rng.i64(-6..10)).collect();
            let (low, width) = (rng.i64(0..3), rng.i64(0..4));
            let game = PickingGame::new(&list, low, low + width, &Budget::generous()).unwrap();
            let (best, picks) = by_search(&mut list.clone(), 0, low, low + width);
            assert_eq!(
                game.best_first(),
                (best.unwrap_or(0), picks),
                "{list:?} {low} {width}"
            );
            for &last in &list {
                let mut left: Vec<i64> = list.clone();
                left.remove(list.iter().position(|&number| number == last).unwrap());
                let (_, picks) = by_search(&mut left, last, low, low + width);
                let found = game.best_after(last, 1);
                assert!(
                    found.map_or(picks.is_empty(), |pick| picks.contains(&pick)),
                    "{list:?} {low} {width} {last}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn the_samples() {
        let score = |list: &[i64], low, high| {
            PickingGame::new(list, low, high, &Budget::generous())
                .unwrap()
                .best_first()
        };
        assert_eq!(score(&[1, 3, -2, 5, -3, 6], 1, 2), (-3, vec![1]));
        assert_eq!(score(&[-2, -1], 1, 2), (0, vec![]));
        assert_eq!(score(&[1, 0], 1, 2), (1, vec![1]));
    }
}
