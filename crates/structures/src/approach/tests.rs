//! Compares the law with the definition on all short rows, for both players and both play
//! conventions. The tests also cover invalid rows and complete games.

use base::budget::Budget;
use fastrand::Rng;
use rules::ast::PlayConvention;
use rules::game::Outcome;
use rules::ir::Int;
use rules::structure::Structure;
use theorems::{OnlinePlayer, referee};

use super::{ApproachMove, ApproachPlayer, KIND, THEOREM};
use crate::trial::{self, Definition, Moves, Trial, check_legal, refuses_at, shows};

/// Returns the moves by definition: each piece of the player stays or moves forward, past no other
/// piece, and at least one and at most `most` pieces move.
fn moves(slots: &[Int], most: usize) -> Moves {
    let mut all: Moves = vec![((0, Vec::new()), slots.to_vec())];
    for own in (1 + slots[0] as usize..slots.len()).step_by(2) {
        let to = match slots[0] {
            0 => slots[own] + 1..slots[own + 1],
            _ => slots[own - 1] + 1..slots[own],
        };
        for ((_, choices), left) in all.clone() {
            for to in to.clone().filter(|_| choices.len() < 2 * most) {
                let choices = [&choices[..], &[own.div_ceil(2) as Int, to]].concat();
                all.push((
                    (0, choices),
                    [&left[..own], &[to], &left[own + 1..]].concat(),
                ));
            }
        }
    }
    all.remove(0);
    all.iter_mut().for_each(|(_, left)| left[0] = 1 - slots[0]);
    all
}

/// Returns every placement of the given number of pieces on a row.
fn placements(squares: u32, pieces: u32) -> Vec<Vec<Int>> {
    let all = (0u32..1 << squares).filter(|taken| taken.count_ones() == pieces);
    all.map(|taken| {
        (0..squares)
            .filter(|square| taken >> square & 1 == 1)
            .map(|square| Int::from(square) + 1)
            .collect()
    })
    .collect()
}

