//! The multiplication game: a number is multiplied until it reaches a goal. The law with its
//! reasons is in `law`, how it is recognised in rules in `recognise`.

mod law;
pub(crate) mod recognise;

pub use law::*;
