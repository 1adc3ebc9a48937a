//! Certificates for the answers of Grundy, and their checker: the trusted base. A certificate says
//! what is claimed of games given by their rules, and lists enough positions, each after those it
//! rests on, for the claim to be verified step by step. The checker knows the meaning of rules
//! ([`World::options`](rules::world::World::options), [`rules::play`]) and of nimbers, and
//! nothing else: it calls no engine and no theory. Whoever trusts this crate, `rules`, `nimber` and
//! `clauses` (for laws and parts alone) need trust nobody who made the certificate.
//!
//! | proof | shows | because |
//! |---|---|---|
//! | [`CertificateProof::Values`] | Grundy values, and P or N under normal play | each value is the mex of the nim-sums of its options (Sprague 1935, Grundy 1939) |
//! | [`CertificateProof::Parts`] | the same for positions on a set whose moves are a fixed list | parts that no move joins are summands, and parts are alike where a map keeps their moves |
//! | [`CertificateProof::Outcomes`] | P or N under any convention | an N position has an option that is P, a P position has none that is not N |
//! | [`CertificateProof::SubtractionPeriod`] | the period of a subtraction game, for all n | a window as long as the largest taking repeats |
//! | [`CertificateProof::HeapPeriod`] | the least period of a heap game given by code digits or by the powers that may be taken, for all n | the values repeat in the window of a periodicity theorem |
//! | [`CertificateProof::Quotient`] | the misère quotient of a heap game given by code digits, up to some heap or for all | all pairs of a value and the values of the options obey the law of misère play (Plambeck and Siegel 2008) |
//! | [`CertificateProof::PositionsQuotient`] | the misère quotient of all positions that a sum reaches | the same |
//! | [`CertificateProof::Law`] | an automaton that tells the value or outcome of every position | statements about all positions, made from the rules and decided by automata, and induction on a measure |
//! | [`CertificateProof::Method`] | the value of every position, slot by slot, by a theorem about its rules, or by classes | conditions of a theorem, read off the clauses, and a finite box |
//!
//! The order of the lists is what makes the first two sound: what a row rests on stands before it,
//! so nothing rests on itself. A draw is never certified.
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
