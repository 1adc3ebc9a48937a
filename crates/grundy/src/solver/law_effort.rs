//! How much is done to find the law of a game for an answer.

use facts::GameFacts;
use rules::game::GameId;
use rules::ir::{Int, Slot};
use rules::world::World;

/// Looks at the clock for a law that is found at once.
const MAX_IMMEDIATE_LAW_POLLS: u32 = 3_000;

/// And for one that is likely to be found: that of a game whose law is known with other parameters.
const LIKELY: u32 = 8_000;

/// How much is done to find a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LawEffort {
    /// As much as a person waits for.
    Soon,
    /// Little, for it may not be found.
    Likely,
    /// So little that nobody notices.
    AtOnce,
}

impl LawEffort {
    /// Looks at the clock, a thousand small steps each.
    pub fn looks(self) -> u32 {
        match self {
            LawEffort::Soon => u32::MAX,
            LawEffort::Likely => LIKELY,
            LawEffort::AtOnce => MAX_IMMEDIATE_LAW_POLLS,
        }
    }
}

/// A box of fewer positions is sooner searched than a law is found; the second where moves lead
/// into other games, which are searched one by one.
const MIN_LAW_POSITIONS: [i128; 2] = [1 << 22, 1 << 10];

/// Whether the box up to these numbers is large for a plan with these facts. Where no number is
/// greater than the one before it, rows are counted once.
pub(super) fn is_large(
    world: &World,
    game: GameId,
    tops: &[Int],
    facts: Option<&GameFacts>,
) -> bool {
    let side = |(slot, &top): (&Slot, &Int)| (i128::from(top) - i128::from(slot.low) + 1).max(1);
    let sides = world.rules(game).slots().iter().zip(tops).map(side);
    let positions = if facts.is_some_and(|facts| facts.sorted) {
        let (widest, slots) = (sides.clone().max().unwrap_or(1), sides.len() as i128);
        // Rows of numbers that do not rise: C(widest + slots - 1, slots).
        (1..=slots).fold(1i128, |rows, taken| {
            rows.saturating_mul(widest + taken - 1) / taken
        })
    } else {
        sides.fold(1, i128::saturating_mul)
    };
    positions > MIN_LAW_POSITIONS[usize::from(facts.is_some_and(|facts| facts.names_others))]
}
