//! End-Nim: a row of piles, of which only the ends may be lowered. The law with its reasons is in `law`, how it is recognised in rules in `recognise`.

mod law;
pub(crate) mod recognise;

pub use law::*;
