//! The ways in which the options of positions are listed, and which of them a plan takes.

use base::text;

use super::additive_moves::AdditiveLister;
use super::generated_lister::{self, GeneratedLister};
use super::interpreted_lister::InterpretedLister;
use super::options::OptionLister;
use super::plan::TierPlan;
use super::symmetry::SymmetryLister;
use crate::machine::WasmMachine;

/// Fewer positions are sooner listed by the interpreter than code is compiled.
const WORTH_GENERATING: u64 = 1 << 11;

impl TierPlan<'_> {
    /// The same with options listed by code that a machine runs, where moves are not added slot by
    /// slot and there are enough positions for it to be worth its while.
    #[must_use]
    pub fn with_code(mut self, machine: Option<&dyn WasmMachine>) -> Self {
        match machine.filter(|_| self.lanes.is_err()) {
            Some(machine) if self.places() >= WORTH_GENERATING => self.generating(machine),
            Some(_) => {
                self.code = Err(text!(
                    "so few positions are sooner listed by the interpreter",
                    "局面太少，由解释器列出更快"
                ));
                self
            }
            None => self,
        }
    }

    /// The same with code that lists options, whether or not there is a quicker way.
    #[must_use]
    pub fn generating(mut self, machine: &dyn WasmMachine) -> Self {
        self.code = generated_lister::compiled(&self, machine);
        self
    }

    /// The options of positions in the quickest way there is.
    pub fn options<'p>(&'p self) -> Box<dyn OptionLister + 'p> {
        match &self.lanes {
            Ok(lanes) => self.for_representatives(Box::new(AdditiveLister::new(self, lanes))),
            Err(_) => self.coded().unwrap_or_else(|| self.interpreter()),
        }
    }

    /// The options of positions by generated code, if there is any.
    pub fn coded<'p>(&'p self) -> Option<Box<dyn OptionLister + 'p>> {
        let begun = self.code.as_ref().ok()?.begin().ok()?;
        Some(self.for_representatives(Box::new(GeneratedLister::new(self, begun))))
    }

    /// The options of positions by the reference interpreter.
    pub fn interpreter<'p>(&'p self) -> Box<dyn OptionLister + 'p> {
        self.for_representatives(Box::new(InterpretedLister::new(self)))
    }

    /// The options of those positions alone that stand for others, where slots may be exchanged.
    fn for_representatives<'p>(
        &'p self,
        options: Box<dyn OptionLister + 'p>,
    ) -> Box<dyn OptionLister + 'p> {
        match self.image_finder() {
            Some(turning) => Box::new(SymmetryLister::new(self, turning, options)),
            None => options,
        }
    }
}
