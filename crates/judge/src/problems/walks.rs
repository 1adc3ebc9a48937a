//! A piece that walks over the cells of a board and never returns to a cell: undirected vertex
//! geography, decided by matchings. A maximum matching of a board without walls is a domino tiling,
//! which needs no search.

use std::fmt::Write;
use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use fastrand::Rng;
use structures::geography::{self, Matching, UndirectedGraph};
use structures::grid::Grid;
use theorems::OnlinePlayer;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::write_either;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "p4055",
        aliases: &["jsoi2009_game"],
        title: ("A walk on a board with walls", "游戏（带障碍棋盘）"),
        source: "Luogu P4055; JSOI 2009",
        method: "geography: the start cells that some maximum matching does not cover",
        sample: include_str!("../../samples/p4055.txt"),
        solve: solve_board,
        brute: brute_board,
        make: make_board,
        small: 4,
    },
    Problem {
        name: "p4136",
        aliases: &[],
        title: ("A walk from the corner", "谁能赢呢？"),
        source: "Luogu P4136",
        method: "geography: dominoes cover an even board, and an odd board except for a corner",
        sample: include_str!("../../samples/p4136.txt"),
        solve: |input, out| corners(input, out, |n, _| Ok(n % 2 == 0)),
        brute: |input, out| {
            corners(input, out, |n, budget| {
                let grid = Grid::new(n as usize, n as usize);
                wins(grid, &mut vec![true; grid.cells()], 0, budget)
            })
        },
        make: make_corners,
        small: 5,
    },
];

/// The maximum number of rows or columns.
const MAX_SIDE: usize = 2000;

/// Reads rows of `.` and `#`: the board, and whether each cell is free.
pub fn read_board(input: &mut InputReader<'_>) -> Result<(Grid, Vec<bool>), JudgeError> {
    let rows = input.number(text!("the number of rows", "行数"), 1..=MAX_SIDE)?;
    let columns = input.number(text!("the number of columns", "列数"), 1..=MAX_SIDE)?;
    let grid = Grid::new(rows, columns);
    let signs = read_signs(input, grid, &['.', '#'])?;
    Ok((grid, signs.into_iter().map(|sign| sign == '.').collect()))
}

/// Reads the rows of a board, which consist of the given characters.
pub fn read_signs(
    input: &mut InputReader<'_>,
    grid: Grid,
    known: &[char],
) -> Result<Vec<char>, JudgeError> {
    let budget = input.budget;
    let columns = grid.width();
    let expected = known
        .iter()
        .map(|sign| format!("`{sign}`"))
        .collect::<Vec<_>>()
        .join(", ");
    let mut signs = Vec::new();
    for _ in 0..grid.height() {
        budget.steps(columns)?;
        budget.make_room(&mut signs, columns, 0)?;
        let row = input.checked(
            text!("a row of {columns} cells", "{columns} 格的一行"),
            |row| {
                if let Some(sign) = row.chars().find(|sign| !known.contains(sign)) {
                    return Err(text!(
                        "unknown cell `{sign}`: expected one of {expected}",
                        "未知的格子 `{sign}`：应为 {expected} 之一"
                    ));
                }
                match row.len() {
                    found if found != columns => Err(text!(
                        "expected a row of {columns} cells, found {found}",
                        "此处应为 {columns} 格的一行，实有 {found} 格"
                    )),
                    _ => Ok(()),
                }
            },
        )?;
        signs.extend(row.chars());
    }
    Ok(signs)
}

/// Returns whether the player who moves from a cell wins, by trying all walks. The unvisited cells
/// are marked in `free`.
fn wins(
    grid: Grid,
    free: &mut Vec<bool>,
    cell: u32,
    budget: &Budget<'_>,
) -> Result<bool, JudgeError> {
    budget.tick()?;
    free[cell as usize] = false;
    let mut found = false;
    for next in grid.neighbours(cell) {
        if !found && free[next as usize] {
            found = !wins(grid, free, next, budget)?;
        }
    }
    free[cell as usize] = true;
    Ok(found)
}

fn write_answer(out: &mut String, grid: Grid, starts: impl Iterator<Item = u32>) {
    let before = out.len();
    for (row, column) in starts.map(|cell| grid.place(cell)) {
        let _ = writeln!(out, "{row} {column}");
    }
    match out.len() == before {
        true => out.push_str("LOSE\n"),
        false => out.insert_str(before, "WIN\n"),
    }
}

fn solve_board(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let budget = input.budget;
    let (grid, free) = read_board(input)?;
    input.end()?;
    let free = |cell: u32| free[cell as usize];
    let graph = UndirectedGraph::new(grid.cells(), &grid.pairs(free), budget)?;
    let mut matching = Matching::maximum(Arc::new(graph), |cell| !free(cell), budget)?;
    let starts = geography::wins(&mut matching, budget)?;
    write_answer(
        out,
        grid,
        (0..grid.cells() as u32).filter(|&cell| starts[cell as usize] == Some(false)),
    );
    Ok(())
}

fn brute_board(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let (grid, mut free) = read_board(input)?;
    input.end()?;
    let mut starts = Vec::new();
    for cell in 0..grid.cells() as u32 {
        if free[cell as usize] && !wins(grid, &mut free, cell, input.budget)? {
            starts.push(cell);
        }
    }
    write_answer(out, grid, starts.into_iter());
    Ok(())
}

