//! The methods, with the data that proves their conditions.

use base::text;
use base::text::Text;

use super::boxes::BoxProof;
use crate::law::{LawKind, LawProof, Lemma};

/// A method that gives the values of all positions of a game, with its data and its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofMethod {
    /// An automaton gives the values.
    Automaton {
        /// [`LawKind::Values`] or [`LawKind::Powers`].
        kind: LawKind,
        /// The expansion that defines the numeration.
        expansion: Vec<u8>,
        /// The law and its proof.
        proof: LawProof,
    },
    /// An automaton gives the values in base 2, using the laws of the games that its moves lead
    /// into. The law of each game follows the laws of the games that its own moves lead into.
    Lemmas {
        /// The laws of the other games.
        lemmas: Vec<Lemma>,
        /// The law and its proof.
        proof: LawProof,
    },
    /// The game is the sum of its slots. The methods give the values of each slot, in order.
    Separate(Vec<ProofMethod>),
    /// Maximum Nim: a player may remove 1 to f(n) from n, and f increases by 0 or 1 from each n to
    /// the next. The value of n is f(n) if f increases at n, otherwise it is the value of n -
    /// f(n) - 1 (Levine 2006).
    Maximum,
    /// A move removes tokens from one slot or splits it, and the values depend on classes of
    /// numbers, which repeat. A finite box proves that the classes determine the values.
    Boxes(BoxProof),
}

impl ProofMethod {
    /// Returns the name of the method.
    pub fn name(&self) -> Text {
        match self {
            ProofMethod::Automaton { .. } => text!("an automaton", "自动机"),
            ProofMethod::Lemmas { .. } => text!("lemma", "引理（lemma）"),
            ProofMethod::Separate(_) => text!("separate", "分量独立（separate）"),
            ProofMethod::Boxes(_) => text!("boxes", "有限方框（boxes）"),
            ProofMethod::Maximum => text!("maximum Nim", "上限 Nim（maximum Nim）"),
        }
    }
}
