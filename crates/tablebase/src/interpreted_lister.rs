//! The options of a position, listed by the reference interpreter.

use base::budget::Budget;
use rules::game::OptionArena as Arena;

use super::error::TierError;
use super::options::{ComponentBuffer, EntryState, OptionBuffer, OptionLister, PositionRef};
use super::plan::TierPlan;

/// Lists options with the reference interpreter.
pub(crate) struct InterpretedLister<'p> {
    plan: &'p TierPlan<'p>,
    options: Arena,
    components: ComponentBuffer,
}

impl<'p> InterpretedLister<'p> {
    pub(crate) fn new(plan: &'p TierPlan<'p>) -> InterpretedLister<'p> {
        InterpretedLister {
            plan,
            options: Arena::new(),
            components: ComponentBuffer::new(plan.coins()),
        }
    }
}

impl OptionLister for InterpretedLister<'_> {
    fn list(
        &mut self,
        at: PositionRef<'_>,
        out: &mut OptionBuffer,
        budget: &Budget<'_>,
    ) -> Result<EntryState, TierError> {
        let PositionRef { tier, slots, .. } = at;
        let (plan, world, game) = (self.plan, self.plan.world, self.plan.game);
        out.clear();
        if !plan.tier(tier).index.is_whole() && !world.contains(game, slots, budget)? {
            return Ok(EntryState::Hole);
        }
        if let Some(ending) = world.ending(game, slots, budget)? {
            return Ok(EntryState::Over(ending));
        }
        world.options(game, slots, &mut self.options, budget)?;
        for option in self.options.iter() {
            for (_, left) in option.components() {
                let Some((lower, place)) = plan.locate(left) else {
                    return Err(plan.out_of_ranges_error(slots, left));
                };
                if lower > tier {
                    return Err(plan.raised_measure_error(at, lower, left));
                }
                self.components.add(lower, place);
            }
            self.components.end(out);
        }
        Ok(EntryState::Open)
    }
}
