//! Why a law is not found or not proved.

use base::budget::StopReason;
use base::impl_error;
use base::text::Text;
use clauses::ClauseError;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LawError {
    /// The game or the kind of law is outside the method: why.
    Outside(Text),
    /// The budget ended.
    Stopped(StopReason),
}

impl LawError {
    /// Returns the reason.
    pub fn text(&self) -> Text {
        match self {
            LawError::Outside(why) => why.clone(),
            LawError::Stopped(stop) => stop.text(),
        }
    }
}

impl_error!(LawError { Stopped(StopReason) });

impl From<ClauseError> for LawError {
    fn from(unread: ClauseError) -> LawError {
        match unread {
            ClauseError::Refused(why) => LawError::Outside(why),
            ClauseError::Stopped(stop) => LawError::Stopped(stop),
        }
    }
}
