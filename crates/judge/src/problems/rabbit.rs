//! Rabbit and egg: pieces slide into the empty cell; the answer lists the moves of a lost game that
//! were mistakes.

use std::fmt::Write;

use base::budget::Budget;
use base::text;
use fastrand::Rng;
use structures::grid::Grid;
use theorems::OnlinePlayer;
use theory::reference::ReferenceSearch;

use super::walks::{self, read_signs};
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::write_row;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "p1971",
    aliases: &["noi2011_rabbit"],
    title: ("Rabbit and egg", "兔兔与蛋蛋游戏"),
    source: "Luogu P1971; NOI 2011",
    method: "geography of the empty cell, one search per move",
    sample: include_str!("../../samples/p1971.txt"),
    solve,
    brute,
    make,
    small: 4,
}];

/// The maximum number of rows or columns.
const MAX_SIDE: usize = 1000;

/// The characters of a board, row by row, and the empty cell.
#[derive(Clone, PartialEq, Eq, Hash)]
struct RabbitBoard {
    signs: Vec<char>,
    empty: u32,
}

fn read_board(input: &mut InputReader<'_>) -> Result<(Grid, RabbitBoard), JudgeError> {
    let rows = input.number(text!("the number of rows", "行数"), 1..=MAX_SIDE)?;
    let columns = input.number(text!("the number of columns", "列数"), 1..=MAX_SIDE)?;
    let grid = Grid::new(rows, columns);
    let signs = read_signs(input, grid, &['O', 'X', '.'])?;
    let mut empty = (0..)
        .zip(&signs)
        .filter(|(_, sign)| **sign == '.')
        .map(|(cell, _)| cell);
    match (empty.next(), empty.next()) {
        (Some(empty), None) => Ok((grid, RabbitBoard { signs, empty })),
        (None, _) => input.refuse(text!(
            "there is no empty cell `.` on this board",
            "棋盘上没有空格 `.`"
        )),
        _ => input.refuse(text!(
            "there is more than one empty cell on this board",
            "棋盘上不止一个空格"
        )),
    }
}

/// Reads the cells whose pieces slide, in alternating moves of rabbit and egg. At the end, the
/// rabbit must have no move.
fn read_moves(
    input: &mut InputReader<'_>,
    grid: Grid,
    mut board: RabbitBoard,
) -> Result<Vec<u32>, JudgeError> {
    let budget = input.budget;
    let rounds = input.number(
        text!("the number of rounds", "回合数"),
        0..=MAX_SIDE * MAX_SIDE,
    )?;
    let mut moves = Vec::new();
    for turn in 0..2 * rounds {
        budget.tick()?;
        budget.make_room(&mut moves, 1, 0)?;
        let row = input.number(text!("a row number", "行号"), 1..=grid.height())?;
        let column = input.number(text!("a column number", "列号"), 1..=grid.width())?;
        let cell = grid
            .cell(row, column)
            .filter(|cell| options(grid, &board, turn % 2 == 0).any(|option| option == *cell));
        let cell = cell.ok_or_else(|| {
            let sign = if turn % 2 == 0 { 'O' } else { 'X' };
            input.wrong(text!(
                "no `{sign}` can slide from row {row}, column {column}",
                "第 {row} 行第 {column} 列没有可移动的 `{sign}`"
            ))
        })?;
        board.slide(cell);
        moves.push(cell);
    }
    if options(grid, &board, true).next().is_some() {
        return input.refuse(text!(
            "the egg has not won yet: the rabbit can move",
            "蛋蛋尚未获胜：兔兔仍有着可走"
        ));
    }
    Ok(moves)
}

/// Returns the cells from which the player to move can slide a piece.
fn options(grid: Grid, board: &RabbitBoard, rabbit: bool) -> impl Iterator<Item = u32> {
    let own = if rabbit { 'O' } else { 'X' };
    grid.neighbours(board.empty)
        .filter(move |&cell| board.signs[cell as usize] == own)
}

impl RabbitBoard {
    /// Moves the piece of a cell into the empty cell.
    fn slide(&mut self, cell: u32) {
        self.signs.swap(cell as usize, self.empty as usize);
        self.empty = cell;
    }

    fn after(&self, cell: u32) -> RabbitBoard {
        let mut board = self.clone();
        board.slide(cell);
        board
    }
}

/// Returns whether a cell is empty or may ever become empty: whether the piece on the cell belongs
/// to the player who would then be to move. `white` returns whether a cell has one of the rabbit's
/// pieces; the rabbit is to move.
///
/// The empty cell moves over the board, and never returns to a cell. In a chess colouring, the
/// colour of the empty cell alternates with the player to move. So after a move fills a cell, only
/// the opponent of the mover could make this cell empty again. But the piece in the filled cell
/// belongs to the mover. So the empty cell moves like the token of undirected vertex geography
/// ([`structures::geography`]) on the cells that may be entered, and a matching gives the outcome.
fn may_be_entered(grid: Grid, empty: u32, white: impl Fn(u32) -> bool) -> impl Fn(u32) -> bool {
    move |cell| cell == empty || (grid.is_black(cell) != grid.is_black(empty)) == white(cell)
}

