//! The law against the definition on all short rows, for both players and both kinds of play; what
//! is no row; whole games.

use std::collections::HashMap;

use base::budget::Budget;
use fastrand::Rng;
use rules::ast::PlayConvention;
use rules::game::{Conventions, OptionArena, Outcome};
use rules::ir::Int;
use rules::structure::Structure;
use rules::world::World;
use theorems::{OnlinePlayer, referee};
use theory::value::Grundy;

use super::{Approach, ApproachMove, ApproachPlayer, THEOREM};
use crate::tests::apply;

/// A position: whether Black moves, and the squares of the pieces, White's first.
type Board = (bool, Vec<Int>);

/// The boards after each move, as the rules are told: each piece of the player stays or goes
/// towards its own side's end of the row, past no other piece; from one to `most` of them go.
fn after((black, pieces): &Board, most: usize) -> Vec<Board> {
    let mut boards: Vec<Vec<Int>> = vec![pieces.clone()];
    for own in (usize::from(*black)..pieces.len()).step_by(2) {
        let to: Vec<Int> = match black {
            false => (pieces[own] + 1..pieces[own + 1]).collect(),
            true => (pieces[own - 1] + 1..pieces[own]).collect(),
        };
        let gone = |board: &Vec<Int>| {
            to.iter()
                .map(|&to| [&board[..own], &[to], &board[own + 1..]].concat())
                .collect::<Vec<_>>()
        };
        let further: Vec<Vec<Int>> = boards.iter().flat_map(gone).collect();
        boards.extend(further);
    }
    let gone = |board: &Vec<Int>| {
        board
            .iter()
            .zip(pieces)
            .filter(|(to, from)| to != from)
            .count()
    };
    boards
        .into_iter()
        .filter(|board| (1..=most).contains(&gone(board)))
        .map(|board| (!black, board))
        .collect()
}

fn wins(board: &Board, most: usize, misere: bool, known: &mut HashMap<Board, bool>) -> bool {
    if let Some(&wins) = known.get(board) {
        return wins;
    }
    let options = after(board, most);
    let wins = misere && options.is_empty()
        || options
            .iter()
            .any(|option| !wins(option, most, misere, known));
    known.insert(board.clone(), wins);
    wins
}

