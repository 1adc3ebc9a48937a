//! Plays games of a player against random moves, with a referee that knows only the definition of
//! the game. The tests of every [`OnlinePlayer`] use the referee, in this crate and in the crates
//! that depend on it.

use std::fmt::Debug;

use base::budget::Budget;
use fastrand::Rng;

use crate::online_player::{OnlinePlayer, PileTake};

const GAMES: u64 = 1000;

/// Plays games from positions that `start` generates. `random` returns a legal move, or `None` at
/// the end, and `apply` rejects illegal moves. The player moves first if it reports a winning move,
/// and otherwise second. The player must win every game, by making the last move or, in misère
/// play, by leaving the last move to the opponent.
///
/// # Panics
/// Panics if the player loses a game that it should win, or disagrees with the rules; the message
/// contains the position.
pub fn check_player<S: Debug, P: OnlinePlayer>(
    misere: bool,
    start: impl Fn(&mut Rng) -> S,
    player: impl Fn(&S) -> P,
    random: impl Fn(&S, &mut Rng) -> Option<P::Move>,
    apply: impl Fn(&S, &P::Move) -> Option<S>,
) where
    P::Move: Debug,
{
    let mut rng = Rng::with_seed(1000);
    for game in 0..GAMES {
        let mut state = start(&mut rng);
        let shown = format!("game {game} from {state:?}");
        let mut player = player(&state);
        assert_eq!(
            player.any_move().is_some(),
            random(&state, &mut rng).is_some(),
            "{shown}"
        );
        // If the player to move wins without a move, there is no winning move to request.
        let mut own = player.winning_move().is_some() || misere && player.any_move().is_none();
        loop {
            assert_eq!(
                player.any_move().is_some(),
                random(&state, &mut rng).is_some(),
                "{shown}: {state:?}"
            );
            let Some(mut made) = random(&state, &mut rng) else {
                break;
            };
            if own {
                made = player
                    .winning_move()
                    .unwrap_or_else(|| panic!("{shown}: no winning move from {state:?}"));
            }
            // The referee must accept the player's move as legal.
            let any = player.any_move().expect("the play is not over");
            assert!(
                apply(&state, &any).is_some(),
                "{shown}: {any:?} from {state:?}"
            );
            let next = apply(&state, &made);
            state = next.unwrap_or_else(|| panic!("{shown}: {made:?} from {state:?} is not legal"));
            player
                .play(&made)
                .unwrap_or_else(|e| panic!("{shown}: {e}"));
            player
                .prepare(&Budget::generous())
                .unwrap_or_else(|stop| panic!("{shown}: {}", stop.text()));
            own = !own;
        }
        assert_eq!(own, misere, "{shown}: the wrong player made the last move");
    }
}

/// Runs [`check_player`] for a row of piles, where a move takes from one pile. The function
/// `allowed` gets the pile's index, the pile's size and the amount taken.
///
/// # Panics
/// Panics like [`check_player`].
pub fn check_take_player<P: OnlinePlayer<Move = PileTake>>(
    most: u64,
    player: impl Fn(&[u64]) -> P,
    allowed: impl Fn(usize, u64, u64) -> bool,
) {
    let start = |rng: &mut Rng| -> Vec<u64> {
        (0..rng.usize(0..8))
            .map(|_| rng.u64(0..=most) >> rng.u32(0..3))
            .collect()
    };
    let random = |piles: &Vec<u64>, rng: &mut Rng| random_take(piles, rng, &allowed);
    let apply = |piles: &Vec<u64>, made: &PileTake| {
        let size = *piles.get(made.pile)?;
        (made.amount > 0 && made.amount <= size && allowed(made.pile, size, made.amount))
            .then(|| lowered(piles, made))
    };
    check_player(
        false,
        start,
        |piles: &Vec<u64>| player(piles),
        random,
        apply,
    );
}

/// Returns a random legal move; small amounts are tried if the first guess is not allowed.
pub fn random_take(
    piles: &[u64],
    rng: &mut Rng,
    allowed: &impl Fn(usize, u64, u64) -> bool,
) -> Option<PileTake> {
    let mut order: Vec<usize> = (0..piles.len()).collect();
    rng.shuffle(&mut order);
    order.into_iter().find_map(|pile| {
        let size = piles[pile];
        let guess = (size > 0).then(|| rng.u64(1..=size));
        let amount = guess
            .into_iter()
            .chain(1..=size.min(50))
            .find(|&amount| allowed(pile, size, amount))?;
        Some(PileTake { pile, amount })
    })
}

/// Returns the piles after a move.
pub fn lowered(piles: &[u64], made: &PileTake) -> Vec<u64> {
    let mut piles = piles.to_vec();
    piles[made.pile] -= made.amount;
    piles
}

/// Returns a random number of random length, at most `most` bits.
pub fn random_bits(rng: &mut Rng, most: u32) -> u64 {
    let bits = rng.u32(1..=most);
    rng.u64(..) >> (64 - bits)
}

/// Plays 1,000 games from random positions against random replies, with the player on the side that
/// should win. The player must have a winning move at each of its turns, and make the last move.
/// Returns the number of games in which the player moved first. This function is for games whose
/// position is stored only in the player; [`check_player`] uses a referee.
///
/// # Panics
/// Panics if the player loses a game that it should win.
pub fn wins_every_game<P: OnlinePlayer>(
    seed: u64,
    start: impl Fn(&mut Rng) -> P,
    reply: impl Fn(&mut Rng, &mut P) -> P::Move,
) -> u32 {
    let mut rng = Rng::with_seed(seed);
    let mut first = 0;
    for game in 0..1000 {
        let mut player = start(&mut rng);
        let mut own_turn = player.winning_move().is_some();
        first += u32::from(own_turn);
        loop {
            let made = match own_turn {
                true => player
                    .winning_move()
                    .unwrap_or_else(|| panic!("game {game}: the win is lost")),
                false if player.any_move().is_none() => break,
                false => reply(&mut rng, &mut player),
            };
            player
                .play(&made)
                .unwrap_or_else(|wrong| panic!("game {game}: {wrong}"));
            player
                .prepare(&Budget::generous())
                .expect("the budget is generous");
            own_turn = !own_turn;
        }
        assert!(player.winning_move().is_none());
    }
    first
}
