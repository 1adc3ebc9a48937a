//! The options of `heap`.

use std::path::PathBuf;

use base::text;
use base::text::Text;
use dashu_int::UBig;
use grundy::SolveError;
use serde::{Deserialize, Deserializer};

#[cfg(feature = "threads")]
use crate::host::RequestHost;
use crate::options::parse_named;

/// Maximum number of threads of a query.
const MAX_THREADS: usize = 64;

/// Number of values that no table reaches; used for "no bound".
pub(super) const MAX_VALUES: usize = usize::MAX / 8;

/// Default maximum n of a table.
const DEFAULT_TABLE_END: usize = 100;

/// The options of `heap`. If no option is set, the reply is a table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HeapOptions {
    /// Maximum n of the values, or the bound of the search for a period.
    pub to: Option<usize>,
    /// The heap whose value is requested.
    #[serde(deserialize_with = "parse_at")]
    pub at: Option<UBig>,
    /// Whether to return only the period.
    pub period: bool,
    /// Whether to return the sparse space.
    pub sparse: bool,
    /// Surveys every octal code of at most this number of digits, instead of one code.
    pub survey: Option<u32>,
    /// Whether to return the certificate of the period.
    pub certificate: bool,
    /// The folder for all certificates of a survey.
    pub certificates: Option<PathBuf>,
    /// The format of the values. All formats except text are written to the host as a stream.
    pub format: HeapFormat,
    /// Whether to return the facts without a table.
    pub summary: bool,
    /// The checkpoint file.
    pub checkpoint: Option<PathBuf>,
    /// Time between two checkpoints in seconds.
    pub every: f64,
    /// Maximum number of threads, if the program supports threads.
    pub threads: usize,
    /// Whether to resume from the checkpoint, if the file exists.
    pub resume: bool,
}

impl Default for HeapOptions {
    fn default() -> HeapOptions {
        HeapOptions {
            to: None,
            at: None,
            period: false,
            sparse: false,
            survey: None,
            certificate: false,
            certificates: None,
            format: HeapFormat::Text,
            summary: false,
            checkpoint: None,
            every: 30.0,
            threads: 1,
            resume: false,
        }
    }
}

impl HeapOptions {
    #[cfg(feature = "threads")]
    pub(super) fn threads(&self, host: &dyn RequestHost) -> usize {
        self.threads.min(host.max_threads()).max(1)
    }

    /// Returns an error for options that exclude each other. The command line rejects such options
    /// already when it parses its arguments.
    pub(super) fn check_compatible(&self) -> Result<(), SolveError> {
        let asked = [
            ("at", self.at.is_some()),
            ("period", self.period),
            ("sparse", self.sparse),
            ("survey", self.survey.is_some()),
            ("format", self.format != HeapFormat::Text),
        ];
        let mut named = asked
            .iter()
            .filter(|(_, given)| *given)
            .map(|(name, _)| *name);
        if let (Some(one), Some(other)) = (named.next(), named.next()) {
            return Err(SolveError::Usage(text!(
                "{one} and {other} cannot be combined",
                "{one} 与 {other} 不能同时使用"
            )));
        }
        if self.survey.is_some_and(|digits| !(1..=5).contains(&digits)) {
            return Err(SolveError::Usage(text!(
                "survey: expected codes of 1 to 5 digits",
                "survey：代码应为 1 到 5 位"
            )));
        }
        if !(1..=MAX_THREADS).contains(&self.threads) {
            return Err(SolveError::Usage(text!(
                "threads: expected 1 to {MAX_THREADS}",
                "threads：应为 1 到 {MAX_THREADS}"
            )));
        }
        if !(0.01..=60.0).contains(&self.every) {
            return Err(SolveError::Usage(text!(
                "expected a number of seconds from 0.01 to 60",
                "应为 0.01 到 60 之间的秒数"
            )));
        }
        Ok(())
    }
}

/// The format of the values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HeapFormat {
    /// Rows for a terminal after a summary; in JSON a list.
    #[default]
    Text,
    /// An OEIS b-file: n and G(n) in each line.
    Bfile,
    /// Comma-separated values with a header line.
    Csv,
    /// One byte per value, starting with G(0).
    Raw,
}

/// Parses a natural number of at most 1100 digits.
///
/// # Errors
/// Returns the expected form if `digits` is empty, too long, or contains other characters than
/// digits.
pub fn natural(digits: &str) -> Result<UBig, Text> {
    const MAX_DIGITS: usize = 1100;
    let wrong = || {
        text!(
            "expected a natural number of at most {MAX_DIGITS} digits",
            "应为不超过 {MAX_DIGITS} 位的自然数"
        )
    };
    if digits.is_empty()
        || digits.len() > MAX_DIGITS
        || !digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Err(wrong());
    }
    UBig::from_str_radix(digits, 10).map_err(|_| wrong())
}

fn parse_at<'de, D: Deserializer<'de>>(source: D) -> Result<Option<UBig>, D::Error> {
    parse_named("at", source, natural)
}

/// Returns the number of values to compute: one more than the largest requested n.
pub(super) fn required_values(asked: &HeapOptions) -> usize {
    match (&asked.at, asked.to, asked.period) {
        (Some(n), ..) => usize::try_from(n)
            .map_or(MAX_VALUES, |n| n.saturating_add(1))
            .min(MAX_VALUES),
        (None, Some(n), _) => n.saturating_add(1).min(MAX_VALUES),
        (None, None, true) => MAX_VALUES,
        (None, None, false) => DEFAULT_TABLE_END + 1,
    }
}
