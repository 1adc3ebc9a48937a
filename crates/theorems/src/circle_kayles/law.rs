//! Circle Kayles: n coins in a circle; a move takes one coin, or two coins that were adjacent at
//! the start. A player who cannot move loses. For n ≥ 3 the second player wins: the first move
//! leaves a row, the second player takes one or two coins in the middle of the row and mirrors all
//! later moves. For n ≤ 2 the first player's only winning move takes everything.
//!
//! After the first move, the position consists of rows of Kayles. The player of this module wins
//! from any winning set of rows by their Grundy values ([`crate::octal`], with the proved period
//! 12). The winning moves of a position are listed row by row. The player needs O(1) to prepare in
//! addition to computing the values of Kayles, and O(log n) per move.

use std::collections::{BTreeMap, BTreeSet};

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use heap::periodic::PeriodicCode;

use crate::octal::kayles;
use crate::online_player::OnlinePlayer;

/// Returns whether the player to move loses a complete circle of n coins. O(1).
pub fn is_losing(n: u64) -> bool {
    n == 0 || n >= 3
}

/// A move: take `count` coins, one or two, starting at `first`. Coins are numbered from 0, and the
/// last coin is followed by coin 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The first coin taken.
    pub first: u64,
    /// The number of coins taken, 1 or 2.
    pub count: u64,
}

/// A player on a circle: O(1) to prepare, O(log n) per move.
#[derive(Clone, Debug)]
pub struct Player {
    kayles: PeriodicCode,
    coins: u64,
    /// Whether no coin has been taken yet.
    whole: bool,
    /// The remaining rows: first coin and length. A row may continue from the last coin to coin 0.
    rows: BTreeMap<u64, u64>,
    /// The first coins of the rows, indexed by Grundy value.
    by_value: [BTreeSet<u64>; 16],
    nim_sum: u64,
}

impl Player {
    /// Creates a player for a circle of `coins` coins. Computes about 200 values of Kayles, as many
    /// as the proof of their period needs.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn new(coins: u64, budget: &Budget<'_>) -> Result<Player, StopReason> {
        // The values of Kayles have period 12 from 71 on, proved by the first 156 values (Guy and
        // Smith).
        const MAX_KAYLES_VALUES: usize = 1000;
        let kayles = PeriodicCode::compute(&kayles(), MAX_KAYLES_VALUES, budget)?
            .expect("Kayles has a period");
        Ok(Player {
            kayles,
            coins,
            whole: coins > 0,
            rows: BTreeMap::new(),
            by_value: Default::default(),
            nim_sum: 0,
        })
    }

    /// Returns all winning moves, row by row; each move is followed by its mirror image in the row.
    /// The iterator over the winning moves is lazy; all moves together cost O(coins).
    pub fn winning_moves(&self) -> impl Iterator<Item = Move> + '_ {
        // The only winning move in a circle of one or two coins takes all coins. With two coins,
        // taking all coins is a single move, represented with first coin 0.
        let of_circle = self.whole && !is_losing(self.coins);
        let whole = of_circle.then_some(Move {
            first: 0,
            count: self.coins,
        });
        let rows = self.rows.iter().flat_map(move |(&start, &length)| {
            let wanted = self.nim_sum ^ self.kayles.value(length);
            let fits = move |&(left, _, right): &(u64, u64, u64)| {
                self.kayles.value(left) ^ self.kayles.value(right) == wanted
            };
            self.kayles
                .splits(length, length)
                .flatten()
                .filter(fits)
                .flat_map(move |(left, count, right)| {
                    let mirrored = (left != right).then_some(right);
                    [Some(left), mirrored]
                        .into_iter()
                        .flatten()
                        .map(move |left| Move {
                            first: self.coin(start, left),
                            count,
                        })
                })
        });
        whole.into_iter().chain(rows)
    }

    fn coin(&self, start: u64, after: u64) -> u64 {
        // Both arguments must be less than the number of coins.
        if after >= self.coins - start {
            after - (self.coins - start)
        } else {
            start + after
        }
    }

    /// Returns the row that contains a coin: the row's start, the row's length, and the coin's
    /// offset in the row.
    fn row_of(&self, coin: u64) -> Option<(u64, u64, u64)> {
        let (&start, &length) = self
            .rows
            .range(..=coin)
            .next_back()
            .or_else(|| self.rows.last_key_value())?;
        let place = if coin >= start {
            coin - start
        } else {
            coin + (self.coins - start)
        };
        (place < length).then_some((start, length, place))
    }

    fn add_row(&mut self, start: u64, length: u64) {
        if length > 0 {
            let value = self.kayles.value(length);
            self.rows.insert(start, length);
            self.by_value[value as usize].insert(start);
            self.nim_sum ^= value;
        }
    }
}

impl OnlinePlayer for Player {
    type Move = Move;

