//! Products of coin-turning games (Tartan theorem; Winning Ways, chapter 14; seed 000, 4.4.4.3). In
//! the product of games on lines, a flip turns T1 × … × Tn, where each Ti is a flip of its line.
//! The value of (x1, …, xn) is the nim-product G1(x1) ⊗ … ⊗ Gn(xn). The product of two Twins is the
//! coin game II of seed 000, and the product of three Turtles is the Light Switching Game.
//!
//! The flips T1, …, Tn of the lines are the sides of the flip T1 × … × Tn. The nim-sum of a flip is
//! the nim-product of the nim-sums of its sides. So a flip with the nim-sum s has sides whose
//! nim-sums multiply to s. [`factors`] finds nim-sums each of which *lowers* the value of its
//! coordinate, so that the line has a flip with that nim-sum. The search follows the proof that a
//! nim-product is a mex, with one step for each halving of the bits. A step solves a quadratic
//! equation if both factors are above a Fermat 2-power. The search takes at most 2^6 steps for 64
//! bits, whereas trying all numbers would take up to 2^64 steps.

use base::text;
use base::text::Text;
use nimber::{artin_schreier_root, inverse, product, square_root};

use super::{CoinGame, LineFlip, LineGame, Place, check_dimensions};

/// The maximum number of coins of a flip that can be turned individually.
const MAX_FLIP_COINS: u64 = 1 << 22;

/// Returns, for s ≠ 0 with (x ⊗ y) xor s < x ⊗ y, two numbers p and q with p ⊗ q = s, x xor p < x
/// and y xor q < y. Returns `None` if s does not satisfy these conditions. The search takes at most
/// 2^6 steps of a few nim-products.
pub fn factors(x: u64, y: u64, s: u64) -> Option<(u64, u64)> {
    let value = product(x, y);
    (value ^ s < value).then(|| descend(x, y, s))?
}

/// Computes [`factors`] for an s that is known to satisfy its condition. `p lowers x` means that x
/// has the top bit of p.
fn descend(x: u64, y: u64, s: u64) -> Option<(u64, u64)> {
    if x < 2 && y < 2 {
        return Some((1, 1));
    }
    let mut half = 1;
    while half < 32 && (x | y) >> (2 * half) != 0 {
        half *= 2;
    }
    let split = |a: u64| (a >> half, a & ((1 << half) - 1));
    let ((x1, x0), (y1, y0), (s1, s0)) = (split(x), split(y), split(s));
    let join = |high: u64, low: u64| high << half | low;
    if x1 == 0 {
        return descend(y, x, s).map(|(q, p)| (p, q));
    }
    if y1 == 0 {
        // Each half of x is multiplied by y separately.
        if s1 == 0 {
            return descend(x0, y, s0);
        }
        let (p1, q) = descend(x1, y, s1)?;
        return Some((join(p1, product(s0, inverse(q)?)), q));
    }
    // M ⊗ M = M xor middle. The upper half of x ⊗ y is x1y1 + x1y0 + x0y1, and the lower half is
    // x0y0 + x1y1·middle. The top bit of s is in one of the terms of x ⊗ y, which the recursion
    // lowers.
    let middle = 1u64 << (half - 1);
    let has = |term: u64, change: u64| term >> change.ilog2() & 1 == 1;
    if s1 != 0 {
        if has(product(x0, y1), s1) {
            let (p0, q1) = descend(x0, y1, s1)?;
            return Some((p0, join(q1, product(s0, inverse(p0)?))));
        }
        if has(product(x1, y0), s1) {
            let (p1, q0) = descend(x1, y0, s1)?;
            return Some((join(p1, product(s0, inverse(q0)?)), q0));
        }
        // p = p1(M + r), q = q1(M + r): p ⊗ q = p1q1 (M + middle + r²).
        let (p1, q1) = descend(x1, y1, s1)?;
        let root = square_root(product(s0, inverse(s1)?) ^ middle);
        return Some((join(p1, product(p1, root)), join(q1, product(q1, root))));
    }
    if has(product(x0, y0), s0) {
        return descend(x0, y0, s0);
    }
    // p = p1(M + r), q = q1(M + r + 1): p ⊗ q = p1q1 (middle + r² + r), with p1q1 ⊗ rest = s0 and
    // `rest` at least `middle`.
    let (both, rest) = descend(product(x1, y1), middle, s0)?;
    let (p1, q1) = descend(x1, y1, both)?;
    let root = artin_schreier_root(rest ^ middle)?;
    Some((join(p1, product(p1, root)), join(q1, product(q1, root ^ 1))))
}

