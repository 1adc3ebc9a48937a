//! Boards with large levels: pools and pipes. The seed (Cao) describes the idea; the seed's
//! drawings are lost. A board has about √n rows and √n columns of pools of √n by √n cells. Through
//! a network of pipes, A reaches all pools of the upper half at the same time; another network
//! leads away from the pools. So one level contains a diagonal of each of n pools, which is n^1.5
//! cells in total. The lower half of the board is the mirror image of the upper half and serves B.
//! The layout of the generated boards is our own.
//!
//! A main pipe goes down from A in the middle of the board. Rows of pipes branch off the main pipe
//! to the left and to the right, and tiles hang under each row. A tile is a pipe with bumps and one
//! pool. A tile ends on a pipe below it. The pipe below a tile leads outwards to a drain at the
//! edge, which goes down to the middle row. Let H be the height of a row, and W the width of a
//! tile. Pool number c of row r is r·H + c·W further from A than the first pool. Pool number c of
//! row r is closer to the end of the drain than the first pool, by r·H + c·W. So the bumps of every
//! tile have the same total delay K: K - r·H - c·W before the pool, and the rest of K after the
//! pool. All paths from A to the middle row have equal length, and all pools are reached at once. A
//! bump of height h - 1 delays by 2(h - 1) on 4 columns. A tile has as many bumps before its pool
//! as the delay before the pool needs. The heights of the bumps on one side of the pool also
//! compensate for the 4 columns of each bump on the other side.

use super::board::BoiBoard;

/// The dimensions of a board of pools and pipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolBoardLayout {
    /// The number of rows and of columns of the board.
    pub n: usize,
    /// The number of rows, and of columns, of a pool.
    pub side: usize,
    /// The rows of pools in each half.
    pub rows: usize,
    /// The columns of pools on each side of the middle.
    pub columns: usize,
    /// The number of bumps of a tile.
    bumps: usize,
    /// The width of a tile.
    width: usize,
}

impl PoolBoardLayout {
    /// Returns the layout of an n × n board with the largest level; `None` if no pool fits (n <
    /// 25).
    pub fn largest(n: usize) -> Option<PoolBoardLayout> {
        let mut best: Option<PoolBoardLayout> = None;
        for side in 2..n {
            for rows in 1..=n / 2 / PoolBoardLayout::height(side) {
                for columns in 1..=n {
                    let Some(layout) = PoolBoardLayout::new(n, side, rows, columns) else {
                        break;
                    };
                    if best.is_none_or(|best| best.level() < layout.level()) {
                        best = Some(layout);
                    }
                }
            }
        }
        best
    }

    /// Returns the layout with the given dimensions, or `None` if it does not fit on the board.
    pub fn new(n: usize, side: usize, rows: usize, columns: usize) -> Option<PoolBoardLayout> {
        if side < 2
            || rows == 0
            || columns == 0
            || 2 * (rows * PoolBoardLayout::height(side)) + 1 > n
        {
            return None;
        }
        // More bumps make tiles wider, which requires more bumps.
        for bumps in 0..=n / 4 {
            let width = (4 * bumps + side + 7).next_multiple_of(2);
            if 2 * (columns * width + 2) + 1 > n {
                return None;
            }
            let layout = PoolBoardLayout {
                n,
                side,
                rows,
                columns,
                bumps,
                width,
            };
            if (0..rows).all(|row| (0..columns).all(|column| layout.delays(row, column).is_some()))
            {
                return Some(layout);
            }
        }
        None
    }

    /// Returns the number of pools in each half.
    pub fn pools(&self) -> usize {
        2 * self.rows * self.columns
    }

    /// Returns the number of cells on the diagonals of all pools of one half, which form a level.
    pub fn level(&self) -> usize {
        self.pools() * self.side
    }

    /// Returns the height of a row: pipe, wall, pool, wall, drain, wall; even.
    fn height(side: usize) -> usize {
        (side + 5).next_multiple_of(2)
    }

    /// Returns the delay of the highest bump.
    fn delay(&self) -> usize {
        2 * (self.side - 1)
    }

    /// Returns the number of bumps of a tile before its pool, and the delays of the bumps before
    /// and after the pool. Returns `None` if a tile has too few bumps for the delays.
    fn delays(&self, row: usize, column: usize) -> Option<(usize, usize, usize)> {
        let behind = row * PoolBoardLayout::height(self.side) + column * self.width;
        let before = (self.rows - 1 - row) * PoolBoardLayout::height(self.side)
            + (self.columns - 1 - column) * self.width;
        let first = (before + 4 * self.bumps).div_ceil(self.delay() + 4);
        let rest = self.bumps.checked_sub(first)?;
        (rest * (self.delay() + 4) >= behind + 4 * self.bumps).then_some((
            first,
            before + 4 * rest,
            behind + 4 * first,
        ))
    }

