//! The errors of filling a table.

use base::budget::StopReason;
use base::text::Text;
use base::{impl_error, text};
use rules::game::RulesError;
use rules::ir::Int;

/// The reason why a table was not filled.
#[derive(Debug)]
pub(super) enum FillError {
    /// The rules cannot be evaluated, or the budget ran out.
    Fault(RulesError),
    /// A value does not fit in an entry.
    TooNarrow,
    /// An evaluation failed at this position. The reference interpreter reports the reason.
    Fails(Vec<Int>),
    /// An option was not valued before its position.
    OutOfOrder,
    /// The fill method does not support the table.
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

/// Returns the error of a wrong fill order; the facts about the game exclude this case.
pub(super) fn out_of_order() -> FillError {
    FillError::OutOfOrder
}

/// An evaluation without a result. The reference interpreter reports the reason.
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
        // The caller that knows the position inserts it.
        FillError::Fails(Vec::new())
    }
}
