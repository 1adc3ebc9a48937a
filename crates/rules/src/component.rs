//! Games of a world, and components of positions.

use crate::ir::Int;

/// A game of a [`World`](crate::world::World).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(pub u32);
/// A component of a position: the game and its numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Component {
    /// The game of the component.
    pub game: GameId,
    /// The numbers of the component, in canonical form.
    pub slots: Box<[Int]>,
}

impl Component {
    /// Creates a component of a game with these numbers.
    pub fn new(game: GameId, slots: impl Into<Box<[Int]>>) -> Component {
        let slots = slots.into();
        Component { game, slots }
    }
}
