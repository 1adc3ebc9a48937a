//! Multiples: coins on 1, …, n; a move turns x, 2x, …, kx, of which x shows heads. Among the places ⌊n/x⌋, ⌊n/2x⌋, … that a flip reaches
//! only quotients of n occur, and the value of a place depends on its own quotient alone: a place of quotient q has the flips k = 1, …, q,
//! and the place jx has the quotient ⌊q/j⌋. Where ⌊q/j⌋ stays the same for a block of j, the nim-sums of longer and longer flips take two
//! values in turn, so that one step a block finds the mex: O(√q) for a quotient whose own quotients are known, O(n^(3/4)) for all.

use std::collections::HashMap;

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;

use super::{CoinGame, Place};

/// Flips of more coins than this are not made coin by coin.
const LONGEST: u64 = 1 << 22;

/// The blocks of j = 2, 3, …, q with the same ⌊q/j⌋, as first and last j and that quotient.
fn blocks(q: u64) -> impl Iterator<Item = (u64, u64, u64)> {
    let mut next = 2;
    std::iter::from_fn(move || {
        let quotient = q.checked_div(next).filter(|quotient| *quotient > 0)?;
        let first = next;
        let last = q / quotient;
        next = last + 1;
        Some((first, last, quotient))
    })
}

/// The game on 1, …, n, with the values of all quotients of n.
#[derive(Clone, Debug)]
pub struct Multiples {
    n: u64,
    values: HashMap<u64, u64>,
}

impl Multiples {
    /// Values by blocks, the least quotient first. O(n^(3/4)).
    ///
    /// # Errors
    /// If the budget ends.
    pub fn new(n: u64, budget: &Budget<'_>) -> Result<Multiples, Stop> {
        let mut quotients: Vec<u64> = blocks(n).map(|(.., quotient)| quotient).chain((n > 0).then_some(n)).collect();
        quotients.sort_unstable();
        let mut game = Multiples { n, values: HashMap::with_capacity(quotients.len()) };
        // When a value was last met, by the number of the quotient.
        let mut met: Vec<usize> = Vec::new();
        for (round, q) in quotients.into_iter().enumerate() {
            let mut mark = |value: u64| {
                let place = value as usize;
                if met.len() <= place {
                    met.resize(place + 1, 0);
                }
                met[place] = round + 1;
            };
            let mut sum = 0;
            mark(sum);
            for (first, last, quotient) in blocks(q) {
                budget.tick()?;
                let value = game.values[&quotient];
                mark(sum ^ value);
                if last > first {
                    mark(sum);
                }
                if (last - first).is_multiple_of(2) {
                    sum ^= value;
                }
            }
            let value = (0..).find(|&value: &usize| met.get(value) != Some(&(round + 1))).unwrap_or(0);
            game.values.insert(q, value as u64);
        }
        Ok(game)
    }

    /// The value of a head on x, from 1 to n.
    pub fn value_of(&self, x: u64) -> u64 {
        self.values[&(self.n / x)]
    }

    /// The k from 1 on whose flips of x change the nim-sum by `change`.
    fn lengths(&self, x: u64, change: u64) -> impl Iterator<Item = u64> + '_ {
        let mut sum = self.value_of(x);
        let own = (sum == change).then_some(1);
        let found = blocks(self.n / x).flat_map(move |(first, last, quotient)| {
            let (before, value) = (sum, self.values[&quotient]);
            if (last - first).is_multiple_of(2) {
                sum ^= value;
            }
            // An odd number of coins of the block changes the sum, an even one does not.
            let from = match (before ^ value == change, before == change) {
                (true, _) => Some(first),
                (_, true) => Some(first + 1),
                _ => None,
            };
            let step = if value == 0 { 1 } else { 2 };
            from.into_iter().flat_map(move |from| (from..=last).step_by(step))
        });
        own.into_iter().chain(found)
    }
}

impl CoinGame for Multiples {
    /// The first coin, and how many of its multiples are turned.
    type Flip = (u64, u64);

    fn check_place(&self, place: &[u64]) -> Result<(), Text> {
        let n = self.n;
        match place {
            &[x] if (1..=n).contains(&x) && n / x <= LONGEST => Ok(()),
            &[x] if (1..=n).contains(&x) => {
                Err(text!("a flip of {x} may have more than {LONGEST} coins", "翻 {x} 时可能多于 {LONGEST} 枚硬币"))
            }
            _ => Err(text!("places are 1 to {n}", "位置为 1 到 {n}")),
        }
    }

    fn value(&self, place: &[u64]) -> u64 {
        self.value_of(place[0])
    }

    fn flips<'g>(&'g self, place: &[u64], change: u64) -> Box<dyn Iterator<Item = (u64, u64)> + 'g> {
        let x = place[0];
        Box::new(self.lengths(x, change).map(move |k| (x, k)))
    }

    fn lowering(&self, place: &[u64], change: u64) -> Option<(u64, u64)> {
        self.flips(place, change).next()
    }

    fn any_flip(&self, place: &[u64]) -> Option<(u64, u64)> {
        Some((place[0], 1))
    }

    fn coins(&self, &(x, k): &(u64, u64)) -> Result<(Vec<Place>, Place), Text> {
        self.check_place(&[x])?;
        let most = self.n / x;
        if !(1..=most).contains(&k) {
            return Err(text!("1 to {most} multiples of {x} may be turned, not {k}", "可翻 {x} 的 1 到 {most} 个倍数，而不是 {k} 个"));
        }
        Ok(((1..=k).map(|j| vec![j * x]).collect(), vec![x]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values and flips by the definition, for every n up to 60.
    #[test]
    fn values_and_flips_are_those_of_the_definition() {
        let budget = Budget::generous();
        for n in 1..=60_u64 {
            let game = Multiples::new(n, &budget).unwrap();
            let mut values = vec![0_u64; n as usize + 1];
            for x in (1..=n).rev() {
                let left = |k: u64| (2..=k).fold(0, |sum, j| sum ^ values[(j * x) as usize]);
                let options: Vec<u64> = (1..=n / x).map(left).collect();
                values[x as usize] = (0..).find(|value| !options.contains(value)).unwrap();
                assert_eq!(game.value_of(x), values[x as usize], "{x} of {n}");
            }
            for x in 1..=n {
                for change in 0..16 {
                    let turned = |k: u64| (1..=k).fold(0, |sum, j| sum ^ values[(j * x) as usize]);
                    let expected: Vec<(u64, u64)> = (1..=n / x).filter(|&k| turned(k) == change).map(|k| (x, k)).collect();
                    assert_eq!(game.flips(&[x], change).collect::<Vec<_>>(), expected, "{x} of {n}, {change}");
                }
            }
        }
    }
}
