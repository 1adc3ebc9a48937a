//! A New Stone Game: take at least one stone from a pile, then optionally move remaining stones of
//! that pile to other non-empty piles. A player who cannot move loses. A position is lost exactly
//! when the piles form equal pairs.
//!
//! No move leads from equal pairs to equal pairs. A move from equal pairs lowers one pile below its
//! partner, and lowers no other pile. So the sum of the largest, third largest, fifth largest, …
//! pile does not decrease, although in equal pairs it is half of all stones. From any position that
//! does not consist of equal pairs, some move leads to equal pairs. Let the piles be sorted: p1 ≥
//! p2 ≥ …. If the number of piles is odd, the winning move empties p1; if the number is even, the
//! move reduces p1 to the size of the last pile. The stones taken from p1 are enough to level p2
//! with p3, p4 with p5 and so on, because these gaps are disjoint and below p1. O(n log n) per move
//! for n piles. Source: POJ 1740.

use base::text;
use base::text::Text;

use crate::online_player::OnlinePlayer;

/// A move: the pile (starting at 0), the number of stones that leave the game, and the numbers of
/// stones that other piles get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The pile from which stones are taken.
    pub pile: usize,
    /// The number of stones that leave the game, at least one.
    pub removed: u64,
    /// Other piles, without duplicates, and the number of stones that each pile gets.
    pub given: Vec<(usize, u64)>,
}

/// Returns whether the player to move loses: every size above 0 occurs an even number of times. O(n
/// log n).
pub fn is_losing(piles: &[u64]) -> bool {
    winning_move(piles).is_none()
}

/// Returns a winning move, or `None` if the player to move loses. The winning moves are the moves
/// that leave equal pairs. O(n log n).
pub fn winning_move(piles: &[u64]) -> Option<Move> {
    let mut order: Vec<usize> = (0..piles.len()).filter(|&i| piles[i] > 0).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(piles[i]));
    if order.len().is_multiple_of(2) && order.chunks(2).all(|pair| piles[pair[0]] == piles[pair[1]])
    {
        return None;
    }
    let (&pile, mut others) = order.split_first()?;
    // The number of stones to leave in the largest pile: 0, or the size of the last pile.
    let mut left = 0;
    if others.len() % 2 == 1 {
        let (&last, rest) = others.split_last()?;
        (left, others) = (piles[last], rest);
    }
    let level = |pair: &[usize]| (pair[1], piles[pair[0]] - piles[pair[1]]);
    let given: Vec<(usize, u64)> = others
        .chunks(2)
        .map(level)
        .filter(|(_, more)| *more > 0)
        .collect();
    // The gaps are disjoint intervals between the old and the new size of the pile, so their sum is
    // below the difference of these sizes.
    let removed = piles[pile] - left - given.iter().map(|(_, more)| more).sum::<u64>();
    Some(Move {
        pile,
        removed,
        given,
    })
}

/// A player without preparation, O(n log n) per move for n piles.
#[derive(Clone, Debug)]
pub struct Player {
    piles: Vec<u64>,
}

impl Player {
    /// Creates a player for these piles.
    pub fn new(piles: Vec<u64>) -> Player {
        Player { piles }
    }

    /// Returns the piles.
    pub fn piles(&self) -> &[u64] {
        &self.piles
    }

    fn after(&self, made: &Move) -> Option<Vec<u64>> {
        let mut piles = self.piles.clone();
        let mut left = piles.get(made.pile)?.checked_sub(made.removed)?;
        for (i, &(to, more)) in made.given.iter().enumerate() {
            let again = made.given[..i].iter().any(|(other, _)| *other == to);
            if to == made.pile || again || *piles.get(to)? == 0 {
                return None;
            }
            left = left.checked_sub(more)?;
            piles[to] = piles[to].checked_add(more)?;
        }
        piles[made.pile] = left;
        (made.removed > 0).then_some(piles)
    }
}

impl OnlinePlayer for Player {
    type Move = Move;

