//! Games in a row that are staircase Nim in other words: sorted piles, Georgia and Bob. The law
//! with its reasons is in `law`, how it is recognised in rules in `recognise`.

mod law;
pub(crate) mod recognise;

pub use law::*;
