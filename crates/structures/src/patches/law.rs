//! The law, with rows and columns counted from 0. The value of a tail at (x, y) is 2^(x + y) if x
//! and y are positive. On the first row or column, connected sets are blocks of adjacent cells, and
//! the value of a tail is given by the game Ruler. In Ruler, the value is the largest power of two
//! that divides the tail's index in the row or column, counted from 1. A block on the first row or
//! column may have a higher bit than its last coin, so every tail of the first row and column is
//! tried. For a set whose last coin is outside the first row and column, the highest bit is that of
//! the last coin's value.
//!
//! Upper bound: all other coins of a set are nearer to the corner, and each of their values is
//! below 2^(x + y). Lower bound: from (x, y), with y ≥ x ≥ 1 (the board may be reflected) and y ≥
//! 2, every nim-sum below 2^(x + y) is left by some set. The set for a nim-sum is built from the
//! top bit down. The set always contains its spine: the column y and the cells (0, 2), …, (0, y).
//! For 1 ≤ i < x, the bit y + i is changed by adding (i + 1, y - 1), which is adjacent to the
//! column. The bit d, for 2 ≤ d ≤ y, is changed by adding (1, d - 1), which is adjacent to the row.
//! The bits 1 and 0 are changed last. If (1, 1) was added, (0, 1) is added to connect it; then
//! (1, 0) and (0, 0), which are adjacent to (1, 1) and (0, 1), change one bit each. If (1, 1) was
//! not added, change 0 needs no cell, change 2 needs (0, 1), and change 3 needs (0, 1) and (0, 0).
//! Change 1 is made by the three cells (0, 1), (0, 0) and (1, 0) together. For x = y = 1, the spine
//! is the cell (1, 1) itself.

use rules::ir::Int;
use theorems::coins::{LineFlip, LineGame};

use crate::bits::{flip, has};
use crate::grid::Grid;

/// A cell: row and column, counted from 0.
pub type Cell = (usize, usize);

/// A board with at least one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatchesBoard {
    grid: Grid,
}

/// A set of cells under construction, and the bits of its nim-sum that still have to change.
struct CellSetBuilder {
    cells: Vec<Cell>,
    left: Vec<bool>,
}

impl CellSetBuilder {
    fn take(&mut self, cell: Cell) {
        self.left[exponent(cell)] ^= true;
        self.cells.push(cell);
    }
}

/// Returns the binary logarithm of the value of a tail. O(1).
fn exponent((row, column): Cell) -> usize {
    match (row, column) {
        (0, place) | (place, 0) => (place + 1).trailing_zeros() as usize,
        (x, y) => x + y,
    }
}

impl PatchesBoard {
    /// The maximum number of cells.
    pub const MAX_CELLS: usize = 1 << 24;

    /// Creates a board.
    pub fn new(grid: Grid) -> PatchesBoard {
        PatchesBoard { grid }
    }

    /// Returns the grid of the board.
    pub fn grid(self) -> Grid {
        self.grid
    }

    /// Returns the row and the column of a cell, counted from 0.
    pub fn place(self, cell: u32) -> Cell {
        (
            cell as usize / self.grid.width(),
            cell as usize % self.grid.width(),
        )
    }

    /// Returns the number of a cell.
    pub fn cell(self, (row, column): Cell) -> u32 {
        (row * self.grid.width() + column) as u32
    }

    /// Returns the members of a set of cells, in order.
    pub fn members(self, set: &[Int]) -> impl Iterator<Item = u32> {
        (0..self.grid.cells() as u32).filter(move |&cell| has(set, cell))
    }

    /// Returns the number of bits of the maximum value: the value of a tail in the last cell, or of
    /// a tail in the same row.
    pub fn bits(self) -> usize {
        match (self.grid.height(), self.grid.width()) {
            (1, length) | (length, 1) => length.ilog2() as usize + 1,
            (rows, columns) => rows + columns - 1,
        }
    }

