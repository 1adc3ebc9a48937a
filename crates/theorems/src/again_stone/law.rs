//! Again Stone (LightOJ 1296): a move takes at least one stone and at most half of a pile. G(2m) =
//! m and G(2m + 1) = G(m), so the piles n of value t satisfy n + 1 = (2t + 1) · 2^j for some j.
//!
//! Proof: a move from a pile n leaves r with n/2 ≤ r < n, so r + 1 ranges from ⌈n/2⌉ + 1 to n. For
//! each odd number k up to n except the odd part of n + 1, the range of r + 1 contains exactly one
//! product k · 2^j. For the odd part of n + 1, the range contains no product, because n + 1 is just
//! above the range and half of n + 1 is just below it. Hence at most one move leaves a pile of a
//! given value. Each value below the value of n is left by some move, and no move leaves the value
//! of n itself. Computing a value or an option takes O(1).

use base::text;
use base::text::Text;

use crate::online_player::OnlinePlayer;
use crate::sum::SumValues;

/// Returns the value of a pile. O(1).
pub fn value(pile: u64) -> u64 {
    match pile.checked_add(1) {
        Some(next) => next >> next.trailing_zeros() >> 1,
        // For the largest pile, pile + 1 = 2^64 = 1 · 2^64.
        None => 0,
    }
}

/// Returns the only option of `pile` that has the requested value, or `None` if no option has it.
/// O(1).
pub fn leaves(pile: u64, value: u64) -> Option<u64> {
    // The number (2t + 1) · 2^j, in 128 bits, for the only j for which this number is above half of
    // the pile and at most the pile.
    let odd = 2 * u128::from(value) + 1;
    let pile = u128::from(pile);
    if odd > pile {
        return None;
    }
    let multiple = odd << (pile.ilog2() - odd.ilog2());
    let multiple = if multiple > pile {
        multiple >> 1
    } else {
        multiple
    };
    // The option is r = multiple - 1 with r ≥ pile / 2, that is 2 · multiple ≥ pile + 2.
    (2 * multiple >= pile + 2).then(|| (multiple - 1) as u64)
}

/// A move: the index of a pile, starting at 0, and the number of stones left in the pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The index of the pile.
    pub pile: usize,
    /// The number of stones left in the pile.
    pub leaves: u64,
}

/// Returns every winning move; each pile has at most one winning move. O(1) for each.
pub fn winning_moves(piles: &[u64]) -> impl Iterator<Item = Move> {
    let sum = piles.iter().fold(0, |sum, &pile| sum ^ value(pile));
    let to = move |(i, &pile): (usize, &u64)| {
        Some(Move {
            pile: i,
            leaves: leaves(pile, value(pile) ^ sum)?,
        })
    };
    piles
        .iter()
        .enumerate()
        .filter(move |_| sum != 0)
        .filter_map(to)
}

/// A player that needs O(piles · log max) to prepare, then O(log max) for each move.
#[derive(Clone, Debug)]
pub struct Player {
    piles: Vec<u64>,
    values: SumValues,
    alive: Vec<usize>,
}

impl Player {
    /// Creates a player for the given piles.
    pub fn new(piles: &[u64]) -> Player {
        Player {
            piles: piles.to_vec(),
            values: SumValues::new(piles.iter().map(|&pile| value(pile))),
            alive: (0..piles.len()).collect(),
        }
    }
}

impl OnlinePlayer for Player {
    type Move = Move;

