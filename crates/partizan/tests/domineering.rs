//! Values of Domineering by parts, as a test of all operations together. Left places vertical
//! dominoes, and Right places horizontal dominoes.

use std::collections::HashMap;

use base::budget::Budget;
use partizan::{Id, Store};

/// A board of at most 8 × 8 cells: one bit for each free cell, in rows of eight.
type Board = u64;

const NOT_LAST_COLUMN: Board = 0x7f7f_7f7f_7f7f_7f7f;

pub fn rectangle(rows: u32, columns: u32) -> Board {
    (0..rows).fold(0, |board, row| board | ((1 << columns) - 1) << (8 * row))
}

fn transposed(mut board: Board) -> Board {
    for (mask, shift) in [
        (0x00AA_00AA_00AA_00AA, 7),
        (0x0000_CCCC_0000_CCCC, 14),
        (0x0000_0000_F0F0_F0F0, 28),
    ] {
        let swapped = (board ^ (board >> shift)) & mask;
        board ^= swapped ^ (swapped << shift);
    }
    board
}

fn moved_to_corner(board: Board) -> Board {
    let board = board >> (board.trailing_zeros() & !7);
    let columns = (0..8).fold(0, |columns, row| columns | board >> (8 * row)) & 0xff;
    board >> columns.trailing_zeros()
}

fn with_rows_reversed(board: Board) -> Board {
    board.reverse_bits().swap_bytes()
}

/// Returns the representative of a board among its symmetric images, and whether the value of the
/// board is the negative of its value.
fn representative(board: Board) -> (Board, bool) {
    let flipped = board.swap_bytes();
    let images = [
        board,
        with_rows_reversed(board),
        flipped,
        with_rows_reversed(flipped),
    ];
    let images = images.map(moved_to_corner);
    let same = images.map(|image| (image, false));
    let turned = images.map(|image| (transposed(image), true));
    same.into_iter().chain(turned).min().unwrap()
}

/// Splits a board into connected parts of at least two cells.
fn parts(mut rest: Board) -> Vec<Board> {
    let mut parts = Vec::new();
    while rest != 0 {
        let mut part = rest & rest.wrapping_neg();
        loop {
            let right = (part & NOT_LAST_COLUMN) << 1;
            let left = (part >> 1) & NOT_LAST_COLUMN;
            let grown = (part | part << 8 | part >> 8 | right | left) & rest;
            if grown == part {
                break;
            }
            part = grown;
        }
        rest &= !part;
        if part.count_ones() > 1 {
            parts.push(part);
        }
    }
    parts
}

fn options(board: Board, mut starts: Board, shape: Board) -> Vec<Board> {
    let mut options = Vec::new();
    while starts != 0 {
        options.push(board & !(shape << starts.trailing_zeros()));
        starts &= starts - 1;
    }
    options
}

#[derive(Default)]
pub struct Domineering {
    pub store: Store,
    pub values: HashMap<Board, Id, rustc_hash::FxBuildHasher>,
}

impl Domineering {
    pub fn value(&mut self, board: Board, budget: &Budget<'_>) -> Id {
        let mut sum = Store::ZERO;
        for part in parts(board) {
            let value = self.part_value(part, budget);
            sum = self.store.sum(sum, value, budget).unwrap();
        }
        sum
    }

    fn part_value(&mut self, part: Board, budget: &Budget<'_>) -> Id {
        let (board, is_negative) = representative(part);
        let value = match self.values.get(&board) {
            Some(&value) => value,
            None => {
                let left = options(board, board & board >> 8, 1 | 1 << 8);
                let right = options(board, board & board >> 1 & NOT_LAST_COLUMN, 3);
                let left: Vec<Id> = left.iter().map(|&b| self.value(b, budget)).collect();
                let right: Vec<Id> = right.iter().map(|&b| self.value(b, budget)).collect();
                let value = self.store.game(&left, &right, budget).unwrap();
                self.values.insert(board, value);
                value
            }
        };
        if is_negative {
            self.store.negative(value, budget).unwrap()
        } else {
            value
        }
    }

    fn name(&mut self, rows: u32, columns: u32) -> String {
        let budget = Budget::generous();
        let value = self.value(rectangle(rows, columns), &budget);
        self.store.name(value, &budget).unwrap()
    }
}

#[test]
fn small_boards() {
    let mut game = Domineering::default();
    let table = [
        (2, 1, "1"),
        (1, 2, "-1"),
        (2, 2, "+-1"),
        (2, 3, "{2|-1/2}"),
        (3, 3, "+-1"),
        (4, 2, "tiny(2)"),
        (4, 4, "+-(0,{{2|0},{2||2|0}|miny(2),{2|0}})"),
        (4, 5, "1"),
        (5, 4, "-1"),
        (5, 5, "0"),
    ];
    for (rows, columns, name) in table {
        assert_eq!(game.name(rows, columns), name, "{rows} × {columns}");
    }
}

/// Returns the CPU time of this thread in seconds. It is available on Linux only.
fn cpu_seconds() -> f64 {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = statistics.split(' ').next().and_then(|n| n.parse().ok());
    nanoseconds.map_or(f64::NAN, |n: f64| n / 1e9)
}

/// Prints the CPU time and the size of large boards: the minimum of five runs on the small boards.
/// The variable `GRUNDY_BOARD` selects one board (`5x6`), for measurements of the process. Use
/// `cargo test -p grundy-partizan --release -- --ignored --nocapture domineering_speed`.
#[test]
#[ignore = "a measurement"]
fn domineering_speed() {
    let budget = Budget::generous();
    let chosen = std::env::var("GRUNDY_BOARD").ok();
    for (rows, columns) in [(4, 4), (4, 5), (5, 5), (4, 6), (4, 7), (5, 6), (6, 6)] {
        match &chosen {
            Some(board) if *board != format!("{rows}x{columns}") => continue,
            None if rows * columns > 30 => continue,
            _ => {}
        }
        let runs = if rows * columns > 25 || chosen.is_some() {
            1
        } else {
            5
        };
        let mut least = f64::INFINITY;
        let mut last = None;
        for _ in 0..runs {
            let start = cpu_seconds();
            let mut game = Domineering::default();
            let value = game.value(rectangle(rows, columns), &budget);
            least = least.min(cpu_seconds() - start);
            last = Some((game, value));
        }
        let Some((mut game, value)) = last else {
            continue;
        };
        let graph = game.store.thermograph(value, &budget).unwrap();
        let name = game.store.name_within(value, 60, &budget).unwrap();
        println!(
            "{rows} × {columns}: {least:.4} s, {} parts, {:?}, mean {}, temperature {}, {name:?}",
            game.values.len(),
            game.store.statistics(),
            graph.mean(),
            graph.temperature(),
        );
    }
}