/// Every placement of this number of pieces.
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
    let budget = Budget::generous();
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
        let mut known = [HashMap::new(), HashMap::new()];
        for (placed, black) in placements(squares, pieces)
            .into_iter()
            .flat_map(|placed| [(placed.clone(), false), (placed, true)])
        {
            let listed: String = placed.iter().map(|square| format!(" {square}")).collect();
            let turn = if black { "; black to move" } else { "" };
            let text = format!("{squares}{listed}; up to {most}{turn}");
            let reading = Approach.read(&text).unwrap();
            let start = reading.starts[0].clone();
            let forms = [PlayConvention::Normal, PlayConvention::Misere].map(|play| {
                apply(
                    &THEOREM,
                    &*reading.rules,
                    Conventions {
                        play,
                        ..reading.rules.conventions()
                    },
                    &budget,
                )
                .unwrap()
            });
            let mut world = World::empty();
            let game = world.add("row", reading.rules);
            let board = (black, placed);
            let mut options = OptionArena::new();
            world.options(game, &start, &mut options, &budget).unwrap();
            let read = |slots: &[Int]| (slots[0] == 1, slots[1..].to_vec());
            let found: Vec<(Board, Vec<Int>)> = options
                .iter()
                .map(|option| {
                    (
                        read(option.components().next().unwrap().1),
                        option.choices.to_vec(),
                    )
                })
                .collect();
            let (mut left, mut expected) = (
                found
                    .iter()
                    .map(|(left, _)| left.clone())
                    .collect::<Vec<_>>(),
                after(&board, most),
            );
            left.sort();
            expected.sort();
            assert_eq!(left, expected, "{text}");
            for (left, choices) in &found {
                let mut one = OptionArena::new();
                world
                    .option(game, &start, (0, choices), &mut one, &budget)
                    .unwrap();
                assert_eq!(
                    one.iter()
                        .map(|option| read(option.components().next().unwrap().1))
                        .collect::<Vec<_>>(),
                    std::slice::from_ref(left)
                );
            }
            for (misere, (form, known)) in forms.iter().zip(&mut known).enumerate() {
                let won = wins(&board, most, misere == 1, known);
                assert_eq!(
                    form.outcome(&start, &budget),
                    Ok(if won { Outcome::N } else { Outcome::P }),
                    "{text}, {misere}"
                );
                let lost = found
                    .iter()
                    .filter(|(left, _)| !wins(left, most, misere == 1, known));
                let mut expected: Vec<_> = lost.map(|(_, choices)| (0, choices.clone())).collect();
                let mut told = form
                    .moves_to(&start, Grundy::ZERO, &budget)
                    .unwrap()
                    .unwrap();
                expected.sort();
                told.sort();
                assert_eq!(told, expected, "{text}, {misere}");
                assert!(form.lists_all(&start));
                compared += told.len();
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn moves_that_are_none_are_not_made_and_what_is_shown_reads_again() {
    let mut world = World::empty();
    let game = world
        .read(&Approach, "W..B.W.B; up to 2; black to move")
        .unwrap();
    let start = world.starts(game)[0].clone();
    assert_eq!(start, [1, 1, 4, 6, 8]);
    assert_eq!(
        world.show(game, &start),
        "approach(W..B.W.B; up to 2; black to move)"
    );
    assert_eq!(
        world
            .rules(game)
            .describe(&start, 0, &[1, 2, 2, 7])
            .unwrap()
            .en,
        "B from 4 to 2, B from 8 to 7"
    );
    let mut options = OptionArena::new();
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
    for choices in none {
        world
            .option(
                game,
                &start,
                (0, choices),
                &mut options,
                &Budget::generous(),
            )
            .unwrap();
        assert!(options.is_empty(), "{choices:?}");
    }
    let long = Approach.read("1000 1 4 900 1000").unwrap();
    assert_eq!(
        long.rules.show(&long.starts[0]).unwrap(),
        "approach(1000 1 4 900 1000)"
    );
    // A row with more moves than are listed still has a winning one.
    let wide = Approach.read("1000 1 400 401 900; up to 2").unwrap();
    let form = apply(
        &THEOREM,
        &*wide.rules,
        wide.rules.conventions(),
        &Budget::generous(),
    )
    .unwrap();
    assert!(!form.lists_all(&wide.starts[0]));
    assert!(
        !form
            .moves_to(&wide.starts[0], Grundy::ZERO, &Budget::generous())
            .unwrap()
            .unwrap()
            .is_empty()
    );
    assert_eq!(
        form.outcome(&Approach.read("").unwrap().starts[0], &Budget::generous()),
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
    for (text, at) in cases {
        let Err(wrong) = Approach.read(text) else {
            panic!("{text} is taken")
        };
        assert_eq!(wrong[0].span.start, at, "{text}: {}", wrong[0].message);
    }
    assert!(
        Approach
            .read("9223372036854775807 1 9223372036854775807")
            .is_ok()
    );
}

#[test]
fn the_player_wins_a_thousand_games() {
    #[derive(Clone, Debug)]
    struct ApproachState {
        board: Board,
        most: usize,
    }
    let start = |rng: &mut Rng| {
        let pieces = 2 * rng.usize(0..4);
        let mut squares: Vec<Int> = (1..=14).collect();
        rng.shuffle(&mut squares);
        squares.truncate(pieces);
        squares.sort_unstable();
        ApproachState {
            board: (false, squares),
            most: rng.usize(1..4),
        }
    };
    let player = |state: &ApproachState| {
        ApproachPlayer::new(
            state.board.1.iter().map(|&square| square as u64).collect(),
            state.most as u64,
        )
        .unwrap()
    };
    let between = |from: &Board, to: &Board| -> Vec<ApproachMove> {
        let moved = from
            .1
            .iter()
            .zip(&to.1)
            .enumerate()
            .filter(|(_, (from, to))| from != to);
        moved
            .map(|(piece, (_, &to))| ApproachMove {
                piece,
                to: to as u64,
            })
            .collect()
    };
    let random = |state: &ApproachState, rng: &mut Rng| {
        rng.choice(after(&state.board, state.most))
            .map(|next| between(&state.board, &next))
    };
    let made = |state: &ApproachState, made: &Vec<ApproachMove>| {
        let options = after(&state.board, state.most);
        options
            .into_iter()
            .find(|next| between(&state.board, next) == *made)
            .map(|board| ApproachState { board, ..*state })
    };
    referee::check_player(false, start, player, random, made);
    assert!(
        ApproachPlayer::new(vec![1, 1], 1).is_err() && ApproachPlayer::new(vec![1], 1).is_err()
    );
    let mut player = ApproachPlayer::new(vec![1, 4, 6, 8], 1).unwrap();
    for wrong in [(1, 3), (0, 4), (0, 1), (4, 9)] {
        assert!(
            player
                .play(&vec![ApproachMove {
                    piece: wrong.0,
                    to: wrong.1
                }])
                .is_err(),
            "{wrong:?}"
        );
    }
    assert!(
        player
            .play(&vec![
                ApproachMove { piece: 0, to: 2 },
                ApproachMove { piece: 2, to: 7 }
            ])
            .is_err()
    );
}
