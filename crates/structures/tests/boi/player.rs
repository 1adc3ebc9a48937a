//! Tests the player against random moves, and against retrograde analysis.

use std::sync::Arc;

use base::budget::Budget;
use fastrand::Rng;
use structures::boi::board::{BoiBoard, BoiPosition};
use structures::boi::player::BoiPlayer;
use structures::boi::race::RaceBoard;
use theorems::{OnlinePlayer, referee};

use super::{random_board, retrograde};

/// Returns a random position that is not a draw, whether or not the race is close.
fn start(rng: &mut Rng, race: &RaceBoard) -> BoiPosition {
    loop {
        let cells = race.board().cells() as u32;
        let position = BoiPosition {
            turn: rng.usize(..2),
            at: [rng.u32(..cells), rng.u32(..cells)],
        };
        if race.admits(position) && race.board().winner(position).is_none() {
            return position;
        }
    }
}

/// Returns a random move, or the move of a player who runs on shortest paths and occasionally steps
/// aside.
fn reply(rng: &mut Rng, race: &RaceBoard, position: BoiPosition) -> u32 {
    let mut moves = Vec::new();
    race.board().moves(position, &mut moves);
    rng.shuffle(&mut moves);
    match rng.u32(..4) {
        0 => moves[0],
        _ => moves
            .into_iter()
            .min_by_key(|&to| race.distance_to_target(position.turn, to))
            .unwrap(),
    }
}

#[test]
fn wins_a_thousand_games_from_any_position() {
    let begin = |rng: &mut Rng| {
        let race = std::iter::repeat_with(|| RaceBoard::new(random_board(rng, 9)).ok())
            .flatten()
            .next()
            .expect("some board has a way");
        let position = if rng.bool() {
            race.board().start()
        } else {
            start(rng, &race)
        };
        (Arc::new(race), position)
    };
    let player = |(race, position): &(Arc<RaceBoard>, BoiPosition)| {
        BoiPlayer::new(race.clone(), *position, &Budget::generous()).unwrap()
    };
    let random = |(race, position): &(Arc<RaceBoard>, BoiPosition), rng: &mut Rng| {
        race.board()
            .winner(*position)
            .is_none()
            .then(|| reply(rng, race, *position))
    };
    let apply = |(race, position): &(Arc<RaceBoard>, BoiPosition), made: &u32| {
        let mut moves = Vec::new();
        race.board().moves(*position, &mut moves);
        moves
            .contains(made)
            .then(|| (race.clone(), race.board().after(*position, *made)))
    };
    referee::check_player(false, begin, player, random, apply);
}

#[test]
fn what_it_wins_is_what_retrograde_wins() {
    let mut rng = Rng::with_seed(4);
    let mut games = 0;
    while games < 300 {
        let Ok(race) = RaceBoard::new(random_board(&mut rng, 6)) else {
            continue;
        };
        games += 1;
        let race = Arc::new(race);
        let truth = retrograde(&race);
        // Both players move at random: the race becomes close and open again, and tables are
        // rebuilt.
        let mut player =
            BoiPlayer::new(race.clone(), start(&mut rng, &race), &Budget::generous()).unwrap();
        for _ in 0..40 {
            let position = player.position();
            let found = player.winning_move();
            assert_eq!(
                found.is_some(),
                truth(position) == Some(true),
                "{} {position:?}",
                race.board().text()
            );
            if let Some(to) = found {
                assert_eq!(truth(race.board().after(position, to)), Some(false));
                // The player comes nearer to the target with every move, so the game ends whatever
                // the opponent does.
                assert!(
                    race.distance_to_target(position.turn, to)
                        < race.distance_to_target(position.turn, position.at[position.turn])
                );
            }
            if player.any_move().is_none() {
                break;
            }
            player.play(&reply(&mut rng, &race, position)).unwrap();
            player.prepare(&Budget::generous()).unwrap();
        }
    }
}

#[test]
fn illegal_moves_are_refused() {
    let race = Arc::new(RaceBoard::new(BoiBoard::read("A.x / ..B").unwrap()).unwrap());
    let mut player =
        BoiPlayer::new(race.clone(), race.board().start(), &Budget::generous()).unwrap();
    for (made, said) in [
        (2, "not a white cell"),
        (99, "not a white cell"),
        (4, "cannot move from (1,1) to (2,2)"),
        (0, "cannot move"),
    ] {
        assert!(player.play(&made).unwrap_err().en.contains(said), "{made}");
    }
    for made in [1, 4, 4] {
        let _ = player.play(&made);
    }
    assert_eq!(player.position().at, [1, 4]);
    // A jumps over B, onto B's start: the game ends.
    player.play(&5).unwrap();
    assert_eq!(player.play(&3).unwrap_err().en, "the game is over");
}
