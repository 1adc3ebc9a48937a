//! Laws of games, searched form by form and proved only from the rules. Claims of rule files are
//! also proved form by form, only from the rules.

pub use automata::Automaton;
pub use clauses::{SlotGap, SlotGaps};
pub use laws::emit::{Comparison, EmitLanguage, EmittedLaw, NodeOutput, Probe, StateDiagram};
pub use laws::names::{
    Conjecture, ConjectureTable, LawName, NameStatus, SampleCell, conjecture, constants,
};
pub use laws::{Law, LawOutput, LawProofData, LawSearchResult, ProvedValueFunction, ValueFunction};

pub use crate::law_answer::{LawAnswer, LawWinningMove};

mod cached_search;
mod cells;
mod claims;
mod emission;
mod error;
mod forms;
mod game_clauses;
mod law_names;
mod other_methods;
mod passes;
mod query;
mod quick_search;
mod report;
mod search;
mod session;

pub(crate) use cached_search::CachedLawSearch;
pub use claims::ClaimVerdict;
pub(crate) use claims::prove_claim;
pub use forms::LawForm;
pub(crate) use game_clauses::GameClauses;
pub use query::LawQuery;
pub(crate) use quick_search::find_quickly;
pub use report::{LawAttempt, LawReport};
