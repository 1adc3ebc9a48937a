//! Errors of a text.

use std::sync::Arc;

use crate::declaration::SourceText;
use crate::parser::repair_rules;
use base::diagnostic::{Diagnostic, render_all, repair_lines};
use base::text::{Lang, Text};
use base::{impl_error, text};

/// The reason why a text is rejected: a list of diagnostics about the text.
#[derive(Clone, Debug)]
pub struct SourceError {
    /// The text.
    pub source: Arc<SourceText>,
    /// The diagnostics; at least one is an error.
    pub diagnostics: Vec<Diagnostic>,
}

impl SourceError {
    /// Creates the error for `text`, called `name`.
    pub fn new(name: &str, text: &str, mut diagnostics: Vec<Diagnostic>) -> SourceError {
        repair_lines(&mut diagnostics, text);
        SourceError {
            source: Arc::new(SourceText {
                name: name.to_owned(),
                text: text.to_owned(),
            }),
            diagnostics,
        }
    }

    /// Creates the error for a rule file, with corrected lines for mistakes whose repair is known.
    pub fn from_rule_file(
        source: Arc<SourceText>,
        mut diagnostics: Vec<Diagnostic>,
    ) -> SourceError {
        repair_rules(&mut diagnostics, &source.text);
        SourceError {
            source,
            diagnostics,
        }
    }

    /// Returns the first error as text, with the name of the source.
    pub fn text(&self) -> Text {
        let name = &self.source.name;
        match self.diagnostics.first() {
            Some(first) => {
                let Text { en, zh } = &first.message;
                text!("{name}: {en}", "{name}：{zh}")
            }
            None => text!("{name} cannot be read", "无法读取 {name}"),
        }
    }

    /// Renders the diagnostics for users.
    pub fn render(&self, lang: Lang, color: bool) -> String {
        render_all(
            &self.diagnostics,
            &self.source.name,
            &self.source.text,
            lang,
            color,
        )
    }
}

impl_error!(SourceError);
