//! What a static game is: cells and a fixed list of moves, each of which says which cells it needs
//! and which it takes.

use base::text::Text;
use base::{impl_error, text};

use crate::cells::CellSet256;

/// The most cells that a game may have.
pub const MAX_CELLS: usize = 256;

/// A move: it may be made where all of `needs` and none of `absent` is in the position, and it
/// takes the cells `takes` out, as far as they are there, and puts `adds` in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StaticMove {
    /// Cells that must be in the position.
    pub needs: Vec<u16>,
    /// Cells that are taken out.
    pub takes: Vec<u16>,
    /// Cells that must not be in the position.
    pub absent: Vec<u16>,
    /// Cells that are put in. So far there may be none.
    pub adds: Vec<u16>,
}

impl StaticMove {
    /// A move that needs some cells and takes some.
    pub fn new(
        needs: impl IntoIterator<Item = u16>,
        takes: impl IntoIterator<Item = u16>,
    ) -> StaticMove {
        StaticMove {
            needs: needs.into_iter().collect(),
            takes: takes.into_iter().collect(),
            ..StaticMove::default()
        }
    }
}

/// A static game: whether a move is legal, and what it does, depends only on which cells are in the
/// position.
#[derive(Clone, Debug, Default)]
pub struct StaticGame {
    /// The cells are 0 ≤ c < `cells`, at most [`MAX_CELLS`].
    pub cells: usize,
    /// The moves, of either player.
    pub moves: Vec<StaticMove>,
    /// Rows and columns, if the cells are those of a board, row by row.
    pub board: Option<(usize, usize)>,
    /// Permutations of the cells, cell c going to `candidate[c]`, that may keep the list of moves,
    /// where the caller knows some beside those that [`automorphisms`](crate::automorphisms())
    /// finds. Each is tested, and left alone if it does not.
    pub candidates: Vec<Vec<u16>>,
}

impl StaticGame {
    /// All cells.
    pub fn full(&self) -> CellSet256 {
        CellSet256::first_n(self.cells.min(MAX_CELLS))
    }

    /// Whether this game is of the kind that is solved here.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self) -> Result<(), StaticGameError> {
        if self.cells > MAX_CELLS {
            return Err(StaticGameError::Cells(self.cells));
        }
        if let Some((rows, columns)) = self.board
            && rows.checked_mul(columns) != Some(self.cells)
        {
            return Err(StaticGameError::Board {
                rows,
                columns,
                cells: self.cells,
            });
        }
        for (place, one) in self.moves.iter().enumerate() {
            let all = [&one.needs, &one.takes, &one.absent, &one.adds];
            if let Some(&cell) = all
                .into_iter()
                .flatten()
                .find(|&&cell| usize::from(cell) >= self.cells)
            {
                return Err(StaticGameError::Cell { place, cell });
            }
            if !one.adds.is_empty() {
                return Err(StaticGameError::Adds(place));
            }
            if !one.needs.iter().any(|cell| one.takes.contains(cell)) {
                return Err(StaticGameError::Stands(place));
            }
        }
        Ok(())
    }
}

/// Why a game is not solved here. Moves are told by their place in the list.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaticGameError {
    /// The number of cells is more than [`MAX_CELLS`].
    Cells(usize),
    /// The number of cells of the board is not that of the game.
    Board {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
        /// Cells of the game.
        cells: usize,
    },
    /// A move names a cell that the game does not have.
    Cell {
        /// The move.
        place: usize,
        /// The cell.
        cell: u16,
    },
    /// The move puts cells in.
    Adds(usize),
    /// The move takes none of the cells that it needs, so that it may leave a position as it is.
    Stands(usize),
}

impl StaticGameError {
    /// The same in words.
    pub fn text(&self) -> Text {
        match self {
            StaticGameError::Cells(cells) => text!(
                "{cells} cells are more than {MAX_CELLS}",
                "{cells} 个格，超过 {MAX_CELLS} 个"
            ),
            StaticGameError::Board {
                rows,
                columns,
                cells,
            } => {
                text!(
                    "a board of {rows} rows and {columns} columns has not {cells} cells",
                    "{rows} 行 {columns} 列的棋盘没有 {cells} 个格"
                )
            }
            StaticGameError::Cell { place, cell } => {
                text!(
                    "move {place} names cell {cell}, which there is not",
                    "着法 {place} 提到不存在的格 {cell}"
                )
            }
            StaticGameError::Adds(place) => {
                text!(
                    "move {place} puts cells in; only moves that take cells are solved",
                    "着法 {place} 添入格；这里只解只拿走格的着法"
                )
            }
            StaticGameError::Stands(place) => text!(
                "move {place} takes no cell that it needs and may leave a position as it is",
                "着法 {place} 不拿走它所要求的格，可能使局面不变"
            ),
        }
    }
}

impl_error!(StaticGameError);
