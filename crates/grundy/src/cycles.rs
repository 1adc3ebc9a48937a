//! Ways in which play can go round, in games that do not say `loopy`. A search stops where a
//! winning move is found, so it may answer a question without meeting them; the answer is true, for
//! the win that it found ends, but its rules are most likely not what was meant.

use std::collections::HashMap;

use base::budget::Budget;
use rules::game::{OptionArena, RulesError};
use rules::play::{Component, SumPosition, ended_at_once};
use rules::world::World;

/// How many looks at the clock, a thousand steps each, are spent on looking for a round.
const MAX_POLLS: u32 = 100;

/// A component whose options are being followed, and those that are left.
struct CycleFrame {
    /// `None` for the position itself.
    component: Option<Component>,
    rest: Vec<Component>,
}

/// A round: components of which each has the next as a part of an option, and the last is the
/// first. `None` if no round was found within a bound; positions where play is over lead nowhere.
/// O(V + E), depth first.
///
/// # Errors
/// If the rules cannot be evaluated, or the budget ends.
pub(crate) fn round(
    world: &World,
    position: &[Component],
    budget: &Budget<'_>,
) -> Result<Option<Vec<Component>>, RulesError> {
    match budget.limited(MAX_POLLS, |budget| search(world, position, budget)) {
        (Err(RulesError::Stopped(_)), true) => Ok(None),
        (found, _) => found,
    }
}

fn search(
    world: &World,
    position: &[Component],
    budget: &Budget<'_>,
) -> Result<Option<Vec<Component>>, RulesError> {
    // Whether a component that was entered is still on the stack.
    let mut seen: HashMap<Component, bool> = HashMap::new();
    let mut stack = vec![CycleFrame {
        component: None,
        rest: position.to_vec(),
    }];
    while let Some(top) = stack.last_mut() {
        budget.tick()?;
        let Some(next) = top.rest.pop() else {
            if let Some(component) = stack.pop().and_then(|left| left.component) {
                seen.insert(component, false);
            }
            continue;
        };
        match seen.get(&next) {
            Some(false) => {}
            Some(true) => {
                let way = stack.into_iter().filter_map(|entered| entered.component);
                return Ok(Some(
                    way.skip_while(|component| *component != next)
                        .chain([next.clone()])
                        .collect(),
                ));
            }
            None => {
                seen.insert(next.clone(), true);
                let rest = parts(world, &next, budget)?;
                stack.push(CycleFrame {
                    component: Some(next),
                    rest,
                });
            }
        }
    }
    Ok(None)
}

/// The components that play may go on with after a move in a component.
fn parts(
    world: &World,
    component: &Component,
    budget: &Budget<'_>,
) -> Result<Vec<Component>, RulesError> {
    let mut parts = Vec::new();
    if world
        .ending(component.game, &component.slots, budget)?
        .is_some()
    {
        return Ok(parts);
    }
    let mut options = OptionArena::new();
    world.options(component.game, &component.slots, &mut options, budget)?;
    for option in options.iter() {
        let left: Vec<Component> = option
            .components()
            .map(|(game, slots)| Component {
                game,
                slots: slots.into(),
            })
            .collect();
        let left = SumPosition::canonical(left, world);
        if ended_at_once(world, &left, budget)?.is_none() {
            parts.extend(left.0);
        }
    }
    Ok(parts)
}
