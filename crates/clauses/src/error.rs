//! Reasons why rules cannot be read as clauses.

use base::budget::StopReason;
use base::text;
use base::text::Text;
use rules::game::RulesError;

/// The reason why rules cannot be read as clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseError {
    /// The rules contain a construct that clauses cannot express; the text states the construct and
    /// its location.
    Refused(Text),
    /// The budget ran out.
    Stopped(StopReason),
}

impl ClauseError {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            ClauseError::Refused(reason) => reason.clone(),
            ClauseError::Stopped(stop) => stop.text(),
        }
    }
}

base::impl_error!(ClauseError {
    Stopped(StopReason)
});

impl From<RulesError> for ClauseError {
    fn from(error: RulesError) -> ClauseError {
        match error {
            RulesError::Rule { cause, .. } => ClauseError::Refused(cause.text()),
            RulesError::Stopped(stop) => ClauseError::Stopped(stop),
        }
    }
}

pub(crate) fn too_large() -> Text {
    text!(
        "the numbers of the game are too large to be compared",
        "其中的数过大，无法比较"
    )
}

pub(crate) fn not_linear() -> Text {
    text!(
        "the moves of the game are not linear in the position",
        "其着法对局面不是线性的"
    )
}

pub(crate) fn too_many() -> Text {
    text!(
        "the moves of the game have too many cases to be compared",
        "其着法的情形过多，无法比较"
    )
}
