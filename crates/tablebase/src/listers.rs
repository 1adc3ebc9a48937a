//! The option listers, and the choice of a lister for a plan.

use super::additive_moves::AdditiveLister;
use super::generated_lister::GeneratedLister;
use super::interpreted_lister::InterpretedLister;
use super::options::OptionLister;
use super::plan::TierPlan;
use super::symmetry::SymmetryLister;

impl TierPlan<'_> {
    /// Returns the fastest available option lister.
    pub fn options<'p>(&'p self) -> Box<dyn OptionLister + 'p> {
        match &self.lanes {
            Ok(lanes) => self.for_representatives(Box::new(AdditiveLister::new(self, lanes))),
            Err(_) => self.coded().unwrap_or_else(|| self.interpreter()),
        }
    }

    /// Returns the option lister that uses generated code; `None` if the plan has no generated
    /// code.
    pub fn coded<'p>(&'p self) -> Option<Box<dyn OptionLister + 'p>> {
        let begun = self.code.as_ref().ok()?.begin().ok()?;
        Some(self.for_representatives(Box::new(GeneratedLister::new(self, begun))))
    }

    /// Returns the option lister that uses the reference interpreter.
    pub fn interpreter<'p>(&'p self) -> Box<dyn OptionLister + 'p> {
        self.for_representatives(Box::new(InterpretedLister::new(self)))
    }

    /// Restricts a lister to the representatives of orbits, if slots may be exchanged.
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
