//! The claim of a law, and the data that proves it.

use clauses::SlotGaps;
use rules::ast::PlayConvention;
use rules::game::GameId;

use crate::walker::{CertificateAutomaton, CoverRows};

/// The output of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LawKind {
    /// The Grundy value, on an additional track.
    Values,
    /// 2 to the power of the Grundy value, on an additional track.
    Powers,
    /// Whether a position of one component is P.
    Outcomes,
}

impl LawKind {
    /// All kinds of laws.
    pub const ALL: [LawKind; 3] = [LawKind::Values, LawKind::Powers, LawKind::Outcomes];

    /// Returns the keyword of the kind in certificates.
    pub fn word(self) -> &'static str {
        match self {
            LawKind::Values => "values",
            LawKind::Powers => "powers",
            LawKind::Outcomes => "outcomes",
        }
    }
}

/// The claim that the law of a proof is correct for every position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawClaim {
    /// The game.
    pub game: GameId,
    /// The output of the law.
    pub kind: LawKind,
    /// The convention: normal, or misère for outcomes.
    pub play: PlayConvention,
    /// The expansion that defines the numeration: `[k]` for base k, `[1, 1]` for Fibonacci.
    pub expansion: Vec<u8>,
}

/// A law and the data of its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawProof {
    /// The law. The law reads either the slots, each minus its least value, or the gaps. A law of
    /// values reads the value after the slots or gaps.
    pub law: CertificateAutomaton,
    /// The gaps, if the law reads gaps. If the law reads gaps, the other fields also refer to gaps.
    pub gaps: Option<SlotGaps>,
    /// An automaton that reads a number minus its least value and the nim-sum of all smaller
    /// numbers' values; present if moves leave runs of components.
    pub prefix: Option<CertificateAutomaton>,
    /// A weight for each slot. The weighted sum of the slots, each minus its least value, decreases
    /// with each move.
    pub weights: Vec<i128>,
    /// A lower bound of the weighted sum of the slots.
    pub floor: i128,
    /// The successor and the adder of greedy digits, followed by the linear relations that the
    /// statements need, in the order of the statements. Each linear relation has one track for each
    /// of its terms. The list of machines is empty in base k.
    pub machines: Vec<CertificateAutomaton>,
    /// The rows of the covers, in the order of the statements.
    pub covers: Vec<CoverRows>,
}

/// The law of values, in base 2, of another game that moves lead into. The law includes nim-sums of
/// runs if moves leave runs of components of that game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// The game.
    pub game: GameId,
    /// The law and its proof.
    pub proof: LawProof,
}
