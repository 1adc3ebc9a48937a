//! An emitted law, with the result of its comparison.

use super::diagram::StateDiagram;
use super::language::EmitLanguage;
use super::probes::Probe;
use super::{cpp, python, quoting, rust};

/// The result of a comparison of code with its law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The code agrees with the law at all probes; contains the number of compared positions.
    Agrees(usize),
    /// The code was not compared, because the named compiler or interpreter was not found or did
    /// not terminate.
    Missing(String),
    /// The code was not run, because its rules come from a file.
    NotRun,
}

/// A law emitted in a language: its text or diagram, and the data for a comparison with the law.
#[derive(Clone, Debug)]
pub struct EmittedLaw {
    /// The language.
    pub language: EmitLanguage,
    /// The diagram, if it was requested.
    pub diagram: Option<StateDiagram>,
    /// The probes that the code must reproduce; empty if code in the language is not run.
    pub probes: Vec<Probe>,
    /// Number of probes at which the law was compared with values computed without the law.
    pub known: usize,
    /// The result of a comparison of the code with its law, if a comparison was made.
    pub comparison: Option<Comparison>,
    /// Number of parameters of the function.
    pub(super) arity: usize,
    /// If true, the function returns whether a position is P; otherwise it returns the value of the
    /// position.
    pub(super) lost: bool,
    pub(super) head: Vec<String>,
    pub(super) body: String,
}

impl EmittedLaw {
    /// Returns the text that is output; empty for a diagram, which is drawn from [`Self::diagram`].
    pub fn text(&self) -> String {
        match self.language {
            EmitLanguage::Svg => return String::new(),
            // Walnut's file format has no comments.
            EmitLanguage::Walnut => return self.body.clone(),
            _ => {}
        }
        let known = grouped(self.known);
        let said = match &self.comparison {
            Some(Comparison::Agrees(rows)) => vec![
                format!(
                    "This code was run and compared with the law at {} rows of numbers: it agrees.",
                    grouped(*rows)
                ),
                format!(
                    "At {known} of them, the law was compared with a result computed without it."
                ),
            ],
            Some(Comparison::Missing(what)) => {
                vec![format!("This code was not compared with the law: {what}.")]
            }
            Some(Comparison::NotRun) => {
                vec![
                    "This code was not compared with the law, because its rules come from a file; the option --run runs and compares it."
                        .to_owned(),
                ]
            }
            None if self.language.is_run() => {
                vec!["This code was not compared with the law.".to_owned()]
            }
            None => Vec::new(),
        };
        let mut text = String::new();
        for line in self.head.iter().chain(&said) {
            text += &quoting::comment(line, self.language);
            text.push('\n');
        }
        text.push('\n');
        text + &self.body
    }

    /// Returns the code as a complete program. The program reads positions, one per line, and
    /// writes the output of the function for each position, or `-`. Outcomes are 0 for a
    /// P-position, otherwise 1. The result is `None` if code in the language is not run.
    pub fn program(&self) -> Option<String> {
        let driver = match self.language {
            EmitLanguage::Cpp => cpp::driver(self.arity, self.lost),
            EmitLanguage::Python => python::driver(self.lost),
            EmitLanguage::Rust => rust::driver(self.arity, self.lost),
            EmitLanguage::Latex | EmitLanguage::Dot | EmitLanguage::Svg | EmitLanguage::Walnut => {
                return None;
            }
        };
        Some(format!("{}\n{driver}", self.text()))
    }

    /// Returns the output of the program for a probe; `None` if its numbers are too large for the
    /// language.
    pub fn expected(&self, probe: &Probe) -> Option<String> {
        let whole = self.language == EmitLanguage::Python;
        if !whole && probe.slots.iter().any(|slot| i64::try_from(slot).is_err()) {
            return None;
        }
        let told = probe
            .told
            .as_ref()
            .filter(|told| whole || u64::try_from(*told).is_ok());
        Some(told.map_or_else(|| "-".to_owned(), ToString::to_string))
    }
}

/// Formats a number as in `1,234`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
