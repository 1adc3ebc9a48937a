//! The survey of all short octal codes: one line of comma-separated values per code.

use std::path::Path;

use base::budget::Budget;
use grundy::{SolveError, heap as front};
use heap::code::HeapCode;
use serde_json::{Value, json};

use super::options::HeapOptions;
use crate::host::RequestHost;

/// Default maximum n of a survey.
const USUAL: usize = 5000;

/// The survey.
pub struct HeapSurvey {
    /// A header line and one line per code.
    pub lines: String,
    /// Number of codes.
    pub codes: usize,
    /// Number of codes with a proved period.
    pub proved: usize,
}

/// Surveys every octal code of at most `digits` digits.
pub fn survey(
    asked: &HeapOptions,
    digits: u32,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<HeapSurvey, SolveError> {
    let to = asked.to.unwrap_or(USUAL).saturating_add(1);
    let mut lines = String::from(
        "code,standard,shift,preperiod,period,saltus,largest,largest_at,computed,certificate\n",
    );
    let all: Vec<HeapCode> = (1..=digits).flat_map(front::codes).collect();
    let mut proved = 0;
    for (done, code) in all.iter().enumerate() {
        budget.report(done as u64, Some(all.len() as u64));
        // The progress of a single code is not reported, because it would replace the progress of
        // the survey.
        let front::SurveyLine { table, certificate } =
            budget.with_pauses(&|| None, &|_, _| (), |single| {
                front::survey(code, to, single)
            })?;
        let form = code.standard().map_or_else(
            || ",".to_owned(),
            |standard| format!("{},{}", standard.code, standard.shift),
        );
        let law = table.period().map_or_else(
            || ",,".to_owned(),
            |p| format!("{},{},{}", p.preperiod, p.period, p.saltus),
        );
        let largest = table
            .largest(table.value_count())
            .map_or_else(|| ",".to_owned(), |(value, n)| format!("{value},{n}"));
        let status = if certificate.is_some() { "checked" } else { "" };
        lines += &format!(
            "{code},{form},{law},{largest},{},{status}\n",
            table.value_count()
        );
        proved += usize::from(certificate.is_some());
        if let (Some(folder), Some(text)) = (&asked.certificates, certificate) {
            host.write(&folder.join(format!("{code}.cert")), &mut |out| {
                out.write_all(text.as_bytes()).map(|()| None)
            })?;
        }
    }
    Ok(HeapSurvey {
        lines,
        codes: all.len(),
        proved,
    })
}

impl HeapSurvey {
    /// Returns the JSON for a survey whose lines were written to a file.
    pub fn filed(&self, file: &Path) -> Value {
        json!({ "file": file.display().to_string(), "codes": self.codes, "proved": self.proved })
    }

    pub(super) fn json(&self) -> Value {
        json!({ "csv": self.lines, "codes": self.codes, "proved": self.proved })
    }
}
