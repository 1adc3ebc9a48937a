//! A player of complete games on the numbers 1 to n, some of which are removed. Two equal rows
//! cancel. If the rules allow moves to take different counts of numbers, the player takes the
//! middle of a single row. After the opponent moves in one of two equal rows, the player makes the
//! same move in the other row. If every move takes one fixed count, the player uses Grundy values.
//! O(n) per move.

use std::collections::BTreeMap;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;

use super::law::NeighboursRules;
use crate::online_player::OnlinePlayer;

/// A player on one row.
#[derive(Clone, Debug)]
pub struct Player {
    rules: NeighboursRules,
    /// The first number and the length of each remaining row.
    rows: BTreeMap<u64, u64>,
    /// The values of rows; empty if the player does not need values.
    values: Vec<u32>,
}

/// The first number that a move takes, and the count of numbers taken.
pub type TakenBlock = (u64, u64);

impl Player {
    /// Creates a player on the numbers 1 to `count`.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out while values are computed.
    pub fn new(
        rules: NeighboursRules,
        count: u64,
        budget: &Budget<'_>,
    ) -> Result<Player, StopReason> {
        let values = if rules.may_choose() {
            Vec::new()
        } else {
            rules.values(count, budget)?
        };
        Ok(Player {
            rules,
            rows: BTreeMap::from([(1, count)]),
            values,
        })
    }

    /// Returns the rows that are not cancelled by an equal row, each with its first number.
    fn odd_rows(&self) -> Vec<(u64, u64)> {
        let mut odd: BTreeMap<u64, u64> = BTreeMap::new();
        for (&first, &length) in &self.rows {
            if odd.remove(&length).is_none() {
                odd.insert(length, first);
            }
        }
        odd.into_iter()
            .map(|(length, first)| (first, length))
            .collect()
    }

    /// Returns a move that leaves only pairs of equal rows. The move takes the middle of a single
    /// row or, if there are three rows, splits the longest row into the lengths of the other two.
    fn mirrored(&self) -> Option<TakenBlock> {
        let mut odd = self.odd_rows();
        let (first, length) = odd.pop()?;
        match odd[..] {
            [] => self
                .rules
                .middles(length)
                .next()
                .map(|taken| (first + (length - taken) / 2, taken)),
            [(_, left)] => {
                Some((first + left, length - left)).filter(|&(_, taken)| self.rules.allows(taken))
            }
            [(_, left), (_, right)] => {
                let taken = length.checked_sub(left.checked_add(right)?)?;
                self.rules.allows(taken).then_some((first + left, taken))
            }
            _ => None,
        }
    }

    /// Returns a move that leaves rows whose values cancel.
    fn by_values(&self) -> Option<TakenBlock> {
        let value = |length: u64| self.values[length as usize];
        let sum = self
            .rows
            .values()
            .fold(0, |sum, &length| sum ^ value(length));
        if sum == 0 {
            return None;
        }
        self.rows.iter().find_map(|(&first, &length)| {
            let (wanted, taken) = (sum ^ value(length), self.rules.min_taken());
            let rest = length.checked_sub(taken)?;
            let left = (0..=rest).find(|&left| value(left) ^ value(rest - left) == wanted)?;
            Some((first + left, taken))
        })
    }
}

impl OnlinePlayer for Player {
    type Move = TakenBlock;

    fn play(&mut self, &(first, taken): &TakenBlock) -> Result<(), Text> {
        if !self.rules.allows(taken) {
            let (least, most) = (self.rules.min_taken(), self.rules.max_taken());
            return Err(text!(
                "expected {least} to {most} neighbours, found {taken}",
                "须取相邻的 {least} 到 {most} 个，而非 {taken} 个"
            ));
        }
        let row = self
            .rows
            .range(..=first)
            .next_back()
            .map(|(&begin, &length)| (begin, length));
        let inside = row.filter(|&(begin, length)| {
            (first - begin)
                .checked_add(taken)
                .is_some_and(|end| end <= length)
        });
        let Some((begin, length)) = inside else {
            return Err(text!(
                "not all of the {taken} numbers starting at {first} are present",
                "从 {first} 起的 {taken} 个数并非都在"
            ));
        };
        self.rows.remove(&begin);
        let (left, right) = (first - begin, length - (first - begin) - taken);
        self.rows.extend(
            [(begin, left), (first + taken, right)]
                .into_iter()
                .filter(|&(_, length)| length > 0),
        );
        Ok(())
    }

    fn winning_move(&mut self) -> Option<TakenBlock> {
        if self.rules.may_choose() {
            self.mirrored()
        } else {
            self.by_values()
        }
    }

    fn any_move(&mut self) -> Option<TakenBlock> {
        self.rows
            .iter()
            .find(|(_, length)| **length >= self.rules.min_taken())
            .map(|(&first, _)| (first, self.rules.min_taken()))
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::referee::check_player;

    #[test]
    fn a_thousand_games_are_won() {
        // The rules of the game, and the numbers that are still present.
        type State = (NeighboursRules, Vec<bool>);
        let start = |rng: &mut Rng| -> State {
            let least = rng.u64(1..=4);
            (
                NeighboursRules::new(least, least + rng.u64(0..=2)).unwrap(),
                vec![true; rng.usize(0..=24)],
            )
        };
        let legal = |(rules, there): &State| -> Vec<TakenBlock> {
            let all = (1..=there.len() as u64).flat_map(|first| {
                (1..=there.len() as u64 + 1 - first).map(move |taken| (first, taken))
            });
            let free = |&(first, taken): &TakenBlock| {
                there[first as usize - 1..(first + taken) as usize - 1]
                    .iter()
                    .all(|there| *there)
            };
            all.filter(|made| rules.allows(made.1) && free(made))
                .collect()
        };
        let player = |(rules, there): &State| {
            Player::new(*rules, there.len() as u64, &Budget::generous()).unwrap()
        };
        let random = |state: &State, rng: &mut Rng| rng.choice(legal(state));
        let apply = |state: &State, made: &TakenBlock| {
            let mut left = state.clone();
            left.1
                .iter_mut()
                .skip(made.0 as usize - 1)
                .take(made.1 as usize)
                .for_each(|there| *there = false);
            legal(state).contains(made).then_some(left)
        };
        check_player(false, start, player, random, apply);
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let mut player =
            Player::new(NeighboursRules::new(2, 3).unwrap(), 6, &Budget::generous()).unwrap();
        player.play(&(3, 2)).unwrap();
        for made in [
            (3, 2),
            (2, 2),
            (1, 3),
            (1, 1),
            (0, 2),
            (7, 2),
            (u64::MAX, 2),
            (5, u64::MAX),
        ] {
            assert!(player.play(&made).is_err(), "{made:?}");
        }
        assert!(player.play(&(5, 2)).is_ok());
    }
}
