//! Static games: a position is a set of cells, and a fixed list says which moves there are, the
//! cells that each needs and those that it takes. Cram, Node Kayles, queens that may not attack
//! each other and Chomp are such lists. Nothing else is known of a game: that it falls apart, has
//! symmetries or is the same at every place is found in the list, and tested on it. Impartial;
//! normal play, unless misère is said.
//!
//! A position is reduced before it is searched: cells that no move needs are dropped; what falls
//! into parts that no move joins is a sum; parts are brought to a canonical form ([`Reductions`]
//! has the list, each can be switched off). Values are found by questions, "is the value n?"
//! (Lemoine and Viennot, *Nimbers are inevitable*, 2012), with one entry a part in a table of
//! bounded memory; a single question that takes long goes on as proof-number search
//! ([`Solver::is_zero`]). Several threads may share the table ([`Solver::with_threads`]), and it
//! can be saved and read again ([`Solver::save`], [`Solver::load`]). Under misère play whole
//! positions are decided ([`Solver::loses_misere`]).
//!
//! ```
//! use base::budget::Budget;
//! use parts::{Game, Move, Reductions, Solver};
//!
//! // Cram on a board of 3 rows and 4 columns.
//! let across = (0..12).filter(|cell| cell % 4 < 3).map(|cell| [cell, cell + 1]);
//! let down = (0..8).map(|cell| [cell, cell + 4]);
//! let moves = across.chain(down).map(|pair| Move::new(pair, pair)).collect();
//! let cram = Game { cells: 12, moves, board: Some((3, 4)), ..Game::default() };
//! let mut solver = Solver::new(&cram, Reductions::default(), 1 << 20).unwrap();
//! assert_eq!(solver.value(&cram.full(), &Budget::generous()), Ok(1));
//! ```

mod automorphisms;
mod cells;
mod evidence;
mod forms;
mod game;
mod known;
mod law;
mod memo;
mod misere;
mod options;
mod order;
mod plane;
mod proof;
mod saved;
mod search;
mod solver;
mod table;
mod team;
mod windows;

pub use automorphisms::automorphisms;
pub use cells::{Cells, Set};
pub use evidence::{Claimed, Evidence, Row, Told};
pub use game::{Game, MOST_CELLS, Move, Unfit};
pub use saved::Unread;
pub use solver::{Reductions, Solver, Statistics};