fn make_board(rng: &mut Rng, size: u64) -> String {
    let most = size.min(300) as usize;
    let (rows, columns, walls) = (rng.usize(1..=most), rng.usize(1..=most), rng.u32(0..=5));
    let mut text = format!("{rows} {columns}\n");
    for _ in 0..rows {
        text.extend((0..columns).map(|_| if rng.u32(0..10) < walls { '#' } else { '.' }));
        text.push('\n');
    }
    text
}

fn corners(
    input: &mut InputReader<'_>,
    out: &mut String,
    wins: fn(u64, &Budget<'_>) -> Result<bool, JudgeError>,
) -> Result<(), JudgeError> {
    let budget = input.budget;
    loop {
        budget.tick()?;
        let side = text!(
            "the side of the board (0 at the end)",
            "棋盘边长，或表示结束的 0"
        );
        let Some(n) = input.number_or_end(side, u64::MAX)? else {
            return Ok(());
        };
        write_either(out, wins(n, budget)?, "Alice", "Bob");
    }
}

fn make_corners(rng: &mut Rng, size: u64) -> String {
    let count = rng.u32(0..=3);
    (0..count)
        .map(|_| format!("{}\n", rng.u64(1..=size)))
        .chain(["0\n".to_owned()])
        .collect()
}

/// A player of walks; a move is the row and the column of a cell, counted from 1.
pub struct Player {
    grid: Grid,
    player: geography::GeographyPlayer,
}

impl Player {
    /// Creates a player on the free cells of a board. If no start is given, the first move chooses
    /// the start.
    ///
    /// # Errors
    /// Returns an error if the budget does not allow the time or memory.
    pub fn new(
        grid: Grid,
        free: impl Fn(u32) -> bool,
        start: Option<u32>,
        budget: &Budget<'_>,
    ) -> Result<Player, JudgeError> {
        let graph = UndirectedGraph::new(grid.cells(), &grid.pairs(&free), budget)?;
        Ok(Player {
            grid,
            player: geography::GeographyPlayer::new(
                Arc::new(graph),
                |cell| !free(cell),
                start,
                budget,
            )?,
        })
    }
}

impl OnlinePlayer for Player {
    type Move = (usize, usize);

    fn prepare(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        self.player.prepare(budget)
    }

    fn play(&mut self, &(row, column): &(usize, usize)) -> Result<(), Text> {
        let (rows, columns) = (self.grid.height(), self.grid.width());
        let cell = self.grid.cell(row, column).ok_or_else(|| {
            text!(
                "row {row}, column {column} is outside the board: rows are 1 to {rows}, columns 1 to {columns}",
                "第 {row} 行第 {column} 列不在棋盘上：行为 1 到 {rows}，列为 1 到 {columns}"
            )
        })?;
        self.player.play(&cell).map_err(|_| {
            text!(
                "no move leads to row {row}, column {column} from here",
                "由此不能走到第 {row} 行第 {column} 列"
            )
        })
    }

    fn winning_move(&mut self) -> Option<(usize, usize)> {
        self.player.winning_move().map(|cell| self.grid.place(cell))
    }

    fn any_move(&mut self) -> Option<(usize, usize)> {
        self.player.any_move().map(|cell| self.grid.place(cell))
    }
}

#[cfg(test)]
mod tests {
    use theorems::referee;

    use super::*;

    type State = (Grid, Vec<bool>, Option<u32>);

    #[test]
    fn a_thousand_walks_are_won() {
        let start = |rng: &mut Rng| -> State {
            let grid = Grid::new(rng.usize(1..=4), rng.usize(1..=4));
            let free: Vec<bool> = (0..grid.cells()).map(|_| rng.u32(..4) > 0).collect();
            (grid, free, None)
        };
        let targets = |(grid, free, at): &State| -> Vec<u32> {
            let cells: Vec<u32> = at.map_or_else(
                || (0..grid.cells() as u32).collect(),
                |cell| grid.neighbours(cell).collect(),
            );
            cells
                .into_iter()
                .filter(|&cell| free[cell as usize])
                .collect()
        };
        let player = |(grid, free, at): &State| {
            Player::new(*grid, |cell| free[cell as usize], *at, &Budget::generous()).unwrap()
        };
        let random = |state: &State, rng: &mut Rng| {
            rng.choice(targets(state)).map(|cell| state.0.place(cell))
        };
        let after = |state: &State, &(row, column): &(usize, usize)| {
            let cell = state.0.cell(row, column)?;
            targets(state).contains(&cell).then(|| {
                let (grid, mut free, at) = state.clone();
                at.into_iter().for_each(|cell| free[cell as usize] = false);
                (grid, free, Some(cell))
            })
        };
        referee::check_player(false, start, player, random, after);
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let mut player = Player::new(
            Grid::new(2, 2),
            |cell| cell != 3,
            Some(0),
            &Budget::generous(),
        )
        .unwrap();
        for (row, column) in [(0, 1), (3, 1), (1, 3), (2, 2), (1, 1)] {
            assert!(player.play(&(row, column)).is_err(), "{row} {column}");
        }
        player.play(&(1, 2)).unwrap();
        assert_eq!(player.any_move(), None);
    }
}
