//! Kiki's game: a coin moves left, down, or both. The law with its reasons is in `law`, how it is
//! recognised in rules in `recognise`.

mod law;
pub(crate) mod recognise;

pub use law::*;
