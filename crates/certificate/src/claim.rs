//! The claims of certificates and the kinds of proofs.

use rules::game::{Conventions, GameId, Outcome};
use rules::ir::Int;
use rules::play::{Component, SumPosition};

use crate::heap::{HeapClaim, HeapProof, QuotientClaim, QuotientProof};
use crate::law::{LawClaim, LawProof};
use crate::method::ProofMethod;
use crate::partizan::{PartizanClaim, PartizanProof};
use crate::parts::PartsProof;
use crate::positions::PositionsProof;

/// A claim and its proof, about games of one [`World`](rules::world::World).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The claim.
    pub claim: CertificateClaim,
    /// The proof of the claim.
    pub proof: CertificateProof,
}

/// The claim of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateClaim {
    /// The Grundy value of a disjunctive sum under normal play. No component of the sum can end
    /// play at once.
    Value {
        /// The position, canonical.
        sum: SumPosition,
        /// The Grundy value of the sum.
        value: u64,
    },
    /// The outcome of a sum.
    Outcome {
        /// The position, canonical.
        sum: SumPosition,
        /// The conventions of play. The proof of an outcome implies that play ends, so the
        /// convention `loopy` is ignored.
        conventions: Conventions,
        /// The outcome, P or N.
        outcome: Outcome,
    },
    /// The value in canonical form and the winner of a sum, if a player who cannot move loses. The
    /// players may have different moves.
    Partizan(PartizanClaim),
    /// The Grundy values of a game with one number n are periodic: G(n + period) = G(n) for every n
    /// ≥ preperiod. The claimed period need not be the least period.
    Period {
        /// The game.
        game: GameId,
        /// The number n from which on the values G(n) repeat.
        preperiod: u64,
        /// The number of values after which the values repeat, at least 1.
        period: u64,
    },
    /// The least period of a heap game.
    HeapPeriod(HeapClaim),
    /// The misère quotient of a heap game.
    Quotient(QuotientClaim),
    /// The misère quotient of all positions that a sum reaches. A move is made in one component,
    /// and play ends when no component has a move.
    PositionsQuotient {
        /// The sum, canonical.
        sum: SumPosition,
        /// The number of elements.
        order: u64,
    },
    /// The law of a game. A law is an automaton that gives the value or outcome of every position.
    Law(LawClaim),
    /// A method gives the Grundy value of every position of a game.
    AllValues(GameId),
}

/// The proof of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateProof {
    /// Grundy values of components; the value of each component follows the values of the
    /// components that its moves leave.
    Values(Vec<(Component, u64)>),
    /// For positions that are sets: Grundy values of their parts, and of components of other games.
    Parts(PartsProof),
    /// For games in which the players may have different moves: values in canonical form.
    Partizan(PartizanProof),
    /// Outcomes of sums: a P position follows all of its options, an N position follows one option
    /// that is P.
    Outcomes(Vec<(SumPosition, Outcome)>),
    /// For a subtraction game with a set S: the options of n are n - s for each s ≤ n in S.
    SubtractionPeriod {
        /// The set, increasing.
        set: Vec<Int>,
        /// The Grundy values of 0, 1, 2, …; their number is at least preperiod + period + the
        /// largest element of the set.
        values: Vec<u64>,
    },
    /// For a heap game: its first values, and data that speeds up their computation.
    HeapPeriod(HeapProof),
    /// For a heap game under misère play: the quotient.
    Quotient(QuotientProof),
    /// For the positions that a sum reaches: their quotient.
    PositionsQuotient(PositionsProof),
    /// For the positions of a game: their law.
    Law(LawProof),
    /// For the positions of a game: another method that gives their values.
    Method(ProofMethod),
}
