//! In a coin-turning game (Lenstra; Winning Ways, chapter 14), some coins show heads and the others
//! show tails. A move, called a flip, turns over the coins of a set T, whose largest coin s goes
//! from heads to tails. The companion family of a game defines the sets T that belong to each
//! largest coin s. The value of a set of heads is the nim-sum of the values G of the single heads.
//! G(s) is the mex over T of the nim-sum of G over T without s.
//!
//! [`companions`] computes values by definition for any family on any finite set, and `line`
//! contains families on a line in closed form. [`product`] multiplies families on lines (Tartan
//! theorem). [`RowColumnGame`] is the coin game I of seed 000, whose values are nim-sums. In
//! [`SquaresGame`], a flip turns a square on a board, and in [`MultiplesGame`], a flip turns the
//! first multiples of a place. [`Player`] plays all coin-turning games of this module.

pub mod companions;
pub mod line;
pub mod multiples;
pub mod product;
pub(crate) mod recognise;
pub mod squares;
mod strategy;

use base::text;
use base::text::Text;

pub use line::{LineFlip, LineGame};
pub use multiples::MultiplesGame;
pub use product::ProductGame;
pub use squares::SquaresGame;
pub use strategy::Player;

/// A place on a board, given by its coordinates.
pub type Place = Vec<u64>;

/// A coin-turning game with known values.
pub trait CoinGame {
    /// A set of coins that a move turns.
    type Flip: Clone;

    /// Checks that coordinates are a place of the game, and that the flips of this place have few
    /// enough coins to turn individually.
    ///
    /// # Errors
    /// Returns the reason why `place` is rejected.
    fn check_place(&self, place: &[u64]) -> Result<(), Text>;

    /// Returns the value of a single head on a place of the game.
    fn value(&self, place: &[u64]) -> u64;

    /// Returns, lazily, every flip with the largest coin `place` whose coins together have the
    /// nim-sum `change`. In a position whose nim-sum is `change` ≠ 0, the flips with nim-sum
    /// `change` are the winning flips.
    fn flips<'g>(&'g self, place: &[u64], change: u64)
    -> Box<dyn Iterator<Item = Self::Flip> + 'g>;

    /// Returns one flip of [`CoinGame::flips`] quickly if the change lowers the value of the place,
    /// and `None` otherwise.
    fn lowering(&self, place: &[u64], change: u64) -> Option<Self::Flip>;

    /// Returns some flip with the largest coin `place`, or `None` if no flip has this largest coin.
    fn any_flip(&self, place: &[u64]) -> Option<Self::Flip>;

    /// Returns the coins of a flip, and the largest coin.
    ///
    /// # Errors
    /// Returns the reason why `flip` is not a flip of this game.
    fn coins(&self, flip: &Self::Flip) -> Result<(Vec<Place>, Place), Text>;
}

/// Returns the nim-sum of the values of some heads. O(heads).
pub fn value<'p, G: CoinGame>(game: &G, heads: impl IntoIterator<Item = &'p Place>) -> u64 {
    heads
        .into_iter()
        .fold(0, |sum, head| sum ^ game.value(head))
}

/// Returns every winning flip of some heads, lazily. There may be very many winning flips, so the
/// caller should limit their number.
pub fn winning_flips<'g, G: CoinGame>(
    game: &'g G,
    heads: &'g [Place],
) -> impl Iterator<Item = G::Flip> + 'g {
    let sum = value(game, heads);
    heads
        .iter()
        .filter(move |_| sum != 0)
        .flat_map(move |head| game.flips(head, sum))
}

/// The coin game I of seed 000 (4.4.4.1), in any number of dimensions: a move turns two coins that
/// differ in one coordinate, and the coin with the larger coordinate shows heads. The value of a
/// place is the nim-sum of its coordinates. O(dimensions) for a head, which has at most one winning
/// flip for each coordinate.
#[derive(Clone, Copy, Debug)]
pub struct RowColumnGame {
    /// The number of coordinates.
    pub dimensions: usize,
}

impl CoinGame for RowColumnGame {
    /// The larger coin of the flip, and the smaller coin.
    type Flip = (Place, Place);

    fn check_place(&self, place: &[u64]) -> Result<(), Text> {
        check_dimensions(place, self.dimensions)
    }

    fn value(&self, place: &[u64]) -> u64 {
        place.iter().fold(0, |sum, coordinate| sum ^ coordinate)
    }

    fn flips<'g>(
        &'g self,
        place: &[u64],
        change: u64,
    ) -> Box<dyn Iterator<Item = (Place, Place)> + 'g> {
        let place = place.to_vec();
        Box::new((0..place.len()).filter_map(move |axis| {
            let other = place[axis] ^ change;
            (other < place[axis]).then(|| {
                let mut near = place.clone();
                near[axis] = other;
                (place.clone(), near)
            })
        }))
    }

    fn lowering(&self, place: &[u64], change: u64) -> Option<(Place, Place)> {
        self.flips(place, change).next()
    }

    fn any_flip(&self, place: &[u64]) -> Option<(Place, Place)> {
        let axis = place.iter().position(|&coordinate| coordinate > 0)?;
        let mut near = place.to_vec();
        near[axis] = 0;
        Some((place.to_vec(), near))
    }

    fn coins(&self, (far, near): &(Place, Place)) -> Result<(Vec<Place>, Place), Text> {
        self.check_place(far)?;
        self.check_place(near)?;
        let mut differ = far.iter().zip(near).filter(|(a, b)| a != b);
        match (differ.next(), differ.next()) {
            (Some((a, b)), None) if a > b => Ok((vec![far.clone(), near.clone()], far.clone())),
            _ => Err(text!(
                "the two coins must differ in exactly one coordinate; the coin that shows heads must have the larger value of this coordinate",
                "两枚硬币须恰有一个坐标不同，且正面者的该坐标较大"
            )),
        }
    }
}

/// Checks the number of coordinates of a place.
fn check_dimensions(place: &[u64], dimensions: usize) -> Result<(), Text> {
    let found = place.len();
    if found == dimensions {
        return Ok(());
    }
    Err(text!(
        "expected {dimensions} coordinates of a place, found {found}",
        "每个位置应有 {dimensions} 个坐标，而不是 {found} 个"
    ))
}

/// Returns the Gray code of n. The Gray code of n is the nim-sum, over the numbers from 1 to n, of
/// the largest power of two that divides the number. O(1).
fn gray(n: u64) -> u64 {
    n ^ n >> 1
}

/// Returns the number whose Gray code is `code`. O(1).
fn inverse_gray(code: u64) -> u64 {
    [1, 2, 4, 8, 16, 32]
        .into_iter()
        .fold(code, |n, shift| n ^ n >> shift)
}
