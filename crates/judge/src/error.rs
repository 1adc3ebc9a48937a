//! Why a problem has no answer.

use base::budget::StopReason;
use base::impl_error;
use base::text::Text;

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
            JudgeError::Session(error) => error.text(),
        }
    }
}

impl_error!(JudgeError {
    Malformed(InputError),
    Stopped(StopReason),
    Session(grundy::SolveError),
});
