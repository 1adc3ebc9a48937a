//! Reasons why an operation on values has no result.

use base::budget::StopReason;
use base::text::Text;
use base::{impl_error, text};

/// The reason why an operation on values has no result. The store remains usable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueError {
    /// The budget ran out.
    Stopped(StopReason),
    /// A number, a multiple of up or a nimber is beyond the supported range.
    Overflow,
    /// The store would contain more canonical forms than the limit in this field.
    Forms(u32),
    /// A game cannot be cooled by a negative number.
    NegativeTemperature,
}

impl ValueError {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            ValueError::Stopped(stop) => stop.text(),
            ValueError::Overflow => text!(
                "a number in the value is too large or too fine",
                "值中有一个数太大或太细"
            ),
            ValueError::Forms(limit) => text!(
                "more than {limit} canonical forms would be needed",
                "所需标准形超过 {limit} 个"
            ),
            ValueError::NegativeTemperature => {
                text!("expected a temperature of at least 0", "温度应不小于 0")
            }
        }
    }
}

impl_error!(ValueError { Stopped(StopReason) });
