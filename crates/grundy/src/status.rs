//! How far an answer can be trusted.

use base::text;
use base::text::Text;

/// The status of an answer, from the weakest to the strongest. The weakest part of an answer
/// determines its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnswerStatus {
    /// The answer is not known.
    Unknown,
    /// Conjectured: the answer fits the data, but is not proved.
    Conjectured,
    /// Checked up to a bound. The variant contains the number of positions checked.
    Bounded(u64),
    /// The answer depends on an assertion that was not proved.
    Conditional,
    /// Computed by an exact algorithm.
    Computed,
    /// Proved: a certificate was checked.
    Proved,
}

impl AnswerStatus {
    /// Returns the status as a word.
    pub fn text(self) -> Text {
        match self {
            AnswerStatus::Unknown => text!("unknown", "未知"),
            AnswerStatus::Conjectured => text!("conjectured", "猜想"),
            AnswerStatus::Bounded(n) => text!(
                "true on the {n} positions tested",
                "在测试的 {n} 个局面上成立"
            ),
            AnswerStatus::Conditional => text!("conditional", "有条件"),
            AnswerStatus::Computed => text!("computed", "已计算"),
            AnswerStatus::Proved => text!("proved", "已证明"),
        }
    }

    /// Returns the key of the status in JSON.
    pub fn key(self) -> &'static str {
        match self {
            AnswerStatus::Unknown => "unknown",
            AnswerStatus::Conjectured => "conjectured",
            AnswerStatus::Bounded(_) => "bounded",
            AnswerStatus::Conditional => "conditional",
            AnswerStatus::Computed => "computed",
            AnswerStatus::Proved => "proved",
        }
    }
}
