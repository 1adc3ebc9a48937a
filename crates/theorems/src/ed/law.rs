//! E&D (SDOI 2009, Luogu P2148): from a pair of heaps (a, b), a move discards one and splits the
//! other into two non-empty heaps. Let s be a heap minus one, in binary. A heap can be split into a
//! pair of value t exactly if bit t of s is 1. So the value of the pair is the smallest t for which
//! bit t is 0 in both a - 1 and b - 1. In other words, the value of the pair is the number of
//! trailing ones of `(a - 1) | (b - 1)`.
//!
//! Proof: let the parts be x + 1 and y + 1, so x + y = s - 1. By induction, the value of the parts
//! is t iff the low t bits of `x | y` are all 1 and bit t is 0 in both x and y. If the value is t,
//! the low t bits of x and y add up to 2^t - 1 + c, where c is the low t bits of `x & y`. Bit t is
//! 0 in both x and y, and c < 2^t, so s modulo 2^(t+1) is 2^t + c. Therefore bit t of s must be 1,
//! and c is the low t bits of s. The low bits that are not in c can be distributed freely between x
//! and y, and so can the bits above t. The possible distributions of these bits between x and y are
//! exactly the splits of value t. Counting the splits of value t takes O(1), and listing them takes
//! O(1) for each split.

use base::text;
use base::text::Text;

use crate::online_player::OnlinePlayer;
use crate::sum::SumValues;

/// Returns the Grundy value of a pair, at most 64. O(1).
///
/// # Panics
/// Panics in debug builds if a heap is empty.
pub fn value(a: u64, b: u64) -> u32 {
    debug_assert!(a > 0 && b > 0);
    ((a - 1) | (b - 1)).trailing_ones()
}

/// A move: in one pair, one heap is split and the other is discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The index of the pair, starting at 0.
    pub pair: usize,
    /// The heap of the pair that is split, 0 or 1.
    pub kept: usize,
    /// The two new heaps.
    pub parts: (u64, u64),
}

/// All splits of a heap into an ordered pair of the value t. The first part is 1 + high · 2^(t+1) +
/// common + any submask of `free`, for every `high` up to `most_high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Splits {
    /// The heap that is split.
    pub heap: u64,
    /// The value t of the pair of parts.
    pub value: u32,
    /// The low bits that are 1 in both parts minus one.
    pub common: u64,
    /// The low bits that are 1 in exactly one of the two parts minus one.
    pub free: u64,
    /// The maximum of the first part's bits above bit t, read as a number.
    pub most_high: u64,
}

impl Splits {
    /// Returns the splits of a heap into a pair of value t, or `None` if no split has the value t.
    pub fn new(heap: u64, value: u32) -> Option<Splits> {
        let less = heap.checked_sub(1)?;
        if value > 63 || less >> value & 1 == 0 {
            return None;
        }
        let low = (1u64 << value) - 1;
        let common = less & low;
        let most_high = (less - 1).checked_shr(value + 1).unwrap_or(0);
        Some(Splits {
            heap,
            value,
            common,
            free: low & !common,
            most_high,
        })
    }

    /// Returns the number of splits, counting both orders of the parts. The number of splits is
    /// below 2^64, because a heap has heap - 1 splits in total.
    pub fn count(&self) -> u64 {
        (self.most_high + 1) << self.free.count_ones()
    }

    /// Returns the n-th split, or `None` unless n < [`Splits::count`]. Takes at most 64 steps.
    pub fn get(&self, n: u64) -> Option<(u64, u64)> {
        if n >= self.count() {
            return None;
        }
        let mut index = n;
        let (mut chosen, mut left) = (0, self.free);
        while left != 0 {
            let bit = left & left.wrapping_neg();
            chosen |= bit * (index & 1);
            index >>= 1;
            left ^= bit;
        }
        let high = index.checked_shl(self.value + 1).unwrap_or(0);
        let first = (high | self.common | chosen) + 1;
        Some((first, self.heap - first))
    }

    /// Returns all splits, lazily, with the bits above t of the first part ascending.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = (u64, u64)> {
        (0..self.count()).filter_map(move |n| self.get(n))
    }
}

