//! Rules in, strategy out: the entry point of Grundy.
//!
//! ```
//! use base::budget::Budget;
//! use grundy::{Session, SolveOptions};
//!
//! let mut session = Session::new();
//! let asked = SolveOptions::MOVES;
//! let answer = session
//!     .solve(
//!         "kayles[12] + nim[7] + subtract({1,3,4})[8]",
//!         asked,
//!         &Budget::generous(),
//!     )
//!     .unwrap();
//! assert_eq!(answer.value.unwrap().to_string(), "2");
//! assert_eq!(answer.moves.unwrap().len(), 6);
//! ```
//!
//! The path of a question: text → position ([`question`]) → facts and plan ([`plan`]) → run
//! ([`solver`]) → answer ([`answer`]) → check by the `certificate` crate, which calls no engine.

mod abandoned_searches;
mod alternating;
pub mod answer;
mod attempt;
mod attempt_text;
mod bundled_laws;
pub mod check;
pub mod column;
pub mod comparison;
mod compound_theorem;
mod compounds;
mod cycles;
mod default_settings;
pub mod error;
mod evidence;
mod evidence_cache;
pub mod export;
mod for_all;
mod game_cache;
mod generators;
pub mod graph;
pub mod heap;
mod law_answer;
pub mod law_theorem;
pub mod laws;
mod legal_moves;
mod loaded_table;
mod losing_moves;
mod max_slots;
pub mod measure;
mod measure_evaluator;
pub mod misere;
mod narrow_ranges;
pub mod nim;
mod option_list;
mod part_solver;
pub mod partizan_answer;
mod partizan_end;
pub mod partizan_play;
mod partizan_proofs;
mod partizan_refusal;
mod partizan_rows;
mod partizan_table;
pub mod partizan_why;
pub mod period;
pub mod plan;
mod play_length;
pub mod player;
pub mod position_text;
mod position_value;
pub mod problem;
mod problem_players;
pub mod question;
pub mod quotient_certificate;
mod reach_graph;
mod remoteness;
mod row_walk;
pub mod saved_table;
mod scores;
mod session;
pub mod settings;
mod solve_options;
pub mod solver;
mod solver_cache;
pub mod statistics;
pub mod status;
mod stop_button;
mod sum_value;
mod sums;
mod table;
mod table_entries;
pub mod table_game;
mod turns;
mod value_method;
mod warnings;
pub mod why;
pub mod winners;
mod winning_moves;
mod without_points;

pub use error::SolveError;
#[doc(hidden)]
pub use narrow_ranges::of_rules as narrow_slots;
pub use position_value::PositionValue;
pub use question::QuestionInput;
pub use session::Session;
pub use solve_options::SolveOptions;
pub use table_entries::{CodeMeaning, TableEntries};
pub use theory::value::Grundy;
