//! Squares on a board (Codeforces 494 E): rows and columns count from 1, and a flip turns the coins
//! of a square of at most k × k whose last coin shows heads. A coin is worth the greatest power of
//! two that divides its row and its column and is not above k.
//!
//! Why: let 2^c be the greatest power of two up to k. By the law a set of coins is worth the Gray
//! code of the number Q whose bit b, for b up to c, is the parity of the coins whose row and column
//! are multiples of 2^b. Up to n there are ⌊n / 2^b⌋ such rows, so the parities of the rows above l
//! and up to h are the bits of l xor h, and a rectangle has Q = (l xor h) and (l' xor h'), cut to
//! its lowest c + 1 bits. No square has Q = 0: with side s and 2^b the greatest power of two that
//! divides s it has (s / 2^b)² such coins, which is odd. So no option is worth what the coin is.
//! Let the coin be worth 2^m. The sides s up to 2^m have Q = the bits up to m of not (s - 1), for
//! row and column end on a multiple of 2^m alike: all numbers with the bit m, one for each value
//! below 2^m. Source: the problem's author; by induction.

use base::text;
use base::text::Text;

use super::{CoinGame, Place, check_dimensions, gray, inverse_gray};

/// The most coins of a flip that are turned one by one.
const MAX_FLIP_COINS: u64 = 1 << 22;

/// The game with squares of at most `most` × `most`, `most` being positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquaresGame {
    /// The greatest side.
    pub most: u64,
}

/// A flip: the last coin, and the side.
pub type Square = (Place, u64);

/// The bit b tells whether an odd count of the numbers above `low` and up to `high` are multiples
/// of 2^b. O(1).
pub fn parities(low: u64, high: u64) -> u64 {
    low ^ high
}

impl SquaresGame {
    /// The nim-sum of coins for which bit b of `counts` tells whether those whose row and column
    /// are multiples of 2^b are odd in number. O(1).
    pub fn sum(self, counts: u64) -> u64 {
        let bits = u64::MAX >> self.most.max(1).leading_zeros();
        gray(counts & bits)
    }

    /// The nim-sum of a square that ends in this row and column. O(1).
    fn square(self, row: u64, column: u64, side: u64) -> u64 {
        self.sum(parities(row - side, row) & parities(column - side, column))
    }

    fn longest(self, place: &[u64]) -> u64 {
        place
            .iter()
            .fold(self.most, |least, &coordinate| least.min(coordinate))
    }

    /// Every side of a square that ends in `place` and has this nim-sum. O(longest side) for all.
    pub fn sides(self, place: &[u64], sum: u64) -> impl Iterator<Item = u64> + use<> {
        let (row, column) = (place[0], place[1]);
        (1..=self.longest(place)).filter(move |&side| self.square(row, column, side) == sum)
    }

    /// The side of a square whose nim-sum lowers the value of `place`; `None` if `sum` is none that
    /// lowers it. O(1).
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
                "rows and columns are counted from 1 here",
                "此处行列从 1 起计"
            ));
        }
        let coins = self.longest(place).saturating_mul(self.longest(place));
        if coins > MAX_FLIP_COINS {
            return Err(text!(
                "a flip may turn {coins} coins from here, more than the {MAX_FLIP_COINS} that can be turned one by one",
                "从此处一次可能翻 {coins} 枚硬币，超过可逐一翻动的 {MAX_FLIP_COINS} 枚"
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
                "the side of a square here is a number from 1 to {longest}",
                "此处正方形的边长须在 1 到 {longest} 之间"
            ));
        }
        let from = |coordinate: u64| coordinate - side + 1..=coordinate;
        let coins = from(head[0])
            .flat_map(|row| from(head[1]).map(move |column| vec![row, column]))
            .collect();
        Ok((coins, head.clone()))
    }
}
