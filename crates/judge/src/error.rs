//! Why a problem has no answer.

use base::budget::StopReason;
use base::impl_error;
use base::text::{Lang, Text};

use crate::input::InputError;

/// Why there is no answer.
#[derive(Debug)]
pub enum JudgeError {
    /// The input is not of the problem's format.
    Malformed(InputError),
    /// The budget is used up.
    Stopped(StopReason),
    /// The session could not answer.
    Session(grundy::SolveError),
}

impl JudgeError {
    /// What is wrong, and where.
    pub fn text(&self) -> Text {
        match self {
            JudgeError::Malformed(error) => error.text(),
            JudgeError::Stopped(stop) => stop.text(),
            JudgeError::Session(error) => Text {
                en: error.render(Lang::En, false),
                zh: error.render(Lang::Zh, false),
            },
        }
    }
}

impl_error!(JudgeError {
    Malformed(InputError),
    Stopped(StopReason),
});

impl From<grundy::SolveError> for JudgeError {
    fn from(error: grundy::SolveError) -> JudgeError {
        JudgeError::Session(error)
    }
}
