//! Multiples (HAOI 2015, array game; Luogu P3179): coins are on the places 1 to n, and a flip turns
//! x, 2x, …, kx for some k, where x shows heads. The value of x depends only on q = ⌊n / x⌋,
//! because ⌊n / (ix)⌋ = ⌊q / i⌋. The value for q is the mex, over k ≤ q, of the nim-sum of the
//! values of ⌊q / i⌋ for i from 2 to k. Equal quotients ⌊q / i⌋ are adjacent, in at most 2√q
//! blocks, and within a block the nim-sum alternates between two values. There are at most 2√n
//! different quotients ⌊n / x⌋, so all values cost O(n^(3/4)) time and O(√n) memory. No closed form
//! for the values is known.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;

use super::{CoinGame, Place, check_dimensions};

/// The maximum number of coins of a flip that can be turned individually.
const MAX_FLIP_COINS: u64 = 1 << 20;

/// The game of multiples with the values of all places up to n.
#[derive(Clone, Debug)]
pub struct MultiplesGame {
    places: u64,
    /// The values of the quotients q up to √n, indexed by q.
    small: Arc<[u64]>,
    /// The values of the quotients ⌊n / i⌋ above √n, indexed by i.
    large: Arc<[u64]>,
}

/// Returns the blocks of i from 2 to q with the same ⌊q / i⌋: the quotient, the first i, and the
/// last i. Each block costs one division.
fn blocks(q: u64) -> impl Iterator<Item = (u64, u64, u64)> {
    let root = q.isqrt();
    let single = (2..=root).map(move |i| (q / i, i, i));
    // From i = `first` on, consecutive blocks have quotients that differ by one.
    let mut first = (root + 1).max(2);
    let shared = (1..=q / first).rev().map(move |quotient| {
        let begin = first;
        first = q / quotient + 1;
        (quotient, begin, first - 1)
    });
    single.chain(shared)
}

impl MultiplesGame {
    /// Creates the game on the places 1 to `places`. O(places^(3/4)).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn new(places: u64, budget: &Budget<'_>) -> Result<MultiplesGame, StopReason> {
        let root = places.isqrt();
        budget.allow_growth(0, 32 * root)?;
        let mut small = vec![0; root as usize + 1];
        let mut large = vec![0; root as usize + 1];
        // For each nim-sum, the last quotient with an option of that nim-sum.
        let mut marks: Vec<u64> = Vec::new();
        let quotients =
            (1..=root).chain((1..=root).rev().map(|i| places / i).filter(|&q| q > root));
        for q in quotients {
            budget.steps(2 * q.isqrt() as usize)?;
            let mut mark = |sum: u64| {
                if marks.len() <= sum as usize {
                    marks.resize((sum as usize + 1).next_power_of_two(), 0);
                }
                marks[sum as usize] = q;
            };
            let mut sum = 0;
            mark(sum);
            for (quotient, first, last) in blocks(q) {
                let value = if quotient <= root {
                    small[quotient as usize]
                } else {
                    large[(places / quotient) as usize]
                };
                mark(sum ^ value);
                if last > first {
                    mark(sum);
                }
                if (last - first).is_multiple_of(2) {
                    sum ^= value;
                }
            }
            let value = marks.iter().position(|&by| by != q).unwrap_or(marks.len()) as u64;
            if q <= root {
                small[q as usize] = value;
            } else {
                large[(places / q) as usize] = value;
            }
        }
        Ok(MultiplesGame {
            places,
            small: small.into(),
            large: large.into(),
        })
    }

    /// Returns the number of places.
    pub fn places(&self) -> u64 {
        self.places
    }

    /// Returns the value of every place x with ⌊n / x⌋ = `quotient`. O(1).
    fn of_quotient(&self, quotient: u64) -> u64 {
        let small = self
            .small
            .get(usize::try_from(quotient).unwrap_or(usize::MAX));
        small
            .copied()
            .unwrap_or_else(|| self.large[(self.places / quotient) as usize])
    }

    /// Returns every k for which the values of x, 2x, …, kx have the nim-sum `wanted`. O(√(n / x)),
    /// and O(1) for each k.
    pub fn counts(&self, place: u64, wanted: u64) -> impl Iterator<Item = u64> + use<> {
        let (game, q) = (self.clone(), self.places / place);
        let mut sum = game.of_quotient(q);
        let alone = (sum == wanted).then_some(1);
        let others = blocks(q).flat_map(move |(quotient, first, last)| {
            let value = game.of_quotient(quotient);
            let before = sum;
            if (last - first).is_multiple_of(2) {
                sum ^= value;
            }
            // Within the block, the nim-sum is `before ^ value` after the first i, `before` after
            // the second i, and so on alternately.
            let (from, step) = match (before ^ value == wanted, before == wanted) {
                (true, true) => (first, 1),
                (true, false) => (first, 2),
                (false, true) => (first + 1, 2),
                (false, false) => (last + 1, 1),
            };
            (from..=last).step_by(step)
        });
        alone.into_iter().chain(others)
    }
}

