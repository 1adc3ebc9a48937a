//! Positions for which the search for the length of play was abandoned.

use rules::game::GameId;
use rules::play::Component;
use rules::world::World;

/// Maximum number of stored positions.
const MAX_GIVEN_UP: usize = 64;

/// Positions for which the search was abandoned, in the order in which they were added.
#[derive(Default)]
pub(crate) struct AbandonedSearches(Vec<PositionExtent>);

/// The games of a position, and the size of the value in each slot of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PositionExtent {
    games: Vec<GameId>,
    sizes: Vec<u64>,
}

impl PositionExtent {
    pub fn new(world: &World, components: &[Component]) -> PositionExtent {
        let mut sizes = Vec::new();
        for Component { game, slots } in components {
            let sets = world.rules(*game).game().map_or(&[][..], |game| &game.sets);
            // The size of a set is the number of its elements, not its code.
            let is_set = |at: usize| sets.iter().any(|set| set.slots().contains(&at));
            sizes.extend(slots.iter().enumerate().map(|(at, slot)| {
                if is_set(at) {
                    slot.count_ones().into()
                } else {
                    slot.unsigned_abs()
                }
            }));
        }
        PositionExtent {
            games: components.iter().map(|component| component.game).collect(),
            sizes,
        }
    }

    /// Returns whether a search from this position would also be abandoned, given that the search
    /// from `smaller` was abandoned.
    fn includes(&self, smaller: &PositionExtent) -> bool {
        self.games == smaller.games
            && self.sizes.len() == smaller.sizes.len()
            && self
                .sizes
                .iter()
                .zip(&smaller.sizes)
                .all(|(own, other)| own >= other)
    }
}

impl AbandonedSearches {
    pub fn includes(&self, extent: &PositionExtent) -> bool {
        self.0.iter().any(|smaller| extent.includes(smaller))
    }

    pub fn insert(&mut self, extent: PositionExtent) {
        // A search abandoned at a position is also abandoned at every larger position, so larger
        // positions need not be stored.
        self.0.retain(|larger| !larger.includes(&extent));
        if self.0.len() == MAX_GIVEN_UP {
            self.0.remove(0);
        }
        self.0.push(extent);
    }
}
