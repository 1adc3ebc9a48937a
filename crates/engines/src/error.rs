//! The errors of engines.

use base::budget::StopReason;
use base::text::Text;
use base::{impl_error, text};
use rules::game::RulesError;
use rules::play::SumPosition;
use tablebase::TierError;

/// The reason why an engine returns no answer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EngineError {
    /// The engine does not support the task.
    Declined(Text),
    /// A property that the rules declare does not hold: a move raises the measure, or a declared
    /// symmetry of the slots is violated.
    Rules(Text),
    /// The saved data from which a search should resume belongs to another task or is incomplete.
    Unread(Text),
    /// The rules cannot be evaluated, or the budget ran out.
    Fault(RulesError),
    /// Play can cycle through the contained positions, which are in order; the last position equals
    /// the first.
    Endless(Vec<SumPosition>),
}

impl EngineError {
    /// Returns the reason as text, without the position at which the evaluation of the rules fails.
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

/// The reason why an engine returns no oracle for a task.
#[derive(Clone, Debug, PartialEq)]
pub enum TaskError {
    /// The engine does not support the task; another engine may support it.
    Declined(Text),
    /// The budget ran out or the rules cannot be evaluated while the task was examined.
    Failed(EngineError),
}

impl TaskError {
    /// Returns the reason as text.
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
