//! Errors of the operations on large tables.

use base::impl_error;
use base::text;
use base::text::Text;
use cluster::ClusterError;
use cluster::store::StoreError;
use grundy::SolveError;
use grundy::table_game::TableGame;

/// The reason for which an operation on a large table failed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum LargeTableError {
    /// An error of the solver.
    Error(SolveError),
    /// The store cannot be read or written, has no space left, or contains another table.
    Store(StoreError),
    /// There is no store at this location.
    Absent,
    /// Another share has written nothing for too long.
    Again(Text),
    /// The work was stopped. The objects that were written to the store remain. The error includes
    /// advice on how to proceed.
    Stopped(SolveError, Vec<Advice>),
}

/// Advice on how to proceed after the work on a table was stopped. Each front end expresses the
/// advice in terms of its own options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// The caller should repeat the same call, which resumes from the objects in the store.
    GoOn,
    /// The caller should build the table in another store with this number of shares, each in its
    /// own process. With more shares, each process needs less memory.
    Shares(u64),
}

impl LargeTableError {
    /// Converts the error that a run on the table `big` returned.
    pub(crate) fn of_cluster(big: &TableGame, error: ClusterError) -> LargeTableError {
        match error {
            ClusterError::Store(error) => LargeTableError::Store(error),
            ClusterError::Table(error) => LargeTableError::Error(big.error(error)),
            ClusterError::Waited(text) => LargeTableError::Again(text),
            _ => LargeTableError::Error(SolveError::Bug(text!(
                "the computation ended without a reason",
                "运行无故中止"
            ))),
        }
    }

    /// Returns the message for the user.
    pub fn text(&self) -> Text {
        match self {
            LargeTableError::Error(error) | LargeTableError::Stopped(error, _) => error.text(),
            LargeTableError::Store(error) => error.text(),
            LargeTableError::Again(text) => text.clone(),
            LargeTableError::Absent => {
                text!("found no store of a large table", "没有找到大表的存储")
            }
        }
    }

    /// Converts this error to a [`SolveError`], for front ends without text of their own.
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