    fn play(&mut self, made: &Move) -> Result<(), Text> {
        let Some(&pile) = self.piles.get(made.pile) else {
            return Err(text!("there is no such pile", "没有这一堆"));
        };
        let leaves = made.leaves;
        if leaves >= pile || pile - leaves > pile / 2 {
            return Err(text!(
                "cannot leave {leaves} of {pile} stones: a move takes at least one stone and at most half of the pile",
                "{pile} 个石子不能剩 {leaves} 个：每次至少取一个，至多取一半"
            ));
        }
        self.piles[made.pile] = leaves;
        self.values.set(made.pile, value(leaves));
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Move> {
        let (pile, target) = self.values.to_lower()?;
        Some(Move {
            pile,
            leaves: leaves(self.piles[pile], target)?,
        })
    }

    fn any_move(&mut self) -> Option<Move> {
        while let Some(&pile) = self.alive.last() {
            if self.piles[pile] > 1 {
                return Some(Move {
                    pile,
                    leaves: self.piles[pile] - 1,
                });
            }
            self.alive.pop();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::referee::check_player;

    #[test]
    fn values_are_those_of_the_definition_and_each_is_left_once() {
        let mut values: Vec<u64> = Vec::new();
        for pile in 0..400usize {
            let options = pile - pile / 2..pile;
            values.push(nimber::mex(options.clone().map(|left| values[left])));
            assert_eq!(value(pile as u64), values[pile]);
            assert_eq!(
                values[pile],
                if pile % 2 == 0 {
                    pile as u64 / 2
                } else {
                    values[pile / 2]
                }
            );
            for target in 0..210 {
                let mut found = options.clone().filter(|&left| values[left] == target);
                assert_eq!(
                    leaves(pile as u64, target),
                    found.next().map(|left| left as u64),
                    "{pile} to {target}"
                );
                assert_eq!(found.next(), None);
            }
        }
        for pile in [u64::MAX, u64::MAX - 1, 1 << 63] {
            assert!((0..100).all(|t| {
                t == value(pile)
                    || leaves(pile, t)
                        .is_some_and(|left| value(left) == t && left >= pile - pile / 2)
            }));
            assert_eq!(leaves(pile, u64::MAX), None);
        }
    }

    #[test]
    fn winning_moves_are_all() {
        let mut rng = Rng::with_seed(6);
        for _ in 0..500 {
            let piles: Vec<u64> = (0..rng.usize(1..5)).map(|_| rng.u64(0..40)).collect();
            let sum = piles.iter().fold(0, |sum, &pile| sum ^ value(pile));
            let all = piles
                .iter()
                .enumerate()
                .flat_map(|(pile, &n)| (n - n / 2..n).map(move |leaves| Move { pile, leaves }));
            let expected: Vec<Move> = all
                .filter(|made| sum != 0 && sum ^ value(piles[made.pile]) ^ value(made.leaves) == 0)
                .collect();
            assert_eq!(winning_moves(&piles).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_thousand_games() {
        let start = |rng: &mut Rng| {
            let most = if rng.bool() { 20 } else { 1_000_000_000 };
            let piles: Vec<u64> = (0..rng.usize(1..8)).map(|_| rng.u64(0..=most)).collect();
            piles
        };
        let random_move = |piles: &Vec<u64>, rng: &mut Rng| {
            let pile = rng.choice(
                (0..piles.len())
                    .filter(|&i| piles[i] > 1)
                    .collect::<Vec<_>>(),
            )?;
            let n = piles[pile];
            Some(Move {
                pile,
                leaves: if rng.bool() {
                    n - n / 2
                } else {
                    rng.u64(n - n / 2..n)
                },
            })
        };
        let apply = |piles: &Vec<u64>, made: &Move| {
            let mut piles = piles.clone();
            let taken = piles[made.pile].saturating_sub(made.leaves);
            let legal = taken >= 1 && 2 * taken <= piles[made.pile];
            piles[made.pile] = made.leaves;
            legal.then_some(piles)
        };
        check_player(
            false,
            start,
            |piles: &Vec<u64>| Player::new(piles),
            random_move,
            apply,
        );
        assert!(
            Player::new(&[5])
                .play(&Move { pile: 0, leaves: 2 })
                .is_err()
        );
        assert!(
            Player::new(&[5])
                .play(&Move { pile: 1, leaves: 4 })
                .is_err()
        );
    }
}
