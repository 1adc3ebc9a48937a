//! What a law claims, and the data that show it.

use clauses::SlotGaps;
use rules::ast::PlayConvention;
use rules::game::GameId;

use crate::walker::{CertificateAutomaton, CoverRows};

/// What a law tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LawKind {
    /// The Grundy value, on one more track.
    Values,
    /// 2 to the power of the Grundy value, on one more track.
    Powers,
    /// Whether a position that stands alone is P.
    Outcomes,
}

impl LawKind {
    /// All of them.
    pub const ALL: [LawKind; 3] = [LawKind::Values, LawKind::Powers, LawKind::Outcomes];

    /// The word for it in certificates.
    pub fn word(self) -> &'static str {
        match self {
            LawKind::Values => "values",
            LawKind::Powers => "powers",
            LawKind::Outcomes => "outcomes",
        }
    }
}

/// That the law of a proof is right of every position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawClaim {
    /// The game.
    pub game: GameId,
    /// What the law tells.
    pub kind: LawKind,
    /// Normal, or misère for outcomes.
    pub play: PlayConvention,
    /// The expansion that gives the numeration: `[k]` for base k, `[1, 1]` for Fibonacci.
    pub expansion: Vec<u8>,
}

/// Why a law is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawProof {
    /// It reads the slots, each less its least value, or the gaps, and after them the value.
    pub law: CertificateAutomaton,
    /// The gaps, if it speaks of these; then all else here does too.
    pub gaps: Option<SlotGaps>,
    /// Where moves leave runs of components: it reads a number less the least value, and the
    /// nim-sum of the values of all numbers before it.
    pub prefix: Option<CertificateAutomaton>,
    /// A number for each slot: their sum with the slots less their least values falls with each
    /// move.
    pub weights: Vec<i128>,
    /// What that sum is at least.
    pub floor: i128,
    /// The successor and the adder of greedy digits, and then the linear relations that the
    /// statements need, in their order, each over as many tracks as it has terms; none in base
    /// k.
    pub machines: Vec<CertificateAutomaton>,
    /// The rows of the covers among the statements, in their order.
    pub covers: Vec<CoverRows>,
}

/// The law of values, in base 2, of a game that moves of another lead into; with the nim-sums of
/// its runs, where moves leave these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// The game.
    pub game: GameId,
    /// Its law, and why it is right.
    pub proof: LawProof,
}
