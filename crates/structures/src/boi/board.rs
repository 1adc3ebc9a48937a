//! The board of the BOI Game: its notation, the legal steps, and the distances between cells. The
//! moves of this module define the game; the rules, the player and the reference implementation all
//! use them.
//!
//! A board is written row by row ([`Grid`]): `.` is a white cell, `#` or `x` is a wall, and `A` and
//! `B` are the cells where the two players start. A board need not be square.

use std::collections::VecDeque;

use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;

use crate::grid::Grid;

/// The distance to an unreachable cell.
pub const NO_WAY: u32 = u32::MAX;

/// A board with its two distinct starts. Cells are numbered row by row from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoiBoard {
    grid: Grid,
    white: Vec<bool>,
    starts: [u32; 2],
}

/// A position: the player to move (0 for A, 1 for B), and the cells of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoiPosition {
    /// The player to move.
    pub turn: usize,
    /// The cells of A and of B.
    pub at: [u32; 2],
}

impl BoiBoard {
    /// Reads a board.
    ///
    /// # Errors
    /// Returns diagnostics with their locations if some of the text cannot be parsed.
    pub fn read(text: &str) -> Result<BoiBoard, Vec<Diagnostic>> {
        let (grid, signs) = Grid::read(text).map_err(|wrong| vec![helped(*wrong)])?;
        let mut white = Vec::with_capacity(grid.cells());
        let mut starts: [Option<u32>; 2] = [None; 2];
        for (sign, span) in signs {
            let cell = white.len() as u32;
            white.push(!matches!(sign, '#' | 'x'));
            match sign {
                '.' | '#' | 'x' => {}
                'A' | 'B' => {
                    if starts[usize::from(sign == 'B')].replace(cell).is_some() {
                        return refused(
                            span,
                            text!(
                                "duplicate `{sign}`: each player has exactly one start cell",
                                "`{sign}` 重复：双方各只有一个起点"
                            ),
                        );
                    }
                }
                _ => {
                    let message = text!(
                        "unknown cell `{sign}`: expected `.` (white), `#` or `x` (wall), `A` or `B` (starts)",
                        "未知的格子 `{sign}`：应为 `.`（白格）、`#` 或 `x`（障碍）、`A` 或 `B`（起点）"
                    );
                    return refused(span, message);
                }
            }
        }
        match starts {
            [Some(a), Some(b)] => Ok(BoiBoard {
                grid,
                white,
                starts: [a, b],
            }),
            _ => {
                let missing = if starts[0].is_none() { 'A' } else { 'B' };
                let end = Span::new(text.len(), text.len());
                refused(
                    end,
                    text!(
                        "missing `{missing}`: a board must contain the start of each player",
                        "缺少 `{missing}`：棋盘须标出双方起点"
                    ),
                )
            }
        }
    }

    /// Returns the number of cells of a row.
    pub fn width(&self) -> usize {
        self.grid.width()
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.grid.height()
    }

    /// Returns the number of cells, including walls.
    pub fn cells(&self) -> usize {
        self.white.len()
    }

    /// Returns whether a cell exists and is not a wall.
    pub fn is_white(&self, cell: u32) -> bool {
        self.white.get(cell as usize).copied().unwrap_or(false)
    }

    /// Returns the starts of A and B.
    pub fn starts(&self) -> [u32; 2] {
        self.starts
    }

    /// Returns the cell that a player wants to reach: the opponent's start.
    pub fn target(&self, player: usize) -> u32 {
        self.starts[1 - player]
    }

    /// Returns the initial position; A is to move.
    pub fn start(&self) -> BoiPosition {
        BoiPosition {
            turn: 0,
            at: self.starts,
        }
    }

    /// Returns the white cell next to a cell in a direction: 0 above, 1 left, 2 right, 3 below.
    #[inline]
    pub fn neighbour(&self, cell: u32, direction: usize) -> Option<u32> {
        self.grid
            .neighbour(cell, direction)
            .filter(|&next| self.is_white(next))
    }

    /// Returns the white cells next to a cell, at most four: above, left, right, below.
    pub fn neighbours(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        (0..4).filter_map(move |direction| self.neighbour(cell, direction))
    }

    /// Returns the player who has reached the opponent's start, or `None`.
    pub fn winner(&self, position: BoiPosition) -> Option<usize> {
        (0..2).find(|&player| position.at[player] == self.target(player))
    }

