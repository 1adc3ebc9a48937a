//! The reasons for which work on a table ends early.

use crate::store::StoreError;
use base::impl_error;
use base::text::Text;
use rules::game::RulesError;
use tablebase::TierError;

/// The reason for which work on a table ended early. The objects in the store remain, and a later
/// run resumes from them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ClusterError {
    /// An error of the store.
    Store(StoreError),
    /// An error of the table.
    Table(TierError),
    /// Another share has written nothing for longer than [`crate::ShareJob::patience`].
    Waited(Text),
}

impl ClusterError {
    /// Returns the message for the user.
    pub fn text(&self) -> Text {
        match self {
            ClusterError::Store(error) => error.text(),
            ClusterError::Table(error) => error.text(),
            ClusterError::Waited(text) => text.clone(),
        }
    }
}

impl_error!(ClusterError {
    Store(StoreError),
    Table(TierError),
});

impl From<RulesError> for ClusterError {
    fn from(error: RulesError) -> ClusterError {
        ClusterError::Table(error.into())
    }
}
