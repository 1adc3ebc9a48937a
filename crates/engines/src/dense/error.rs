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
                "the table visits a position before one of its options, so the value of that option was not available",
                "表先处理某局面，后处理它的一个选项，因此该选项的值尚不可用"
            ),
            FillError::Declined => text!(
                "this fill method does not support the table",
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
        text!("an evaluation failed", "有一处求值没有结果")
    }
}

impl_error!(EvaluationError);

impl From<EvaluationError> for FillError {
    fn from(_: EvaluationError) -> FillError {
        // A caller that knows the position inserts its numbers.
        FillError::Fails(Vec::new())
    }
}
