//! Certificates for the answers of Grundy, and their checker, which is the trusted base. A
//! certificate states a claim about games given by their rules. A certificate lists the positions
//! that the proof needs; every position follows the positions that it depends on. The checker
//! implements the meaning of rules ([`World::options`](rules::world::World::options),
//! [`rules::play`]) and of nimbers, and nothing else: it calls no engine and no theory. If you
//! trust this crate, `rules`, `nimber` and `clauses` (for laws and parts only), you do not need to
//! trust the producer of a certificate.
//!
//! | proof | shows | because |
//! |---|---|---|
//! | [`CertificateProof::Values`] | Grundy values, and P or N under normal play | each value is the mex of the nim-sums of its options (Sprague 1935, Grundy 1939) |
//! | [`CertificateProof::Parts`] | Grundy values, and P or N under normal play, for positions on a set whose moves are a fixed list | parts that no move connects are summands, and parts are isomorphic if a map preserves their moves |
//! | [`CertificateProof::Outcomes`] | P or N under any convention | an N position has an option that is P; all options of a P position are N |
//! | [`CertificateProof::Partizan`] | values in canonical form, and L, R, N or P, for games in which the players have different moves | the player who begins loses the difference of each component and its form (Conway 1976) |
//! | [`CertificateProof::SubtractionPeriod`] | the period of a subtraction game, for all n | a window as long as the largest element of the subtraction set repeats |
//! | [`CertificateProof::HeapPeriod`] | the least period of a heap game given by code digits or by the powers that may be removed, for all n | the values repeat in the window of a periodicity theorem |
//! | [`CertificateProof::Quotient`] | the misère quotient of a heap game given by code digits, up to some heap or for all heaps | all pairs of a value and the values of the options obey the law of misère play (Plambeck and Siegel 2008) |
//! | [`CertificateProof::PositionsQuotient`] | the misère quotient of all positions that a sum reaches | all pairs of a value and the values of the options obey the law of misère play |
//! | [`CertificateProof::Law`] | an automaton that gives the value or outcome of every position | statements about all positions, derived from the rules and decided by automata, and induction on a measure |
//! | [`CertificateProof::Method`] | the value of every position, slot by slot, by a theorem about its rules, or by classes | conditions of a theorem, read from the clauses, and a finite box |
//!
//! The order of the lists makes the proofs by rows sound: the rows that a row depends on precede
//! it, so no row depends on itself. A draw is never certified.
//!
//! ```
//! use certificate::{Certificate, CertificateClaim, CertificateProof, check, parse, write};
//! use base::budget::Budget;
//! use rules::{play::{Component, SumPosition}, world::World};
//!
//! let mut world = World::empty();
//! world.load("take.game", "game Take { state n in 0.. move k in {1, 3, 4} : [n - k] }").unwrap();
//! let game = world.instantiate("take", vec![]).unwrap();
//! let pile = |n| Component { game, slots: [n].into() };
//! let values = vec![(pile(0), 0), (pile(1), 1), (pile(2), 0), (pile(3), 1), (pile(4), 2)];
//! let claim = CertificateClaim::Value { sum: SumPosition(vec![pile(3), pile(4)]), value: 3 };
//! let certificate = Certificate { claim, proof: CertificateProof::Values(values) };
//! let checked = check(&world, &certificate, &Budget::generous()).unwrap();
//! let claim = "take[3] + take[4] has the Grundy value 3 under normal play: ";
//! assert_eq!(checked.claim.en, [claim, "the player to move wins"].concat());
//!
//! let text = write(&world, &certificate).unwrap();
//! assert_eq!(parse(&text).unwrap().check(&Budget::generous()).unwrap().entries, 5);
//! ```

#![forbid(unsafe_code)]

mod check;
mod claim;
mod clause_comparison;
mod embed;
pub mod entries;
mod error;
mod heap;
mod law;
mod law_text;
mod method;
mod monoid;
mod outcomes;
mod parse;
mod partizan;
mod parts;
mod period;
mod positions;
mod report;
mod text_rows;
mod values;
mod verified_rows;
mod walker;
mod words;
mod work_limits;
mod write;

pub use check::check;
pub use claim::{Certificate, CertificateClaim, CertificateProof};
pub use error::CertificateError;
pub use heap::{
    HeapClaim, HeapProof, QuotientClaim, QuotientProof, check_heap_period, check_quotient,
};
pub use law::{LawClaim, LawKind, LawProof, LawStatements, Lemma, check_law};
pub use method::{BoxProof, ProofMethod, SlotClasses, check_method};
pub use outcomes::{MAX_COMPONENTS, check_outcomes};
pub use parse::{ParsedCertificate, parse};
pub use partizan::{
    FormSum, PartizanClaim, PartizanForm, PartizanGameParts, PartizanProof, PartizanWinner,
    check_partizan,
};
pub use parts::{
    ElementSet, GameParts, PartClaim, PartRow, PartSymmetry, PartsProof, check_outcome_by_parts,
    check_parts,
};
pub use period::check_period;
pub use positions::{PositionsProof, check_positions_quotient};
pub use report::CertificateReport;
pub use values::{check_outcome_by_values, check_values};
pub use verified_rows::VerifiedRows;
pub use walker::{
    AtomRelation, AutomatonTable, CertificateAutomaton, ClauseState, CoverRow, CoverRows,
    RelationSource, Statement, StatementVisitor, Track,
};
pub use work_limits::WorkLimits;
pub use write::write;
