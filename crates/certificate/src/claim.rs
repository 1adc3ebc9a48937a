//! What a certificate claims, and the kinds of proofs.

use rules::game::{Conventions, GameId, Outcome};
use rules::ir::Int;
use rules::play::{Component, SumPosition};

use crate::heap::{HeapClaim, HeapProof, QuotientClaim, QuotientProof};
use crate::law::{LawClaim, LawProof};
use crate::method::ProofMethod;
use crate::parts::PartsProof;
use crate::positions::PositionsProof;

/// A claim and its proof, about games of one [`World`](rules::world::World).
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
