//! The options of a component: all options, the options up to a limit, or a single option.

use base::budget::Budget;
use rules::game::{OptionArena, RulesError};
use rules::ir::Int;
use rules::play::Component;
use rules::world::World;

use crate::error::{RulesResult, SolveError};

/// Returns all options of a component.
pub(crate) fn options_of(
    world: &World,
    component: &Component,
    budget: &Budget<'_>,
) -> Result<OptionArena, SolveError> {
    let mut options = OptionArena::new();
    world
        .options(component.game, &component.slots, &mut options, budget)
        .explain_fault(world)?;
    Ok(options)
}

/// Returns the options of a component, and whether every option is included. If an option is
/// missing, the component has more than `most` options.
pub(crate) fn options_up_to(
    world: &World,
    component: &Component,
    most: usize,
    budget: &Budget<'_>,
) -> Result<(OptionArena, bool), SolveError> {
    let mut options = OptionArena::new();
    // The first attempt takes only a few steps, in case the component has far more options than
    // needed.
    let mut steps = (most as u64).saturating_mul(4).saturating_add(64);
    loop {
        let whole = match budget.stepped(steps, |budget| {
            world.options(component.game, &component.slots, &mut options, budget)
        }) {
            (Ok(()), _) => true,
            // The options listed so far are in the arena.
            (Err(RulesError::Stopped(_)), true) => false,
            (Err(fault), _) => return Err(SolveError::of_fault(world, &fault)),
        };
        let too_many = options.len() > most;
        if whole || too_many {
            return Ok((options, !too_many));
        }
        steps = steps.saturating_mul(4);
    }
}

/// Returns the result of a rule with these choices; `None` if the rule with these choices is not a
/// legal move.
pub(crate) fn left_by_step(
    world: &World,
    component: &Component,
    rule: usize,
    choices: &[Int],
    budget: &Budget<'_>,
) -> Result<Option<Vec<Component>>, SolveError> {
    let (Component { game, slots }, mut options) = (component, OptionArena::new());
    world
        .option(*game, slots, (rule, choices), &mut options, budget)
        .explain_fault(world)?;
    Ok(options.iter().next().map(|option| option.to_components()))
}
