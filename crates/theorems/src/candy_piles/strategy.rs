//! A player of complete games of candy piles stores the piles, sorted once, and the corner. O(log
//! piles) per move.

use base::text;
use base::text::Text;

use super::law::{CandyStep, arms, winning_steps};
use crate::online_player::OnlinePlayer;

/// A player of candy piles.
#[derive(Clone, Debug)]
pub struct Player {
    piles: Vec<u64>,
    whole: usize,
    each: u64,
}

impl Player {
    /// Creates a player for the given piles. O(n log n).
    pub fn new(mut piles: Vec<u64>) -> Player {
        piles.sort_unstable_by(|a, b| b.cmp(a));
        Player {
            piles,
            whole: 0,
            each: 0,
        }
    }
}

impl OnlinePlayer for Player {
    type Move = CandyStep;

    fn play(&mut self, made: &CandyStep) -> Result<(), Text> {
        if arms(&self.piles, self.whole, self.each).is_none() {
            return Err(text!("no candy is left", "糖果已吃完"));
        }
        match made {
            CandyStep::Largest => self.whole += 1,
            CandyStep::One => self.each += 1,
        }
        Ok(())
    }

    fn winning_move(&mut self) -> Option<CandyStep> {
        winning_steps(&self.piles, self.whole, self.each).next()
    }

    /// Eats one candy of every pile, unless only piles of one are left.
    fn any_move(&mut self) -> Option<CandyStep> {
        let largest = self
            .piles
            .get(self.whole)?
            .checked_sub(self.each)
            .filter(|left| *left > 0)?;
        Some(if largest > 1 {
            CandyStep::One
        } else {
            CandyStep::Largest
        })
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::law::wins;
    use super::*;
    use crate::referee::check_player;

    /// Returns the piles after a step.
    fn after(piles: &[u64], step: CandyStep) -> Vec<u64> {
        let mut left = piles.to_vec();
        match step {
            CandyStep::Largest => {
                let largest = (0..left.len())
                    .max_by_key(|&pile| left[pile])
                    .expect("there is a pile");
                left.remove(largest);
            }
            CandyStep::One => left.iter_mut().for_each(|pile| *pile -= 1),
        }
        left.retain(|&pile| pile > 0);
        left
    }

    fn by_definition(piles: &[u64]) -> bool {
        piles.is_empty()
            || [CandyStep::Largest, CandyStep::One]
                .iter()
                .any(|&step| !by_definition(&after(piles, step)))
    }

    #[test]
    fn the_law_by_the_definition() {
        for code in 0..6_u64.pow(5) {
            let piles: Vec<u64> = (0..5).map(|i| code / 6_u64.pow(i) % 6).collect();
            if !piles.is_sorted_by(|a, b| a >= b) {
                continue;
            }
            let candies: Vec<u64> = piles.iter().copied().filter(|&pile| pile > 0).collect();
            assert_eq!(wins(&piles, 0, 0), by_definition(&candies), "{piles:?}");
            let found: Vec<CandyStep> = winning_steps(&piles, 0, 0).collect();
            let all = [CandyStep::Largest, CandyStep::One]
                .into_iter()
                .filter(|&step| !candies.is_empty() && !by_definition(&after(&candies, step)));
            assert_eq!(found, all.collect::<Vec<_>>(), "{piles:?}");
        }
    }

    #[test]
    fn a_thousand_games_are_won() {
        let start =
            |rng: &mut Rng| -> Vec<u64> { (0..rng.usize(0..7)).map(|_| rng.u64(1..=8)).collect() };
        let random = |piles: &Vec<u64>, rng: &mut Rng| {
            (!piles.is_empty()).then(|| {
                if rng.bool() {
                    CandyStep::Largest
                } else {
                    CandyStep::One
                }
            })
        };
        let apply =
            |piles: &Vec<u64>, made: &CandyStep| (!piles.is_empty()).then(|| after(piles, *made));
        check_player(
            true,
            start,
            |piles: &Vec<u64>| Player::new(piles.clone()),
            random,
            apply,
        );
    }

    #[test]
    fn the_greatest_piles() {
        let mut player = Player::new(vec![u64::MAX; 3]);
        assert!(player.play(&CandyStep::One).is_ok() && player.play(&CandyStep::Largest).is_ok());
        assert!(
            Player::new(Vec::new()).play(&CandyStep::One).is_err()
                && Player::new(vec![0, 0]).play(&CandyStep::Largest).is_err()
        );
        assert_eq!(Player::new(vec![1]).winning_move(), None);
        assert_eq!(Player::new(vec![2]).winning_move(), Some(CandyStep::One));
    }
}
