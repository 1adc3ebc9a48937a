//! Kinds of structures as data.

use base::diagnostic::Diagnostic;
use base::text::Text;
use rules::structure::{ParsedStructure, Structure};
use theory::theorem::make_text;

/// A kind of game written as text, as [`Structure`] describes it.
pub struct StructureKind {
    pub(crate) name: &'static str,
    /// A description of the game, in English and in Chinese.
    pub(crate) about: (&'static str, &'static str),
    pub(crate) example: &'static str,
    pub(crate) read: fn(&str) -> Result<ParsedStructure, Vec<Diagnostic>>,
}

impl Structure for StructureKind {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> Text {
        make_text(self.about.0, self.about.1)
    }

    fn example(&self) -> &'static str {
        self.example
    }

    fn read(&self, text: &str) -> Result<ParsedStructure, Vec<Diagnostic>> {
        (self.read)(text)
    }
}
