//! Staircase Nim: pieces move one step down. The law with its reasons is in `law`, how it is
//! recognised in rules in `recognise`.

mod law;
pub(crate) mod recognise;

pub use law::*;
