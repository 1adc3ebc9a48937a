//! `format`: the canonical layout of a rule file.

use std::sync::Arc;

use base::budget::Budget;
use grundy::SolveError;
use rules::parser::parse_file;
use rules::printer::print_file;
use rules::world::{SourceError, SourceText};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::open::{NoOptions, RequestFile};
use crate::options::RequestOptions;

/// The request `format`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FormatRequest {
    /// The rule file.
    pub file: RequestFile,
    /// The common options.
    pub options: RequestOptions<NoOptions>,
}

/// The reply to `format`.
#[derive(Clone, Debug)]
pub struct FormatReply {
    /// The file in its canonical layout.
    pub file: RequestFile,
    /// Whether the layout has changed.
    pub changed: bool,
}

pub(crate) fn format(
    asked: &FormatRequest,
    budget: &Budget<'_>,
) -> Result<FormatReply, SolveError> {
    let RequestFile { name, text } = &asked.file;
    let source = || {
        Arc::new(SourceText {
            name: name.clone(),
            text: text.clone(),
        })
    };
    let file = parse_file(text).map_err(|diagnostics| {
        SolveError::Refused(SourceError::from_rule_file(source(), diagnostics))
    })?;
    budget
        .allow_growth(0, 2 * text.len() as u64)
        .map_err(SolveError::Stopped)?;
    let printed = print_file(&file);
    budget.ask().map_err(SolveError::Stopped)?;
    Ok(FormatReply {
        changed: printed != *text,
        file: RequestFile {
            name: name.clone(),
            text: printed,
        },
    })
}

impl FormatReply {
    /// Returns the reply as JSON.
    pub fn json(&self) -> Value {
        json!({ "file": self.file.name, "text": self.file.text, "changed": self.changed })
    }
}
