//! The law and its moves against every play of all short rows; whole games against chance.

use std::collections::HashMap;

use base::budget::Budget;
use fastrand::Rng;
use rules::game::Outcome;
use rules::ir::Int;
use rules::structure::Structure;
use theorems::referee;
use theory::value::Grundy;

use super::{CellColour, PaintRow, PaintRowLaw, PaintRowPlayer, THEOREM};
use crate::tests::apply;

type Board = (CellColour, Vec<CellColour>);

fn other(own: CellColour) -> CellColour {
    if own == CellColour::Red {
        CellColour::Blue
    } else {
        CellColour::Red
    }
}

/// The boards after each move, with the left cell.
fn after((own, cells): &Board) -> Vec<(usize, Board)> {
    let pairs =
        (0..cells.len().saturating_sub(1)).filter(|&i| cells[i] == *own || cells[i + 1] == *own);
    let painted = |i: usize| {
        cells
            .iter()
            .enumerate()
            .map(|(j, &cell)| {
                if j == i || j == i + 1 {
                    CellColour::White
                } else {
                    cell
                }
            })
            .collect()
    };
    pairs.map(|i| (i, (other(*own), painted(i)))).collect()
}

fn wins(board: &Board, known: &mut HashMap<Board, bool>) -> bool {
    if let Some(&wins) = known.get(board) {
        return wins;
    }
    let wins = after(board).iter().any(|(_, left)| !wins(left, known));
    known.insert(board.clone(), wins);
    wins
}

#[test]
fn the_law_and_all_moves_agree_with_the_definition_on_all_short_rows() {
    let budget = Budget::generous();
    let law = PaintRowLaw::new(&budget).unwrap();
    let mut known = HashMap::new();
    for length in 0..=8_u32 {
        for number in 0..3_usize.pow(length) {
            let cells: Vec<CellColour> = (0..length)
                .map(|i| {
                    [CellColour::White, CellColour::Red, CellColour::Blue]
                        [number / 3_usize.pow(i) % 3]
                })
                .collect();
            for own in [CellColour::Red, CellColour::Blue] {
                let board = (own, cells.clone());
                assert_eq!(law.wins(own, &cells), wins(&board, &mut known), "{board:?}");
                let winning: Vec<usize> = after(&board)
                    .iter()
                    .filter(|(_, left)| !wins(left, &mut known))
                    .map(|(i, _)| *i)
                    .collect();
                assert_eq!(law.winning(own, &cells), winning, "{board:?}");
            }
        }
    }
}

#[test]
fn a_thousand_games() {
    let start = |rng: &mut Rng| -> Board {
        (
            CellColour::Red,
            (0..rng.usize(2..12))
                .map(|_| [CellColour::White, CellColour::Red, CellColour::Blue][rng.usize(..3)])
                .collect(),
        )
    };
    let player =
        |(_, cells): &Board| PaintRowPlayer::new(cells.clone(), &Budget::generous()).unwrap();
    let random_move = |board: &Board, rng: &mut Rng| rng.choice(after(board)).map(|(i, _)| i);
    let apply = |board: &Board, made: &usize| {
        after(board)
            .into_iter()
            .find(|(i, _)| i == made)
            .map(|(_, left)| left)
    };
    referee::check_player(false, start, player, random_move, apply);
}

#[test]
fn rows_are_read_and_answered() {
    let budget = Budget::generous();
    for (text, outcome) in [
        ("BRB", Outcome::P),
        ("RRBBB", Outcome::P),
        ("RBRBRB", Outcome::N),
        ("RBBR", Outcome::P),
        ("BRB; blue to move", Outcome::N),
    ] {
        let reading = PaintRow.read(text).unwrap();
        let form = apply(
            &THEOREM,
            &*reading.rules,
            reading.rules.conventions(),
            &budget,
        )
        .unwrap();
        let start: &[Int] = &reading.starts[0];
        assert_eq!(form.outcome(start, &budget).unwrap(), outcome, "{text}");
        let moves = form
            .moves_to(start, Grundy::ZERO, &budget)
            .unwrap()
            .unwrap();
        assert_eq!(moves.is_empty(), outcome == Outcome::P, "{text}");
    }
    for text in ["RXB", "RB; green to move", "RB BR"] {
        assert!(PaintRow.read(text).is_err(), "{text}");
    }
}
