//! Values that were found before.

use base::budget::Budget;
use parts::{Game, Reductions, Solver};

use crate::games::{chomp, cram, kings, node_grid, queens};

fn value(game: &Game) -> u64 {
    let mut solver = Solver::new(game, Reductions::default(), 64 << 20).unwrap();
    let (full, budget) = (game.full(), Budget::generous());
    let value = solver.value(&full, &budget).unwrap();
    assert_eq!(solver.is_zero(&full, &budget), Ok(value == 0));
    let mut solver = Solver::new(game, Reductions::default(), 64 << 20).unwrap();
    assert_eq!(solver.is_zero(&full, &budget), Ok(value == 0));
    value
}

#[test]
fn boards() {
    let cases = [(3, 4, 1), (4, 5, 2), (5, 5, 0), (4, 7, 3), (5, 6, 2)];
    for (rows, columns, expected) in cases {
        assert_eq!(value(&cram(rows, columns)), expected, "Cram {rows} {columns}");
    }
    for (n, expected) in [(3, 2), (4, 1), (5, 3), (6, 1), (7, 2), (8, 3)] {
        assert_eq!(value(&queens(n, n)), expected, "queens {n}");
    }
    for (rows, columns, expected) in [(5, 5, 3), (6, 6, 0), (6, 7, 3)] {
        assert_eq!(value(&node_grid(rows, columns)), expected, "Node Kayles {rows} {columns}");
    }
    assert_eq!(value(&kings(6, 6)), 1);
    for (n, expected) in [(4, 6), (5, 6), (6, 13), (7, 20)] {
        assert_eq!(value(&chomp(n, n)), expected, "Chomp {n}");
    }
}
