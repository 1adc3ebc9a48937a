//! Why there is no answer about a large table.

use archive::Fault;
use base::text;
use base::text::Text;
use grundy::Error;

/// Why there is no answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Wrong {
    /// As everywhere.
    Error(Error),
    /// The store cannot be read or written, has no room, or is of something else.
    Store(Fault),
    /// There is no store in this place.
    Absent,
    /// Another share was waited for too long.
    Again(Text),
    /// The work was stopped; what is in the store stays. With what may be done.
    Stopped(Error, Vec<Advice>),
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

impl Wrong {
    /// The error, where a face has no words of its own for what happened.
    pub fn error(self) -> Error {
        match self {
            Wrong::Error(error) | Wrong::Stopped(error, _) => error,
            Wrong::Store(fault) => Error::Usage(fault.text()),
            Wrong::Again(text) => Error::Usage(text),
            Wrong::Absent => Error::Usage(text!(
                "there is no store of a large table",
                "此处没有大表的存储"
            )),
        }
    }
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Wrong {
        Wrong::Error(error)
    }
}

impl From<Fault> for Wrong {
    fn from(fault: Fault) -> Wrong {
        Wrong::Store(fault)
    }
}
