//! The errors of problems.

use base::budget::StopReason;
use base::impl_error;
use base::text::Text;

use crate::input::InputError;

/// The reason why a problem has no answer.
#[derive(Debug)]
pub enum JudgeError {
    /// The input is not in the problem's format.
    Malformed(InputError),
    /// The budget ran out.
    Stopped(StopReason),
    /// The session could not answer.
    Session(grundy::SolveError),
}

impl JudgeError {
    /// Returns the error as text, with its location.
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
