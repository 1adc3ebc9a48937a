//! Reasons why a quotient was not found.

use base::budget::StopReason;
use base::text::Text;
use base::{impl_error, text};

/// Reasons why a quotient was not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuotientError {
    /// The budget ran out.
    Stop(StopReason),
    /// The quotient, or a guess for the quotient, has more elements than the limit in this field.
    Elements(usize),
    /// No guess for the quotient could be proved.
    Unproved,
}

impl QuotientError {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            QuotientError::Stop(stop) => stop.text(),
            QuotientError::Elements(most) => {
                text!("more than {most} elements", "多于 {most} 个元素")
            }
            QuotientError::Unproved => text!("no guess could be proved", "没有猜测得到证明"),
        }
    }
}

impl_error!(QuotientError { Stop(StopReason) });
