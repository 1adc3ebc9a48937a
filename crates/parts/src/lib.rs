//! Static games: a position is a set of cells, and a fixed list contains the moves. Each move needs
//! certain cells and removes certain cells. Cram, Node Kayles, Chomp and the placing of queens that
//! may not attack each other are static games. No other property of a game is assumed.
//! Decompositions, symmetries and translations are derived from the list of moves, and verified
//! with it. Play is normal unless misère is stated. The games are impartial, except in
//! [`PartizanParts`], which computes values of games in which the players have different moves.
//!
//! A position is reduced before it is searched. Cells that no move needs are dropped. Groups of
//! cells that no move connects are summands. Each summand, called a *part*, is brought to a
//! canonical form. Each reduction of a position can be switched off ([`Reductions`]). Values are
//! found by queries of the form "is the value n?" (Lemoine and Viennot, *Nimbers are inevitable*,
//! 2012). A table of bounded memory has one entry per part. A query that takes long is continued by
//! proof-number search ([`StaticGameSolver::is_zero`]). Several threads may share the table
//! ([`StaticGameSolver::with_threads`]), and the table can be saved and loaded
//! ([`StaticGameSolver::save`], [`StaticGameSolver::load`]). Under misère play complete positions
//! are decided ([`StaticGameSolver::loses_misere`]).
//!
//! ```
//! use base::budget::Budget;
//! use parts::{Reductions, StaticGame, StaticGameSolver, StaticMove};
//!
//! // Cram on a board of 3 rows and 4 columns.
//! let across = (0..12)
//!     .filter(|cell| cell % 4 < 3)
//!     .map(|cell| [cell, cell + 1]);
//! let down = (0..8).map(|cell| [cell, cell + 4]);
//! let moves = across
//!     .chain(down)
//!     .map(|pair| StaticMove::new(pair, pair))
//!     .collect();
//! let cram = StaticGame {
//!     cells: 12,
//!     moves,
//!     board: Some((3, 4)),
//!     ..StaticGame::default()
//! };
//! let mut solver = StaticGameSolver::new(&cram, Reductions::default(), 1 << 20).unwrap();
//! assert_eq!(solver.value(&cram.full(), &Budget::generous()), Ok(1));
//! ```

mod automorphisms;
mod cells;
mod cuts;
mod evidence;
mod forms;
mod game;
mod memo;
mod misere;
mod move_index;
mod options;
mod order;
mod partizan_parts;
mod partizan_rows;
mod plane;
mod proof_number;
mod reductions;
mod saved_table;
mod search;
mod shape;
mod solver;
mod statistics;
mod table;
mod team;
mod value_bounds;
mod windows;

pub use automorphisms::automorphisms;
pub use cells::{CellSet, CellSet256};
pub use evidence::{EvidenceClaim, EvidenceGoal, EvidenceRow, PartEvidence};
pub use game::{MAX_CELLS, MoveOwner, StaticGame, StaticGameError, StaticMove};
pub use partizan_parts::{PartOptions, PartizanParts, PartizanPartsError, SignedPart};
pub use partizan_rows::{OwnedCells, SignedCells};
pub use reductions::Reductions;
pub use saved_table::PartTableError;
pub use solver::StaticGameSolver;
pub use statistics::PartStatistics;
