//! Where to fold a row of values: at the period that the game's own claims state, or at one that can be seen in the values. What is
//! seen is seen on the cells given and on no more; it is no proof.

use rules::ir::{Claim, Int};

use crate::error::Error;
use crate::question;
use crate::session::Session;

/// A row repeats when at least so many whole periods of it stand after the last exception.
const REPEATS: usize = 3;

/// A period seen in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// How many cells stand before the part that repeats.
    pub preperiod: usize,
    /// The period.
    pub period: usize,
}

/// The least period that the end of a row shows three times or more.
pub fn visible_period<T: PartialEq>(cells: &[T]) -> Option<Seen> {
    (1..=cells.len() / REPEATS).find_map(|period| has_period(cells, period, REPEATS))
}

/// Whether the end of a row shows this period so many times.
pub fn has_period<T: PartialEq>(cells: &[T], period: usize, repeats: usize) -> Option<Seen> {
    let compared = cells.len().checked_sub(period).filter(|_| period > 0)?;
    let equal = (0..compared).rev().take_while(|&i| cells[i] == cells[i + period]).count();
    (equal + period >= period.checked_mul(repeats)?).then_some(Seen { preperiod: compared - equal, period })
}

impl Session {
    /// The period that the game of a table question claims for its Grundy values, if it claims one without saltus.
    pub fn claimed_period(&mut self, question: &str) -> Result<Option<Int>, Error> {
        let asked = question::ranges(self.world_mut(), question)?;
        let claims = self.world.rules(asked.game).game().map(|game| game.claims.as_slice()).unwrap_or_default();
        Ok(claims.iter().find_map(|(claim, _)| match claim {
            Claim::Period(period, _, 0) => Some(*period),
            _ => None,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition: the least period, then the least preperiod, with every later pair of cells compared.
    fn naive(cells: &[u8]) -> Option<Seen> {
        for period in 1..=cells.len() {
            for preperiod in 0..cells.len() {
                let tail = &cells[preperiod..];
                if tail.len() >= REPEATS * period && tail.iter().zip(&tail[period..]).all(|(a, b)| a == b) {
                    return Some(Seen { preperiod, period });
                }
            }
        }
        None
    }

    #[test]
    fn the_period_seen_is_that_of_the_definition() {
        assert_eq!(visible_period(&[9, 1, 2, 1, 2, 1, 2]), Some(Seen { preperiod: 1, period: 2 }));
        assert_eq!(visible_period(&[9, 1, 2, 1, 2, 1]), None);
        assert_eq!(has_period(&[1, 2, 1], 0, 3), None);
        // Every row of up to nine cells of two kinds, and random-looking longer ones with a tail that repeats.
        for length in 0..10 {
            for bits in 0..1_u32 << length {
                let cells: Vec<u8> = (0..length).map(|i| (bits >> i & 1) as u8).collect();
                assert_eq!(visible_period(&cells), naive(&cells), "{cells:?}");
            }
        }
        for seed in 0..200_usize {
            let (head, period) = (seed % 7, seed % 5 + 1);
            let cells: Vec<u8> = (0..30).map(|i| if i < head { (i * seed % 4) as u8 } else { ((i % period) * seed % 3) as u8 }).collect();
            assert_eq!(visible_period(&cells), naive(&cells), "{cells:?}");
        }
    }
}