#[test]
fn the_law_and_all_moves_agree_with_the_definition_on_all_short_rows() {
    let mut compared = 0;
    for (squares, pieces, most) in [
        (6, 0, 1),
        (7, 2, 1),
        (7, 2, 2),
        (8, 4, 1),
        (8, 4, 2),
        (8, 4, 3),
        (9, 6, 1),
        (9, 6, 2),
        (9, 6, 3),
    ] {
        let mut normal = Definition::normal(|slots| moves(slots, most));
        let mut misere = Definition::misere(|slots| moves(slots, most));
        for (placed, turn) in placements(squares, pieces)
            .into_iter()
            .flat_map(|placed| [(placed.clone(), 0), (placed, 1)])
        {
            let listed: String = placed.iter().map(|square| format!(" {square}")).collect();
            let said = ["", "; black to move"][turn as usize];
            let text = format!("{squares}{listed}; up to {most}{said}");
            let slots = [&[turn], &placed[..]].concat();
            let mut compare = |trial: Trial, winning: usize| {
                assert_eq!(trial.start(), slots);
                trial.check_moves(&slots, moves(&slots, most));
                assert!(trial.form.lists_all(&slots));
                compared += winning;
            };
            let trial = Trial::new(&KIND, &THEOREM, &text);
            let winning = trial.check_outcome(&mut normal, &slots).len();
            compare(trial, winning);
            let trial = Trial::under(PlayConvention::Misere, &KIND, &THEOREM, &text);
            let winning = trial.check_outcome(&mut misere, &slots).len();
            compare(trial, winning);
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn moves_that_are_none_are_not_made_and_what_is_shown_reads_again() {
    let text = "W..B.W.B; up to 2; black to move";
    let (world, game) = trial::read(&KIND, text);
    let start = world.starts(game)[0].clone();
    assert_eq!(start, [1, 1, 4, 6, 8]);
    shows(
        &KIND,
        &[
            (text, "approach(W..B.W.B; up to 2; black to move)"),
            ("1000 1 4 900 1000", "approach(1000 1 4 900 1000)"),
        ],
    );
    assert_eq!(
        trial::name(&world, game, &start, &[1, 2, 2, 7]),
        "B from 4 to 2, B from 8 to 7"
    );
    let none: [&[Int]; 9] = [
        &[],
        &[1],
        &[1, 1],
        &[1, 4],
        &[1, 5],
        &[0, 2],
        &[3, 7],
        &[2, 7, 1, 3],
        &[1, 3, 1, 2],
    ];
    check_legal(&world, game, &start, &none.map(|choices| (choices, false)));
    // If a row has more moves than the list may contain, the list still contains a winning move.
    let wide = Trial::new(&KIND, &THEOREM, "1000 1 400 401 900; up to 2");
    assert!(!wide.form.lists_all(&wide.start()));
    assert!(!wide.moves_to(&wide.start(), 0).is_empty());
    assert_eq!(
        wide.form
            .outcome(&KIND.read("").unwrap().starts[0], &Budget::generous()),
        Ok(Outcome::P)
    );
}

#[test]
fn what_is_no_row_is_refused_with_its_place() {
    let cases = [
        ("WB.W", 0),
        ("W.W.B", 2),
        ("BW", 0),
        ("W.xB", 2),
        ("W.éB", 2),
        ("W.B W.B", 4),
        ("W.B; up", 7),
        ("W.B; up 2", 8),
        ("W.B; up to 0", 11),
        ("W.B; up to two", 11),
        ("W.B; black", 10),
        ("W.B; black to move; up to 2", 18),
        ("9 1 4 3", 6),
        ("9 1 4 4 5", 6),
        ("9 0 4", 2),
        ("9 1 10", 4),
        ("9 1 4 5", 0),
        ("99999999999999999999 1 2", 0),
    ];
    refuses_at(&KIND, &cases);
    assert!(
        KIND.read("9223372036854775807 1 9223372036854775807")
            .is_ok()
    );
}

#[test]
fn the_player_wins_a_thousand_games() {
    #[derive(Clone, Debug)]
    struct ApproachState {
        slots: Vec<Int>,
        most: usize,
    }
    let start = |rng: &mut Rng| {
        let pieces = 2 * rng.usize(0..4);
        let mut squares: Vec<Int> = (1..=14).collect();
        rng.shuffle(&mut squares);
        squares.truncate(pieces);
        squares.sort_unstable();
        ApproachState {
            slots: [vec![0], squares].concat(),
            most: rng.usize(1..4),
        }
    };
    let player = |state: &ApproachState| {
        ApproachPlayer::new(
            state.slots[1..]
                .iter()
                .map(|&square| square as u64)
                .collect(),
            state.most as u64,
        )
        .unwrap()
    };
    let moves = |state: &ApproachState| -> Vec<(Vec<ApproachMove>, ApproachState)> {
        let piece = |pair: Int| 2 * (pair as usize - 1) + state.slots[0] as usize;
        let all = moves(&state.slots, state.most).into_iter();
        all.map(|((_, choices), slots)| {
            let made = choices.chunks(2).map(|going| ApproachMove {
                piece: piece(going[0]),
                to: going[1] as u64,
            });
            (made.collect(), ApproachState { slots, ..*state })
        })
        .collect()
    };
    let random = |state: &ApproachState, rng: &mut Rng| rng.choice(moves(state)).map(|made| made.0);
    let made = |state: &ApproachState, made: &Vec<ApproachMove>| {
        let mut all = moves(state).into_iter();
        all.find(|(other, _)| other == made).map(|(_, left)| left)
    };
    referee::check_player(false, start, player, random, made);
    assert!(
        ApproachPlayer::new(vec![1, 1], 1).is_err() && ApproachPlayer::new(vec![1], 1).is_err()
    );
    let mut player = ApproachPlayer::new(vec![1, 4, 6, 8], 1).unwrap();
    let mut refused = |made: &[(usize, u64)]| {
        let made = made.iter().map(|&(piece, to)| ApproachMove { piece, to });
        player.play(&made.collect()).is_err()
    };
    for wrong in [(1, 3), (0, 4), (0, 1), (4, 9)] {
        assert!(refused(&[wrong]), "{wrong:?}");
    }
    assert!(refused(&[(0, 2), (2, 7)]));
}
