//! The errors of tables of tiers.

use base::budget::StopReason;
use base::text::Text;
use base::{impl_error, text};
use rules::game::RulesError;

use crate::index::IndexError;

/// The reason why a table cannot be built.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TierError {
    /// The rules or the ranges of the slots are not supported.
    Declined(Text),
    /// No measure was found, although the table needs a measure: there are too many positions for
    /// one tier, or values need a fill order. The rules may specify a measure.
    Untiered(Text),
    /// The rules specify a measure that a move raises, or a move leaves the requested ranges of the
    /// slots.
    Rules(Text),
    /// The data read were not written by a share.
    Damaged(Text),
    /// The rules cannot be evaluated, or the budget ran out.
    Fault(RulesError),
}

impl TierError {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            TierError::Declined(text)
            | TierError::Untiered(text)
            | TierError::Rules(text)
            | TierError::Damaged(text) => text.clone(),
            TierError::Fault(error) => error.text(),
        }
    }
}

impl_error!(TierError { Fault(RulesError) });

impl From<StopReason> for TierError {
    fn from(stop: StopReason) -> TierError {
        TierError::Fault(RulesError::Stopped(stop))
    }
}

impl From<IndexError> for TierError {
    fn from(refused: IndexError) -> TierError {
        match refused {
            IndexError::Declined(text) => TierError::Declined(text),
            IndexError::Stopped(stop) => stop.into(),
        }
    }
}

/// If a single tier is impossible, adds a hint to the error that the rules may specify a measure.
pub(crate) fn untiered(halt: TierError) -> TierError {
    match halt {
        TierError::Declined(Text { en, zh }) => TierError::Untiered(text!(
            "{en}; `tier e` in the rules can name a measure that splits the positions into tiers: no move may raise it, and for values every move must lower it",
            "{zh}；规则中的 `tier e` 可指定分层的度量：任何着法都不可使之增大；求值时每一着都须使之减小"
        )),
        other => other,
    }
}
