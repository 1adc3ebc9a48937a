//! `format`: the canonical layout of a rule file.

use std::sync::Arc;

use base::budget::Budget;
use grundy::Error;
use rules::parser::parse_file;
use rules::printer::print_file;
use rules::world::{Refusal, Source};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::open::{File, NoOptions};
use crate::options::Options;

/// The request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Format {
    /// The rule file.
    pub file: File,
    /// How.
    pub options: Options<NoOptions>,
}

/// The reply.
#[derive(Clone, Debug)]
pub struct Formatted {
    /// The file in its canonical layout.
    pub file: File,
    /// Whether it was laid out otherwise.
    pub changed: bool,
}

pub(crate) fn format(asked: &Format, budget: &Budget<'_>) -> Result<Formatted, Error> {
    let File { name, text } = &asked.file;
    let source = || {
        Arc::new(Source {
            name: name.clone(),
            text: text.clone(),
        })
    };
    let file = parse_file(text)
        .map_err(|diagnostics| Error::Refused(Refusal::of(source(), diagnostics)))?;
    budget
        .allow_growth(0, 2 * text.len() as u64)
        .map_err(Error::Stopped)?;
    let printed = print_file(&file);
    budget.ask().map_err(Error::Stopped)?;
    Ok(Formatted {
        changed: printed != *text,
        file: File {
            name: name.clone(),
            text: printed,
        },
    })
}

impl Formatted {
    /// As JSON.
    pub fn json(&self) -> Value {
        json!({ "file": self.file.name, "text": self.file.text, "changed": self.changed })
    }
}
