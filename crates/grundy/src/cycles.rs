//! Detection of cycles in games that are not declared `loopy`. A search stops once it finds a
//! winning move, so it may answer a question without reaching a cycle. An answer found without
//! reaching a cycle is correct, because the winning strategy ends play. However, a cycle in a game
//! not declared `loopy` is probably not intended.

use std::collections::HashMap;

use base::budget::Budget;
use rules::game::{OptionArena, RulesError};
use rules::play::{Component, SumPosition, ended_at_once};
use rules::world::World;

/// Maximum number of budget polls, a thousand steps each, of the search for a cycle.
const MAX_POLLS: u32 = 100;

/// A component whose options are being followed, and its remaining options.
struct CycleFrame {
    /// The component whose options are followed; `None` for the position itself.
    component: Option<Component>,
    rest: Vec<Component>,
}

/// Returns a cycle: a list that begins and ends with the same component, in which each component is
/// part of an option of the previous component. Returns `None` if no cycle was found within a
/// limit; a position in which play is over has no options. The search is depth first, in O(V + E)
/// time.
///
/// # Errors
/// Returns [`RulesError`] if the rules cannot be evaluated or the budget runs out.
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

/// Returns the components in which play may continue after a move in a component.
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