/// Computes [`factors`] for any number of factors: p1 ⊗ … ⊗ pn = s with each xi xor pi < xi.
pub fn all_factors(factors_of: &[u64], s: u64) -> Option<Vec<u64>> {
    match factors_of {
        [] => None,
        [x] => (x ^ s < *x).then(|| vec![s]),
        [rest @ .., last] => {
            let whole = rest.iter().fold(1, |value, &x| product(value, x));
            let (p, q) = factors(whole, *last, s)?;
            let mut found = all_factors(rest, p)?;
            found.push(q);
            Some(found)
        }
    }
}

/// The product of games on lines; the product of a single game is that game itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductGame {
    lines: Vec<LineGame>,
}

impl ProductGame {
    /// Creates the product of the games on the given lines.
    pub fn new(lines: Vec<LineGame>) -> ProductGame {
        ProductGame { lines }
    }

    /// For a place, returns every choice of sides whose nim-sums multiply to `change`: all sides of
    /// the first lines, with the matching sides of the last line.
    fn sides<'g>(
        &'g self,
        place: Place,
        done: usize,
        change: u64,
        before: Vec<LineFlip>,
    ) -> Box<dyn Iterator<Item = Vec<LineFlip>> + 'g> {
        let longer = |before: &[LineFlip], side: LineFlip| {
            before
                .iter()
                .cloned()
                .chain([side])
                .collect::<Vec<LineFlip>>()
        };
        let line = self.lines[done];
        if done + 1 == self.lines.len() {
            return Box::new(
                line.flips(place[done], change)
                    .map(move |side| longer(&before, side)),
            );
        }
        Box::new(line.all_flips(place[done]).flat_map(move |side| {
            // A side of value 0 makes the change 0.
            let rest = inverse(line.sum(&side)).map(|inverse| product(change, inverse));
            rest.into_iter().flat_map({
                let (place, before) = (place.clone(), longer(&before, side));
                move |rest| self.sides(place.clone(), done + 1, rest, before.clone())
            })
        }))
    }
}

impl CoinGame for ProductGame {
    /// The side of the flip in each dimension; the coins are the product of the sides.
    type Flip = Vec<LineFlip>;

    fn check_place(&self, place: &[u64]) -> Result<(), Text> {
        check_dimensions(place, self.lines.len())?;
        let mut longest = 1u64;
        for (line, &coordinate) in self.lines.iter().zip(place) {
            line.check_place(coordinate)?;
            longest = longest.saturating_mul(if *line == LineGame::Ruler {
                coordinate
            } else {
                3
            });
        }
        if longest > MAX_FLIP_COINS {
            return Err(text!(
                "a flip that starts at this coin can turn up to {longest} coins; the maximum supported is {MAX_FLIP_COINS}",
                "翻动此硬币一次可能翻 {longest} 枚，超过可逐一翻动的 {MAX_FLIP_COINS} 枚"
            ));
        }
        Ok(())
    }

    fn value(&self, place: &[u64]) -> u64 {
        self.lines
            .iter()
            .zip(place)
            .fold(1, |value, (line, &coordinate)| {
                product(value, line.value(coordinate))
            })
    }

