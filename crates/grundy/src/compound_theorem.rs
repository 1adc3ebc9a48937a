//! The common form of theorems about compounds of one kind.

use base::text::Text;
use rules::game::Rules;
use theory::theorem::{ClosedForm, ConditionError, Theorem, TheoremCase};

/// A theorem about one kind of compounds.
pub(crate) struct CompoundTheorem {
    pub name: &'static str,
    pub statement: fn() -> Text,
    pub source: &'static str,
    /// Creates the closed form of a compound to which the theorem applies.
    pub form: fn(&TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError>,
}

impl Theorem for CompoundTheorem {
    fn name(&self) -> &'static str {
        self.name
    }

    fn statement(&self) -> Text {
        (self.statement)()
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn applies_to(&self, rules: &dyn Rules) -> bool {
        rules.compound().is_some()
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        (self.form)(case)
    }
}
