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
mod values;
mod walker;
mod words;
mod work_limits;
mod write;

use base::budget::Budget;
use base::text::Text;
use rules::game::{Conventions, GameId, Outcome};
use rules::ir::Int;
use rules::play::{Component, SumPosition};
use rules::world::World;

pub use error::CertificateError;
pub use heap::{
    HeapClaim, HeapProof, QuotientClaim, QuotientProof, check_heap_period, check_quotient,
};
pub use law::{LawClaim, LawKind, LawProof, Lemma, check_law, law_statements};
pub use method::{BoxProof, ProofMethod, SlotClasses, check_method};
pub use outcomes::{MAX_COMPONENTS, check_outcomes};
pub use parse::{ParsedCertificate, parse};
pub use parts::{
    ElementSet, GameParts, PartClaim, PartRow, PartSymmetry, PartsProof, check_outcome_by_parts,
    check_parts,
};
pub use period::check_period;
pub use positions::{PositionsProof, check_positions_quotient};
pub use values::{VerifiedRows, check_outcome_by_values, check_values};
pub use walker::{
    AtomRelation, AutomatonTable, CertificateAutomaton, ClauseState, CoverRow, CoverRows,
    RelationSource, Statement, StatementVisitor, Track,
};
pub use work_limits::WorkLimits;
pub use write::write;

/// A claim and its proof, about games of one [`World`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What is claimed.
    pub claim: CertificateClaim,
    /// Why the claim is true.
    pub proof: CertificateProof,
}

/// What a certificate says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateClaim {
    /// The Grundy value of a disjunctive sum under normal play, where no component can end play at
    /// once.
    Value {
        /// The position, canonical.
        sum: SumPosition,
        /// Its Grundy value.
        value: u64,
    },
    /// Who wins a sum.
    Outcome {
        /// The position, canonical.
        sum: SumPosition,
        /// How it is played. A proof says that play ends, so that `loopy` is not looked at.
        conventions: Conventions,
        /// P or N.
        outcome: Outcome,
    },
    /// The Grundy values of a game with one number n repeat: G(n + period) = G(n) for every n ≥
    /// preperiod. The period need not be the least.
    Period {
        /// The game.
        game: GameId,
        /// The n from which the values repeat.
        preperiod: u64,
        /// The number of values after which they repeat, at least 1.
        period: u64,
    },
    /// The least period of a heap game.
    HeapPeriod(HeapClaim),
    /// The misère quotient of a heap game.
    Quotient(QuotientClaim),
    /// The misère quotient of all positions that a sum reaches, played one component a move until
    /// none can be moved in.
    PositionsQuotient {
        /// The sum, canonical.
        sum: SumPosition,
        /// The number of elements.
        order: u64,
    },
    /// The law of a game.
    Law(LawClaim),
    /// That a method tells the Grundy value of every position of a game.
    AllValues(GameId),
}

/// Why a claim is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateProof {
    /// Grundy values of components, each after those of the parts of its options.
    Values(Vec<(Component, u64)>),
    /// Grundy values of parts of positions on a set, and of other components.
    Parts(PartsProof),
    /// Outcomes of sums: P after all options, N after one option that is P.
    Outcomes(Vec<(SumPosition, Outcome)>),
    /// For a game whose options from n are n - s for the s of a set that are at most n.
    SubtractionPeriod {
        /// The set, increasing.
        set: Vec<Int>,
        /// The Grundy values of 0, 1, 2, …: at least preperiod + largest taking + period of them.
        values: Vec<u64>,
    },
    /// For a heap game: its first values and what helps to compute them.
    HeapPeriod(HeapProof),
    /// For a heap game under misère play: the quotient.
    Quotient(QuotientProof),
    /// For the positions that a sum reaches: their quotient.
    PositionsQuotient(PositionsProof),
    /// For the positions of a game: their law.
    Law(LawProof),
    /// For the positions of a game: their values in another way.
    Method(ProofMethod),
}

/// What was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateReport {
    /// The claim in words.
    pub claim: Text,
    /// What the verdict rests on: what was recomputed, what was read off the rules, what is a
    /// theorem.
    pub rests_on: Text,
    /// How many rows of the proof were verified.
    pub entries: usize,
}

/// Verifies a certificate about games of `world`. O(options of the listed positions).
///
/// # Panics
/// If a component names a game that `world` did not return. A certificate that was read by
/// [`parse`] never does.
///
/// # Errors
/// [`CertificateError`] with the first thing that is wrong; [`CertificateError::Stopped`] if the
/// budget ends.
pub fn check(
    world: &World,
    certificate: &Certificate,
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    match (&certificate.claim, &certificate.proof) {
        (CertificateClaim::Value { sum, value }, CertificateProof::Values(entries)) => {
            check_values(world, sum, *value, entries, budget)
        }
        (CertificateClaim::Value { sum, value }, CertificateProof::Parts(proof)) => {
            check_parts(world, sum, *value, proof, budget)
        }
        (
            CertificateClaim::Outcome {
                sum,
                conventions,
                outcome,
            },
            CertificateProof::Parts(proof),
        ) if conventions.is_plain() => check_outcome_by_parts(world, sum, *outcome, proof, budget),
        (
            CertificateClaim::Outcome {
                sum,
                conventions,
                outcome,
            },
            CertificateProof::Values(entries),
        ) if conventions.is_plain() => {
            check_outcome_by_values(world, sum, *outcome, entries, budget)
        }
        (
            CertificateClaim::Outcome {
                sum,
                conventions,
                outcome,
            },
            CertificateProof::Outcomes(entries),
        ) => check_outcomes(world, *conventions, sum, *outcome, entries, budget),
        (
            CertificateClaim::Period {
                game,
                preperiod,
                period,
            },
            CertificateProof::SubtractionPeriod { set, values },
        ) => check_period(world, *game, *preperiod, *period, set, values, budget),
        (CertificateClaim::HeapPeriod(claim), CertificateProof::HeapPeriod(proof)) => {
            check_heap_period(claim, proof, budget)
        }
        (CertificateClaim::Quotient(claim), CertificateProof::Quotient(proof)) => {
            check_quotient(claim, proof, budget)
        }
        (
            CertificateClaim::PositionsQuotient { sum, order },
            CertificateProof::PositionsQuotient(proof),
        ) => check_positions_quotient(world, sum, *order, proof, budget),
        (CertificateClaim::Law(claim), CertificateProof::Law(proof)) => {
            check_law(world, claim, proof, budget)
        }
        (CertificateClaim::AllValues(game), CertificateProof::Method(method)) => {
            check_method(world, *game, method, budget)
        }
        _ => Err(CertificateError::WrongProof),
    }
}
