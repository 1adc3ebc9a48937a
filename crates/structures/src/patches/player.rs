//! A player of complete games: it stores the tails and computes their nim-sum bit by bit. O(cells)
//! per move.

use base::text;
use base::text::Text;
use rules::ir::Int;
use theorems::OnlinePlayer;

use super::law::{Cell, PatchesBoard};
use crate::bits::{self, flip, has};

/// A player on one board.
#[derive(Clone, Debug)]
pub struct PatchesPlayer {
    board: PatchesBoard,
    tails: Vec<Int>,
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
            tails: vec![0; bits::slots("tails", board.grid().cells()).len()],
        };
        for &cell in tails {
            player.on_board(cell)?;
            flip(&mut player.tails, board.cell(cell));
        }
        Ok(player)
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
        let Some(&first) = made.first() else {
            return Err(text!(
                "a move must turn at least one coin",
                "每一步至少翻一枚硬币"
            ));
        };
        let mut set = vec![0; self.tails.len()];
        for &cell in made {
            self.on_board(cell)?;
            let (number, (row, column)) = (self.board.cell(cell), (cell.0 + 1, cell.1 + 1));
            if has(&set, number) {
                return Err(text!(
                    "the coin in row {row}, column {column} is listed twice",
                    "第 {row} 行第 {column} 列的硬币重复出现"
                ));
            }
            flip(&mut set, number);
        }
        let from = self.board.cell(first);
        if !has(&self.tails, from) {
            return Err(text!(
                "the first coin must show tails, but it shows heads",
                "第一枚硬币须为反面，实为正面"
            ));
        }
        if !self.board.allows(&set, from) {
            return Err(text!(
                "the coins must be connected, and none can have a larger row or column than the first coin",
                "所翻的硬币须连通，且行列均不大于第一枚"
            ));
        }
        self.tails
            .iter_mut()
            .zip(set)
            .for_each(|(tails, set)| *tails ^= set);
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Vec<Cell>> {
        let change = self.board.value(self.board.members(&self.tails));
        let found = change.contains(&true).then(|| {
            self.board
                .members(&self.tails)
                .find_map(|tail| self.board.patch(tail, &change))
        });
        found.flatten()
    }

    fn any_move(&mut self) -> Option<Vec<Cell>> {
        self.board
            .members(&self.tails)
            .next()
            .map(|tail| vec![self.board.place(tail)])
    }
}
