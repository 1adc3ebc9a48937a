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
    /// Whether a single position, on its own, is P.
    Outcomes,
}

impl LawKind {
    /// All kinds.
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
    /// The law. It reads the slots, each minus its least value, or the gaps, followed by the value.
    pub law: CertificateAutomaton,
    /// The gaps, if the law reads them. The other fields then refer to the gaps too.
    pub gaps: Option<SlotGaps>,
    /// If moves leave runs of components: an automaton that reads a number minus the least value,
    /// and the nim-sum of the values of all smaller numbers.
    pub prefix: Option<CertificateAutomaton>,
    /// A weight for each slot. The weighted sum of the slots, each minus its least value, decreases
    /// with each move.
    pub weights: Vec<i128>,
    /// A lower bound of that sum.
    pub floor: i128,
    /// The successor and the adder of greedy digits, followed by the linear relations that the
    /// statements need, in their order. Each relation has as many tracks as terms. Empty in base k.
    pub machines: Vec<CertificateAutomaton>,
    /// The rows of the covers of the statements, in their order.
    pub covers: Vec<CoverRows>,
}

/// The law of values, in base 2, of another game that moves lead into. It includes the nim-sums of
/// its runs if moves leave these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// The game.
    pub game: GameId,
    /// The law and its proof.
    pub proof: LawProof,
}
