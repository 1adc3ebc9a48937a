//! The multiplication game: p ≥ 1 is multiplied in turn by a factor from `low` to `high` (2 ≤ low ≤
//! high; 2 to 9 in POJ 2505), and the player who first reaches `goal` wins. The outcome depends
//! only on x = ⌈goal/p⌉, and a factor k changes x to ⌈x/k⌉, because ceilings of quotients nest.
//! With s = low·high, the player to move loses exactly when high·sⁱ < x ≤ sⁱ⁺¹ for some i ≥ 0, or
//! the goal is reached. From a lost x > 1 every factor leads to an x' with sⁱ < x' ≤ high·sⁱ. From
//! each x' > 1 with sⁱ < x' ≤ high·sⁱ, some factor leads to a lost number. Hence a won x has sⁱ < x
//! ≤ high·sⁱ for some i, and the winning factors k form the interval x/sⁱ ≤ k < x/(high·sⁱ⁻¹).
//! Computing the winning factors takes O(log goal) operations. Source: POJ 2505 (Waterloo local
//! contest 1997), generalised.

use base::text;
use base::text::Text;
use dashu_int::UBig;

use crate::online_player::OnlinePlayer;

/// The rules: the goal and the factors.
#[derive(Clone, Debug)]
pub struct Game {
    goal: UBig,
    low: u64,
    high: u64,
}

impl Game {
    /// Creates the game up to `goal` with the factors from `low` to `high`; `None` if `low` is
    /// below 2 or above `high`.
    pub fn new(goal: UBig, low: u64, high: u64) -> Option<Game> {
        (2 <= low && low <= high).then_some(Game { goal, low, high })
    }

    /// Returns the first and the last winning factor at p, or `None` if the player to move loses or
    /// the goal is reached. O(log goal) operations.
    pub fn winning_factors(&self, p: &UBig) -> Option<(u64, u64)> {
        let x = self.rest(p);
        if x <= UBig::ONE {
            return None;
        }
        let (high, both) = (UBig::from(self.high), UBig::from(self.low) * self.high);
        let (mut power, mut lost_from) = (UBig::ONE, UBig::ZERO);
        loop {
            // At this point, x > power.
            let won_to = &power * &high;
            if x <= won_to {
                break;
            }
            power *= &both;
            if x <= power {
                return None;
            }
            lost_from = won_to;
        }
        let first = ceil(&x, &power).max(self.low.into());
        let last = if lost_from.is_zero() {
            high
        } else {
            (ceil(&x, &lost_from) - UBig::ONE).min(high)
        };
        // Both bounds of the interval are factors, so the bounds fit in 64 bits.
        Some((u64::try_from(first).ok()?, u64::try_from(last).ok()?))
    }

    /// Returns ⌈goal/p⌉.
    fn rest(&self, p: &UBig) -> UBig {
        if p.is_zero() {
            UBig::ZERO
        } else {
            ceil(&self.goal, p)
        }
    }
}

fn ceil(a: &UBig, b: &UBig) -> UBig {
    (a + b - UBig::ONE) / b
}

/// A player without preparation, O(log goal) operations per move.
#[derive(Clone, Debug)]
pub struct Player {
    game: Game,
    p: UBig,
}

impl Player {
    /// Creates a player at the number p; `None` if p is 0.
    pub fn new(game: Game, p: UBig) -> Option<Player> {
        (!p.is_zero()).then_some(Player { game, p })
    }
}

impl OnlinePlayer for Player {
    type Move = u64;

    fn play(&mut self, made: &u64) -> Result<(), Text> {
        let Game { goal, low, high } = &self.game;
        if self.p >= *goal {
            return Err(text!(
                "the goal {goal} has already been reached",
                "已达到目标 {goal}"
            ));
        }
        if !(low..=high).contains(&made) {
            return Err(text!(
                "cannot multiply by {made}: expected {low} to {high}",
                "不能乘以 {made}：乘数应为 {low} 到 {high}"
            ));
        }
        self.p *= *made;
        Ok(())
    }

    fn winning_move(&mut self) -> Option<u64> {
        self.game.winning_factors(&self.p).map(|(first, _)| first)
    }

    fn any_move(&mut self) -> Option<u64> {
        (self.p < self.game.goal).then_some(self.game.low)
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::referee::wins_every_game;

    #[test]
    fn factors_agree_with_the_game() {
        for (low, high) in [(2, 9), (2, 2), (2, 3), (3, 5), (4, 4), (3, 20), (2, 100)] {
            for goal in 0..=400usize {
                let game = Game::new(goal.into(), low as u64, high as u64).unwrap();
                // If p has reached the goal, the game is over, and the player to move has lost.
                let mut lost = vec![true; goal.max(1) * high + 1];
                for p in (1..goal).rev() {
                    let winning: Vec<usize> = (low..=high).filter(|k| lost[p * k]).collect();
                    lost[p] = winning.is_empty();
                    let found = game
                        .winning_factors(&p.into())
                        .map_or(Vec::new(), |(a, b)| (a as usize..=b as usize).collect());
                    assert_eq!(found, winning, "{low}..{high}, goal {goal}, p = {p}");
                }
                assert_eq!(game.winning_factors(&goal.into()), None);
            }
        }
        assert!(Game::new(UBig::ONE, 1, 9).is_none() && Game::new(UBig::ONE, 3, 2).is_none());
    }

    #[test]
    fn wins_every_game_that_it_should() {
        let start = |rng: &mut Rng| {
            let low = rng.u64(2..5);
            let goal = UBig::from(10u8).pow(rng.usize(1..60)) + UBig::from(rng.u64(..));
            let game = Game::new(goal, low, low + rng.u64(0..20)).unwrap();
            Player::new(game, rng.u64(1..100).into()).unwrap()
        };
        let first = wins_every_game(7, start, |rng, player| {
            rng.u64(player.game.low..=player.game.high)
        });
        assert!((100..950).contains(&first), "{first}");
        let mut player =
            Player::new(Game::new(UBig::from(30u8), 2, 9).unwrap(), UBig::ONE).unwrap();
        assert!(
            player.play(&1).is_err()
                && player.play(&10).is_err()
                && player.play(&9).is_ok()
                && player.play(&9).is_ok()
        );
        assert!(player.play(&2).is_err());
    }
}
