//! Coin-turning games on a line in closed form (Winning Ways, chapter 14; seeds 000, 002, 004),
//! with 64-bit places.
//!
//! | game | turned | value of place n |
//! |---|---|---|
//! | Turtles, places starting at 1 | one or two coins | n |
//! | Twins, starting at 0 | exactly two | n |
//! | Mock Turtles, starting at 0 | one to three | the n-th odious number: 2n or 2n + 1, with an odd number of ones |
//! | Triplets, starting at 0 | exactly three | 0, 0, then Mock Turtles two places later |
//! | Ruler, starting at 1 | a block of adjacent coins | the largest power of two that divides n |
//! | Flips, starting at 0 | one coin | 1 |
//!
//! The values of the coins of a winning flip have the same nim-sum as the position. In Turtles and
//! Twins, exactly one second coin gives a wanted nim-sum, and an XOR finds that coin. In Ruler, the
//! nim-sum of the values of places 1 to n is the Gray code n xor n/2, which is a bijection. So in
//! Ruler, exactly one first coin of the block gives a wanted nim-sum. In Mock Turtles, two odious
//! numbers have a nim-sum with an even number of ones, and 2i + … xor 2j + … = w implies i xor j =
//! w/2. So the pairs of companions are (i, i xor w/2) for all i below the head that have the top
//! bit of w/2. In Mock Turtles, the pairs (i, i xor w/2) give exactly the winning flips, which are
//! listed lazily. O(1) for a value and for the next flip.

use base::text;
use base::text::Text;

use super::{gray, inverse_gray};

/// A coin-turning game on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineGame {
    /// A flip turns one or two coins; places start at 1.
    Turtles,
    /// A flip turns exactly two coins; places start at 0.
    Twins,
    /// A flip turns one, two or three coins; places start at 0.
    MockTurtles,
    /// A flip turns exactly three coins; places start at 0.
    Triplets,
    /// A flip turns a block of adjacent coins; places start at 1.
    Ruler,
    /// A flip turns one coin; places start at 0.
    Flips,
}

/// The coins that a move turns on a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineFlip {
    /// Single coins, in ascending order.
    Coins(Vec<u64>),
    /// All coins between two places, both inclusive.
    Block(u64, u64),
}

impl LineFlip {
    /// Returns the number of coins that the flip turns.
    pub fn len(&self) -> u64 {
        match self {
            LineFlip::Coins(coins) => coins.len() as u64,
            LineFlip::Block(from, to) => to.saturating_sub(*from).saturating_add(1),
        }
    }

    /// Returns whether the flip turns no coin.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the places of the coins that the flip turns, in ascending order.
    pub fn places(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        match self {
            LineFlip::Coins(coins) => Box::new(coins.iter().copied()),
            LineFlip::Block(from, to) => Box::new(*from..=*to),
        }
    }
}

impl LineGame {
    /// All games, for tests and lists.
    pub const ALL: [LineGame; 6] = [
        LineGame::Turtles,
        LineGame::Twins,
        LineGame::MockTurtles,
        LineGame::Triplets,
        LineGame::Ruler,
        LineGame::Flips,
    ];

    /// Returns the first place, and the last place whose value fits in 64 bits.
    pub fn places(self) -> (u64, u64) {
        match self {
            LineGame::Turtles | LineGame::Ruler => (1, u64::MAX),
            LineGame::Twins | LineGame::Flips => (0, u64::MAX),
            LineGame::MockTurtles => (0, u64::MAX >> 1),
            LineGame::Triplets => (0, (u64::MAX >> 1) + 2),
        }
    }

    /// Checks that a number is a place of the game.
    ///
    /// # Errors
    /// Returns the range of places of the game if `place` is not in it.
    pub fn check_place(self, place: u64) -> Result<(), Text> {
        let (first, last) = self.places();
        if (first..=last).contains(&place) {
            return Ok(());
        }
        Err(text!(
            "unknown place {place}; the places of this game are {first} to {last}",
            "没有位置 {place}：此游戏的位置为 {first} 到 {last}"
        ))
    }

    /// Returns the value of a place of the game. O(1).
    pub fn value(self, place: u64) -> u64 {
        match self {
            LineGame::Turtles | LineGame::Twins => place,
            LineGame::MockTurtles => odious(place),
            LineGame::Triplets => place.checked_sub(2).map_or(0, odious),
            LineGame::Ruler => place & place.wrapping_neg(),
            LineGame::Flips => 1,
        }
    }

    /// Returns the nim-sum of the values of the coins that a flip turns.
    pub fn sum(self, side: &LineFlip) -> u64 {
        match side {
            LineFlip::Coins(coins) => coins.iter().fold(0, |sum, &coin| sum ^ self.value(coin)),
            LineFlip::Block(from, to) => gray(*to) ^ gray(from.wrapping_sub(1)),
        }
    }

