//! This module contains a player of octal games on rows of pins (Guy and Smith 1956). A move takes
//! i adjacent pins from a row, and leaves no row, one row or two rows, as allowed by bits 0, 1 and
//! 2 of the code digit d_i. Kayles is 0.77, Dawson's Kayles 0.07, Treblecross 0.007. A row of n has
//! the options (j) + (n - i - j) with 0 ≤ j ≤ n - i; an index below 0 never occurs. Octal codes and
//! their periods are in the crate [`heap`]. The player plays on several rows of a code with a
//! proved period. Values and moves of rows of 10^9 pins take no more time than computing the values
//! that prove the period.

use std::sync::Arc;

use base::text;
use base::text::Text;
use heap::code::HeapCode;
use heap::periodic::PeriodicCode;

use crate::online_player::OnlinePlayer;
use crate::sum::SumValues;

/// Returns the code of Kayles, 0.77.
pub fn kayles() -> HeapCode {
    HeapCode::of_digits(&[0, 7, 7]).expect("nothing is left where nothing is taken")
}

/// A move in one row takes some pins and leaves two rows, where a length of 0 means no row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The index of the row, starting at 0.
    pub row: usize,
    /// The number of pins left to the left of the taken pins.
    pub left: u64,
    /// The number of pins taken.
    pub taken: u64,
    /// The number of pins left to the right of the taken pins.
    pub right: u64,
}

/// A player on several rows. For a code of k digits with period p from e on, the player needs
/// O(rows) to prepare, then O(k (e + p)) for each move, independent of the rows' number and
/// lengths.
#[derive(Clone, Debug)]
pub struct Player {
    game: Arc<PeriodicCode>,
    rows: Vec<u64>,
    values: SumValues,
    alive: Vec<usize>,
}

impl Player {
    /// Creates a player for these rows of the game.
    pub fn new(game: Arc<PeriodicCode>, rows: &[u64]) -> Player {
        let values = SumValues::new(rows.iter().map(|&row| game.value(row)));
        Player {
            game,
            rows: rows.to_vec(),
            values,
            alive: (0..rows.len()).collect(),
        }
    }

    /// Returns the current rows. A move replaces the row with its left part and appends its right
    /// part.
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }
}

impl OnlinePlayer for Player {
    type Move = Move;

    fn play(&mut self, made: &Move) -> Result<(), Text> {
        let Move {
            row,
            left,
            taken,
            right,
        } = *made;
        let Some(&length) = self.rows.get(row) else {
            return Err(text!("there is no such row", "没有这一行"));
        };
        let whole = left
            .checked_add(taken)
            .and_then(|sum| sum.checked_add(right));
        if whole != Some(length) || !self.game.allows(taken, left, right) {
            return Err(text!(
                "cannot take {taken} from a row of {length} and leave {left} and {right}",
                "不能从长为 {length} 的一行中取 {taken} 而剩下 {left} 和 {right}"
            ));
        }
        self.rows[row] = left;
        self.values.set(row, self.game.value(left));
        self.rows.push(right);
        self.values.push(self.game.value(right));
        self.alive.extend([row, self.rows.len() - 1]);
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Move> {
        let (row, target) = self.values.to_lower()?;
        let (left, taken, right) = self.game.move_to(self.rows[row], target)?;
        Some(Move {
            row,
            left,
            taken,
            right,
        })
    }

    fn any_move(&mut self) -> Option<Move> {
        while let Some(&row) = self.alive.last() {
            if let Some((left, taken, right)) = self
                .game
                .splits(self.rows[row], self.game.near())
                .flatten()
                .next()
            {
                return Some(Move {
                    row,
                    left,
                    taken,
                    right,
                });
            }
            self.alive.pop();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use fastrand::Rng;

    use super::*;
    use crate::referee::check_player;

    #[test]
    fn a_thousand_games() {
        let budget = Budget::generous();
        let kayles = Arc::new(
            PeriodicCode::compute(&kayles(), 2000, &budget)
                .unwrap()
                .unwrap(),
        );
        let start = |rng: &mut Rng| {
            let rows: Vec<u64> = (0..rng.usize(1..6)).map(|_| rng.u64(0..=40)).collect();
            rows
        };
        let random_move = |rows: &Vec<u64>, rng: &mut Rng| {
            let row = rng.choice((0..rows.len()).filter(|&i| rows[i] > 0).collect::<Vec<_>>())?;
            let taken = rng.u64(1..=rows[row].min(2));
            let left = rng.u64(0..=rows[row] - taken);
            Some(Move {
                row,
                left,
                taken,
                right: rows[row] - taken - left,
            })
        };
        let apply = |rows: &Vec<u64>, made: &Move| {
            let mut rows = rows.clone();
            let legal = (1..=2).contains(&made.taken)
                && made.left + made.taken + made.right == rows[made.row];
            rows[made.row] = made.left;
            rows.push(made.right);
            legal.then_some(rows)
        };
        check_player(
            false,
            start,
            |rows: &Vec<u64>| Player::new(Arc::clone(&kayles), rows),
            random_move,
            apply,
        );
        let mut long = Player::new(Arc::clone(&kayles), &[1_000_000_000, u64::MAX, 5]);
        let made = long.winning_move().unwrap();
        long.play(&made).unwrap();
        assert!(long.winning_move().is_none() && long.any_move().is_some());
        assert!(
            long.play(&Move {
                row: 2,
                left: 1,
                taken: 3,
                right: 1
            })
            .is_err()
        );
    }
}
