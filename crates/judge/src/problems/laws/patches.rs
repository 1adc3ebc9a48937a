//! The game of the problem `p2594`: a player turns a connected set of coins; the last coin shows
//! tails.
//!
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
//!
//! A player of complete games: it stores the tails and computes their nim-sum bit by bit. O(cells)
//! per move.

use std::collections::HashSet;

use base::text;
use base::text::Text;
use structures::grid::Grid;
use theorems::OnlinePlayer;
use theorems::coins::{LineFlip, LineGame};

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

    /// Returns whether a move at the first of the given cells may turn these cells: no cell has a
    /// larger row or column, and the cells are connected. O(cells).
    fn allows(self, cells: &[u32]) -> bool {
        let (x, y) = self.place(cells[0]);
        // The loop removes from `rest` the cells that it reaches.
        let mut rest: HashSet<u32> = cells[1..].iter().copied().collect();
        let mut reached = vec![cells[0]];
        while let Some(cell) = reached.pop() {
            for next in self.grid.neighbours(cell) {
                let (row, column) = self.place(next);
                if row <= x && column <= y && rest.remove(&next) {
                    reached.push(next);
                }
            }
        }
        rest.is_empty()
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

/// A player on one board.
#[derive(Clone, Debug)]
pub struct PatchesPlayer {
    board: PatchesBoard,
    tails: Vec<bool>,
}

impl PatchesPlayer {
    /// Creates a player for a board with the given tails; a coin that is named twice shows heads
    /// again.
    ///
    /// # Errors
    /// Returns the first given tail that is not on the board.
    pub fn new(board: PatchesBoard, tails: &[Cell]) -> Result<PatchesPlayer, Text> {
        let mut player = PatchesPlayer {
            board,
            tails: vec![false; board.grid().cells()],
        };
        for &cell in tails {
            player.on_board(cell)?;
            player.tails[board.cell(cell) as usize] ^= true;
        }
        Ok(player)
    }

    /// Returns the cells whose coins show tails, in order.
    fn members(&self) -> impl Iterator<Item = u32> {
        (0..self.tails.len() as u32).filter(|&cell| self.tails[cell as usize])
    }

    fn on_board(&self, (row, column): Cell) -> Result<(), Text> {
        let (row, column) = (row.saturating_add(1), column.saturating_add(1));
        if self.board.grid().cell(row, column).is_some() {
            return Ok(());
        }
        Err(text!(
            "there is no cell in row {row}, column {column} of the board, counted from 1",
            "棋盘上没有第 {row} 行第 {column} 列（从 1 计）"
        ))
    }
}

impl OnlinePlayer for PatchesPlayer {
    /// The coins that the move turns, with the chosen tail first.
    type Move = Vec<Cell>;

    fn play(&mut self, made: &Vec<Cell>) -> Result<(), Text> {
        if made.is_empty() {
            return Err(text!(
                "a move must turn at least one coin",
                "每一步至少翻一枚硬币"
            ));
        }
        let mut cells = Vec::with_capacity(made.len());
        let mut seen = HashSet::new();
        for &cell in made {
            self.on_board(cell)?;
            let (number, (row, column)) = (self.board.cell(cell), (cell.0 + 1, cell.1 + 1));
            if !seen.insert(number) {
                return Err(text!(
                    "the coin in row {row}, column {column} is listed twice",
                    "第 {row} 行第 {column} 列的硬币重复出现"
                ));
            }
            cells.push(number);
        }
        if !self.tails[cells[0] as usize] {
            return Err(text!(
                "the first coin must show tails, but it shows heads",
                "第一枚硬币须为反面，实为正面"
            ));
        }
        if !self.board.allows(&cells) {
            return Err(text!(
                "the coins must be connected, and none can have a larger row or column than the first coin",
                "所翻的硬币须连通，且行列均不大于第一枚"
            ));
        }
        cells
            .into_iter()
            .for_each(|cell| self.tails[cell as usize] ^= true);
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Vec<Cell>> {
        let change = self.board.value(self.members());
        let found = change.contains(&true).then(|| {
            self.members()
                .find_map(|tail| self.board.patch(tail, &change))
        });
        found.flatten()
    }

    fn any_move(&mut self) -> Option<Vec<Cell>> {
        self.members()
            .next()
            .map(|tail| vec![self.board.place(tail)])
    }
}
