//! Reasons why a law is not found or not proved.

use base::budget::StopReason;
use base::impl_error;
use base::text::Text;
use clauses::ClauseError;

/// The reason why a law is not found or not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LawError {
    /// The method does not cover the game or the kind of law, for the given reason.
    Outside(Text),
    /// The budget ran out.
    Stopped(StopReason),
}

impl LawError {
    /// Returns the reason as text.
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
