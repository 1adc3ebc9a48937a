//! Kiki's game: a coin on the squares (x, y), x, y ≥ 1, moves left, down, or left and down by one.
//! A player who cannot move, at (1, 1), loses. A position is lost exactly when both numbers are
//! odd. From a position with two odd numbers, every move makes at least one number even. From any
//! other position, exactly one move makes both numbers odd, and this move is the only winning one.
//! O(1). Source: HDU 2147.

use base::text;
use base::text::Text;
use dashu_int::UBig;

use crate::online_player::OnlinePlayer;

/// The amounts by which a move lowers x and y: each is 0 or 1, and at least one is 1.
pub type Step = (u8, u8);

/// Returns the only winning move, or `None` if the player to move loses. O(1).
pub fn winning_step(x: &UBig, y: &UBig) -> Option<Step> {
    match (even(x), even(y)) {
        (0, 0) => None,
        step => Some(step),
    }
}

fn even(n: &UBig) -> u8 {
    u8::from(n & UBig::ONE == UBig::ZERO)
}

/// A player without preparation, O(1) per move.
#[derive(Clone, Debug)]
pub struct Player {
    coin: (UBig, UBig),
}

impl Player {
    /// Creates a player with the coin on (x, y); `None` if x or y is 0.
    pub fn new(x: UBig, y: UBig) -> Option<Player> {
        (!x.is_zero() && !y.is_zero()).then_some(Player { coin: (x, y) })
    }

    fn allows(&self, (dx, dy): Step) -> bool {
        dx <= 1
            && dy <= 1
            && (dx, dy) != (0, 0)
            && self.coin.0 > UBig::from(dx)
            && self.coin.1 > UBig::from(dy)
    }
}

impl OnlinePlayer for Player {
    type Move = Step;

    fn play(&mut self, made: &Step) -> Result<(), Text> {
        let (dx, dy) = *made;
        if !self.allows(*made) {
            let (x, y) = &self.coin;
            return Err(text!(
                "the coin at ({x}, {y}) cannot move by ({dx}, {dy}): a move is one step left, down, or both",
                "({x}, {y}) 处的硬币不能移动 ({dx}, {dy})：只能向左、向下或向左下走一格"
            ));
        }
        self.coin.0 -= dx;
        self.coin.1 -= dy;
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Step> {
        winning_step(&self.coin.0, &self.coin.1)
    }

    fn any_move(&mut self) -> Option<Step> {
        [(1, 0), (0, 1)].into_iter().find(|&step| self.allows(step))
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::referee::wins_every_game;

    const STEPS: [Step; 3] = [(1, 0), (0, 1), (1, 1)];

    #[test]
    fn outcomes_and_moves_agree_with_the_game() {
        let mut lost = [[false; 31]; 31];
        for x in 1..=30u8 {
            for y in 1..=30u8 {
                let inside = |(dx, dy): &Step| *dx < x && *dy < y;
                let wins = |(dx, dy): &Step| lost[usize::from(x - dx)][usize::from(y - dy)];
                let winning: Vec<Step> = STEPS.into_iter().filter(inside).filter(wins).collect();
                lost[usize::from(x)][usize::from(y)] = winning.is_empty();
                assert!(winning.len() <= 1);
                assert_eq!(
                    winning_step(&x.into(), &y.into()),
                    winning.first().copied(),
                    "({x}, {y})"
                );
            }
        }
    }

    #[test]
    fn wins_every_game_that_it_should() {
        let start =
            |rng: &mut Rng| Player::new(rng.u8(1..60).into(), rng.u8(1..60).into()).unwrap();
        let reply = |rng: &mut Rng, player: &mut Player| loop {
            let step = rng.choice(STEPS).unwrap();
            if player.allows(step) {
                return step;
            }
        };
        let first = wins_every_game(6, start, reply);
        assert!((100..900).contains(&first), "{first}");
        let mut player = Player::new(UBig::ONE, UBig::ONE).unwrap();
        assert!(
            STEPS
                .iter()
                .chain([&(0, 0), &(2, 0)])
                .all(|step| player.play(step).is_err())
        );
        assert!(Player::new(UBig::ZERO, UBig::ONE).is_none());
    }
}
