//! Laws: automata that read the numbers of a position and its value, digit by digit and in
//! parallel. Each number is on its own *track*, and a *letter* consists of one digit for each
//! track. A law is *found* from single cells of a table (`learner`), and *proved* for all positions
//! from the rules only ([`prove`]). The rules are read as exact clauses, and automata decide each
//! statement of the proof. A statement that fails yields a position: the guess is wrong at this
//! position or at one of its options. The next guess is refined from this position ([`find`]). So
//! the search for a law and the proof of the law form one loop. The loop ends with the law if the
//! game has a law of the required kind and its cells can be computed. The loop terminates because
//! each wrong cell adds a state to the guess, and the law has finitely many states.
//!
//! Sources: D. Angluin (1987) and R. L. Rivest and R. E. Schapire (1993) for learning; M. Mignoty,
//! A. Renard, M. Rigo, M. Whiteland (2025) for statements about games decided by automata.

mod cells;
mod claim;
mod clause_reader;
pub mod emit;
mod error;
mod find;
mod gap_law;
mod gaps;
mod guesses;
mod law;
mod law_certificate;
mod learner;
mod least_position;
mod measure;
mod methods;
mod moves;
pub mod names;
mod nim_sums;
mod numerals;
mod prove;
mod theory;

pub use cells::{CellSource, CellValue, option_components_by_rules};
pub use claim::{claim_to_law, claim_to_law_on};
pub use error::LawError;
pub use find::{LawSearchResult, MissingResource, find};
pub use gap_law::GapLaw;
pub use gaps::{find_gap_law, gaps};
pub use guesses::LawSearchEffort;
pub use law::{Law, LawOutput};
pub use law_certificate::{certificate, read};
pub use least_position::least_position;
pub use measure::find_signed_weights;
pub use methods::{
    ClassValues, LawFinder, LawSearchInput, MaximumNimLaw, ProvedValueFunction, ValueFunction,
    find_value_function, find_without_search, leads_elsewhere, lemmas, read_method,
};
pub use moves::{LawMove, LawMoveList, moves, moves_by_values};
pub use nim_sums::with_nim_sums;
pub use numerals::LawNumerals;
pub use prove::{FailedStatement, LawProofData, ProofOutcome, prove};
pub use theory::Theory;
