//! A player of complete games of merging with a cap stores the number of piles of each size. A move
//! takes O(log sizes), independent of the number of piles. The player evaluates plain positions,
//! and finds an answer to every move of the opponent from a lost plain position.

use std::collections::BTreeMap;

use base::text;
use base::text::Text;

use super::law::plain_position;
use crate::online_player::OnlinePlayer;

/// A player of merging with a cap.
#[derive(Clone, Debug)]
pub struct Player {
    cap: u64,
    piles: BTreeMap<u64, u64>,
}

impl Player {
    /// Creates a player for `count` piles of one stone each, where no pile may hold more than
    /// `cap`.
    ///
    /// # Errors
    /// Returns an error if the cap is 0.
    pub fn from_ones(count: u64, cap: u64) -> Result<Player, Text> {
        if cap == 0 {
            return Err(text!(
                "the maximum size of a pile must be at least one stone",
                "每堆的上限至少为一颗石子"
            ));
        }
        Ok(Player {
            cap,
            piles: BTreeMap::from([(1, count)]),
        })
    }

    fn has(&self, stones: u64, count: u64) -> bool {
        self.piles.get(&stones).is_some_and(|there| *there >= count)
    }

    /// Returns the piles after a merge, or `None` if the merge is not legal.
    fn after(&self, (a, b): (u64, u64)) -> Option<Player> {
        let whole = a
            .checked_add(b)
            .filter(|whole| a > 0 && b > 0 && *whole <= self.cap)?;
        if !(if a == b {
            self.has(a, 2)
        } else {
            self.has(a, 1) && self.has(b, 1)
        }) {
            return None;
        }
        let mut left = self.clone();
        for gone in [a, b] {
            *left.piles.entry(gone).or_default() -= 1;
        }
        *left.piles.entry(whole).or_default() += 1;
        left.piles.retain(|_, count| *count > 0);
        Some(left)
    }

    /// Returns merges of the four smallest sizes. If one player plays by the law, every merge in
    /// the game involves only the four smallest sizes.
    fn some(&self) -> impl Iterator<Item = (u64, u64)> {
        let sizes: Vec<u64> = self
            .piles
            .iter()
            .filter(|(_, count)| **count > 0)
            .map(|(&stones, _)| stones)
            .take(4)
            .collect();
        let pairs = (0..sizes.len()).flat_map(|i| (i..sizes.len()).map(move |j| (i, j)));
        pairs
            .map(|(i, j)| (sizes[i], sizes[j]))
            .collect::<Vec<_>>()
            .into_iter()
    }
}

impl OnlinePlayer for Player {
    /// The stones of the two piles that are merged.
    type Move = (u64, u64);

    fn play(&mut self, made: &(u64, u64)) -> Result<(), Text> {
        let (a, b) = *made;
        *self = self.after(*made).ok_or_else(|| {
            let cap = self.cap;
            text!(
                "cannot merge piles of {a} and {b}: they do not exist, or together they exceed the maximum of {cap}",
                "不能合并 {a} 与 {b} 两堆：没有这两堆，或合并后超过上限 {cap} 颗"
            )
        })?;
        Ok(())
    }

    fn winning_move(&mut self) -> Option<(u64, u64)> {
        self.some().find(|&made| {
            let left = self.after(made);
            left.and_then(|left| plain_position(left.piles.clone(), left.cap))
                .is_some_and(|plain| plain.merges(self.cap).is_multiple_of(2))
        })
    }

    fn any_move(&mut self) -> Option<(u64, u64)> {
        self.some().find(|&made| self.after(made).is_some())
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::referee::check_player;

    #[test]
    fn a_thousand_games_are_won() {
        let start = |rng: &mut Rng| (rng.u64(1..=6), vec![1; rng.usize(0..20)]);
        let legal = |(cap, piles): &(u64, Vec<u64>)| {
            let (cap, count) = (*cap, piles.len());
            let pairs = (0..count).flat_map(move |i| (0..i).map(move |j| (i, j)));
            pairs
                .filter(|&(i, j)| piles[i] + piles[j] <= cap)
                .collect::<Vec<_>>()
        };
        let player =
            |(cap, piles): &(u64, Vec<u64>)| Player::from_ones(piles.len() as u64, *cap).unwrap();
        let random = |state: &(u64, Vec<u64>), rng: &mut Rng| {
            rng.choice(legal(state))
                .map(|(i, j)| (state.1[i], state.1[j]))
        };
        let apply = |state: &(u64, Vec<u64>), &(a, b): &(u64, u64)| {
            let (i, j) = legal(state)
                .into_iter()
                .find(|&(i, j)| [(a, b), (b, a)].contains(&(state.1[i], state.1[j])))?;
            let (cap, mut left) = state.clone();
            left[j] += left[i];
            left.remove(i);
            Some((cap, left))
        };
        check_player(false, start, player, random, apply);
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let mut player = Player::from_ones(3, 2).unwrap();
        for made in [(1, 2), (0, 1), (2, 2), (u64::MAX, 1)] {
            assert!(player.play(&made).is_err(), "{made:?}");
        }
        assert!(player.play(&(1, 1)).is_ok() && player.play(&(1, 1)).is_err());
        assert!(Player::from_ones(1, 0).is_err());
    }
}
