//! Games of a player against random moves, watched by a referee who knows only the definition of the game. For tests.

use std::fmt::Debug;

use fastrand::Rng;
use theory::closed::Online;

/// How many games are played.
const GAMES: u64 = 1000;

/// Plays games from positions of `start`; `random` makes a legal move, none at the end, and `apply` refuses what is not legal.
/// The player moves first where it says that it can win, else second, and must win every game by the last move.
pub fn thousand<S: Debug, P: Online>(
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
        let mut own = player.winning_move().is_some();
        loop {
            assert_eq!(player.any_move().is_some(), random(&state, &mut rng).is_some(), "{shown}: {state:?}");
            let Some(mut made) = random(&state, &mut rng) else { break };
            if own {
                made = player.winning_move().unwrap_or_else(|| panic!("{shown}: no winning move from {state:?}"));
            }
            // Any legal move is legal for the referee too.
            let any = player.any_move().expect("the play is not over");
            assert!(apply(&state, &any).is_some(), "{shown}: {any:?} from {state:?}");
            let next = apply(&state, &made);
            state = next.unwrap_or_else(|| panic!("{shown}: {made:?} from {state:?} is not legal"));
            player.play(&made).unwrap_or_else(|e| panic!("{shown}: {e}"));
            own = !own;
        }
        assert!(!own, "{shown}: the opponent made the last move");
    }
}
