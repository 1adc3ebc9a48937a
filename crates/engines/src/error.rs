//! Why an engine gives no answer.

use base::budget::StopReason;
use base::text::Text;
use base::{impl_error, text};
use rules::game::RulesError;
use rules::play::SumPosition;

/// Why an engine gives no answer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EngineError {
    /// The engine does not take such tasks.
    Declined(Text),
    /// What the rules say of themselves does not hold: a move raises their measure, or they are not
    /// the same with slots exchanged.
    Rules(Text),
    /// What it was to go on from is not of this task, or not whole.
    Unread(Text),
    /// The rules cannot be evaluated, or the budget is used up.
    Fault(RulesError),
    /// Play may go round for ever: positions in order, the last equal to the first.
    Endless(Vec<SumPosition>),
}

impl EngineError {
    /// The reason in words, without the position at which rules fail.
    pub fn text(&self) -> Text {
        match self {
            EngineError::Declined(text) | EngineError::Rules(text) | EngineError::Unread(text) => {
                text.clone()
            }
            EngineError::Fault(fault) => fault_text(fault),
            EngineError::Endless(_) => {
                text!("play can cycle forever", "对局可能无限循环")
            }
        }
    }
}

impl_error!(EngineError);

impl From<RulesError> for EngineError {
    fn from(fault: RulesError) -> EngineError {
        EngineError::Fault(fault)
    }
}

impl From<StopReason> for EngineError {
    fn from(stop: StopReason) -> EngineError {
        EngineError::Fault(RulesError::Stopped(stop))
    }
}

/// What went wrong in rules, without the position.
pub(crate) fn fault_text(fault: &RulesError) -> Text {
    match fault {
        RulesError::Rule { cause, .. } => cause.text(),
        RulesError::Stopped(stop) => stop.text(),
    }
}