    fn play(&mut self, made: &Move) -> Result<(), Text> {
        let Move { first, count } = *made;
        if !(1..=2).contains(&count) || first >= self.coins {
            let coins = self.coins;
            return Err(text!(
                "a move takes 1 or 2 of the {coins} coins, which are numbered from 0",
                "每步取 1 或 2 枚硬币；共 {coins} 枚，从 0 编号"
            ));
        }
        if self.whole && count <= self.coins {
            self.whole = false;
            let start = if count == self.coins {
                0
            } else {
                self.coin(first, count)
            };
            self.add_row(start, self.coins - count);
            return Ok(());
        }
        let found = self
            .row_of(first)
            .filter(|(_, length, place)| place + count <= *length);
        let Some((start, length, place)) = found else {
            return Err(text!(
                "a coin to be taken is missing, or the two coins are not next to each other",
                "所取的硬币已不在，或两枚不相邻"
            ));
        };
        self.rows.remove(&start);
        let value = self.kayles.value(length);
        self.by_value[value as usize].remove(&start);
        self.nim_sum ^= value;
        self.add_row(start, place);
        if place + count < length {
            self.add_row(self.coin(start, place + count), length - place - count);
        }
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Move> {
        if self.whole {
            return self.winning_moves().next();
        }
        let lower = |value: &usize| *value as u64 ^ self.nim_sum < *value as u64;
        let (value, &start) = (0..16)
            .rev()
            .filter(lower)
            .find_map(|value| Some((value, self.by_value[value].first()?)))?;
        let (left, count, _) = self
            .kayles
            .move_to(self.rows[&start], value as u64 ^ self.nim_sum)?;
        Some(Move {
            first: self.coin(start, left),
            count,
        })
    }

    fn any_move(&mut self) -> Option<Move> {
        let first = if self.whole {
            0
        } else {
            *self.rows.first_key_value()?.0
        };
        Some(Move { first, count: 1 })
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use theory::reference::ReferenceSearch;

    use super::*;
    use crate::referee::{random_bits, wins_every_game};

    /// Returns the moves, each with a bit set of the coins that it takes.
    fn legal_moves(coins: u32, n: u32) -> Vec<(Move, u32)> {
        let both = |first: u32, count| {
            if count == 1 {
                1u32 << first
            } else {
                1 << first | 1 << ((first + 1) % n)
            }
        };
        let all = (0..n).flat_map(|first| (1..=n.min(2)).map(move |count| (first, count)));
        let made = |(first, count): (u32, u32)| {
            (
                Move {
                    first: first.into(),
                    count: count.into(),
                },
                both(first, count),
            )
        };
        all.map(made)
            .filter(|(_, taken)| coins & taken == *taken)
            .collect()
    }

    #[test]
    fn outcomes_and_moves_agree_with_the_game() {
        let (budget, mut rng) = (Budget::generous(), Rng::with_seed(13));
        for n in 1..=14u32 {
            let left = |coins: &u32| {
                let moves = legal_moves(*coins, n).into_iter();
                moves.map(|(_, taken)| coins & !taken).collect()
            };
            let mut search = ReferenceSearch::normal(left, &budget);
            let won = search.mover_wins(&((1 << n) - 1)).unwrap();
            assert_eq!(is_losing(n.into()), !won, "{n}");
            for _ in 0..60 {
                let (mut player, mut coins) =
                    (Player::new(n.into(), &budget).unwrap(), (1u32 << n) - 1);
                loop {
                    let all = legal_moves(coins, n);
                    let mut winning: Vec<u32> = all
                        .iter()
                        .map(|(_, taken)| *taken)
                        .filter(|taken| !search.mover_wins(&(coins & !taken)).unwrap())
                        .collect();
                    winning.dedup();
                    let taken =
                        |made: &Move| all.iter().find(|(other, _)| other == made).unwrap().1;
                    let mut found: Vec<u32> =
                        player.winning_moves().map(|made| taken(&made)).collect();
                    found.sort_unstable();
                    winning.sort_unstable();
                    assert_eq!(found, winning, "{n}, {coins:b}");
                    assert_eq!(player.winning_move().is_some(), !winning.is_empty());
                    assert!(
                        player
                            .winning_move()
                            .is_none_or(|made| winning.contains(&taken(&made)))
                    );
                    let Some((made, taken)) = rng.choice(all) else {
                        break;
                    };
                    player.play(&made).unwrap();
                    coins &= !taken;
                }
                assert!(player.any_move().is_none());
            }
        }
    }

    #[test]
    fn wins_every_game_that_it_should() {
        let kayles = Player::new(0, &Budget::generous()).unwrap();
        let circle = |coins| Player {
            coins,
            whole: coins > 0,
            ..kayles.clone()
        };
        let start = |rng: &mut Rng| {
            let mut player = circle(random_bits(rng, 11));
            for _ in 0..rng.u32(0..5) {
                if let Some(made) = player.any_move() {
                    player.play(&made).unwrap();
                }
            }
            player
        };
        let reply = |rng: &mut Rng, player: &mut Player| loop {
            let made = Move {
                first: rng.u64(0..player.coins),
                count: rng.u64(1..=2),
            };
            if player.clone().play(&made).is_ok() {
                return made;
            }
        };
        let first = wins_every_game(10, start, reply);
        assert!((100..900).contains(&first), "{first}");
        let mut player = circle(u64::MAX);
        player
            .play(&Move {
                first: u64::MAX - 1,
                count: 2,
            })
            .unwrap();
        let made = player.winning_move().unwrap();
        player.play(&made).unwrap();
        assert!(player.winning_move().is_none() && player.play(&made).is_err());
    }
}
