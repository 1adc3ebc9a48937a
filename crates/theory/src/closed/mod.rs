//! Games with a closed form or an algorithm of their own, as pure functions on numbers: who wins, all winning moves, and a player
//! that prepares once and then answers each reply of the opponent in the cost that its file states. One file a family of games; each
//! states the theorem, its source and its cost, and its tests compare it with the definition of the game.

use rules::text::Text;

pub mod beans;
pub mod circle_kayles;
pub mod dynamic;
pub mod euclid;
pub mod fibonacci;
pub mod golden;
pub mod kiki;
pub mod multiplication;
pub mod new_stone_game;
pub mod seats;
pub mod stone_game_2;
pub mod wythoff;

/// A player that prepares once and then answers each move of the opponent in the cost that its game states.
pub trait Online {
    /// A move of either player.
    type Move;
    /// Makes a move of either player on the position; the error says why it is not legal.
    fn play(&mut self, made: &Self::Move) -> Result<(), Text>;
    /// A winning move, if the player to move has one.
    fn winning_move(&mut self) -> Option<Self::Move>;
    /// Some legal move, none at the end of the play.
    fn any_move(&mut self) -> Option<Self::Move>;
}

#[cfg(test)]
pub(crate) mod tests {
    use fastrand::Rng;

    use super::Online;

    /// A random number of random length, of at most so many bits.
    pub(crate) fn of_bits(rng: &mut Rng, most: u32) -> u64 {
        let bits = rng.u32(1..=most);
        rng.u64(..) >> (64 - bits)
    }

    /// Plays 1,000 games from random positions against random replies, the player on the side that should win: it must have a
    /// winning move whenever it is to move, and make the last move. Returns how often it moved first.
    pub(crate) fn wins_every_game<P: Online>(seed: u64, start: impl Fn(&mut Rng) -> P, reply: impl Fn(&mut Rng, &mut P) -> P::Move) -> u32 {
        let mut rng = Rng::with_seed(seed);
        let mut first = 0;
        for game in 0..1000 {
            let mut player = start(&mut rng);
            let mut own_turn = player.winning_move().is_some();
            first += u32::from(own_turn);
            loop {
                let made = match own_turn {
                    true => player.winning_move().unwrap_or_else(|| panic!("game {game}: the win is lost")),
                    false if player.any_move().is_none() => break,
                    false => reply(&mut rng, &mut player),
                };
                player.play(&made).unwrap_or_else(|wrong| panic!("game {game}: {wrong}"));
                own_turn = !own_turn;
            }
            assert!(player.winning_move().is_none());
        }
        first
    }
}
