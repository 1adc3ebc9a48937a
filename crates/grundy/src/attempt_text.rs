//! The text of attempts and their reasons, in both languages.

use base::text;
use base::text::Text;
use theory::theorem::needs_plain;

use crate::attempt::{AttemptResult, AttemptVerdict, DeclineReason, NotNeededReason};

impl AttemptVerdict {
    /// Returns the verdict as text.
    pub fn text(self) -> Text {
        match self {
            AttemptVerdict::Accepted => text!("accepted", "采用"),
            AttemptVerdict::Declined => text!("declined", "不适用"),
            AttemptVerdict::SwitchedOff => text!("switched off", "已关闭"),
            AttemptVerdict::NotNeeded => text!("not needed", "不需要"),
        }
    }
}

impl AttemptResult {
    /// Returns the reason as text.
    pub fn reason(&self) -> Text {
        match self {
            AttemptResult::Accepted(found) => found.clone(),
            AttemptResult::Declined(reason) => reason.text(),
            AttemptResult::SwitchedOff => text!("--without", "--without"),
            AttemptResult::NotNeeded(reason) => reason.text(),
        }
    }
}

impl DeclineReason {
    fn text(&self) -> Text {
        match self {
            DeclineReason::Condition(condition) => condition.clone(),
            DeclineReason::NotPlain => needs_plain(),
            DeclineReason::Points => text!(
                "points decide who wins (`play score`)",
                "胜负由得分决定（`play score`）"
            ),
            DeclineReason::Urgent => text!(
                "components may be urgent (`urgent` or `again`)",
                "存在紧急的部分（`urgent` 或 `again`）"
            ),
            DeclineReason::OutcomesOnly => text!(
                "applies, but gives only the winner, not the values",
                "只能判定胜负，不能给出 SG 值"
            ),
            DeclineReason::SingleComponents => text!(
                "decides a component on its own, but not this position",
                "只能判定单独的部分，不能判定此局面"
            ),
            DeclineReason::SmallTable(name) => {
                text!("the table in {name} is too small", "{name} 中的表不够大")
            }
        }
    }
}

impl NotNeededReason {
    fn text(self) -> Text {
        match self {
            NotNeededReason::PlayIsOver => text!("play is over", "对局已结束"),
            NotNeededReason::Answered => text!("answered above", "上面已给出答案"),
            NotNeededReason::LawAnswers => text!("the law gives the answer", "由规律给出答案"),
        }
    }
}
