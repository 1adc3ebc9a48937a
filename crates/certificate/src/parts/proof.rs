//! The rows that prove the values of parts.

use rules::game::GameId;
use rules::play::Component;

use super::element_set::ElementSet;
use super::symmetry::PartSymmetry;

/// The values of parts of positions, and of other components of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartsProof {
    /// The games whose values are proved by parts.
    pub games: Vec<GameParts>,
    /// Values of components of other games, as in a list of values.
    pub others: Vec<(Component, u64)>,
}

/// What is proved about the parts of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameParts {
    /// The game.
    pub game: GameId,
    /// The maps that find isomorphic parts.
    pub alike: PartSymmetry,
    /// The rows, each after the rows that it depends on.
    pub rows: Vec<PartRow>,
}

/// A claim about one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartRow {
    /// The part. Its moves connect it, and every cell of it is used by some move.
    pub part: ElementSet,
    /// The claim.
    pub told: PartClaim,
}

/// A claim about a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartClaim {
    /// Its value: no option has it, and each smaller number is the value of some option.
    Is(u64),
    /// A number that is not its value, because an option has it.
    IsNot(u64),
    /// The value is 0. The map with this number takes the part to itself and is its own inverse,
    /// and no move removes a cell that its image needs. The second player replies to each move with
    /// its image.
    Mirror(u64),
}
