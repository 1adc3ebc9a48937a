//! What the tests of the closed forms share: brute force on whole positions, and whole games played against a player.

use std::collections::BTreeMap;
use std::fmt::Debug;

use fastrand::Rng;

use super::Online;

/// Who wins whole positions, by the definition: the player to move wins iff some option loses.
pub(crate) struct Brute<P, F> {
    options: F,
    known: BTreeMap<P, bool>,
}

impl<P: Ord + Clone, F: Fn(&P) -> Vec<P>> Brute<P, F> {
    pub(crate) fn new(options: F) -> Self {
        Brute { options, known: BTreeMap::new() }
    }

    pub(crate) fn wins(&mut self, position: &P) -> bool {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let wins = (self.options)(position).iter().any(|option| !self.wins(option));
        self.known.insert(position.clone(), wins);
        wins
    }
}

/// Plays whole games: the player moves where it should win, and random legal moves answer it. `deal` makes a position and says
/// whether the mover wins it; `legal` lists or draws moves on a position, which is kept apart from the player's; `make` makes a
/// move on it. Returns how many games the player, first or second, was to win; it won them all.
pub(crate) fn play_games<G, O>(
    games: usize,
    rng: &mut Rng,
    deal: impl Fn(&mut Rng) -> (G, O, bool),
    random_move: impl Fn(&G, &mut Rng) -> Option<O::Move>,
    make: impl Fn(&mut G, &O::Move) -> Result<(), String>,
) -> usize
where
    O: Online,
    O::Move: Debug,
{
    for game in 0..games {
        let (mut position, mut player, wins) = deal(rng);
        // The player has the side that should win.
        let mut players_turn = wins;
        assert_eq!(player.winning_move().is_some(), wins, "game {game}");
        loop {
            let made = if players_turn { player.winning_move() } else { random_move(&position, rng) };
            let Some(made) = made else { break };
            make(&mut position, &made).unwrap_or_else(|why| panic!("game {game}: {made:?}: {why}"));
            player.play(&made).unwrap_or_else(|why| panic!("game {game}: {made:?}: {why}"));
            players_turn = !players_turn;
            assert!(players_turn || player.winning_move().is_none(), "game {game}: {made:?} did not win");
        }
        assert!(!players_turn, "game {game}: the player could not go on");
        assert!(random_move(&position, rng).is_none() && player.any_move().is_none(), "game {game}: not over");
    }
    games
}