/// Returns every winning move of a row of pairs, as sets of splits: the pair, the heap that is
/// split, and its splits. O(1) for each pair; the iterator is empty for a lost position.
pub fn winning_moves(pairs: &[(u64, u64)]) -> impl Iterator<Item = (usize, usize, Splits)> {
    let sum = pairs.iter().fold(0, |sum, &(a, b)| sum ^ value(a, b));
    pairs
        .iter()
        .enumerate()
        .filter(move |_| sum != 0)
        .flat_map(move |(pair, &(a, b))| {
            let target = value(a, b) ^ sum;
            [a, b]
                .into_iter()
                .enumerate()
                .filter_map(move |(kept, heap)| Some((pair, kept, Splits::new(heap, target)?)))
        })
}

/// A player that needs O(pairs) to prepare, then O(1) for each move, independent of the heaps and
/// the number of pairs.
#[derive(Clone, Debug)]
pub struct Player {
    pairs: Vec<(u64, u64)>,
    values: SumValues,
    /// All pairs that are not (1, 1), and some pairs that moves have turned into (1, 1).
    alive: Vec<usize>,
}

impl Player {
    /// Creates a player for the position with these pairs.
    ///
    /// # Errors
    /// Returns an error if a heap is empty.
    pub fn new(pairs: &[(u64, u64)]) -> Result<Player, Text> {
        if let Some(pair) = pairs.iter().position(|&(a, b)| a == 0 || b == 0) {
            let pair = pair + 1;
            return Err(text!(
                "pair {pair} has an empty heap; every heap must contain at least one token",
                "第 {pair} 组有空堆；每堆至少 1 个"
            ));
        }
        let values = SumValues::new(pairs.iter().map(|&(a, b)| u64::from(value(a, b))));
        Ok(Player {
            pairs: pairs.to_vec(),
            values,
            alive: (0..pairs.len()).collect(),
        })
    }

    /// Returns the current pairs.
    pub fn pairs(&self) -> &[(u64, u64)] {
        &self.pairs
    }

    fn find_split(&self, pair: usize, splits: impl Fn(u64) -> Option<(u64, u64)>) -> Option<Move> {
        let (a, b) = self.pairs[pair];
        [a, b].into_iter().enumerate().find_map(|(kept, heap)| {
            Some(Move {
                pair,
                kept,
                parts: splits(heap)?,
            })
        })
    }
}

impl OnlinePlayer for Player {
    type Move = Move;