    /// Returns the board as text, one line per row.
    pub fn text(&self) -> String {
        let mut half = BoardQuarter {
            layout: *self,
            white: vec![
                vec![false; self.columns * self.width + 3];
                self.rows * PoolBoardLayout::height(self.side) + 1
            ],
        };
        half.dig();
        let (reach, depth) = (half.white[0].len() - 1, half.white.len() - 1);
        let mut rows = vec![vec![b'#'; self.n]; self.n];
        for (y, row) in rows.iter_mut().enumerate().take(2 * depth + 1) {
            for (x, cell) in row.iter_mut().enumerate().take(2 * reach + 1) {
                if half.white[y.min(2 * depth - y)][x.abs_diff(reach)] {
                    *cell = b'.';
                }
            }
        }
        rows[0][reach] = b'A';
        rows[2 * depth][reach] = b'B';
        let lines = rows
            .into_iter()
            .map(|row| String::from_utf8_lossy(&row).into_owned() + "\n");
        lines.collect()
    }

    /// Returns the board.
    pub fn board(&self) -> BoiBoard {
        BoiBoard::read(&self.text()).expect("the layout is a board")
    }
}

/// In the upper right quarter, column 0 is the middle column, and the last row is the middle row.
struct BoardQuarter {
    layout: PoolBoardLayout,
    white: Vec<Vec<bool>>,
}

impl BoardQuarter {
    fn across(&mut self, y: usize, from: usize, to: usize) {
        self.white[y][from..=to].fill(true);
    }

    fn down(&mut self, x: usize, from: usize, to: usize) {
        self.white[from..=to]
            .iter_mut()
            .for_each(|row| row[x] = true);
    }

    fn dig(&mut self) {
        let PoolBoardLayout {
            rows,
            columns,
            width,
            side,
            ..
        } = self.layout;
        let (height, last) = (PoolBoardLayout::height(side), self.white[0].len() - 1);
        self.down(0, 0, (rows - 1) * height);
        self.down(last, side + 3, rows * height);
        for row in 0..rows {
            let top = row * height;
            self.across(top, 0, 2 + (columns - 1) * width);
            let first_exit = (0..columns)
                .map(|column| self.tile(row, column))
                .min()
                .unwrap_or(last);
            self.across(top + side + 3, first_exit, last);
        }
    }

    /// Digs a tile; returns the column of its exit.
    fn tile(&mut self, row: usize, column: usize) -> usize {
        let PoolBoardLayout {
            side, width, bumps, ..
        } = self.layout;
        let (top, mut x) = (row * PoolBoardLayout::height(side), 2 + column * width);
        let base = top + side + 1;
        let (first, mut before, mut behind) =
            self.layout.delays(row, column).expect("the layout fits");
        self.down(x, top, base);
        self.across(base, x, x + 1);
        x += 2;
        for _ in 0..first {
            x = self.bump(x, base, &mut before);
        }
        (top + 2..=base).for_each(|y| self.across(y, x, x + side - 1));
        self.across(top + 2, x + side, x + side + 1);
        self.down(x + side + 1, top + 2, base);
        self.across(base, x + side + 1, x + side + 2);
        x += side + 3;
        for _ in first..bumps {
            x = self.bump(x, base, &mut behind);
        }
        self.down(x, base, base + 2);
        x
    }

    /// Digs a bump that uses as much of the delay `left` as possible; returns the column after the
    /// bump.
    fn bump(&mut self, x: usize, base: usize, left: &mut usize) -> usize {
        let delay = (*left).min(self.layout.delay());
        *left -= delay;
        self.across(base, x, x + 3);
        if delay > 0 {
            let high = base - delay / 2;
            self.white[base][x + 1] = false;
            self.down(x, high, base);
            self.down(x + 2, high, base);
            self.across(high, x, x + 2);
        }
        x + 4
    }
}

#[cfg(test)]
mod tests {
    use super::super::race::RaceBoard;
    use super::*;

    #[test]
    fn every_pool_is_reached_at_once_and_no_cell_lies_aside() {
        let mut layouts = 0;
        for n in [20, 26, 27, 40, 63, 90, 120, 171] {
            let Some(layout) = PoolBoardLayout::largest(n) else {
                continue;
            };
            layouts += 1;
            let race = RaceBoard::new(layout.board()).unwrap();
            let mut sizes = vec![0; race.length() as usize + 1];
            for cell in (0..race.board().cells() as u32).filter(|&cell| race.board().is_white(cell))
            {
                assert_eq!(
                    race.distance_to_target(0, cell) + race.distance_to_target(1, cell),
                    race.length(),
                    "{layout:?}: {}",
                    race.board().name(cell)
                );
                sizes[race.distance_to_target(0, cell) as usize] += 1;
            }
            assert_eq!(race.board().width(), n);
            assert!(*sizes.iter().max().unwrap() >= layout.level(), "{layout:?}");
            let mirrored: Vec<usize> = sizes.iter().rev().copied().collect();
            assert_eq!(sizes, mirrored);
        }
        assert_eq!(layouts, 7);
        // A level may have more cells than the board has rows.
        assert!(PoolBoardLayout::largest(300).unwrap().level() > 500);
        assert!(
            PoolBoardLayout::new(300, 43, 3, 3).is_none()
                && PoolBoardLayout::new(300, 1, 1, 1).is_none()
        );
    }
}
