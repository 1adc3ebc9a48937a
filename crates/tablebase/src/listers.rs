//! The ways in which the options of positions are listed, and which of them a plan takes.

use super::additive_moves::AdditiveLister;
use super::generated_lister::GeneratedLister;
use super::interpreted_lister::InterpretedLister;
use super::options::OptionLister;
use super::plan::TierPlan;
use super::symmetry::SymmetryLister;

impl TierPlan<'_> {
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