fn player_on(
    grid: Grid,
    board: &RabbitBoard,
    budget: &Budget<'_>,
) -> Result<walks::Player, JudgeError> {
    let free = may_be_entered(grid, board.empty, |cell| board.signs[cell as usize] == 'O');
    walks::Player::new(grid, free, Some(board.empty), budget)
}

/// Creates a player for a board; the rabbit is to move.
pub fn player(input: &mut InputReader<'_>) -> Result<walks::Player, JudgeError> {
    let (grid, board) = read_board(input)?;
    player_on(grid, &board, input.budget)
}

fn write_answer(out: &mut String, mistakes: &[usize]) {
    write_row(out, [mistakes.len()]);
    for round in mistakes {
        let _ = writeln!(out, "{round}");
    }
}

fn solve(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let budget = input.budget;
    let (grid, board) = read_board(input)?;
    let moves = read_moves(input, grid, board.clone())?;
    input.end()?;
    let mut player = player_on(grid, &board, budget)?;
    let mut mistakes = Vec::new();
    for (turn, &cell) in moves.iter().enumerate() {
        let won = player.winning_move().is_some();
        player
            .play(&grid.place(cell))
            .map_err(grundy::SolveError::Bug)?;
        player.prepare(budget)?;
        if turn % 2 == 0 && won && player.winning_move().is_some() {
            mistakes.push(turn / 2 + 1);
        }
    }
    write_answer(out, &mistakes);
    Ok(())
}

/// The reference implementation, which searches all continuations on the boards themselves.
fn brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let (grid, mut board) = read_board(input)?;
    let moves = read_moves(input, grid, board.clone())?;
    input.end()?;
    let all = |(board, rabbit): &(RabbitBoard, bool)| {
        options(grid, board, *rabbit)
            .map(|cell| (board.after(cell), !rabbit))
            .collect::<Vec<_>>()
    };
    let mut search = ReferenceSearch::normal(all, input.budget);
    let mut mistakes = Vec::new();
    for (turn, &cell) in moves.iter().enumerate() {
        let rabbit = turn % 2 == 0;
        let won = search.mover_wins(&(board.clone(), rabbit))?;
        board.slide(cell);
        if rabbit && won && search.mover_wins(&(board.clone(), false))? {
            mistakes.push(turn / 2 + 1);
        }
    }
    write_answer(out, &mistakes);
    Ok(())
}

/// Generates games by random moves until a game is lost for the rabbit.
fn make(rng: &mut Rng, size: u64) -> String {
    let most = size.min(40) as usize;
    loop {
        let grid = Grid::new(rng.usize(1..=most), rng.usize(1..=most));
        let mut signs: Vec<char> = (0..grid.cells())
            .map(|_| if rng.bool() { 'O' } else { 'X' })
            .collect();
        let empty = rng.u32(0..grid.cells() as u32);
        signs[empty as usize] = '.';
        let start = RabbitBoard { signs, empty };
        let (mut board, mut moves) = (start.clone(), Vec::new());
        while let Some(cell) =
            rng.choice(options(grid, &board, moves.len() % 2 == 0).collect::<Vec<_>>())
        {
            board.slide(cell);
            moves.push(cell);
        }
        if moves.len() % 2 == 1 {
            continue;
        }
        let mut text = format!("{} {}\n", grid.height(), grid.width());
        grid.rows(|cell| start.signs[cell as usize])
            .for_each(|line| text += &(line + "\n"));
        let _ = writeln!(text, "{}", moves.len() / 2);
        for (row, column) in moves.into_iter().map(|cell| grid.place(cell)) {
            let _ = writeln!(text, "{row} {column}");
        }
        return text;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The other samples of the problem; in the second sample no move was a mistake.
    #[test]
    fn two_games_more() {
        for (input, output) in [
            ("1 6\nXO.OXO\n1\n1 2\n1 1\n", "1\n1\n"),
            (
                "3 3\nXOX\nO.O\nXOX\n4\n2 3\n1 3\n1 2\n1 1\n2 1\n3 1\n3 2\n3 3\n",
                "0\n",
            ),
        ] {
            assert_eq!(
                PROBLEMS[0].answer(input, &Budget::generous()).unwrap(),
                output
            );
        }
    }

    #[test]
    fn what_is_no_record_is_refused_with_its_place() {
        for (input, line, part) in [
            ("1 3\nXOO\n0\n", 2, "no empty cell"),
            ("1 3\n..O\n0\n", 2, "more than one"),
            (
                "1 3\nO.X\n1\n1 3\n1 1\n",
                4,
                "no `O` can slide from row 1, column 3",
            ),
            ("1 3\nO.X\n0\n", 3, "has not won"),
            ("1 3\nO.X\n1\n1 1\n1 2\n", 5, "no `X` can slide"),
        ] {
            match PROBLEMS[0].answer(input, &Budget::generous()) {
                Err(JudgeError::Malformed(wrong)) => {
                    assert!(
                        wrong.line == line && wrong.message.en.contains(part),
                        "{input}{wrong:?}"
                    );
                }
                other => panic!("{input}{other:?}"),
            }
        }
    }
}