impl CoinGame for MultiplesGame {
    /// The smallest coin, which must show heads, and the number of its multiples that the flip
    /// turns.
    type Flip = (u64, u64);

    fn check_place(&self, place: &[u64]) -> Result<(), Text> {
        check_dimensions(place, 1)?;
        let (place, last) = (place[0], self.places);
        if !(1..=last).contains(&place) {
            return Err(text!(
                "unknown place {place}; the places are 1 to {last}",
                "没有位置 {place}：位置从 1 到 {last}"
            ));
        }
        let coins = last / place;
        if coins > MAX_FLIP_COINS {
            return Err(text!(
                "a flip that starts at this coin can turn up to {coins} coins; the maximum supported is {MAX_FLIP_COINS}",
                "翻动此硬币一次可能翻 {coins} 枚，超过可逐一翻动的 {MAX_FLIP_COINS} 枚"
            ));
        }
        Ok(())
    }

    fn value(&self, place: &[u64]) -> u64 {
        self.of_quotient(self.places / place[0])
    }

    fn flips<'g>(
        &'g self,
        place: &[u64],
        change: u64,
    ) -> Box<dyn Iterator<Item = (u64, u64)> + 'g> {
        let place = place[0];
        Box::new(self.counts(place, change).map(move |count| (place, count)))
    }

    fn lowering(&self, place: &[u64], change: u64) -> Option<(u64, u64)> {
        self.flips(place, change).next()
    }

    fn any_flip(&self, place: &[u64]) -> Option<(u64, u64)> {
        Some((place[0], 1))
    }

    fn coins(&self, &(place, count): &(u64, u64)) -> Result<(Vec<Place>, Place), Text> {
        self.check_place(&[place])?;
        let most = self.places / place;
        if !(1..=most).contains(&count) {
            return Err(text!(
                "expected 1 to {most} multiples of {place}, found {count}",
                "{place} 的倍数可翻 1 到 {most} 个，而非 {count} 个"
            ));
        }
        Ok(((1..=count).map(|i| vec![i * place]).collect(), vec![place]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_equal_quotients() {
        for q in 1..300 {
            let all: Vec<(u64, u64)> = blocks(q)
                .flat_map(|(quotient, first, last)| (first..=last).map(move |i| (i, quotient)))
                .collect();
            assert_eq!(all, (2..=q).map(|i| (i, q / i)).collect::<Vec<_>>(), "{q}");
            assert!(blocks(q).count() as u64 <= 2 * q.isqrt());
        }
    }

    #[test]
    fn values_and_flips_by_the_definition() {
        for places in 1..150_u64 {
            let game = MultiplesGame::new(places, &Budget::generous()).unwrap();
            let mut values = vec![0; places as usize + 1];
            for x in (1..=places).rev() {
                let sums: Vec<u64> = (1..=places / x)
                    .map(|k| (2..=k).fold(0, |sum, i| sum ^ values[(i * x) as usize]))
                    .collect();
                let value = nimber::mex(sums.iter().copied());
                values[x as usize] = value;
                assert_eq!(game.value(&[x]), value, "{x} of {places}");
                for wanted in 0..16 {
                    let expected =
                        (1..=places / x).filter(|&k| sums[k as usize - 1] ^ value == wanted);
                    assert_eq!(
                        game.counts(x, wanted).collect::<Vec<_>>(),
                        expected.collect::<Vec<_>>(),
                        "{x} of {places} by {wanted}"
                    );
                }
            }
        }
    }
}
