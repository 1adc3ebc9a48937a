//! How much the checker may do for a certificate: a number of small steps and of bytes that grows
//! in proportion to the length of its text. A number in a text may be as large as its writer likes;
//! what follows from it is done step by step and counted, so a text of a kilobyte never costs more
//! than its share. The line on which the work was when the bound was reached is reported.

use std::cell::Cell;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;

use crate::error::CertificateError;
use crate::report::CertificateReport;

/// Small steps for each byte of the text.
const STEPS_PER_BYTE: u64 = 10_000;

/// Small steps for any text: as much as it takes to read rules as clauses and to compare these with
/// the rules.
const MIN_STEPS: u64 = 200_000_000;

/// Bytes of memory for each byte of the text.
const MEMORY_PER_BYTE: u64 = 1_000;

/// Bytes of memory for any text.
const MIN_MEMORY_BYTES: u64 = 256 << 20;

/// The bound on the work for one certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkLimits {
    /// Small steps.
    pub steps: u64,
    /// Bytes of memory, beside the text and what was read of it.
    pub memory: u64,
    /// The line of the text on which the proof begins.
    line: usize,
}

impl WorkLimits {
    /// Returns the bound for a text of `bytes` bytes whose proof begins on line `line`.
    pub(crate) fn of_text(bytes: usize, line: usize) -> WorkLimits {
        let bytes = bytes as u64;
        WorkLimits {
            steps: MIN_STEPS.saturating_add(bytes.saturating_mul(STEPS_PER_BYTE)),
            memory: MIN_MEMORY_BYTES.saturating_add(bytes.saturating_mul(MEMORY_PER_BYTE)),
            line,
        }
    }

    /// No bound on the work but that of the budget.
    #[must_use]
    pub fn patient(self) -> WorkLimits {
        WorkLimits {
            steps: u64::MAX,
            memory: u64::MAX,
            ..self
        }
    }

    /// The result of `check` on the proof within this bound. If a limit ends the work, the budget
    /// gets a note with the line of the text that was being checked.
    ///
    /// # Errors
    /// As `check`; [`CertificateError::Stopped`] with [`StopReason::Steps`] or
    /// [`StopReason::Memory`], if the bound ends the work.
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

/// What was being checked when a limit was reached; `is_own` if it is the limit of the text.
fn stopped_at(line: usize, is_own: bool) -> Text {
    if is_own {
        text!(
            "the certificate is neither accepted nor refused: at its line {line} the checker needed more than a text of this length may take; `grundy check FILE --time SECONDS` checks it without this bound",
            "证书既未被接受也未被拒绝：在第 {line} 行，检查所需超过此长度的文本所允许的；用 `grundy check 文件 --time 秒数` 可不受此限"
        )
    } else {
        text!(
            "the certificate is neither accepted nor refused: the checker was at its line {line}",
            "证书既未被接受也未被拒绝：检查器停在第 {line} 行"
        )
    }
}

/// Runs `work` on a part of a proof that begins `by` lines after the start of the proof that
/// contains it.
pub(crate) fn shifted<R>(budget: &Budget<'_>, by: usize, work: impl FnOnce(&Budget<'_>) -> R) -> R {
    let item = |number: usize| budget.item(by + number);
    item(0);
    work(&budget.with_memory(budget.memory).locating(&item))
}
