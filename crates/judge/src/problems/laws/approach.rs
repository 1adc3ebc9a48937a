//! The game of the problem `p2490`: white pieces move right, black pieces move left, and no piece
//! passes another.
//!
//! A player of complete games: it plays Moore's Nim on the gaps and translates the moves to
//! squares.

use base::text;
use base::text::Text;
use theorems::{OnlinePlayer, PileTake, moore};

/// A moved piece: its number from the left, counted from 0, and the square it moves to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ApproachMove {
    /// The number of the piece.
    pub piece: usize,
    /// The destination square.
    pub to: u64,
}

/// A player on a row; White moves first.
pub struct ApproachPlayer {
    squares: Vec<u64>,
    nim: moore::Player,
    black: bool,
}

impl ApproachPlayer {
    /// Creates a player for alternating white and black pieces on the given squares; a move
    /// advances up to `most` pieces.
    ///
    /// # Errors
    /// Returns an error if the squares are not in ascending order, or the last piece is white.
    pub fn new(squares: Vec<u64>, most: u64) -> Result<ApproachPlayer, Text> {
        if !squares.is_sorted_by(|a, b| a < b) {
            return Err(text!(
                "expected the squares of the pieces in ascending order, from left to right",
                "各棋子的格号须自左至右递增"
            ));
        }
        if squares.len() % 2 == 1 {
            return Err(text!(
                "expected as many black pieces as white ones, with a black piece last",
                "黑子与白子须一样多，且最右的棋子须为黑子"
            ));
        }
        let gaps = squares
            .chunks_exact(2)
            .map(|pair| pair[1] - pair[0] - 1)
            .collect();
        Ok(ApproachPlayer {
            squares,
            nim: moore::Player::new(gaps, most),
            black: false,
        })
    }

    /// Converts a move of Nim to squares.
    fn shifts(&self, takes: Vec<PileTake>) -> Vec<ApproachMove> {
        let shift = |PileTake { pile, amount }| match self.black {
            false => ApproachMove {
                piece: 2 * pile,
                to: self.squares[2 * pile] + amount,
            },
            true => ApproachMove {
                piece: 2 * pile + 1,
                to: self.squares[2 * pile + 1] - amount,
            },
        };
        takes.into_iter().map(shift).collect()
    }
}

impl OnlinePlayer for ApproachPlayer {
    type Move = Vec<ApproachMove>;

    fn play(&mut self, made: &Vec<ApproachMove>) -> Result<(), Text> {
        let mut takes = Vec::new();
        for &ApproachMove { piece, to } in made {
            let count = self.squares.len();
            if piece >= count || (piece % 2 == 1) != self.black {
                let first = usize::from(self.black);
                return Err(text!(
                    "cannot move piece {piece}: the player to move has the pieces {first}, {first} + 2, … below {count}",
                    "不能移动编号 {piece} 的棋子：走子方的棋子编号为小于 {count} 的 {first}, {first} + 2, …"
                ));
            }
            let (pile, from) = (piece / 2, self.squares[piece]);
            let (white, black) = (self.squares[2 * pile], self.squares[2 * pile + 1]);
            if to <= white || to >= black {
                return Err(text!(
                    "piece {piece} on square {from} cannot move to {to}: expected a square between {white} and {black}",
                    "编号 {piece} 的棋子（在第 {from} 格）不能走到 {to}：目标格须在 {white} 与 {black} 之间"
                ));
            }
            takes.push(PileTake {
                pile,
                amount: from.abs_diff(to),
            });
        }
        self.nim.play(&takes)?;
        made.iter()
            .for_each(|&ApproachMove { piece, to }| self.squares[piece] = to);
        self.black = !self.black;
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Vec<ApproachMove>> {
        self.nim.winning_move().map(|takes| self.shifts(takes))
    }

    fn any_move(&mut self) -> Option<Vec<ApproachMove>> {
        self.nim.any_move().map(|takes| self.shifts(takes))
    }
}
