//! The limits on the checker's work for one certificate: a maximum number of small steps and of
//! bytes, each proportional to the length of the text. A number in a text can be arbitrarily large.
//! The checker counts the steps that a number in a text causes, so a short text never costs more
//! than its limit. When a limit is reached, the line of the text that was being checked is
//! reported.

use std::cell::Cell;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;

use crate::error::CertificateError;
use crate::report::CertificateReport;

/// Small steps per byte of the text.
const STEPS_PER_BYTE: u64 = 10_000;

/// Small steps allowed for any text: enough to read rules as clauses and to compare the clauses
/// with the rules.
const MIN_STEPS: u64 = 200_000_000;

/// Bytes of memory per byte of the text.
const MEMORY_PER_BYTE: u64 = 1_000;

/// Bytes of memory allowed for any text.
const MIN_MEMORY_BYTES: u64 = 256 << 20;

/// The limits on the work for one certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkLimits {
    /// Maximum number of small steps.
    pub steps: u64,
    /// Maximum number of bytes of memory, in addition to the text and the data read from it.
    pub memory: u64,
    /// The line of the text on which the proof begins.
    line: usize,
}

impl WorkLimits {
    /// Returns the limits for a text of `bytes` bytes whose proof begins on line `line`.
    pub(crate) fn of_text(bytes: usize, line: usize) -> WorkLimits {
        let bytes = bytes as u64;
        WorkLimits {
            steps: MIN_STEPS.saturating_add(bytes.saturating_mul(STEPS_PER_BYTE)),
            memory: MIN_MEMORY_BYTES.saturating_add(bytes.saturating_mul(MEMORY_PER_BYTE)),
            line,
        }
    }

    /// Returns limits that are never reached, so that only the limits of the budget apply.
    #[must_use]
    pub fn patient(self) -> WorkLimits {
        WorkLimits {
            steps: u64::MAX,
            memory: u64::MAX,
            ..self
        }
    }

    /// Runs `check` on the proof within the limits of the text. If a limit is reached, the budget
    /// gets a note with the line of the text that was being checked.
    ///
    /// # Errors
    /// Returns the errors of `check`, or [`CertificateError::Stopped`] with [`StopReason::Steps`]
    /// or [`StopReason::Memory`] if a limit of the text is reached.
    pub fn hold(
        self,
        budget: &Budget<'_>,
        check: impl FnOnce(&Budget<'_>) -> Result<CertificateReport, CertificateError>,
    ) -> Result<CertificateReport, CertificateError> {
        let line = Cell::new(self.line);
        let item = |number: usize| line.set(self.line + number);
        let checked = budget.bounded(self.memory, self.steps, &item, check);
        if let Err(CertificateError::Stopped(stop)) = &checked {
            let is_own = match *stop {
                StopReason::Steps(_) => true,
                StopReason::Memory(_, given) => given == self.memory && given < budget.memory,
                _ => false,
            };
            budget.note(stopped_at(line.get(), is_own));
        }
        checked
    }
}

/// Describes the line that was being checked when a limit was reached. `is_own` is true for a limit
/// of the text, false for a limit of the budget.
fn stopped_at(line: usize, is_own: bool) -> Text {
    if is_own {
        text!(
            "the certificate is neither accepted nor refused: at line {line}, the checker reached the work limit for a text of this length; `grundy check FILE --time SECONDS` checks it without this limit",
            "证书既未被接受也未被拒绝：检查第 {line} 行时超过了此长度的文本的工作量上限；用 `grundy check 文件 --time 秒数` 可不受此限"
        )
    } else {
        text!(
            "the certificate is neither accepted nor refused: the checker stopped at line {line}",
            "证书既未被接受也未被拒绝：检查器停在第 {line} 行"
        )
    }
}

/// Runs `work` on a part of a proof that begins `by` lines after the start of the complete proof.
pub(crate) fn shifted<R>(budget: &Budget<'_>, by: usize, work: impl FnOnce(&Budget<'_>) -> R) -> R {
    let item = |number: usize| budget.item(by + number);
    item(0);
    work(&budget.with_memory(budget.memory).locating(&item))
}
