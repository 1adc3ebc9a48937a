//! Why a table was not filled.

use base::budget::StopReason;
use base::text::Text;
use base::{impl_error, text};
use rules::game::RulesError;
use rules::ir::Int;

/// Why a table was not filled.
#[derive(Debug)]
pub(super) enum FillError {
    /// The rules cannot be evaluated, or the budget is used up.
    Fault(RulesError),
    /// A value does not fit in an entry.
    TooNarrow,
    /// An evaluation failed at this position; the reference interpreter says how.
    Fails(Vec<Int>),
    /// An option was not valued before its position.
    OutOfOrder,
    /// This way of filling does not take it.
    Declined,
}

impl FillError {
    fn text(&self) -> Text {
        match self {
            FillError::Fault(fault) => fault.text(),
            FillError::TooNarrow => text!("a value does not fit in an entry", "有值超出表项的范围"),
            FillError::Fails(_) => EvaluationError.text(),
            FillError::OutOfOrder => text!(
                "an option was not valued before its position",
                "有选项在其局面之前尚未求值"
            ),
            FillError::Declined => text!(
                "this way of filling does not support the table",
                "此填表方式不支持该表"
            ),
        }
    }
}

impl_error!(FillError { Fault(RulesError) });

impl From<StopReason> for FillError {
    fn from(stop: StopReason) -> FillError {
        FillError::Fault(RulesError::Stopped(stop))
    }
}

/// The facts promised an order in which this does not happen.
pub(super) fn out_of_order() -> FillError {
    FillError::OutOfOrder
}

/// An evaluation that has no result; the reference interpreter tells why.
#[derive(Debug)]
pub(crate) struct EvaluationError;

impl EvaluationError {
    fn text(&self) -> Text {
        text!("an evaluation has no result", "有一处求值没有结果")
    }
}

impl_error!(EvaluationError);

impl From<EvaluationError> for FillError {
    fn from(_: EvaluationError) -> FillError {
        // The position is put in where it is known.
        FillError::Fails(Vec::new())
    }
}
