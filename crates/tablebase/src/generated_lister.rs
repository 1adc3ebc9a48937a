//! The options of a position, listed by code generated from the rules ([`super::ListerModule`]).
//! The generated code may trap, or an option may be neither in a lower tier nor in the same tier.
//! If the generated code fails, the reference interpreter lists the options again and reports the
//! reason.

use base::budget::Budget;
use rules::game::PlayEnding;
use rules::ir::Int;

use super::error::TierError;
use super::interpreted_lister::InterpretedLister;
use super::lister_module::{PositionStatus, RawLister};
use super::options::{ComponentBuffer, EntryState, OptionBuffer, OptionLister, PositionRef};
use super::plan::TierPlan;

/// Lists options with generated code.
pub(crate) struct GeneratedLister<'p> {
    plan: &'p TierPlan<'p>,
    code: Box<dyn RawLister>,
    interpreter: InterpretedLister<'p>,
    components: ComponentBuffer,
    numbers: Vec<Int>,
}

impl<'p> GeneratedLister<'p> {
    pub(crate) fn new(plan: &'p TierPlan<'p>, code: Box<dyn RawLister>) -> GeneratedLister<'p> {
        GeneratedLister {
            plan,
            code,
            interpreter: InterpretedLister::new(plan),
            components: ComponentBuffer::new(plan.coins()),
            numbers: vec![0; plan.ranges().len()],
        }
    }

    /// Returns the result of the generated code; `None` if the interpreter must list the options.
    fn list_by_code(
        &mut self,
        at: PositionRef<'_>,
        out: &mut OptionBuffer,
        budget: &Budget<'_>,
    ) -> Result<Option<EntryState>, TierError> {
        out.clear();
        let Some((standing, options, mut bytes)) = self.code.list(at.slots) else {
            return Ok(None);
        };
        budget.steps(options as usize)?;
        let standing = match standing {
            PositionStatus::Open => EntryState::Open,
            PositionStatus::Hole => return Ok(Some(EntryState::Hole)),
            PositionStatus::Goal => return Ok(Some(EntryState::Over(PlayEnding::Goal))),
            PositionStatus::Trap => return Ok(Some(EntryState::Over(PlayEnding::Trap))),
        };
        let mut next = || {
            let (number, rest) = bytes.split_first_chunk::<8>()?;
            bytes = rest;
            Some(Int::from_le_bytes(*number))
        };
        for _ in 0..options {
            let Some(components) = next() else {
                return Ok(None);
            };
            for _ in 0..components {
                for number in &mut self.numbers {
                    let Some(told) = next() else { return Ok(None) };
                    *number = told;
                }
                match self.plan.locate(&self.numbers) {
                    Some((tier, place)) if tier <= at.tier => self.components.add(tier, place),
                    _ => {
                        self.components.forget();
                        return Ok(None);
                    }
                }
            }
            self.components.end(out);
        }
        Ok(Some(standing))
    }
}

impl OptionLister for GeneratedLister<'_> {
    fn list(
        &mut self,
        at: PositionRef<'_>,
        out: &mut OptionBuffer,
        budget: &Budget<'_>,
    ) -> Result<EntryState, TierError> {
        match self.list_by_code(at, out, budget)? {
            Some(standing) => Ok(standing),
            None => self.interpreter.list(at, out, budget),
        }
    }
}
