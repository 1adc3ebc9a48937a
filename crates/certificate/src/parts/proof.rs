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
    /// Values of components of other games, in the form of
    /// [`CertificateProof::Values`](crate::CertificateProof::Values).
    pub others: Vec<(Component, u64)>,
}

/// The proof of the values of the parts of a game.
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
    /// The part. The moves of the part connect its cells, and some move uses each of its cells.
    pub part: ElementSet,
    /// The claim.
    pub told: PartClaim,
}

/// A claim about a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartClaim {
    /// The value of the part: no option has this value, and each smaller number is the value of
    /// some option.
    Is(u64),
    /// A number that is not the value of the part, because an option has this value.
    IsNot(u64),
    /// The value is 0. The map with the given number takes the part to itself and is its own
    /// inverse, and no move removes a cell that the image of the move needs. The second player
    /// replies to each move with the image of the move.
    Mirror(u64),
}
