//! How far an answer may be trusted.

use base::text;
use base::text::Text;

/// From the weakest to the strongest; the weakest part of an answer decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnswerStatus {
    /// Not known.
    Unknown,
    /// Seen to fit, not shown.
    Conjectured,
    /// True as far as it was looked: the number of positions.
    Bounded(u64),
    /// Rests on an assertion that was not shown.
    Conditional,
    /// By an exact algorithm.
    Computed,
    /// A certificate was checked.
    Proved,
}

impl AnswerStatus {
    /// The word.
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

    /// The word as JSON has it.
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
