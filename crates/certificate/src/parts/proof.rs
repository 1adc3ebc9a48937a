//! The rows that show the values of parts.

use rules::game::GameId;
use rules::play::Component;

use super::element_set::ElementSet;
use super::symmetry::PartSymmetry;

/// The values of parts of positions, and of other components of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartsProof {
    /// Games by their parts.
    pub games: Vec<GameParts>,
    /// Components of other games, as in a list of values.
    pub others: Vec<(Component, u64)>,
}

/// What is shown of the parts of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameParts {
    /// The game.
    pub game: GameId,
    /// Where parts are looked for that others are alike to.
    pub alike: PartSymmetry,
    /// Parts, each after those it rests on.
    pub rows: Vec<PartRow>,
}

/// What is shown of one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartRow {
    /// The part: one that no live move leaves apart, with nothing that no live move needs.
    pub part: ElementSet,
    /// What is shown.
    pub told: PartClaim,
}

/// What is shown of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartClaim {
    /// Its value: no option has it, some option has each lesser number.
    Is(u64),
    /// A number that is not its value, since an option has it.
    IsNot(u64),
    /// Its value is 0: a map, told by its number, takes the part to itself and is its own inverse,
    /// and no move takes what its image needs. The second player answers with the image of each
    /// move.
    Mirror(u64),
}
