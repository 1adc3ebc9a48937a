//! The methods, with the data that show that they apply.

use base::text;
use base::text::Text;

use super::boxes::BoxProof;
use crate::law::{LawKind, LawProof, Lemma};

/// Why the values of all positions of a game are what they are said to be, with all that says them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofMethod {
    /// An automaton tells them.
    Automaton {
        /// Values, or powers of 2.
        kind: LawKind,
        /// The expansion that gives the numeration.
        expansion: Vec<u8>,
        /// The law, and why it is right.
        proof: LawProof,
    },
    /// An automaton tells them in base 2, given the laws of the games that its moves lead into,
    /// each after those that its own moves lead into.
    Lemmas {
        /// The laws of the other games.
        lemmas: Vec<Lemma>,
        /// The law, and why it is right.
        proof: LawProof,
    },
    /// The game is the sum of its slots: the values of each, in their order.
    Separate(Vec<ProofMethod>),
    /// One may take 1 to f(n) from n, where f rises by 0 or 1: the value is f(n) where f rises,
    /// else that of n - f(n) - 1 (Levine 2006).
    Maximum,
    /// A move takes from one slot or splits it, and the values are those of classes of numbers,
    /// which repeat: shown by a finite box.
    Boxes(BoxProof),
}

impl ProofMethod {
    /// Its name.
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
