//! The rows that prove the values of games in which the players have different moves.

use rules::game::GameId;
use rules::play::Component;

use crate::parts::{ElementSet, PartSymmetry};

/// A game {left | right}, given by the numbers of the forms of its options. Forms are numbered from
/// 0 in the order of their rows. The first form has no options: it is the value 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartizanForm {
    /// The left options, in increasing order.
    pub left: Vec<u32>,
    /// The right options, in increasing order.
    pub right: Vec<u32>,
}

/// The sum of two forms, neither of which is the first form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormSum {
    /// The numbers of the two forms, the smaller number first.
    pub summands: [u32; 2],
    /// The number of the form of the sum.
    pub total: u32,
}

/// The values of the parts of positions of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanGameParts {
    /// The game.
    pub game: GameId,
    /// The maps that find isomorphic parts. A map may also exchange the moves of the players; then
    /// the value of the part is the negative.
    pub alike: PartSymmetry,
    /// The parts with the numbers of their forms, each after the parts that its moves leave.
    pub rows: Vec<(ElementSet, u32)>,
}

/// The values of components of a sum, and of all components that the moves of these components
/// leave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartizanProof {
    /// Forms in canonical form, each after its options.
    pub forms: Vec<PartizanForm>,
    /// Sums of two forms, each after the sums of the options.
    pub sums: Vec<FormSum>,
    /// Parts of positions of games whose moves are a fixed list, with the numbers of their forms.
    pub parts: Vec<PartizanGameParts>,
    /// Components with the numbers of their forms, each after the components that its moves leave.
    /// Components of games with parts need no rows.
    pub positions: Vec<(Component, u32)>,
}

/// The winner of a sum in which the players have different moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartizanWinner {
    /// Left wins, no matter who begins: the value is positive.
    Left,
    /// Right wins, no matter who begins: the value is negative.
    Right,
    /// The player who begins wins: the value is neither at least 0 nor at most 0.
    Next,
    /// The player who begins loses: the value is 0.
    Previous,
}

impl PartizanWinner {
    const ALL: [PartizanWinner; 4] = [
        PartizanWinner::Left,
        PartizanWinner::Right,
        PartizanWinner::Next,
        PartizanWinner::Previous,
    ];

    /// Returns the usual letter: L, R, N or P.
    pub fn letter(self) -> char {
        match self {
            PartizanWinner::Left => 'L',
            PartizanWinner::Right => 'R',
            PartizanWinner::Next => 'N',
            PartizanWinner::Previous => 'P',
        }
    }

    /// Returns the winner with this letter.
    pub(crate) fn from_letter(letter: &str) -> Option<PartizanWinner> {
        PartizanWinner::ALL
            .into_iter()
            .find(|winner| letter.parse() == Ok(winner.letter()))
    }
}
