//! The common parts of theorems about the structures of one kind.

use base::text::Text;
use rules::game::Rules;
use theory::theorem::{ClosedForm, ConditionError, Theorem, TheoremCase, make_text};

/// A function that tests conditions on rules and creates the closed form of their positions.
type FormMaker<R> = fn(&R, &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError>;

/// A theorem about structures with the rules `R`.
pub(crate) struct StructureTheorem<R> {
    pub(crate) name: &'static str,
    /// The statement of the theorem, in English and in Chinese.
    pub(crate) statement: (&'static str, &'static str),
    pub(crate) source: &'static str,
    /// The reason why the theorem does not apply to a structure with other rules.
    pub(crate) other_game: (&'static str, &'static str),
    /// Tests the conditions of the theorem on rules of the type `R`, and creates the closed form.
    pub(crate) form: FormMaker<R>,
}

impl<R: Rules + 'static> Theorem for StructureTheorem<R> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn statement(&self) -> Text {
        make_text(self.statement.0, self.statement.1)
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn applies_to(&self, rules: &dyn Rules) -> bool {
        is_structure(rules)
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let rules = case.rules.as_any().and_then(|rules| rules.downcast_ref());
        (self.form)(
            rules.ok_or_else(|| make_text(self.other_game.0, self.other_game.1))?,
            case,
        )
    }
}

/// Returns whether a game is a graph or a board. The theorems of this crate apply to no other game.
pub(crate) fn is_structure(rules: &dyn Rules) -> bool {
    rules.as_any().is_some()
}
