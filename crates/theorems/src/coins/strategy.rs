//! A player of a coin-turning game stores the heads, their nim-sum, and for each bit a stack of the
//! heads whose values have the bit. The stack for the top bit of the nim-sum has a head to turn on
//! top, so a winning flip is found at once. A coin that no longer shows heads is removed from a
//! stack when it reaches the top. O(heads · log) to prepare, then O(coins turned · log) for each
//! move, independent of the number of heads.

use std::collections::BTreeSet;

use base::text;
use base::text::Text;

use super::{CoinGame, Place};
use crate::online_player::OnlinePlayer;

/// A player of a coin-turning game.
#[derive(Clone, Debug)]
pub struct Player<G> {
    game: G,
    heads: BTreeSet<Place>,
    sum: u64,
    with_bit: Vec<Vec<Place>>,
}

impl<G: CoinGame> Player<G> {
    /// Creates a player of `game` for the given heads; a place that is given twice shows tails.
    ///
    /// # Errors
    /// Returns the error of [`CoinGame::check_place`] if a head is not on a place of the game.
    pub fn new(game: G, heads: &[Place]) -> Result<Player<G>, Text> {
        let mut player = Player {
            game,
            heads: BTreeSet::new(),
            sum: 0,
            with_bit: vec![Vec::new(); 64],
        };
        for head in heads {
            player.game.check_place(head)?;
            player.turn(head.clone());
        }
        Ok(player)
    }

    /// Returns the heads, in order.
    pub fn heads(&self) -> impl Iterator<Item = &Place> {
        self.heads.iter()
    }

    fn turn(&mut self, coin: Place) {
        let value = self.game.value(&coin);
        self.sum ^= value;
        if self.heads.remove(&coin) {
            return;
        }
        let mut left = value;
        while left != 0 {
            self.with_bit[left.trailing_zeros() as usize].push(coin.clone());
            left &= left - 1;
        }
        self.heads.insert(coin);
    }
}

impl<G: CoinGame> OnlinePlayer for Player<G> {
    type Move = G::Flip;

    fn play(&mut self, made: &G::Flip) -> Result<(), Text> {
        let (coins, head) = self.game.coins(made)?;
        if !self.heads.contains(&head) {
            return Err(text!(
                "the largest coin of the flip, {head:?}, shows tails but must show heads",
                "所翻的最大的硬币 {head:?} 是反面，应为正面"
            ));
        }
        coins.into_iter().for_each(|coin| self.turn(coin));
        Ok(())
    }

    fn winning_move(&mut self) -> Option<G::Flip> {
        let stack = &mut self.with_bit[self.sum.checked_ilog2()? as usize];
        while !self.heads.contains(stack.last()?) {
            stack.pop();
        }
        self.game.lowering(stack.last()?, self.sum)
    }

