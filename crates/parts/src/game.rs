//! Static games: cells and a fixed list of moves, each with the cells that it needs and takes.

use base::text::Text;
use base::{impl_error, text};

use crate::cells::CellSet256;

/// Maximum number of cells of a game.
pub const MAX_CELLS: usize = 256;

/// The owner of a move: the players who may make it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveOwner {
    /// Both players.
    #[default]
    Both,
    /// Left.
    Left,
    /// Right.
    Right,
}

impl MoveOwner {
    /// Returns the owner of the move in the negative of the game, in which the players are
    /// exchanged.
    pub fn exchanged(self) -> MoveOwner {
        match self {
            MoveOwner::Both => MoveOwner::Both,
            MoveOwner::Left => MoveOwner::Right,
            MoveOwner::Right => MoveOwner::Left,
        }
    }
}

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
    /// Cells that are added. Only [`PartizanParts`](crate::PartizanParts) supports moves that add
    /// cells.
    pub adds: Vec<u16>,
    /// The players who may make the move. [`StaticGameSolver`](crate::StaticGameSolver) supports
    /// only moves of both players.
    pub owner: MoveOwner,
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
    /// The moves.
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

    /// Tests the numbers of cells, rows and columns, and the cells of the moves.
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
        }
        Ok(())
    }

    /// Tests whether this game is impartial, and its moves only take cells.
    ///
    /// # Errors
    /// Returns the reason if the game is not supported.
    pub fn check_impartial(&self) -> Result<(), StaticGameError> {
        self.check()?;
        for (place, one) in self.moves.iter().enumerate() {
            if one.owner != MoveOwner::Both {
                return Err(StaticGameError::Owner(place));
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

    /// Tests whether every move needs a cell, so that a position without cells has no moves.
    ///
    /// # Errors
    /// Returns the reason if the game is not supported.
    pub fn check_partizan(&self) -> Result<(), StaticGameError> {
        self.check()?;
        match self.moves.iter().position(|one| one.needs.is_empty()) {
            Some(place) => Err(StaticGameError::Needless(place)),
            None => Ok(()),
        }
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
    /// The move belongs to one player.
    Owner(usize),
    /// The move needs no cells.
    Needless(usize),
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
            StaticGameError::Owner(place) => text!(
                "move {place} belongs to one player",
                "着法 {place} 只属于一方"
            ),
            StaticGameError::Needless(place) => text!(
                "move {place} does not require any cell",
                "着法 {place} 不要求任何格"
            ),
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
