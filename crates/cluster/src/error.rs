//! Why the work on a table ended early.

use crate::store::StoreError;
use base::impl_error;
use base::text::Text;
use rules::game::RulesError;
use tablebase::TierError;

/// Why the work ended before its end. What is in the store stays, and another run goes on with it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ClusterError {
    /// The store.
    Store(StoreError),
    /// The table.
    Table(TierError),
    /// A share was waited for too long.
    Waited(Text),
}

impl ClusterError {
    /// The reason in words.
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