    /// Returns the flips lazily; with several lines, the iterator visits all combinations of flips
    /// of all lines except the last.
    fn flips<'g>(
        &'g self,
        place: &[u64],
        change: u64,
    ) -> Box<dyn Iterator<Item = Vec<LineFlip>> + 'g> {
        if change == 0 || self.lines.is_empty() {
            return Box::new(std::iter::empty());
        }
        self.sides(place.to_vec(), 0, change, Vec::new())
    }

    fn lowering(&self, place: &[u64], change: u64) -> Option<Vec<LineFlip>> {
        let values: Vec<u64> = self
            .lines
            .iter()
            .zip(place)
            .map(|(line, &coordinate)| line.value(coordinate))
            .collect();
        let parts = all_factors(&values, change)?;
        self.lines
            .iter()
            .zip(place)
            .zip(parts)
            .map(|((line, &coordinate), part)| line.flips(coordinate, part).next())
            .collect()
    }

    fn any_flip(&self, place: &[u64]) -> Option<Vec<LineFlip>> {
        self.lines
            .iter()
            .zip(place)
            .map(|(line, &coordinate)| line.all_flips(coordinate).next())
            .collect()
    }

    fn coins(&self, flip: &Vec<LineFlip>) -> Result<(Vec<Place>, Place), Text> {
        let (found, wanted) = (flip.len(), self.lines.len());
        if found != wanted {
            return Err(text!(
                "expected a flip with {wanted} sides, found {found}",
                "每次翻动应有 {wanted} 条边，而不是 {found} 条"
            ));
        }
        let mut head = Vec::new();
        for (line, side) in self.lines.iter().zip(flip) {
            head.push(line.head(side)?);
        }
        self.check_place(&head)?;
        let mut coins: Vec<Place> = vec![Vec::new()];
        for side in flip {
            coins = coins
                .iter()
                .flat_map(|begun| side.places().map(|place| [&begun[..], &[place]].concat()))
                .collect();
        }
        Ok((coins, head))
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    #[test]
    fn factors_lower_both() {
        for x in 0..40 {
            for y in 0..40 {
                for s in 0..70 {
                    let value = product(x, y);
                    let exist = (0..x).any(|a| (0..y).any(|b| product(x ^ a, y ^ b) == s));
                    assert!(exist || value ^ s >= value, "{x} {y} {s}: the theorem");
                    match factors(x, y, s) {
                        Some((p, q)) => {
                            assert!(product(p, q) == s && x ^ p < x && y ^ q < y, "{x} {y} {s}")
                        }
                        None => assert!(value ^ s >= value),
                    }
                }
            }
        }
        let mut rng = Rng::with_seed(11);
        for round in 0..20_000 {
            let bits = [8, 16, 32, 33, 64][round % 5];
            let mut number = |bits: u32| rng.u64(..) >> (64 - bits) >> rng.u32(..bits);
            let factors: Vec<u64> = (0..2 + round % 3).map(|_| number(bits)).collect();
            let value = factors.iter().fold(1, |value, &x| product(value, x));
            let s = value ^ number(64).checked_rem(value).unwrap_or(0);
            match all_factors(&factors, s) {
                Some(parts) => {
                    assert_eq!(parts.iter().fold(1, |value, &x| product(value, x)), s);
                    assert!(
                        parts.iter().zip(&factors).all(|(p, x)| x ^ p < *x),
                        "{factors:?} {s}"
                    );
                }
                None => assert_eq!(value, 0),
            }
        }
    }

    #[test]
    fn bad_flips_are_refused() {
        let game = ProductGame::new(vec![LineGame::Twins, LineGame::Ruler]);
        let side = |coins: &[u64]| LineFlip::Coins(coins.to_vec());
        assert!(
            game.coins(&vec![side(&[1, 2]), LineFlip::Block(1, 3)])
                .is_ok()
        );
        for flip in [
            vec![side(&[1, 2])],
            vec![side(&[2]), LineFlip::Block(1, 3)],
            vec![side(&[2, 1]), LineFlip::Block(1, 3)],
            vec![side(&[1, 2]), LineFlip::Block(0, 3)],
            vec![side(&[1, 2]), LineFlip::Block(1, u64::MAX)],
            vec![side(&[1, 2]), side(&[3])],
            vec![LineFlip::Block(1, 2), LineFlip::Block(1, 3)],
        ] {
            assert!(game.coins(&flip).is_err(), "{flip:?}");
        }
    }
}
