//! Euclid's game: a move subtracts a positive multiple of the smaller of two positive numbers from
//! the larger one, without going below 0; the player who makes a 0 wins. With a ≥ b > 0 the player
//! to move wins exactly when a = b or a > φ·b, and a won position has exactly one winning move.
//!
//! With r = a mod b, only the options (b, r) and (b, r + b) can be lost, because the larger number
//! of every other option exceeds 2·b. If r = 0, the move to (b, 0) wins, and the move to (b, b)
//! does not. If r > 0, (b, r) is lost when b < φ·r, and (b, r + b) is lost when r + b < φ·b, that
//! is b > φ·r. So exactly one of the options (b, r) and (b, r + b) is lost. If a < 2b, only the
//! option (b, r) exists, and moving to it wins when a > φ·b, because r = a - b > b/φ. The condition
//! a > φ·b is compared as a·(a - b) > b². O(1) operations per move, on numbers of any size. Source:
//! A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm and a winning strategy
//! for it, Mathematical Gazette 53 (1969).

use base::text;
use base::text::Text;
use dashu_int::UBig;

use crate::online_player::OnlinePlayer;

/// Returns whether the player to move loses. The game is over at a pair with a 0, and the player to
/// move has lost. O(1) operations.
pub fn is_losing(a: &UBig, b: &UBig) -> bool {
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    low.is_zero() || low != high && high * (high - low) < low.sqr()
}

/// Returns the only winning move, as the number of times that the smaller number is subtracted from
/// the larger, or `None` if the player to move loses. O(1) operations.
pub fn winning_times(a: &UBig, b: &UBig) -> Option<UBig> {
    if is_losing(a, b) {
        return None;
    }
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    let (times, rest) = (high / low, high % low);
    if rest.is_zero() || is_losing(low, &rest) {
        Some(times)
    } else {
        Some(times - UBig::ONE)
    }
}

/// A player without preparation, O(1) operations per move. A move is the number of times that the
/// smaller number is subtracted.
#[derive(Clone, Debug)]
pub struct Player {
    larger: UBig,
    smaller: UBig,
}

impl Player {
    /// Creates a player for two numbers.
    pub fn new(a: UBig, b: UBig) -> Player {
        if a >= b {
            Player {
                larger: a,
                smaller: b,
            }
        } else {
            Player {
                larger: b,
                smaller: a,
            }
        }
    }

    /// Returns the maximum number of times that the smaller number can be subtracted; the maximum
    /// is 0 at the end of play.
    pub fn most_times(&self) -> UBig {
        if self.smaller.is_zero() {
            UBig::ZERO
        } else {
            &self.larger / &self.smaller
        }
    }
}

impl OnlinePlayer for Player {
    type Move = UBig;

    fn play(&mut self, made: &UBig) -> Result<(), Text> {
        let most = self.most_times();
        if made.is_zero() || *made > most {
            return Err(text!(
                "expected 1 to {most} subtractions of the smaller number, found {made}",
                "较小的数可减 1 到 {most} 次，不能减 {made} 次"
            ));
        }
        let left = &self.larger - &self.smaller * made;
        *self = Player::new(left, std::mem::take(&mut self.smaller));
        Ok(())
    }

    fn winning_move(&mut self) -> Option<UBig> {
        winning_times(&self.larger, &self.smaller)
    }

    fn any_move(&mut self) -> Option<UBig> {
        (!self.smaller.is_zero()).then_some(UBig::ONE)
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::referee::{random_bits, wins_every_game};

    #[test]
    fn outcomes_and_moves_agree_with_the_game() {
        const SIZE: usize = 90;
        let mut lost = vec![[true; SIZE]; SIZE];
        for a in 1..SIZE {
            for b in 1..=a {
                let winning: Vec<usize> =
                    (1..=a / b).filter(|times| lost[a - times * b][b]).collect();
                lost[a][b] = winning.is_empty();
                lost[b][a] = lost[a][b];
                let (x, y) = (UBig::from(a), UBig::from(b));
                assert_eq!(is_losing(&x, &y), lost[a][b], "({a}, {b})");
                assert!(winning.len() <= 1);
                assert_eq!(
                    winning_times(&x, &y),
                    winning.first().map(|&times| times.into()),
                    "({a}, {b})"
                );
                assert_eq!(winning_times(&y, &x), winning_times(&x, &y));
            }
        }
        assert!(is_losing(&UBig::ZERO, &UBig::from(7u8)) && is_losing(&UBig::ZERO, &UBig::ZERO));
    }

    #[test]
    fn wins_every_game_that_it_should() {
        let start = |rng: &mut Rng| {
            let b = UBig::from(1 + random_bits(rng, 60));
            // The test uses pairs with a ratio near the golden ratio, and random pairs.
            let a = match rng.bool() {
                true => crate::wythoff::golden::floor_phi(&b) + UBig::from(rng.u8(0..=1)),
                false => UBig::from(1 + random_bits(rng, 60)),
            };
            Player::new(a, b)
        };
        let reply = |rng: &mut Rng, player: &mut Player| {
            UBig::from(rng.u64(..)) % player.most_times() + UBig::ONE
        };
        let first = wins_every_game(5, start, reply);
        assert!((100..900).contains(&first), "{first}");
        let mut player = Player::new(UBig::from(5u8), UBig::from(2u8));
        assert!(player.play(&UBig::ZERO).is_err() && player.play(&UBig::from(3u8)).is_err());
    }
}