    /// Writes the cells to which the player to move may go. A step onto the opponent requires a
    /// second step from the opponent's cell, which may lead back. A step onto the target ends the
    /// game, even if the opponent is there. No cell is written twice: if the cells are coloured as
    /// on a chess board, one step changes the colour and two steps do not.
    pub fn moves(&self, position: BoiPosition, to: &mut Vec<u32>) {
        to.clear();
        if self.winner(position).is_some() {
            return;
        }
        let opponent = position.at[1 - position.turn];
        for step in self.neighbours(position.at[position.turn]) {
            if step == opponent && step != self.target(position.turn) {
                to.extend(self.neighbours(step));
            } else {
                to.push(step);
            }
        }
    }

    /// Returns the position after the player to move goes to a cell, without checking whether the
    /// move is legal.
    pub fn after(&self, position: BoiPosition, to: u32) -> BoiPosition {
        let mut at = position.at;
        at[position.turn] = to;
        BoiPosition {
            turn: 1 - position.turn,
            at,
        }
    }

    /// Returns the number of steps from each cell to the cell `to`, or [`NO_WAY`] if there is no
    /// path. O(cells).
    pub fn distances(&self, to: u32) -> Vec<u32> {
        let mut steps = vec![NO_WAY; self.cells()];
        steps[to as usize] = 0;
        let mut queue = VecDeque::from([to]);
        while let Some(cell) = queue.pop_front() {
            for next in self.neighbours(cell) {
                if steps[next as usize] == NO_WAY {
                    steps[next as usize] = steps[cell as usize] + 1;
                    queue.push_back(next);
                }
            }
        }
        steps
    }

    /// Returns the row and column of a cell, counted from 1, as text.
    pub fn name(&self, cell: u32) -> String {
        self.grid.name(cell)
    }

    /// Returns the rows on one line, as in a query.
    pub fn text(&self) -> String {
        self.grid.text(|cell| match cell {
            _ if cell == self.starts[0] => 'A',
            _ if cell == self.starts[1] => 'B',
            _ if self.is_white(cell) => '.',
            _ => 'x',
        })
    }
}

fn refused<T>(span: Span, message: Text) -> Result<T, Vec<Diagnostic>> {
    Err(vec![helped(Diagnostic::error(span, message))])
}

fn helped(wrong: Diagnostic) -> Diagnostic {
    wrong.help(text!(
        "a board is written like this: A... / .x.. / .... / ...B",
        "棋盘的写法举例：A... / .x.. / .... / ...B"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_separated_by_strokes_or_lines() {
        let board = BoiBoard::read("A... / .x.. / .... / ...B").unwrap();
        assert_eq!(
            board,
            BoiBoard::read("\nA...\r\n.#..\n  ....\n...B\n\n").unwrap()
        );
        assert_eq!(
            (board.width(), board.height(), board.starts()),
            (4, 4, [0, 15])
        );
        assert_eq!(board.text(), "A... / .x.. / .... / ...B");
        assert_eq!(BoiBoard::read(&board.text()).unwrap(), board);
        assert_eq!(board.name(7), "(2,4)");
        let long = BoiBoard::read("A..B").unwrap();
        assert_eq!((long.width(), long.height()), (4, 1));
    }

    #[test]
    fn what_is_no_board_is_refused_with_its_place() {
        let cases = [
            ("", 0),
            ("..A", 3),
            ("B.", 2),
            ("AB / A.", 5),
            ("AB / .B", 6),
            ("AB / .", 5),
            ("AB / ...", 5),
            ("AB / / ..", 5),
            ("A?B", 1),
            ("Aé.B", 1),
            (".. / ..", 7),
        ];
        for (text, at) in cases {
            let errors = BoiBoard::read(text).unwrap_err();
            assert_eq!(errors[0].span.start, at, "{text:?}: {}", errors[0].message);
        }
    }

    #[test]
    fn jumps_steps_and_the_end() {
        let board = BoiBoard::read("A.... / ..... / ....B").unwrap();
        let mut to = Vec::new();
        // A is on (2,2), B on (2,3): A may step onto B and then one step further, or back.
        board.moves(
            BoiPosition {
                turn: 0,
                at: [6, 7],
            },
            &mut to,
        );
        to.sort_unstable();
        assert_eq!(to, [1, 2, 5, 6, 8, 11, 12]);
        // B is on its own start: if A steps onto that start, the game ends, so no jump follows.
        board.moves(
            BoiPosition {
                turn: 0,
                at: [13, 14],
            },
            &mut to,
        );
        assert_eq!(to, [8, 12, 14]);
        board.moves(
            BoiPosition {
                turn: 1,
                at: [14, 14],
            },
            &mut to,
        );
        assert!(to.is_empty());
        assert_eq!(board.distances(14)[0], 6);
        assert_eq!(
            BoiBoard::read("A#B").unwrap().distances(2),
            [NO_WAY, NO_WAY, 0]
        );
    }
}