    fn play(&mut self, made: &Move) -> Result<(), Text> {
        let Some(piles) = self.after(made) else {
            return Err(text!(
                "a move takes at least one stone from a pile and may move other stones of this pile to nonempty piles; it cannot use more stones than the pile has",
                "每步从一堆中取走至少一颗，再可将该堆其余石子移到其他非空的堆，总数不超过该堆"
            ));
        };
        self.piles = piles;
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Move> {
        winning_move(&self.piles)
    }

    fn any_move(&mut self) -> Option<Move> {
        let pile = self.piles.iter().position(|&size| size > 0)?;
        Some(Move {
            pile,
            removed: 1,
            given: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fastrand::Rng;

    use super::*;
    use crate::referee::wins_every_game;

    /// Visits every distribution of at most `stones` stones among the non-empty piles.
    fn shares(
        piles: &mut Vec<u64>,
        from: usize,
        but: usize,
        stones: u64,
        found: &mut impl FnMut(&[u64]),
    ) {
        let Some(to) = (from..piles.len()).find(|&i| i != but && piles[i] > 0) else {
            return found(piles);
        };
        for more in 0..=stones {
            piles[to] += more;
            shares(piles, to + 1, but, stones - more, found);
            piles[to] -= more;
        }
    }

    fn lost(piles: &[u64], memo: &mut HashMap<Vec<u64>, bool>) -> bool {
        let mut key: Vec<u64> = piles.iter().copied().filter(|&size| size > 0).collect();
        key.sort_unstable();
        if let Some(lost) = memo.get(&key) {
            return *lost;
        }
        let mut options = Vec::new();
        for i in 0..key.len() {
            // The pile retains `kept` stones. At least one of the other stones of the pile leaves
            // the game, and the rest may be distributed.
            for kept in 0..key[i] {
                let mut piles = key.clone();
                piles[i] = kept;
                shares(&mut piles, 0, i, key[i] - kept - 1, &mut |piles| {
                    options.push(piles.to_vec())
                });
            }
        }
        let lost = !options.iter().any(|piles| lost(piles, memo));
        memo.insert(key, lost);
        lost
    }

    #[test]
    fn outcomes_and_moves_agree_with_the_game() {
        let mut memo = HashMap::new();
        let mut rng = Rng::with_seed(11);
        for _ in 0..400 {
            let piles: Vec<u64> = (0..rng.usize(0..=5)).map(|_| rng.u64(0..=4)).collect();
            assert_eq!(is_losing(&piles), lost(&piles, &mut memo), "{piles:?}");
            let mut player = Player::new(piles.clone());
            if let Some(made) = player.winning_move() {
                player.play(&made).unwrap();
                assert!(lost(player.piles(), &mut memo), "{piles:?}: {made:?}");
            }
        }
    }

    #[test]
    fn wins_every_game_that_it_should() {
        let start = |rng: &mut Rng| {
            let mut piles: Vec<u64> = (0..rng.usize(1..=8)).map(|_| rng.u64(0..=30)).collect();
            if rng.bool() {
                piles.extend(piles.clone());
            }
            Player::new(piles)
        };
        let reply = |rng: &mut Rng, player: &mut Player| {
            let full: Vec<usize> = (0..player.piles().len())
                .filter(|&i| player.piles()[i] > 0)
                .collect();
            let pile = rng.choice(&full).copied().unwrap();
            let removed = rng.u64(1..=player.piles()[pile]);
            let mut rest = player.piles()[pile] - removed;
            let mut given = Vec::new();
            for &to in full.iter().filter(|&&to| to != pile) {
                let more = rng.u64(0..=rest);
                rest -= more;
                given.push((to, more));
            }
            Move {
                pile,
                removed,
                given,
            }
        };
        let first = wins_every_game(8, start, reply);
        assert!((100..900).contains(&first), "{first}");
    }

    #[test]
    fn the_player_keeps_the_rules() {
        let mut player = Player::new(vec![3, 2, 0]);
        let mut legal = |pile, removed, given: &[(usize, u64)]| {
            player
                .play(&Move {
                    pile,
                    removed,
                    given: given.to_vec(),
                })
                .is_ok()
        };
        assert!(
            !legal(0, 0, &[]) && !legal(0, 4, &[]) && !legal(3, 1, &[]) && !legal(0, 1, &[(2, 1)])
        );
        assert!(
            !legal(0, 1, &[(0, 1)]) && !legal(0, 1, &[(1, 3)]) && !legal(0, 1, &[(1, 1), (1, 1)])
        );
        assert!(legal(0, 1, &[(1, 2)]));
    }
}
