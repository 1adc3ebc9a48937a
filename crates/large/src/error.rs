//! Why there is no answer about a large table.

use base::impl_error;
use base::text;
use base::text::Text;
use cluster::ClusterError;
use cluster::store::StoreError;
use grundy::SolveError;
use grundy::table_game::TableGame;

/// Why there is no answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum LargeTableError {
    /// As everywhere.
    Error(SolveError),
    /// The store cannot be read or written, has no room, or is of something else.
    Store(StoreError),
    /// There is no store in this place.
    Absent,
    /// Another share was waited for too long.
    Again(Text),
    /// The work was stopped; what is in the store stays. With what may be done.
    Stopped(SolveError, Vec<Advice>),
}

/// What may be done where the work on a table was stopped. A face says it in words of its own
/// options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// The same call goes on with what is in the store.
    GoOn,
    /// So many shares in processes of their own, in another store, need less memory.
    Shares(u64),
}

impl LargeTableError {
    /// Why a run on `big` ended.
    pub(crate) fn of_cluster(big: &TableGame, error: ClusterError) -> LargeTableError {
        match error {
            ClusterError::Store(error) => LargeTableError::Store(error),
            ClusterError::Table(error) => LargeTableError::Error(big.error(error)),
            ClusterError::Waited(text) => LargeTableError::Again(text),
            _ => LargeTableError::Error(SolveError::Bug(text!(
                "a run ended without a reason",
                "运行无故中止"
            ))),
        }
    }

    /// The reason in words.
    pub fn text(&self) -> Text {
        match self {
            LargeTableError::Error(error) | LargeTableError::Stopped(error, _) => error.text(),
            LargeTableError::Store(error) => error.text(),
            LargeTableError::Again(text) => text.clone(),
            LargeTableError::Absent => {
                text!("there is no store of a large table", "此处没有大表的存储")
            }
        }
    }

    /// The error, where a face has no words of its own for what happened.
    pub fn into_error(self) -> SolveError {
        match self {
            LargeTableError::Error(error) | LargeTableError::Stopped(error, _) => error,
            other => SolveError::Usage(other.text()),
        }
    }
}

impl_error!(LargeTableError {
    Error(SolveError),
    Store(StoreError),
});