    /// Returns the largest coin of a flip.
    ///
    /// # Errors
    /// Returns the reason why `side` is no flip of this game.
    pub fn head(self, side: &LineFlip) -> Result<u64, Text> {
        let head = match (self, side) {
            (LineGame::Ruler, LineFlip::Block(from, to)) if from <= to => {
                self.check_place(*from)?;
                *to
            }
            (LineGame::Ruler, _) => {
                return Err(text!(
                    "a flip of this game turns a block of neighbouring coins",
                    "此游戏每次翻一段连续的硬币"
                ));
            }
            (_, LineFlip::Coins(coins)) => {
                let most = match self {
                    LineGame::Turtles => 1..=2,
                    LineGame::Twins => 2..=2,
                    LineGame::MockTurtles => 1..=3,
                    LineGame::Triplets => 3..=3,
                    LineGame::Ruler | LineGame::Flips => 1..=1,
                };
                let (low, high, count) = (most.start(), most.end(), coins.len());
                if !most.contains(&count) || !coins.is_sorted_by(|a, b| a < b) {
                    return Err(text!(
                        "expected {low} to {high} different coins in increasing order, found {count}",
                        "此游戏须按递增顺序翻 {low} 到 {high} 枚不同的硬币；此处有 {count} 枚"
                    ));
                }
                self.check_place(coins[0])?;
                coins[count - 1]
            }
            (_, LineFlip::Block(..)) => {
                return Err(text!(
                    "a flip of this game cannot turn a block of coins",
                    "此游戏不能翻整段硬币"
                ));
            }
        };
        self.check_place(head)?;
        Ok(head)
    }

    /// Returns, lazily, every flip with the largest coin `head` and the nim-sum `sum`.
    pub fn flips(self, head: u64, sum: u64) -> Box<dyn Iterator<Item = LineFlip>> {
        let partner = self.value(head) ^ sum;
        let single = move |is: bool| is.then(|| LineFlip::Coins(vec![head])).into_iter();
        let pair = move |near: Option<u64>| {
            near.map(|near| LineFlip::Coins(vec![near, head]))
                .into_iter()
        };
        match self {
            LineGame::Turtles => Box::new(
                single(partner == 0)
                    .chain(pair((0 < partner && partner < head).then_some(partner))),
            ),
            LineGame::Twins => Box::new(pair((partner < head).then_some(partner))),
            LineGame::Flips => Box::new(single(partner == 0)),
            LineGame::Ruler => {
                let before = inverse_gray(gray(head) ^ sum);
                Box::new(
                    (before < head)
                        .then(|| LineFlip::Block(before + 1, head))
                        .into_iter(),
                )
            }
            LineGame::MockTurtles => {
                let second = odious_index(partner).filter(|&near| near < head);
                Box::new(
                    single(partner == 0)
                        .chain(pair(second))
                        .chain(odious_pairs(partner, head, 0, head)),
                )
            }
            LineGame::Triplets => {
                // In Triplets, places 0 and 1 have the value 0; the other places have the values of
                // Mock Turtles, two places later.
                let both = (partner == 0 && head > 1)
                    .then(|| LineFlip::Coins(vec![0, 1, head]))
                    .into_iter();
                let third = odious_index(partner)
                    .map(|near| near + 2)
                    .filter(|&near| near < head);
                let one = third.into_iter().flat_map(move |near| {
                    [0, 1].map(|zero| LineFlip::Coins(vec![zero, near, head]))
                });
                Box::new(both.chain(one).chain(odious_pairs(
                    partner,
                    head.saturating_sub(2),
                    2,
                    head,
                )))
            }
        }
    }

    /// Returns, lazily, every flip with the largest coin `head`.
    pub fn all_flips(self, head: u64) -> Box<dyn Iterator<Item = LineFlip>> {
        let (first, _) = self.places();
        let single = std::iter::once_with(move || LineFlip::Coins(vec![head]));
        let pairs = (first..head).map(move |near| LineFlip::Coins(vec![near, head]));
        let triples = (first..head)
            .flat_map(move |j| (first..j).map(move |i| LineFlip::Coins(vec![i, j, head])));
        match self {
            LineGame::Turtles => Box::new(single.chain(pairs)),
            LineGame::Twins => Box::new(pairs),
            LineGame::MockTurtles => Box::new(single.chain(pairs).chain(triples)),
            LineGame::Triplets => Box::new(triples),
            LineGame::Ruler => {
                Box::new((first..=head).map(move |from| LineFlip::Block(from, head)))
            }
            LineGame::Flips => Box::new(single),
        }
    }
}

/// Returns the n-th odious number; n < 2^63.
fn odious(n: u64) -> u64 {
    n << 1 | u64::from(n.count_ones() & 1 == 0)
}

/// Returns the index of an odious number, or `None` if the number has an even number of ones.
fn odious_index(value: u64) -> Option<u64> {
    (value.count_ones() & 1 == 1).then_some(value >> 1)
}

/// Returns the flips of `head` and the places shift + i and shift + j for i, j < end whose odious
/// numbers have nim-sum `sum`.
fn odious_pairs(sum: u64, end: u64, shift: u64, head: u64) -> Box<dyn Iterator<Item = LineFlip>> {
    let difference = sum >> 1;
    let Some(top) = (sum.count_ones() & 1 == 0)
        .then_some(difference)
        .and_then(u64::checked_ilog2)
    else {
        return Box::new(std::iter::empty());
    };
    // The larger number of a pair is the number with the top bit of the pair's XOR. The numbers
    // with the bit `top` form blocks of 2^top numbers.
    let block = 1u64 << top;
    let mut next = block;
    Box::new(std::iter::from_fn(move || {
        if next >= end {
            return None;
        }
        let larger = next;
        next = (larger + 1) | block;
        Some(LineFlip::Coins(vec![
            shift + (larger ^ difference),
            shift + larger,
            head,
        ]))
    }))
}
