//! Bachet's game: take 1 to m from a heap. The law with its reasons is in `law`, how it is
//! recognised in rules in `recognise`.

mod law;
pub(crate) mod recognise;

pub use law::*;
