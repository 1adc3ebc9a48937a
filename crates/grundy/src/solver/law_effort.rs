//! Effort to spend on finding the law of a game for an answer.

use facts::GameFacts;
use rules::game::GameId;
use rules::ir::{Int, Slot};
use rules::world::World;

/// Maximum number of budget polls for a law that is found immediately.
const MAX_IMMEDIATE_LAW_POLLS: u32 = 3_000;

/// Maximum number of budget polls for a law that is likely to be found, because a law is known for
/// other parameters.
const LIKELY: u32 = 8_000;

/// Effort to spend on finding a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LawEffort {
    /// The effort of a search for which a person would wait.
    Soon,
    /// Little effort, because the search may fail.
    Likely,
    /// So little effort that the delay is not noticeable.
    AtOnce,
}

impl LawEffort {
    /// Returns the maximum number of budget polls.
    pub fn looks(self) -> u32 {
        match self {
            LawEffort::Soon => u32::MAX,
            LawEffort::Likely => LIKELY,
            LawEffort::AtOnce => MAX_IMMEDIATE_LAW_POLLS,
        }
    }
}

/// If a box has fewer positions than the first number, searching the box is faster than finding a
/// law. The second number is for games whose moves lead into other games, because these other games
/// are searched individually.
const MIN_LAW_POSITIONS: [i128; 2] = [1 << 22, 1 << 10];

/// Returns whether the box up to these numbers is large for a plan with these facts. If the numbers
/// of each position never increase from slot to slot, only rows of numbers that never increase are
/// counted.
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
        // Number of rows whose numbers never increase: C(widest + slots - 1, slots).
        (1..=slots).fold(1i128, |rows, taken| {
            rows.saturating_mul(widest + taken - 1) / taken
        })
    } else {
        sides.fold(1, i128::saturating_mul)
    };
    positions > MIN_LAW_POSITIONS[usize::from(facts.is_some_and(|facts| facts.names_others))]
}
