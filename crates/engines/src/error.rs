//! Why an engine gives no answer.

use base::budget::StopReason;
use base::text::Text;
use base::{impl_error, text};
use rules::game::RulesError;
use rules::play::SumPosition;
use tablebase::TierError;

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
            EngineError::Fault(fault) => fault.text(),
            EngineError::Endless(_) => {
                text!("play can cycle forever", "对局可能无限循环")
            }
        }
    }
}

impl_error!(EngineError { Fault(RulesError) });

impl From<StopReason> for EngineError {
    fn from(stop: StopReason) -> EngineError {
        EngineError::Fault(RulesError::Stopped(stop))
    }
}

/// Why an engine returns no oracle for a task.
#[derive(Clone, Debug, PartialEq)]
pub enum TaskError {
    /// The engine does not support the task; another engine may.
    Declined(Text),
    /// The budget ran out or the rules cannot be evaluated while the task was looked at.
    Failed(EngineError),
}

impl TaskError {
    /// The reason in words.
    pub fn text(&self) -> Text {
        match self {
            TaskError::Declined(text) => text.clone(),
            TaskError::Failed(error) => error.text(),
        }
    }

    /// Returns `None` if the task was declined.
    ///
    /// # Errors
    /// Returns the error of [`TaskError::Failed`].
    pub fn unless_declined<T>(attempt: Result<T, TaskError>) -> Result<Option<T>, EngineError> {
        match attempt {
            Ok(accepted) => Ok(Some(accepted)),
            Err(TaskError::Declined(_)) => Ok(None),
            Err(TaskError::Failed(error)) => Err(error),
        }
    }
}

impl_error!(TaskError {
    Failed(EngineError)
});

impl From<RulesError> for TaskError {
    fn from(fault: RulesError) -> TaskError {
        TaskError::Failed(fault.into())
    }
}

impl From<StopReason> for TaskError {
    fn from(stop: StopReason) -> TaskError {
        TaskError::Failed(stop.into())
    }
}

impl From<TaskError> for EngineError {
    fn from(error: TaskError) -> EngineError {
        match error {
            TaskError::Declined(why) => EngineError::Declined(why),
            TaskError::Failed(error) => error,
        }
    }
}

impl From<TierError> for EngineError {
    fn from(halt: TierError) -> EngineError {
        match halt {
            TierError::Rules(why) => EngineError::Rules(why),
            TierError::Fault(fault) => EngineError::Fault(fault),
            declined => EngineError::Declined(declined.text()),
        }
    }
}

impl From<TierError> for TaskError {
    fn from(error: TierError) -> TaskError {
        TaskError::Failed(error.into())
    }
}
