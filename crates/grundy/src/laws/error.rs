//! The reason why a search for a law failed.

use base::budget::StopReason;
use base::impl_error;
use base::text::Text;
use laws::LawError;

use crate::error::SolveError;

/// The reason why a search for a law failed.
#[derive(Debug)]
pub(super) enum LawSearchError {
    /// The law was not found or not proved.
    Law(LawError),
    /// The cells of the game cannot be computed.
    Solve(SolveError),
}

impl LawSearchError {
    fn text(&self) -> Text {
        match self {
            LawSearchError::Law(error) => error.text(),
            LawSearchError::Solve(error) => error.text(),
        }
    }
}

impl_error!(LawSearchError {
    Law(LawError),
    Solve(SolveError),
});

impl From<StopReason> for LawSearchError {
    fn from(stop: StopReason) -> LawSearchError {
        LawSearchError::Law(stop.into())
    }
}

/// Returns the error of a session about a law.
pub(super) fn solve_error(error: LawError) -> SolveError {
    match error {
        LawError::Outside(why) => SolveError::Unsupported(why),
        LawError::Stopped(stop) => SolveError::Stopped(stop),
    }
}