    fn any_move(&mut self) -> Option<G::Flip> {
        self.heads
            .iter()
            .rev()
            .find_map(|head| self.game.any_flip(head))
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::{
        LineGame, MultiplesGame, ProductGame, RowColumnGame, SquaresGame, value, winning_flips,
    };
    use super::*;
    use crate::referee::check_player;

    /// Plays games from random heads with coordinates up to `most`; the function `random` returns
    /// random moves of the opponent.
    fn games<G: CoinGame + Clone>(
        game: &G,
        first: &[u64],
        most: u64,
        random: impl Fn(&Place, &mut Rng) -> Option<G::Flip>,
    ) where
        G::Flip: std::fmt::Debug,
    {
        let start = |rng: &mut Rng| -> BTreeSet<Place> {
            (0..rng.usize(1..6))
                .map(|_| first.iter().map(|&first| rng.u64(first..=most)).collect())
                .collect()
        };
        let player = |heads: &BTreeSet<Place>| {
            Player::new(game.clone(), &heads.iter().cloned().collect::<Vec<Place>>()).unwrap()
        };
        let random_move = |heads: &BTreeSet<Place>, rng: &mut Rng| {
            let open: Vec<G::Flip> = heads.iter().filter_map(|head| random(head, rng)).collect();
            rng.choice(open)
        };
        let apply = |heads: &BTreeSet<Place>, made: &G::Flip| {
            let mut heads = heads.clone();
            let (coins, head) = game.coins(made).ok()?;
            if !heads.contains(&head) {
                return None;
            }
            for coin in coins {
                if !heads.remove(&coin) {
                    heads.insert(coin);
                }
            }
            Some(heads)
        };
        check_player(false, start, player, random_move, apply);
    }

    #[test]
    fn a_thousand_games_on_each_line() {
        for line in LineGame::ALL {
            let random = move |head: &Place, rng: &mut Rng| {
                let flips: Vec<_> = line.all_flips(head[0]).map(|side| vec![side]).collect();
                rng.choice(flips)
            };
            games(
                &ProductGame::new(vec![line]),
                &[line.places().0],
                12,
                random,
            );
        }
    }

    #[test]
    fn a_thousand_games_of_each_product() {
        let boards = [
            vec![LineGame::Twins, LineGame::Twins],
            vec![LineGame::Turtles; 3],
            vec![LineGame::Ruler, LineGame::MockTurtles],
            vec![LineGame::Triplets, LineGame::Twins],
        ];
        for lines in boards {
            let first: Vec<u64> = lines.iter().map(|line| line.places().0).collect();
            let random = |head: &Place, rng: &mut Rng| {
                lines
                    .iter()
                    .zip(head)
                    .map(|(line, &x)| rng.choice(line.all_flips(x).collect::<Vec<_>>()))
                    .collect()
            };
            games(&ProductGame::new(lines.clone()), &first, 5, random);
        }
    }

    #[test]
    fn a_thousand_games_of_rows_and_columns() {
        let game = RowColumnGame { dimensions: 2 };
        let random = |head: &Place, rng: &mut Rng| {
            let axis = rng.choice((0..2).filter(|&axis| head[axis] > 0).collect::<Vec<_>>())?;
            let mut near = head.clone();
            near[axis] = rng.u64(..head[axis]);
            Some((head.clone(), near))
        };
        games(&game, &[0, 0], 12, random);
    }

    #[test]
    fn a_thousand_games_of_squares() {
        for most in [1, 2, 3, 5, 100] {
            games(&SquaresGame { most }, &[1, 1], 9, |head, rng| {
                Some((head.clone(), rng.u64(1..=most.min(head[0]).min(head[1]))))
            });
        }
    }

    #[test]
    fn a_thousand_games_of_multiples() {
        let board = MultiplesGame::new(12, &base::budget::Budget::generous()).unwrap();
        games(&board, &[1], 12, |head, rng| {
            Some((head[0], rng.u64(1..=12 / head[0])))
        });
    }

    #[test]
    fn coordinates_of_32_bits_and_more() {
        let mut rng = Rng::with_seed(12);
        for bits in [32, 64] {
            for lines in [
                vec![LineGame::Twins; 2],
                vec![LineGame::Turtles; 3],
                vec![
                    LineGame::Twins,
                    LineGame::Flips,
                    LineGame::Turtles,
                    LineGame::Twins,
                ],
            ] {
                let game = ProductGame::new(lines.clone());
                for _ in 0..50 {
                    let heads: Vec<Place> = (0..10)
                        .map(|_| {
                            lines
                                .iter()
                                .map(|_| (rng.u64(..) >> (64 - bits)).max(1))
                                .collect()
                        })
                        .collect();
                    let mut player = Player::new(game.clone(), &heads).unwrap();
                    let Some(made) = player.winning_move() else {
                        continue;
                    };
                    player.play(&made).unwrap();
                    assert_eq!(value(&game, player.heads()), 0);
                }
            }
        }
        let game = RowColumnGame { dimensions: 2 };
        let heads = vec![vec![4_000_000_000, 7], vec![3_999_999_999, 1 << 31]];
        assert!(winning_flips(&game, &heads).all(|(far, _)| heads.contains(&far)));
        assert!(winning_flips(&game, &heads).count() > 0);
        assert!(Player::new(ProductGame::new(vec![LineGame::Turtles]), &[vec![0]]).is_err());
        assert!(Player::new(ProductGame::new(vec![LineGame::Ruler]), &[vec![1 << 40]]).is_err());
        let board = SquaresGame { most: 2000 };
        let mut player =
            Player::new(board, &[vec![1 << 63, 3 << 40], vec![(1 << 62) + 256, 512]]).unwrap();
        player
            .play(&player.clone().winning_move().unwrap())
            .unwrap();
        assert_eq!(value(&board, player.heads()), 0);
        assert!(
            Player::new(board, &[vec![0, 1]]).is_err()
                && Player::new(SquaresGame { most: 1 << 40 }, &[vec![1 << 40; 2]]).is_err()
        );
        assert!(Player::new(game, &[vec![1]]).is_err());
        let tails = Player::new(ProductGame::new(vec![LineGame::Twins]), &[vec![3]])
            .unwrap()
            .play(&vec![super::super::LineFlip::Coins(vec![0, 2])]);
        assert!(tails.is_err());
    }
}