    /// Returns the nim-sum of the given tails, as bits, lowest bit first. O(tails).
    pub fn value(self, tails: impl IntoIterator<Item = u32>) -> Vec<bool> {
        let mut bits = vec![false; self.bits()];
        tails
            .into_iter()
            .for_each(|cell| bits[exponent(self.place(cell))] ^= true);
        bits
    }

    /// Returns a set whose last cell is `cell` and whose cells, as tails, have the nonzero nim-sum
    /// `change`; the list starts with the last cell. Returns `None` if no set has this nim-sum. For
    /// a cell outside the first row and column, the highest bit of `change` must be the bit of that
    /// cell's value. O(rows + columns).
    pub fn patch(self, cell: u32, change: &[bool]) -> Option<Vec<Cell>> {
        let (x, y) = self.place(cell);
        if x == 0 || y == 0 {
            return block((x, y), change);
        }
        if change.iter().rposition(|&set| set) != Some(x + y) {
            return None;
        }
        let over = x > y;
        let (x, y) = (x.min(y), x.max(y));
        let mut patch = CellSetBuilder {
            cells: Vec::new(),
            left: change.to_vec(),
        };
        if y == 1 {
            patch.take((1, 1));
        } else {
            (0..=x).rev().for_each(|row| patch.take((row, y)));
            (2..y).for_each(|column| patch.take((0, column)));
        }
        for bit in (2..x + y).rev() {
            if patch.left[bit] {
                patch.take(if bit > y {
                    (bit - y + 1, y - 1)
                } else {
                    (1, bit - 1)
                });
            }
        }
        if patch.cells.contains(&(1, 1)) {
            patch.take((0, 1));
            if patch.left[1] {
                patch.take((1, 0));
            }
            if patch.left[0] {
                patch.take((0, 0));
            }
        } else {
            let more: &[Cell] = match (patch.left[1], patch.left[0]) {
                (false, false) => &[],
                (true, false) => &[(0, 1)],
                (true, true) => &[(0, 1), (0, 0)],
                (false, true) => &[(0, 1), (0, 0), (1, 0)],
            };
            more.iter().for_each(|&cell| patch.take(cell));
        }
        Some(if over {
            patch
                .cells
                .iter()
                .map(|&(row, column)| (column, row))
                .collect()
        } else {
            patch.cells
        })
    }

    /// Returns whether a move at `from` may turn a set of cells: the set must contain `from`,
    /// contain no larger row or column, and be connected. O(cells).
    pub fn allows(self, set: &[Int], from: u32) -> bool {
        let (x, y) = self.place(from);
        if !has(set, from) {
            return false;
        }
        // The loop removes from `rest` the cells that it reaches.
        let mut rest = set.to_vec();
        flip(&mut rest, from);
        let mut reached = vec![from];
        while let Some(cell) = reached.pop() {
            for next in self.neighbours_up_to(cell, (x, y)) {
                if has(&rest, next) {
                    flip(&mut rest, next);
                    reached.push(next);
                }
            }
        }
        rest.iter().all(|&word| word == 0)
    }

    /// Returns the neighbours of a cell whose row and column do not exceed those of `last`.
    pub fn neighbours_up_to(self, cell: u32, last: Cell) -> impl Iterator<Item = u32> {
        self.grid.neighbours(cell).filter(move |&next| {
            let (row, column) = self.place(next);
            row <= last.0 && column <= last.1
        })
    }
}

/// Returns the block of adjacent cells on the first row or column that ends in a given cell and has
/// a given nim-sum; the given cell comes first.
fn block((x, y): Cell, change: &[bool]) -> Option<Vec<Cell>> {
    if change.iter().skip(64).any(|&set| set) {
        return None;
    }
    let sum = change
        .iter()
        .take(64)
        .enumerate()
        .fold(0, |sum, (bit, &set)| sum | u64::from(set) << bit);
    let LineFlip::Block(first, last) = LineGame::Ruler.flips((x + y + 1) as u64, sum).next()?
    else {
        return None;
    };
    Some(
        (first..=last)
            .rev()
            .map(|place| {
                if x == 0 {
                    (0, place as usize - 1)
                } else {
                    (place as usize - 1, 0)
                }
            })
            .collect(),
    )
}
