//! Why there is no answer about a large table.

use archive::StoreError;
use base::text;
use base::text::Text;
use grundy::SolveError;

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
    /// No moves are kept if the table is swept, in another store.
    Sweep,
}

impl LargeTableError {
    /// The error, where a face has no words of its own for what happened.
    pub fn into_error(self) -> SolveError {
        match self {
            LargeTableError::Error(error) | LargeTableError::Stopped(error, _) => error,
            LargeTableError::Store(fault) => SolveError::Usage(fault.text()),
            LargeTableError::Again(text) => SolveError::Usage(text),
            LargeTableError::Absent => SolveError::Usage(text!(
                "there is no store of a large table",
                "此处没有大表的存储"
            )),
        }
    }
}

impl From<SolveError> for LargeTableError {
    fn from(error: SolveError) -> LargeTableError {
        LargeTableError::Error(error)
    }
}

impl From<StoreError> for LargeTableError {
    fn from(fault: StoreError) -> LargeTableError {
        LargeTableError::Store(fault)
    }
}
