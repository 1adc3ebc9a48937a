//! Compares the law with the rules on random small games. The tests also cover invalid games and
//! complete games.

use base::budget::Budget;
use fastrand::Rng;
use rules::structure::Structure;
use theorems::{OnlinePlayer, referee};

use super::law::{ZigzagLaw, ZigzagPosition};
use super::{KIND, THEOREM, ZigzagMove, ZigzagPlayer};
use crate::trial::{Trial, declines_misere, question, refuses};

fn weights(rng: &mut Rng, rows: usize) -> Vec<u32> {
    let mut all: Vec<u32> = (1..=(rows * rows) as u32).collect();
    rng.shuffle(&mut all);
    all
}

fn text(weights: &[u32]) -> String {
    let rows = weights.chunks(weights.len().isqrt());
    rows.map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" "))
        .collect::<Vec<_>>()
        .join(" / ")
}

#[test]
fn the_theorem_agrees_with_the_rules() {
    let mut rng = Rng::with_seed(1);
    let mut searched = 0;
    for round in 0..60 {
        let text = text(&weights(&mut rng, 1 + round % 4));
        let trial = Trial::new(&KIND, &THEOREM, &text);
        let mut rules = trial.rules();
        for _ in 0..20 {
            trial.check_play(&mut rules, &mut rng, |slots, winning| {
                let all = trial.form.lists_all(slots);
                assert!(all || winning.len() == 1, "{text} {slots:?} {winning:?}");
                searched += u32::from(all && !winning.is_empty());
                let shown = trial.world.show(trial.game, slots);
                let again = KIND.read(question(&KIND, &shown));
                let again = again.unwrap_or_else(|wrong| panic!("{shown}: {}", wrong[0].message));
                assert_eq!(again.starts[0], slots, "{shown}");
            });
        }
    }
    assert!(searched > 100, "{searched}");
}

#[test]
fn what_is_no_game_is_refused_with_its_place() {
    let cases = [
        ("", ""),
        ("1 2 / 3", "3"),
        ("1 2 3 4", "2"),
        ("1 2 / 2 3", "2"),
        ("1 2 / 3 5", "5"),
        ("1 2 / 3 x", "x"),
        ("1 2 / 4 3; J at 1", "J"),
        ("1 2 / 4 3; I to 1", "to"),
        ("1 2 / 4 3; I at 5", "5"),
        ("1 2 / 4 3; I at 1 2", "2"),
        ("1 2 / 4 3; I from 1 at 3", "at"),
        ("1 2 / 4 3; I from 1 to 2", "; I from 1 to 2"),
        ("1 2 / 4 3; I from 1 to 3 been 2 4 x", "x"),
        ("1 2 / 4 3;", ""),
    ];
    refuses(&KIND, &cases);
    declines_misere(&KIND, &THEOREM, "1");
}

/// Plays against random moves, and against an Alice who always stays as near to the last weight as
/// possible.
#[test]
fn bob_wins_large_games_along_the_matching() {
    let mut rng = Rng::with_seed(3);
    for round in 0..200 {
        let law = ZigzagLaw::new(weights(&mut rng, 1 + round % 50));
        let mut player = ZigzagPlayer::new(law.clone());
        let first = ZigzagMove::Choose(rng.bool(), rng.u8(..law.nodes() as u8));
        let ZigzagMove::Choose(increasing, start) = first else {
            panic!()
        };
        let mut position = ZigzagPosition::chosen(increasing, start);
        player.play(&first).unwrap();
        loop {
            player.prepare(&Budget::generous()).unwrap();
            let Some(ZigzagMove::Go(to)) = player.winning_move() else {
                panic!("Bob wins")
            };
            assert!(law.may_go(&position, to));
            player.play(&ZigzagMove::Go(to)).unwrap();
            position = position.after(to);
            let near = |&go: &u8| {
                law.weight(to, go)
                    .abs_diff(law.weight(position.from.unwrap(), to))
            };
            let moves: Vec<u8> = law.moves(&position).collect();
            let made = if round % 2 == 0 {
                rng.choice(moves)
            } else {
                moves.into_iter().min_by_key(near)
            };
            let Some(made) = made else { break };
            player.play(&ZigzagMove::Go(made)).unwrap();
            position = position.after(made);
        }
    }
}

#[test]
fn a_thousand_games_are_won() {
    type State = (Vec<u32>, ZigzagPosition);
    let start = |rng: &mut Rng| -> State {
        let rows = rng.usize(1..=4);
        (weights(rng, rows), ZigzagPosition::default())
    };
    let player = |(weights, _): &State| ZigzagPlayer::new(ZigzagLaw::new(weights.clone()));
    let random = |(weights, position): &State, rng: &mut Rng| {
        let law = ZigzagLaw::new(weights.clone());
        match position.at {
            None => Some(ZigzagMove::Choose(rng.bool(), rng.u8(..law.nodes() as u8))),
            Some(_) => rng
                .choice(law.moves(position).collect::<Vec<_>>())
                .map(ZigzagMove::Go),
        }
    };
    let after = |(weights, position): &State, made: &ZigzagMove| {
        let left = match *made {
            ZigzagMove::Choose(increasing, start) if position.at.is_none() => {
                ZigzagPosition::chosen(increasing, start)
            }
            ZigzagMove::Go(to) if ZigzagLaw::new(weights.clone()).may_go(position, to) => {
                position.after(to)
            }
            _ => return None,
        };
        Some((weights.clone(), left))
    };
    referee::check_player(false, start, player, random, after);
}

#[test]
fn what_is_no_move_is_refused() {
    let mut player = ZigzagPlayer::new(ZigzagLaw::new(vec![1, 2, 4, 3]));
    assert!(
        player.play(&ZigzagMove::Go(0)).is_err()
            && player.play(&ZigzagMove::Choose(true, 4)).is_err()
    );
    player.play(&ZigzagMove::Choose(true, 0)).unwrap();
    for made in [
        ZigzagMove::Go(0),
        ZigzagMove::Go(1),
        ZigzagMove::Go(4),
        ZigzagMove::Choose(true, 0),
    ] {
        assert!(player.play(&made).is_err(), "{made:?}");
    }
    player.play(&ZigzagMove::Go(3)).unwrap();
    // The token is on column 4 after an edge of weight 2, and moves on to row 2 along the edge of
    // weight 3.
    assert_eq!(player.any_move(), Some(ZigzagMove::Go(1)));
}