    fn play(&mut self, made: &Move) -> Result<(), Text> {
        let Move {
            pair,
            kept,
            parts: (x, y),
        } = *made;
        let Some(&(a, b)) = self.pairs.get(pair).filter(|_| kept < 2) else {
            return Err(text!("there is no such heap", "没有这一堆"));
        };
        let heap = [a, b][kept];
        if x == 0 || y == 0 || x.checked_add(y) != Some(heap) {
            return Err(text!(
                "cannot split a heap of {heap} into {x} and {y}: expected two nonempty heaps with this sum",
                "{heap} 个的堆不能分成 {x} 与 {y}：须是和相符的两个非空堆"
            ));
        }
        self.pairs[pair] = (x, y);
        self.values.set(pair, u64::from(value(x, y)));
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Move> {
        let (pair, target) = self.values.to_lower()?;
        self.find_split(pair, |heap| Splits::new(heap, target as u32)?.get(0))
    }

    fn any_move(&mut self) -> Option<Move> {
        while let Some(&pair) = self.alive.last() {
            let made = self.find_split(pair, |heap| (heap > 1).then(|| (1, heap - 1)));
            if made.is_some() {
                return made;
            }
            self.alive.pop();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use fastrand::Rng;

    use super::*;
    use crate::referee::check_player;

    /// Returns the value by definition.
    fn by_mex(a: u64, b: u64, known: &mut BTreeMap<(u64, u64), u64>) -> u64 {
        if let Some(&known) = known.get(&(a, b)) {
            return known;
        }
        let options: Vec<u64> = [a, b]
            .into_iter()
            .flat_map(|heap| (1..heap).map(move |k| (k, heap - k)))
            .map(|(x, y)| by_mex(x, y, known))
            .collect();
        let value = nimber::mex(options);
        known.insert((a, b), value);
        value
    }

    #[test]
    fn values_and_splits_are_those_of_the_definition() {
        let mut known = BTreeMap::new();
        for a in 1..=40 {
            for b in 1..=40 {
                assert_eq!(
                    u64::from(value(a, b)),
                    by_mex(a, b, &mut known),
                    "({a}, {b})"
                );
            }
        }
        for heap in 1..=70 {
            for t in 0..8 {
                let mut found: Vec<_> = Splits::new(heap, t)
                    .into_iter()
                    .flat_map(Splits::iter)
                    .collect();
                assert_eq!(
                    found.len() as u64,
                    Splits::new(heap, t).map_or(0, |s| s.count())
                );
                found.sort_unstable();
                let expected: Vec<_> = (1..heap)
                    .map(|k| (k, heap - k))
                    .filter(|&(x, y)| value(x, y) == t)
                    .collect();
                assert_eq!(found, expected, "{heap} to {t}");
            }
        }
    }

    #[test]
    fn the_greatest_heaps_do_not_overflow() {
        assert_eq!(value(u64::MAX, u64::MAX), 0);
        assert_eq!(value(u64::MAX, 2), 64);
        let mut all = 0u128;
        for t in 0..64 {
            for heap in [u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) + 1] {
                let Some(splits) = Splits::new(heap, t) else {
                    continue;
                };
                for n in [0, splits.count() / 3, splits.count() - 1] {
                    let (x, y) = splits.get(n).unwrap();
                    assert!(x > 0 && y > 0 && x.checked_add(y) == Some(heap) && value(x, y) == t);
                }
                all += u128::from(splits.count()) * u128::from(heap == u64::MAX);
            }
        }
        assert_eq!(all, u128::from(u64::MAX) - 1, "every split has one value");
    }

    #[test]
    fn winning_moves_are_all() {
        let mut rng = Rng::with_seed(2);
        for _ in 0..500 {
            let pairs: Vec<(u64, u64)> = (0..rng.usize(1..5))
                .map(|_| (rng.u64(1..20), rng.u64(1..20)))
                .collect();
            let total =
                |pairs: &[(u64, u64)]| pairs.iter().fold(0, |sum, &(a, b)| sum ^ value(a, b));
            let mut expected = Vec::new();
            for (pair, &(a, b)) in pairs.iter().enumerate() {
                for (kept, heap) in [a, b].into_iter().enumerate() {
                    for k in 1..heap {
                        let mut after = pairs.clone();
                        after[pair] = (k, heap - k);
                        if total(&pairs) != 0 && total(&after) == 0 {
                            expected.push((pair, kept, k));
                        }
                    }
                }
            }
            let mut found: Vec<_> = winning_moves(&pairs)
                .flat_map(|(pair, kept, splits)| splits.iter().map(move |(x, _)| (pair, kept, x)))
                .collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{pairs:?}");
        }
    }

    #[test]
    fn a_thousand_games() {
        let start = |rng: &mut Rng| {
            let most = if rng.bool() { 30 } else { 1_000_000_000 };
            let pairs: Vec<(u64, u64)> = (0..rng.usize(1..8))
                .map(|_| (rng.u64(1..=most), rng.u64(1..=most)))
                .collect();
            pairs
        };
        let random_move = |pairs: &Vec<(u64, u64)>, rng: &mut Rng| {
            let open: Vec<(usize, usize, u64)> = pairs
                .iter()
                .enumerate()
                .flat_map(|(pair, &(a, b))| [(pair, 0, a), (pair, 1, b)])
                .filter(|&(_, _, heap)| heap > 1)
                .collect();
            let (pair, kept, heap) = rng.choice(open)?;
            let first = rng.u64(1..heap);
            Some(Move {
                pair,
                kept,
                parts: (first, heap - first),
            })
        };
        let apply = |pairs: &Vec<(u64, u64)>, made: &Move| {
            let mut pairs = pairs.clone();
            let ((a, b), (x, y)) = (pairs[made.pair], made.parts);
            pairs[made.pair] = (x, y);
            (x > 0 && y > 0 && x + y == [a, b][made.kept]).then_some(pairs)
        };
        check_player(
            false,
            start,
            |pairs: &Vec<(u64, u64)>| Player::new(pairs).unwrap(),
            random_move,
            apply,
        );
    }

    #[test]
    fn bad_input_is_refused() {
        assert!(Player::new(&[(1, 0)]).is_err());
        let mut player = Player::new(&[(5, 1)]).unwrap();
        for (pair, kept, parts) in [
            (1, 0, (1, 4)),
            (0, 2, (1, 4)),
            (0, 0, (0, 5)),
            (0, 0, (u64::MAX, 6)),
            (0, 1, (1, 0)),
        ] {
            assert!(player.play(&Move { pair, kept, parts }).is_err());
        }
    }
}
