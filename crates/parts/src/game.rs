//! Static games: cells and a fixed list of moves, each with the cells that it needs and takes.

use base::text::Text;
use base::{impl_error, text};

use crate::cells::CellSet256;

/// Maximum number of cells of a game.
pub const MAX_CELLS: usize = 256;

/// A move. A move is legal if the position contains all of `needs` and none of `absent`. The move
/// removes the cells of `takes` that are present, and adds the cells of `adds`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StaticMove {
    /// Cells that must be in the position.
    pub needs: Vec<u16>,
    /// Cells that are removed.
    pub takes: Vec<u16>,
    /// Cells that must not be in the position.
    pub absent: Vec<u16>,
    /// Cells that are added. The list of added cells must be empty in this version.
    pub adds: Vec<u16>,
}

impl StaticMove {
    /// Creates a move that needs and takes some cells.
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
    /// Permutations of the cells (cell c maps to `candidate[c]`) that may preserve the list of
    /// moves, in addition to those that [`automorphisms`](crate::automorphisms()) finds. Each
    /// candidate is tested, and ignored if it does not preserve the list.
    pub candidates: Vec<Vec<u16>>,
}

impl StaticGame {
    /// Returns the position with all cells.
    pub fn full(&self) -> CellSet256 {
        CellSet256::first_n(self.cells.min(MAX_CELLS))
    }

    /// Tests whether this game is supported.
    ///
    /// # Errors
    /// Returns the reason if the game is not supported.
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

/// The reason why a game is not supported. Moves are identified by their index in the list.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaticGameError {
    /// There are more than [`MAX_CELLS`] cells.
    Cells(usize),
    /// The board does not have as many cells as the game.
    Board {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
        /// Cells of the game.
        cells: usize,
    },
    /// A move contains a cell outside the game.
    Cell {
        /// The move.
        place: usize,
        /// The cell.
        cell: u16,
    },
    /// The move adds cells.
    Adds(usize),
    /// The move takes none of the cells that it needs, so it may leave a position unchanged.
    Stands(usize),
}

impl StaticGameError {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            StaticGameError::Cells(cells) => text!(
                "{cells} cells exceed the maximum of {MAX_CELLS}",
                "{cells} 个格，超过 {MAX_CELLS} 个"
            ),
            StaticGameError::Board {
                rows,
                columns,
                cells,
            } => {
                text!(
                    "a board of {rows} rows and {columns} columns does not have {cells} cells",
                    "{rows} 行 {columns} 列的棋盘没有 {cells} 个格"
                )
            }
            StaticGameError::Cell { place, cell } => {
                text!(
                    "move {place} refers to cell {cell}, which does not exist",
                    "着法 {place} 提到不存在的格 {cell}"
                )
            }
            StaticGameError::Adds(place) => {
                text!(
                    "move {place} adds cells; only moves that remove cells are supported",
                    "着法 {place} 添入格；只支持拿走格的着法"
                )
            }
            StaticGameError::Stands(place) => text!(
                "move {place} removes none of the cells that it requires, so it might leave the position unchanged",
                "着法 {place} 不拿走它所要求的格，可能使局面不变"
            ),
        }
    }
}

impl_error!(StaticGameError);
