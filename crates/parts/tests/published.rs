//! Comparison with published values.

use base::budget::Budget;
use parts::{Reductions, StaticGame, StaticGameSolver};
use testkit::rounds;

use crate::games::{chomp, cram, kings, node_grid, queens};

fn value(game: &StaticGame) -> u64 {
    let mut solver = StaticGameSolver::new(game, Reductions::default(), 64 << 20).unwrap();
    let (full, budget) = (game.full(), Budget::generous());
    let value = solver.value(&full, &budget).unwrap();
    assert_eq!(solver.is_zero(&full, &budget), Ok(value == 0));
    let mut solver = StaticGameSolver::new(game, Reductions::default(), 64 << 20).unwrap();
    assert_eq!(solver.is_zero(&full, &budget), Ok(value == 0));
    value
}

/// The rows, the columns and the value of each board.
type Case = (usize, usize, u64);

fn check(name: &str, game: impl Fn(usize, usize) -> StaticGame, quick: &[Case], slow: &[Case]) {
    for &(rows, columns, expected) in quick.iter().chain(rounds(&[][..], slow)) {
        assert_eq!(
            value(&game(rows, columns)),
            expected,
            "{name} {rows} {columns}"
        );
    }
}

#[test]
fn cram_boards() {
    check(
        "Cram",
        cram,
        &[(3, 4, 1), (4, 5, 2), (5, 5, 0), (4, 7, 3), (5, 6, 2)],
        &[(5, 7, 1), (4, 9, 1), (5, 8, 1), (4, 11, 1)],
    );
}

#[test]
fn queens_on_boards() {
    check(
        "queens",
        queens,
        &[
            (3, 3, 2),
            (4, 4, 1),
            (5, 5, 3),
            (6, 6, 1),
            (7, 7, 2),
            (8, 8, 3),
        ],
        &[],
    );
}

#[test]
fn neighbours_on_boards() {
    check(
        "Node Kayles",
        node_grid,
        &[(5, 5, 3), (6, 6, 0), (6, 7, 3), (7, 7, 1)],
        &[],
    );
    check("kings", kings, &[(6, 6, 1)], &[]);
}

#[test]
fn chomp_boards() {
    check(
        "Chomp",
        chomp,
        &[(4, 4, 6), (5, 5, 6), (6, 6, 13), (7, 7, 20)],
        &[(8, 8, 13), (9, 9, 20)],
    );
}
