//! The options of a component, up to a limit.

use base::budget::Budget;
use rules::game::{OptionArena, RulesError};
use rules::play::Component;
use rules::world::World;

/// The options of a component, and whether these are all; if not, they are more than `most`.
pub(crate) fn options_up_to(
    world: &World,
    component: &Component,
    most: usize,
    budget: &Budget<'_>,
) -> Result<(OptionArena, bool), RulesError> {
    let mut options = OptionArena::new();
    // Whoever wants one of a million does not wait for a thousand.
    let mut steps = (most as u64).saturating_mul(4).saturating_add(64);
    loop {
        let whole = match budget.stepped(steps, |budget| {
            world.options(component.game, &component.slots, &mut options, budget)
        }) {
            (Ok(()), _) => true,
            // What was listed up to here stands in the arena.
            (Err(RulesError::Stopped(_)), true) => false,
            (Err(fault), _) => return Err(fault),
        };
        let too_many = options.len() > most;
        if whole || too_many {
            return Ok((options, !too_many));
        }
        steps = steps.saturating_mul(4);
    }
}
