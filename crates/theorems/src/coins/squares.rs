//! In the game of squares on a board (Codeforces 494 E), rows and columns are counted from 1. A
//! flip turns the coins of a square of at most k × k whose last coin shows heads. By the law, the
//! value of a coin is the largest power of two that divides its row and its column and does not
//! exceed k.
//!
//! Proof: let 2^c be the largest power of two up to k. By the law, the value of a set of coins is
//! the Gray code of a number Q. Bit b of Q, for b up to c, is the parity of the number of coins
//! whose row and column are multiples of 2^b. There are ⌊n / 2^b⌋ rows up to n whose number is a
//! multiple of 2^b. So the parities for the rows above l and up to h are the bits of l xor h. A
//! rectangle of the rows above l and up to h and the columns above l' and up to h' has Q = `(l ^ h)
//! & (l' ^ h')`, truncated to its lowest c + 1 bits. No square has Q = 0: if 2^b is the largest
//! power of two that divides its side s, bit b of Q is the parity of (s / 2^b)², an odd number. So
//! no option has the value of the coin. Let the value of the coin be 2^m. For the sides s up to
//! 2^m, Q is the bits up to m of not (s - 1), because row and column both end on a multiple of 2^m.
//! As s ranges from 1 to 2^m, Q takes each value with the top bit m exactly once, so each value
//! below 2^m has one option. Source: the author of the problem, with a proof by induction.

use base::text;
use base::text::Text;

use super::{CoinGame, Place, check_dimensions, gray, inverse_gray};

/// The maximum number of coins of a flip that can be turned individually.
const MAX_FLIP_COINS: u64 = 1 << 22;

/// The game with squares of at most `most` × `most`, with `most` ≥ 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquaresGame {
    /// The maximum side of a square.
    pub most: u64,
}

/// A flip: the last coin of a square, and the side of the square.
pub type Square = (Place, u64);

/// Returns a number whose bit b is the parity of the count of multiples of 2^b above `low` and up
/// to `high`. O(1).
pub fn parities(low: u64, high: u64) -> u64 {
    low ^ high
}

impl SquaresGame {
    /// Returns the nim-sum of a set of coins. Bit b of `counts` is the parity of the number of
    /// coins whose row and column are multiples of 2^b. O(1).
    pub fn sum(self, counts: u64) -> u64 {
        let bits = u64::MAX >> self.most.max(1).leading_zeros();
        gray(counts & bits)
    }

    /// Returns the nim-sum of a square that ends in the given row and column. O(1).
    fn square(self, row: u64, column: u64, side: u64) -> u64 {
        self.sum(parities(row - side, row) & parities(column - side, column))
    }

    fn longest(self, place: &[u64]) -> u64 {
        place
            .iter()
            .fold(self.most, |least, &coordinate| least.min(coordinate))
    }

    /// Returns every side of a square that ends in `place` and has the nim-sum `sum`. O(longest
    /// side) for all.
    pub fn sides(self, place: &[u64], sum: u64) -> impl Iterator<Item = u64> + use<> {
        let (row, column) = (place[0], place[1]);
        (1..=self.longest(place)).filter(move |&side| self.square(row, column, side) == sum)
    }

    /// Returns the side of a square that ends in `place` and has the nim-sum `sum`, or `None` if
    /// `sum` does not lower the value of `place`. O(1).
    pub fn lowering_side(self, place: &[u64], sum: u64) -> Option<u64> {
        let value = self.value(place);
        (value ^ sum < value).then(|| (!inverse_gray(sum) & (value | (value - 1))) + 1)
    }
}

impl CoinGame for SquaresGame {
    type Flip = Square;

    fn check_place(&self, place: &[u64]) -> Result<(), Text> {
        check_dimensions(place, 2)?;
        if place.contains(&0) {
            return Err(text!(
                "rows and columns are counted from 1",
                "行列从 1 起计"
            ));
        }
        let coins = self.longest(place).saturating_mul(self.longest(place));
        if coins > MAX_FLIP_COINS {
            return Err(text!(
                "a flip that starts at this coin can turn up to {coins} coins; the maximum supported is {MAX_FLIP_COINS}",
                "翻动此硬币一次可能翻 {coins} 枚，超过可逐一翻动的 {MAX_FLIP_COINS} 枚"
            ));
        }
        Ok(())
    }

    fn value(&self, place: &[u64]) -> u64 {
        let lowest = |n: u64| n & n.wrapping_neg();
        let power = 1 << self.most.max(1).ilog2();
        place
            .iter()
            .fold(power, |least, &coordinate| least.min(lowest(coordinate)))
    }

    fn flips<'g>(&'g self, place: &[u64], change: u64) -> Box<dyn Iterator<Item = Square> + 'g> {
        let place = place.to_vec();
        Box::new(
            self.sides(&place, change)
                .map(move |side| (place.clone(), side)),
        )
    }

    fn lowering(&self, place: &[u64], change: u64) -> Option<Square> {
        Some((place.to_vec(), self.lowering_side(place, change)?))
    }

    fn any_flip(&self, place: &[u64]) -> Option<Square> {
        Some((place.to_vec(), 1))
    }

    fn coins(&self, (head, side): &Square) -> Result<(Vec<Place>, Place), Text> {
        self.check_place(head)?;
        let longest = self.longest(head);
        if *side == 0 || *side > longest {
            return Err(text!(
                "the side of the square must be 1 to {longest}",
                "正方形的边长须在 1 到 {longest} 之间"
            ));
        }
        let from = |coordinate: u64| coordinate - side + 1..=coordinate;
        let coins = from(head[0])
            .flat_map(|row| from(head[1]).map(move |column| vec![row, column]))
            .collect();
        Ok((coins, head.clone()))
    }
}
